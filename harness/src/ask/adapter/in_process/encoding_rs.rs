//! encoding_rs, for UTF-8.
//!
//! It documents that it implements the Encoding Standard, whose UTF-8 decoder replaces maximal subparts, and
//! that this is the only way of replacing that it supports.

use crate::ask::adapter::in_process::canary::{output, refill};
use ::encoding_rs::{CoderResult, Decoder, DecoderResult, Encoding, UTF_8, mem};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Bom, Claim, OffsetMeaning, OutputKind, ScriptSupport};
use illformed_judge::in_process::{InProcessDecoder, Stream, StreamError};
use illformed_judge::observation::{Observation, Text};

/// The version in `Cargo.lock`.
pub(crate) const VERSION: &str = "0.8.44";

/// How many units of space a `Decoder` usually gets, and the least that its documentation allows.
const USUAL_SPACE: usize = 4096;
const LEAST_UTF8_SPACE: usize = 4;
const LEAST_UTF16_SPACE: usize = 2;

pub(crate) fn decoders() -> Vec<InProcessDecoder> {
    let mut decoders = one_shot();
    decoders.extend(replacing());
    decoders.extend(failing());
    decoders
}

/// What is given the whole at once.
fn one_shot() -> Vec<InProcessDecoder> {
    let strict = |out| Claim { out, at: OffsetMeaning::None, ..Claim::strict(Profile::Rfc3629) };
    vec![
        InProcessDecoder::one_shot(
            "decode-or-fail",
            "UTF_8.decode_without_bom_handling_and_without_replacement",
            strict(OutputKind::Utf8),
            |bytes| match UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
                Some(text) => utf8(text),
                None => Observation::reject(None, None),
            },
        ),
        InProcessDecoder::one_shot(
            "decode-without-bom-handling",
            "UTF_8.decode_without_bom_handling",
            lossy(OutputKind::Utf8, Bom::Keep),
            |bytes| utf8(UTF_8.decode_without_bom_handling(bytes).0),
        ),
        InProcessDecoder::one_shot(
            "decode-with-bom-removal",
            "UTF_8.decode_with_bom_removal",
            lossy(OutputKind::Utf8, Bom::Strip),
            |bytes| utf8(UTF_8.decode_with_bom_removal(bytes).0),
        ),
        // Not UTF-8 by its own word: what begins as UTF-16 does is decoded as that.
        InProcessDecoder::one_shot(
            "decode",
            "UTF_8.decode, which changes to UTF-16 at the BOM of that",
            Claim { profile: None, ..lossy(OutputKind::Utf8, Bom::Strip) },
            |bytes| utf8(UTF_8.decode(bytes).0),
        ),
        // "The index of the first byte that makes the input malformed", which its name says more clearly.
        InProcessDecoder::one_shot(
            "utf8-valid-up-to",
            "Encoding::utf8_valid_up_to",
            Claim::validate(Profile::Rfc3629),
            |bytes| match Encoding::utf8_valid_up_to(bytes) {
                at if at == bytes.len() => Observation::accept(Text::None),
                at => Observation::reject(Some(at), None),
            },
        ),
        InProcessDecoder::one_shot(
            "convert-to-utf16",
            "encoding_rs::mem::convert_utf8_to_utf16",
            lossy(OutputKind::Utf16, Bom::Keep),
            |bytes| {
                // "At least the length of the source buffer plus one."
                let mut units = output(bytes.len() + 1);
                let written = mem::convert_utf8_to_utf16(bytes, &mut units);
                units.truncate(written);
                Observation::accept(Text::Utf16(units))
            },
        ),
        InProcessDecoder::one_shot(
            "convert-to-utf16-or-fail",
            "encoding_rs::mem::convert_utf8_to_utf16_without_replacement",
            strict(OutputKind::Utf16),
            |bytes| {
                let mut units = output(bytes.len());
                match mem::convert_utf8_to_utf16_without_replacement(bytes, &mut units) {
                    Some(written) => {
                        units.truncate(written);
                        Observation::accept(Text::Utf16(units))
                    }
                    // Some output may have been written, but how much it does not say.
                    None => Observation::reject(None, None),
                }
            },
        ),
    ]
}

/// Decoders of chunks that replace.
fn replacing() -> Vec<InProcessDecoder> {
    vec![
        replacing_decoder::<u8>("decoder-utf8", "Decoder::decode_to_utf8", Bom::Keep, USUAL_SPACE),
        replacing_decoder::<u8>(
            "decoder-utf8-least-space",
            "Decoder::decode_to_utf8, with 4 bytes of output space a call",
            Bom::Keep,
            LEAST_UTF8_SPACE,
        ),
        replacing_decoder::<u8>(
            "decoder-utf8-bom-removal",
            "UTF_8.new_decoder_with_bom_removal, Decoder::decode_to_utf8",
            Bom::Strip,
            USUAL_SPACE,
        ),
        replacing_decoder::<u16>("decoder-utf16", "Decoder::decode_to_utf16", Bom::Keep, USUAL_SPACE),
        replacing_decoder::<u16>(
            "decoder-utf16-least-space",
            "Decoder::decode_to_utf16, with 2 units of output space a call",
            Bom::Keep,
            LEAST_UTF16_SPACE,
        ),
        replacing_decoder::<u16>(
            "decoder-utf16-bom-removal",
            "UTF_8.new_decoder_with_bom_removal, Decoder::decode_to_utf16",
            Bom::Strip,
            USUAL_SPACE,
        ),
    ]
}

/// Decoders of chunks that stop at the first error.
fn failing() -> Vec<InProcessDecoder> {
    vec![
        failing_decoder::<u8>(
            "decoder-utf8-or-fail",
            "Decoder::decode_to_utf8_without_replacement",
            Bom::Keep,
            USUAL_SPACE,
        ),
        failing_decoder::<u8>(
            "decoder-utf8-or-fail-least-space",
            "Decoder::decode_to_utf8_without_replacement, with 4 bytes of output space a call",
            Bom::Keep,
            LEAST_UTF8_SPACE,
        ),
        failing_decoder::<u8>(
            "decoder-utf8-or-fail-bom-removal",
            "UTF_8.new_decoder_with_bom_removal, Decoder::decode_to_utf8_without_replacement",
            Bom::Strip,
            USUAL_SPACE,
        ),
        failing_decoder::<u16>(
            "decoder-utf16-or-fail",
            "Decoder::decode_to_utf16_without_replacement",
            Bom::Keep,
            USUAL_SPACE,
        ),
        failing_decoder::<u16>(
            "decoder-utf16-or-fail-least-space",
            "Decoder::decode_to_utf16_without_replacement, with 2 units of output space a call",
            Bom::Keep,
            LEAST_UTF16_SPACE,
        ),
    ]
}

fn lossy(out: OutputKind, bom: Bom) -> Claim {
    Claim { out, bom, ..Claim::lossy(Policy::MaximalSubpart) }
}

fn utf8(text: impl Into<String>) -> Observation {
    Observation::accept(Text::Utf8(text.into().into_bytes()))
}

/// A unit of what a `Decoder` writes.
trait Unit: Copy + From<u8> + 'static {
    const OUT: OutputKind;

    fn text(units: Vec<Self>) -> Text;

    fn replace(
        decoder: &mut Decoder,
        bytes: &[u8],
        space: &mut [Self],
        last: bool,
    ) -> (CoderResult, usize, usize);

    fn fail(
        decoder: &mut Decoder,
        bytes: &[u8],
        space: &mut [Self],
        last: bool,
    ) -> (DecoderResult, usize, usize);
}

impl Unit for u8 {
    const OUT: OutputKind = OutputKind::Utf8;

    fn text(units: Vec<Self>) -> Text {
        Text::Utf8(units)
    }

    fn replace(
        decoder: &mut Decoder,
        bytes: &[u8],
        space: &mut [Self],
        last: bool,
    ) -> (CoderResult, usize, usize) {
        let (result, read, written, _) = decoder.decode_to_utf8(bytes, space, last);
        (result, read, written)
    }

    fn fail(
        decoder: &mut Decoder,
        bytes: &[u8],
        space: &mut [Self],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        decoder.decode_to_utf8_without_replacement(bytes, space, last)
    }
}

impl Unit for u16 {
    const OUT: OutputKind = OutputKind::Utf16;

    fn text(units: Vec<Self>) -> Text {
        Text::Utf16(units)
    }

    fn replace(
        decoder: &mut Decoder,
        bytes: &[u8],
        space: &mut [Self],
        last: bool,
    ) -> (CoderResult, usize, usize) {
        let (result, read, written, _) = decoder.decode_to_utf16(bytes, space, last);
        (result, read, written)
    }

    fn fail(
        decoder: &mut Decoder,
        bytes: &[u8],
        space: &mut [Self],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        decoder.decode_to_utf16_without_replacement(bytes, space, last)
    }
}

fn new_decoder(bom: Bom) -> Decoder {
    match bom {
        Bom::Keep => UTF_8.new_decoder_without_bom_handling(),
        Bom::Strip => UTF_8.new_decoder_with_bom_removal(),
    }
}

fn replacing_decoder<U: Unit>(name: &str, api: &str, bom: Bom, space: usize) -> InProcessDecoder {
    let claim = Claim { script: ScriptSupport::Finish, ..lossy(U::OUT, bom) };
    InProcessDecoder::streaming(name, api, claim, move || ReplacingStream {
        bom,
        decoder: new_decoder(bom),
        space: output::<U>(space),
    })
}

struct ReplacingStream<U> {
    bom: Bom,
    decoder: Decoder,
    space: Vec<U>,
}

impl<U: Unit> ReplacingStream<U> {
    fn call(&mut self, mut bytes: &[u8], last: bool) -> Text {
        let mut units = Vec::new();
        loop {
            refill(&mut self.space);
            let (result, read, written) = U::replace(&mut self.decoder, bytes, &mut self.space, last);
            units.extend_from_slice(&self.space[..written]);
            bytes = &bytes[read..];
            // With enough space each call gets somewhere; one that does not would not the next time either.
            if result == CoderResult::InputEmpty || (read, written) == (0, 0) {
                return U::text(units);
            }
        }
    }
}

impl<U: Unit> Stream for ReplacingStream<U> {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        Ok(self.call(chunk, false))
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        Ok(self.call(&[], true))
    }

    fn reset(&mut self) {
        self.decoder = new_decoder(self.bom);
    }
}

fn failing_decoder<U: Unit>(name: &str, api: &str, bom: Bom, space: usize) -> InProcessDecoder {
    let claim = Claim { out: U::OUT, bom, script: ScriptSupport::Finish, ..Claim::strict(Profile::Rfc3629) };
    InProcessDecoder::streaming(name, api, claim, move || FailingStream {
        bom,
        decoder: new_decoder(bom),
        space: output::<U>(space),
        consumed: 0,
    })
}

struct FailingStream<U> {
    bom: Bom,
    decoder: Decoder,
    space: Vec<U>,
    /// How many bytes it says it read, in all.
    consumed: usize,
}

impl<U: Unit> FailingStream<U> {
    fn call(&mut self, mut bytes: &[u8], last: bool) -> Result<Text, StreamError> {
        let mut units = Vec::new();
        loop {
            refill(&mut self.space);
            let (result, read, written) = U::fail(&mut self.decoder, bytes, &mut self.space, last);
            units.extend_from_slice(&self.space[..written]);
            bytes = &bytes[read..];
            self.consumed += read;
            match result {
                // It documents its numbers as the way to say where the error is: the length of the malformed
                // sequence, and how many bytes were consumed after it.
                DecoderResult::Malformed(len, after) => {
                    let (len, after) = (usize::from(len), usize::from(after));
                    let at = self.consumed.checked_sub(len + after);
                    let text = Some(U::text(units));
                    return Err(StreamError { at, len: Some(len), incomplete: false, text });
                }
                DecoderResult::OutputFull if (read, written) != (0, 0) => {}
                // As above: a call that gets nowhere is the last.
                DecoderResult::OutputFull | DecoderResult::InputEmpty => return Ok(U::text(units)),
            }
        }
    }
}

impl<U: Unit> Stream for FailingStream<U> {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        self.call(chunk, false)
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        self.call(&[], true)
    }

    fn reset(&mut self) {
        self.decoder = new_decoder(self.bom);
        self.consumed = 0;
    }
}
