//! A decoder of a library that takes chunks.

use crate::ask::native::call::Given;
use crate::ask::native::decoder::{MORE_UNITS, NativeDecoder, UNITS_A_BYTE};
use crate::ask::native::output::FILLS;
use crate::ask::native::place::Places;
use illformed_judge::claim::ScriptSupport;
use illformed_judge::in_process::{Stream, StreamError};
use illformed_judge::judge::Response;
use illformed_judge::observation::Text;

/// How many whole texts one object is given, as its users do, before it is closed: what a text leaves in it shows in the others.
const TEXTS_OF_ONE: usize = 64;

/// An object of a decoder.
pub(super) struct NativeStream<'a> {
    decoder: &'a mut NativeDecoder,
    places: &'a mut Places,
    object: usize,
    /// How many whole texts it was given before.
    texts: usize,
    /// How many bytes were consumed since the last reset.
    consumed: usize,
    /// What the last call left of its chunk.
    left: Vec<u8>,
    /// Whether the last call said that the input ends too early.
    is_cut: bool,
    /// The response in the place of an answer.
    refused: Option<Response>,
}

impl<'a> NativeStream<'a> {
    pub(super) fn open(decoder: &'a mut NativeDecoder, places: &'a mut Places) -> Result<Self, String> {
        let open = || (decoder.calls.open.as_ref().map_or(0, |open| open.call(Given::default()).value), 0);
        let (object, texts) = decoder.kept.take().unwrap_or_else(open);
        if object == 0 || object == usize::MAX {
            return Err("--open gives no object".to_owned());
        }
        Ok(Self {
            decoder,
            places,
            object,
            texts,
            consumed: 0,
            left: Vec::new(),
            is_cut: false,
            refused: None,
        })
    }

    /// Gives the object back, or keeps it for the next whole text; the response in the place of an answer, if there is one.
    pub(super) fn close(self) -> Option<Response> {
        let texts = self.texts + 1;
        if self.decoder.info.claim.script == ScriptSupport::None && texts < TEXTS_OF_ONE {
            self.decoder.kept = Some((self.object, texts));
        } else if let Some(close) = &self.decoder.calls.close {
            close.call(Given { object: self.object, ..Given::default() });
        }
        self.refused
    }

    fn refuse(&mut self, response: Response) -> StreamError {
        self.refused.get_or_insert(response);
        StreamError::default()
    }
}

impl Stream for NativeStream<'_> {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let bytes = [&self.left, chunk].concat();
        let capacity = UNITS_A_BYTE * (bytes.len() + self.left.len()) + MORE_UNITS;
        let (decoder, object) = (&mut *self.decoder, self.object);
        let converted = self
            .places
            .asked_at_end(&bytes, |placed| decoder.convert(placed, capacity, object, FILLS[0]))
            .unwrap_or_else(|why| Err(Response::Skipped(why)));
        let (said, text) = match converted {
            Ok(converted) => converted,
            Err(response) => return Err(self.refuse(response)),
        };
        let at = said.at.map(|at| self.consumed + at);
        self.is_cut = said.is_incomplete;
        if self.is_cut {
            // The caller keeps what was not taken and gives it again before the next chunk.
            let taken = said.at.unwrap_or(0);
            self.left = bytes[taken..].to_vec();
            self.consumed += taken;
            return Ok(text);
        }
        self.left.clear();
        self.consumed += bytes.len();
        if said.is_error {
            return Err(StreamError {
                at,
                text: Some(text).filter(|text| !text.is_empty()),
                ..StreamError::default()
            });
        }
        Ok(text)
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        if !self.left.is_empty() {
            return Err(StreamError { at: Some(self.consumed), incomplete: true, ..StreamError::default() });
        }
        let Some(finish) = &self.decoder.calls.finish else {
            // It took the bytes, and said that more must come.
            if self.is_cut {
                return Err(StreamError { incomplete: true, ..StreamError::default() });
            }
            return Ok(Text::empty(self.decoder.info.claim.out()));
        };
        let mut written = (0, 0);
        if let Some(output) = &mut self.decoder.output {
            let start = output.prepare(MORE_UNITS, FILLS[0]);
            written = (start.unwrap_or(0), MORE_UNITS);
        }
        let said = finish.call(Given { bytes: &[], output: written, object: self.object });
        let text = match &mut self.decoder.output {
            Some(output) if finish.signature.unit().is_some() => output.text(said.units.unwrap_or(0)),
            _ => Ok(Text::empty(self.decoder.info.claim.out())),
        };
        match text {
            Err(response) => Err(self.refuse(response)),
            Ok(text) if said.is_error => Err(StreamError {
                text: Some(text).filter(|text| !text.is_empty()),
                ..StreamError::default()
            }),
            Ok(text) => Ok(text),
        }
    }

    fn reset(&mut self) {
        self.left.clear();
        (self.consumed, self.is_cut) = (0, false);
        if let Some(reset) = &self.decoder.calls.reset {
            reset.call(Given { object: self.object, ..Given::default() });
        }
    }
}
