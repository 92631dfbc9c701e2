//! A decoder that calls functions of a library.

use crate::ask::native::call::{Callable, Given, Said};
use crate::ask::native::claim::NativeCalls;
use crate::ask::native::library::{Library, LibraryError};
use crate::ask::native::name::decoder_name;
use crate::ask::native::output::{FILLS, Output};
use crate::ask::native::place::Places;
use crate::ask::native::signature::{Argument, Returned, Signature};
use illformed_judge::claim::{Claim, DecoderInfo, Kind};
use illformed_judge::in_process::{Stream, StreamError, decode_whole, run_script};
use illformed_judge::judge::{MemoryFault, Response};
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;

/// More units than any byte becomes: a replacement character in UTF-8.
const UNITS_A_BYTE: usize = 3;

/// Room for what a converter writes at its start or end.
const MORE_UNITS: usize = 16;

/// A decoder of a library.
#[derive(Debug)]
pub(super) struct NativeDecoder {
    pub(super) info: DecoderInfo,
    call: Callable,
    sized_by: Option<Callable>,
    object: Option<ObjectCalls>,
    output: Option<Output>,
}

/// The calls of a decoder with an object, beside the one that takes a chunk.
#[derive(Debug)]
struct ObjectCalls {
    open: Callable,
    finish: Option<Callable>,
    reset: Option<Callable>,
    close: Option<Callable>,
}

/// A response that is no answer.
type Misuse = (MemoryFault, String);

impl NativeDecoder {
    /// The decoder of `calls`, which claims that.
    pub(super) fn new(library: &Library, calls: &NativeCalls, claim: Claim) -> Result<Self, LibraryError> {
        let callable = |signature: &Signature| {
            library.function(&signature.symbol).map(|function| Callable::new(function, signature.clone()))
        };
        let optional = |signature: &Option<Signature>| signature.as_ref().map(callable).transpose();
        let object = match optional(&calls.open)? {
            Some(open) => Some(ObjectCalls {
                open,
                finish: optional(&calls.finish)?,
                reset: optional(&calls.reset)?,
                close: optional(&calls.close)?,
            }),
            None => None,
        };
        let info = DecoderInfo {
            name: decoder_name(&calls.call.symbol),
            implementation: String::new(),
            version: library.version().unwrap_or_else(|| "unknown".to_owned()),
            api: calls.call.to_string(),
            claim,
        };
        Ok(Self {
            info,
            call: callable(&calls.call)?,
            sized_by: optional(&calls.sized_by)?,
            object,
            output: None,
        })
    }

    /// Makes the memory for its output.
    pub(super) fn make_output(&mut self) -> Result<(), String> {
        let unit = self.call.signature.arguments.iter().find_map(Argument::unit);
        self.output = unit.map(Output::new).transpose()?;
        Ok(())
    }

    /// What it makes of `input`, at several places in memory.
    pub(super) fn ask(
        &mut self,
        input: &Input,
        places: &mut Places,
        number: u64,
    ) -> Result<Response, String> {
        if self.object.is_some() {
            let script = self.info.claim.script;
            let mut stream = NativeStream::open(self, places)?;
            let observation = match input {
                Input::Bytes(bytes) => decode_whole(&mut stream, bytes, script),
                Input::Calls(script) => run_script(&mut stream, script),
            };
            return Ok(match stream.close() {
                Some((fault, how)) => Response::Misused { fault, how },
                None => observation.into(),
            });
        }
        let Input::Bytes(bytes) = input else {
            return Ok(Response::Skipped("takes no chunks".to_owned()));
        };
        let ends_with_nul = self.call.signature.arguments.contains(&Argument::Cstr);
        let tail: &[u8] = if ends_with_nul { b"\0" } else { b"" };
        places.asked_at_each(bytes, tail, number, &mut |placed| {
            self.decode(placed)
                .map_or_else(|(fault, how)| Response::Misused { fault, how }, Response::Observed)
        })
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Observation, Misuse> {
        if self.call.signature.returned == Returned::Step {
            return self.steps(bytes);
        }
        let capacity = match &self.sized_by {
            Some(sizer) => {
                let said = sizer.call(Given { bytes, output: (0, 0), object: 0 });
                match said.units {
                    Some(units) if !said.is_error => units,
                    _ => return Ok(Observation::reject(said.at, None)),
                }
            }
            None => UNITS_A_BYTE * bytes.len() + MORE_UNITS,
        };
        let (said, text) = self.convert(bytes, capacity, 0, FILLS[0])?;
        if let Some(unit) = self.output.as_ref().and_then(|output| output.unwritten(&text)) {
            // It may be what belongs there: with another fill it is not.
            let (again, other) = self.convert(bytes, capacity, 0, FILLS[1])?;
            let is_unwritten =
                self.output.as_ref().is_some_and(|output| output.unwritten(&other) == Some(unit));
            if again == said && is_unwritten {
                let how = format!("reports {} units and does not write number {unit}", text.len());
                return Err((MemoryFault::MisstatesLength, how));
            }
        }
        if let (Some(sizer), Some(units), false) = (&self.sized_by, said.units, said.is_error)
            && units != capacity
        {
            let name = &sizer.signature.symbol;
            let how = format!("`{name}` says {capacity} units, and {units} are written");
            return Err((MemoryFault::MisstatesLength, how));
        }
        Ok(self.observation(said, text))
    }

    /// One call on `bytes`, with room for so many units, and the text that it wrote.
    fn convert(
        &mut self,
        bytes: &[u8],
        capacity: usize,
        object: usize,
        fill: u8,
    ) -> Result<(Said, Text), Misuse> {
        let Some(output) = &mut self.output else {
            let said = self.call.call(Given { bytes, output: (0, 0), object });
            checked_offset(said, bytes.len())?;
            let counts = self.info.claim.kind == Kind::Count;
            let text = if counts { Text::Count(said.units.unwrap_or(0) as u64) } else { Text::None };
            return Ok((said, text));
        };
        let start = output.prepare(capacity, fill).map_err(|why| (MemoryFault::MisstatesLength, why))?;
        let said = self.call.call(Given { bytes, output: (start, capacity), object });
        checked_offset(said, bytes.len())?;
        // What an API leaves of the text before an error counts only if it says how far it got.
        let says_how_far =
            self.call.signature.arguments.iter().any(|argument| matches!(argument, Argument::OutMoved(_)));
        let units = match said.units {
            Some(_) if said.is_error && !says_how_far => 0,
            Some(units) => units,
            None if said.is_error => 0,
            None => capacity,
        };
        let text = output.text(units)?;
        Ok((said, text))
    }

    /// The call is made for each character.
    fn steps(&self, bytes: &[u8]) -> Result<Observation, Misuse> {
        let mut codes = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let said = self.call.call(Given { bytes: rest, output: (0, 0), object: 0 });
            if said.is_error {
                let observation = Observation::reject(Some(at), None);
                return Ok(observation);
            }
            if said.value > rest.len() {
                let how = format!("takes {} bytes of {}", said.value, rest.len());
                return Err((MemoryFault::MisstatesLength, how));
            }
            codes.extend(said.code);
            at += said.value;
        }
        let has_code = self.call.signature.arguments.contains(&Argument::Code);
        Ok(Observation::accept(if has_code { Text::Utf32(codes) } else { Text::None }))
    }

    fn observation(&self, said: Said, text: Text) -> Observation {
        if said.is_error {
            let error = StreamError {
                at: said.at.filter(|_| self.info.claim.at != illformed_judge::claim::OffsetMeaning::None),
                len: None,
                incomplete: said.is_incomplete,
                text: Some(text).filter(|text| !text.is_empty()),
            };
            error.into()
        } else {
            Observation::accept(text)
        }
    }
}

/// An offset outside of the input is no offset.
fn checked_offset(said: Said, len: usize) -> Result<(), Misuse> {
    match said.at {
        Some(at) if said.is_error && at > len => {
            let how = "points outside of the input".to_owned();
            Err((MemoryFault::MisstatesLength, how))
        }
        _ => Ok(()),
    }
}

/// An object of a decoder.
struct NativeStream<'a> {
    decoder: &'a mut NativeDecoder,
    places: &'a mut Places,
    object: usize,
    /// How many bytes were consumed since the last reset.
    consumed: usize,
    /// What the last call left of its chunk.
    left: Vec<u8>,
    misuse: Option<Misuse>,
}

impl<'a> NativeStream<'a> {
    fn open(decoder: &'a mut NativeDecoder, places: &'a mut Places) -> Result<Self, String> {
        let object = decoder
            .object
            .as_ref()
            .map_or(0, |calls| calls.open.call(Given { bytes: &[], output: (0, 0), object: 0 }).value);
        if object == 0 || object == usize::MAX {
            return Err("--open gives no object".to_owned());
        }
        Ok(Self { decoder, places, object, consumed: 0, left: Vec::new(), misuse: None })
    }

    /// Gives the object back; what went wrong with memory, if anything did.
    fn close(self) -> Option<Misuse> {
        if let Some(close) = self.decoder.object.as_ref().and_then(|calls| calls.close.as_ref()) {
            close.call(Given { bytes: &[], output: (0, 0), object: self.object });
        }
        self.misuse
    }

    fn refuse(&mut self, misuse: Misuse) -> StreamError {
        self.misuse.get_or_insert(misuse);
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
            .unwrap_or_else(|why| Err((MemoryFault::MisstatesLength, why)));
        let (said, text) = match converted {
            Ok(converted) => converted,
            Err(misuse) => return Err(self.refuse(misuse)),
        };
        let at = said.at.map(|at| self.consumed + at);
        if said.is_incomplete {
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
        let Some(finish) = self.decoder.object.as_ref().and_then(|calls| calls.finish.as_ref()) else {
            return Ok(Text::empty(self.decoder.info.claim.out));
        };
        let mut written = (0, 0);
        if let Some(output) = &mut self.decoder.output {
            let start = output.prepare(MORE_UNITS, FILLS[0]);
            written = (start.unwrap_or(0), MORE_UNITS);
        }
        let said = finish.call(Given { bytes: &[], output: written, object: self.object });
        let text = match &mut self.decoder.output {
            Some(output) if finish.signature.arguments.iter().any(|argument| argument.unit().is_some()) => {
                output.text(said.units.unwrap_or(0))
            }
            _ => Ok(Text::empty(self.decoder.info.claim.out)),
        };
        match text {
            Err(misuse) => Err(self.refuse(misuse)),
            Ok(text) if said.is_error => Err(StreamError {
                text: Some(text).filter(|text| !text.is_empty()),
                ..StreamError::default()
            }),
            Ok(text) => Ok(text),
        }
    }

    fn reset(&mut self) {
        self.left.clear();
        self.consumed = 0;
        if let Some(reset) = self.decoder.object.as_ref().and_then(|calls| calls.reset.as_ref()) {
            reset.call(Given { bytes: &[], output: (0, 0), object: self.object });
        }
    }
}
