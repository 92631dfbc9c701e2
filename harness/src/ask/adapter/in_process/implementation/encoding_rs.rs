//! encoding_rs, for UTF-8.
//!
//! It documents that it implements the Encoding Standard, whose UTF-8 decoder replaces maximal subparts, and
//! that this is the only way of replacing that it supports.

use crate::ask::adapter::in_process::canary::output;
use crate::ask::adapter::in_process::observed::{decoders_of, rejected, utf8};
use ::encoding_rs::{CoderResult, Decoder, DecoderResult, Encoding, UTF_8, mem};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Bom, Claim, OffsetMeaning, OutputKind, ScriptSupport, TextForm};
use illformed_judge::in_process::{InProcessDecoder, Stream, StreamError};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};

/// How many units of space a `Decoder` usually gets.
const USUAL_SPACE: usize = 4096;

pub(super) fn decoders() -> Vec<InProcessDecoder> {
    let or_fail = |form| Claim { at: OffsetMeaning::None, ..Claim::strict(Profile::Rfc3629).giving(form) };
    let (or_fail_utf8, or_fail_utf16) = (&or_fail(TextForm::Utf8), &or_fail(TextForm::Utf16));
    let [lossy_utf8, lossy_utf16] = &[TextForm::Utf8, TextForm::Utf16].map(lossy);
    let removal = &Claim { bom: Bom::Strip, ..lossy_utf8.clone() };
    let undocumented = &Claim { profile: None, ..removal.clone() };
    let validate = &Claim::validate(Profile::Rfc3629);
    let mut decoders =
        decoders_of([
            (
                "decode-or-fail",
                "UTF_8.decode_without_bom_handling_and_without_replacement",
                or_fail_utf8,
                |bytes| {
                    let text = UTF_8.decode_without_bom_handling_and_without_replacement(bytes);
                    text.map_or_else(rejected, utf8)
                },
            ),
            ("decode-without-bom-handling", "UTF_8.decode_without_bom_handling", lossy_utf8, |bytes| {
                utf8(UTF_8.decode_without_bom_handling(bytes).0)
            }),
            ("decode-with-bom-removal", "UTF_8.decode_with_bom_removal", removal, |bytes| {
                utf8(UTF_8.decode_with_bom_removal(bytes).0)
            }),
            // Not UTF-8 by its own word: what begins as UTF-16 does is decoded as that.
            ("decode", "UTF_8.decode, which changes to UTF-16 at the BOM of that", undocumented, |bytes| {
                utf8(UTF_8.decode(bytes).0)
            }),
            // "The index of the first byte that makes the input malformed", which its name says more clearly.
            ("utf8-valid-up-to", "Encoding::utf8_valid_up_to", validate, |bytes| {
                match Encoding::utf8_valid_up_to(bytes) {
                    at if at == bytes.len() => Observation::accept(Text::None).into(),
                    at => Observation::reject(Some(at), None).into(),
                }
            }),
            ("convert-to-utf16", "encoding_rs::mem::convert_utf8_to_utf16", lossy_utf16, |bytes| {
                // "At least the length of the source buffer plus one."
                let mut units = output(bytes.len() + 1);
                let written = mem::convert_utf8_to_utf16(bytes, &mut units);
                utf16(units, written)
            }),
            (
                "convert-to-utf16-or-fail",
                "encoding_rs::mem::convert_utf8_to_utf16_without_replacement",
                or_fail_utf16,
                |bytes| {
                    let mut units = output(bytes.len());
                    let written = mem::convert_utf8_to_utf16_without_replacement(bytes, &mut units);
                    // Some output may have been written before an error, but how much it does not say.
                    written.map_or_else(rejected, |written| utf16(units, written))
                },
            ),
        ]);
    decoders.extend(chunked());
    decoders
}

fn utf16(mut units: Vec<u16>, written: usize) -> Response {
    units.truncate(written);
    Observation::accept(Text::Utf16(units)).into()
}

/// What is given chunks: with and without replacement, for each width of unit.
fn chunked() -> impl Iterator<Item = InProcessDecoder> {
    let replacing = |form| Claim { script: ScriptSupport::Finish, ..lossy(form) };
    let failing =
        |form| Claim { script: ScriptSupport::Finish, ..Claim::strict(Profile::Rfc3629).giving(form) };
    let to_utf8: DecodeCall = |decoder, bytes, space, last| {
        called(space, Text::Utf8, |units| {
            let (result, read, written, _) = decoder.decode_to_utf8(bytes, units, last);
            (without_error(&result), read, written)
        })
    };
    let to_utf16: DecodeCall = |decoder, bytes, space, last| {
        called(space, Text::Utf16, |units| {
            let (result, read, written, _) = decoder.decode_to_utf16(bytes, units, last);
            (without_error(&result), read, written)
        })
    };
    let utf8_or_fail: DecodeCall = |decoder, bytes, space, last| {
        called(space, Text::Utf8, |units| decoder.decode_to_utf8_without_replacement(bytes, units, last))
    };
    let utf16_or_fail: DecodeCall = |decoder, bytes, space, last| {
        called(space, Text::Utf16, |units| decoder.decode_to_utf16_without_replacement(bytes, units, last))
    };
    let families = [
        family("utf8", "utf8", &replacing(TextForm::Utf8), to_utf8),
        family("utf16", "utf16", &replacing(TextForm::Utf16), to_utf16),
        family("utf8-or-fail", "utf8_without_replacement", &failing(TextForm::Utf8), utf8_or_fail),
        family("utf16-or-fail", "utf16_without_replacement", &failing(TextForm::Utf16), utf16_or_fail),
    ];
    // Its name would be a new decoder in every baseline.
    let is_known = |decoder: &InProcessDecoder| decoder.info.name != "decoder-utf16-or-fail-bom-removal";
    families.into_iter().flatten().filter(is_known)
}

/// A decoder of chunks as it is, with the least output space that its documentation allows, and with BOM removal.
fn family(name: &str, api: &str, claim: &Claim, call: DecodeCall) -> [InProcessDecoder; 3] {
    let (least, words) = if claim.out() == OutputKind::Utf8 { (4, "4 bytes") } else { (2, "2 units") };
    let api = format!("Decoder::decode_to_{api}");
    let least_api = format!("{api}, with {words} of output space a call");
    let removal_api = format!("UTF_8.new_decoder_with_bom_removal, {api}");
    [
        (format!("decoder-{name}"), api, Bom::Keep, USUAL_SPACE),
        (format!("decoder-{name}-least-space"), least_api, Bom::Keep, least),
        (format!("decoder-{name}-bom-removal"), removal_api, Bom::Strip, USUAL_SPACE),
    ]
    .map(|(name, api, bom, space)| {
        InProcessDecoder::streaming(&name, &api, Claim { bom, ..claim.clone() }, move || ChunkStream {
            bom,
            decoder: new_decoder(bom),
            space,
            call,
            consumed: 0,
        })
    })
}

fn lossy(form: TextForm) -> Claim {
    Claim::lossy(Policy::MaximalSubpart).giving(form)
}

/// Decodes bytes into so many units of space; the flag marks the last bytes. Returns how it ended, the bytes read, and the text.
type DecodeCall = fn(&mut Decoder, &[u8], usize, bool) -> (DecoderResult, usize, Text);

fn called<U: Clone + From<u8>>(
    space: usize,
    text: fn(Vec<U>) -> Text,
    call: impl FnOnce(&mut [U]) -> (DecoderResult, usize, usize),
) -> (DecoderResult, usize, Text) {
    let mut units = output(space);
    let (result, read, written) = call(&mut units);
    units.truncate(written);
    (result, read, text(units))
}

/// The result of a call that replaces, among those of calls that may fail.
fn without_error(result: &CoderResult) -> DecoderResult {
    match result {
        CoderResult::InputEmpty => DecoderResult::InputEmpty,
        CoderResult::OutputFull => DecoderResult::OutputFull,
    }
}

fn new_decoder(bom: Bom) -> Decoder {
    match bom {
        Bom::Keep => UTF_8.new_decoder_without_bom_handling(),
        Bom::Strip => UTF_8.new_decoder_with_bom_removal(),
    }
}

struct ChunkStream {
    bom: Bom,
    decoder: Decoder,
    space: usize,
    call: DecodeCall,
    /// How many bytes it says it read, in all.
    consumed: usize,
}

impl ChunkStream {
    fn call(&mut self, mut bytes: &[u8], last: bool) -> Result<Text, StreamError> {
        let mut text = Text::None;
        loop {
            let (result, read, written) = (self.call)(&mut self.decoder, bytes, self.space, last);
            text.append(&written);
            bytes = &bytes[read..];
            self.consumed += read;
            match result {
                // It documents its numbers as the way to say where the error is: the length of the malformed
                // sequence, and how many bytes were consumed after it.
                DecoderResult::Malformed(len, after) => {
                    let (len, after) = (usize::from(len), usize::from(after));
                    let at = self.consumed.checked_sub(len + after);
                    return Err(StreamError { at, len: Some(len), incomplete: false, text: Some(text) });
                }
                DecoderResult::OutputFull if read > 0 || !written.is_empty() => {}
                // With enough space each call makes progress; after one that does not, the next would not either.
                DecoderResult::OutputFull | DecoderResult::InputEmpty => return Ok(text),
            }
        }
    }
}

impl Stream for ChunkStream {
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
