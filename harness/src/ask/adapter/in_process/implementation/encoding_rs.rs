//! encoding_rs, for UTF-8.
//!
//! It documents that it implements the Encoding Standard, whose UTF-8 decoder replaces maximal subparts, and
//! that this is the only way of replacing that it supports.

use crate::ask::adapter::in_process::canary::{output, refill};
use crate::ask::adapter::in_process::observed::utf8;
use crate::ask::adapter::in_process::session::InProcessAdapter;
use ::encoding_rs::{CoderResult, Decoder, DecoderResult, Encoding, UTF_8, mem};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Bom, Claim, OffsetMeaning, OutputKind, ScriptSupport};
use illformed_judge::in_process::{InProcessDecoder, Stream, StreamError};
use illformed_judge::observation::{Observation, Text};

pub(super) const ADAPTER: InProcessAdapter =
    InProcessAdapter::new("encoding-rs", "encoding_rs", "0.8.44", decoders);

/// How many units of space a `Decoder` usually gets, and the least that its documentation allows, with its words.
const USUAL_SPACE: usize = 4096;
const LEAST_UTF8: (usize, &str) = (4, "4 bytes");
const LEAST_UTF16: (usize, &str) = (2, "2 units");

fn decoders() -> Vec<InProcessDecoder> {
    let mut decoders = one_shot();
    decoders.extend(chunked());
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

/// What is given chunks: with and without replacement, for each width of unit.
fn chunked() -> Vec<InProcessDecoder> {
    let replacing =
        |out| Claim { out, script: ScriptSupport::Finish, ..Claim::lossy(Policy::MaximalSubpart) };
    let failing = |out| Claim { out, script: ScriptSupport::Finish, ..Claim::strict(Profile::Rfc3629) };
    let to_utf8: Call<u8> = |decoder, bytes, space, last| {
        let (result, read, written, _) = decoder.decode_to_utf8(bytes, space, last);
        (without_error(&result), read, written)
    };
    let to_utf16: Call<u16> = |decoder, bytes, space, last| {
        let (result, read, written, _) = decoder.decode_to_utf16(bytes, space, last);
        (without_error(&result), read, written)
    };
    let mut decoders = Vec::new();
    let api = "Decoder::decode_to_utf8";
    let claim = replacing(OutputKind::Utf8);
    decoders.extend(family("decoder-utf8", api, &claim, LEAST_UTF8, to_utf8, Text::Utf8));
    let api = "Decoder::decode_to_utf16";
    let claim = replacing(OutputKind::Utf16);
    decoders.extend(family("decoder-utf16", api, &claim, LEAST_UTF16, to_utf16, Text::Utf16));
    let (api, call) =
        ("Decoder::decode_to_utf8_without_replacement", Decoder::decode_to_utf8_without_replacement);
    let claim = failing(OutputKind::Utf8);
    decoders.extend(family("decoder-utf8-or-fail", api, &claim, LEAST_UTF8, call, Text::Utf8));
    let (api, call) =
        ("Decoder::decode_to_utf16_without_replacement", Decoder::decode_to_utf16_without_replacement);
    let claim = failing(OutputKind::Utf16);
    // This family has no decoder with BOM removal; its name would be a new decoder in every baseline.
    let [usual, least, _] = family("decoder-utf16-or-fail", api, &claim, LEAST_UTF16, call, Text::Utf16);
    decoders.extend([usual, least]);
    decoders
}

/// A decoder of chunks as it is, with the least output space, and with BOM removal.
fn family<U: Copy + From<u8> + 'static>(
    name: &str,
    api: &str,
    claim: &Claim,
    (least, words): (usize, &str),
    call: Call<U>,
    text: fn(Vec<U>) -> Text,
) -> [InProcessDecoder; 3] {
    let removing = Claim { bom: Bom::Strip, ..claim.clone() };
    [
        (name.to_owned(), api.to_owned(), claim.clone(), USUAL_SPACE),
        (
            format!("{name}-least-space"),
            format!("{api}, with {words} of output space a call"),
            claim.clone(),
            least,
        ),
        (
            format!("{name}-bom-removal"),
            format!("UTF_8.new_decoder_with_bom_removal, {api}"),
            removing,
            USUAL_SPACE,
        ),
    ]
    .map(|(name, api, claim, space)| {
        let bom = claim.bom;
        InProcessDecoder::streaming(&name, &api, claim, move || ChunkStream {
            bom,
            decoder: new_decoder(bom),
            space: output::<U>(space),
            call,
            text,
            consumed: 0,
        })
    })
}

fn lossy(out: OutputKind, bom: Bom) -> Claim {
    Claim { out, bom, ..Claim::lossy(Policy::MaximalSubpart) }
}

/// Decodes bytes into the space; the flag marks the last bytes. Returns how it ended, the bytes read, the units written.
type Call<U> = fn(&mut Decoder, &[u8], &mut [U], bool) -> (DecoderResult, usize, usize);

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

struct ChunkStream<U> {
    bom: Bom,
    decoder: Decoder,
    space: Vec<U>,
    call: Call<U>,
    text: fn(Vec<U>) -> Text,
    /// How many bytes it says it read, in all.
    consumed: usize,
}

impl<U: Copy + From<u8>> ChunkStream<U> {
    fn call(&mut self, mut bytes: &[u8], last: bool) -> Result<Text, StreamError> {
        let mut units = Vec::new();
        loop {
            refill(&mut self.space);
            let (result, read, written) = (self.call)(&mut self.decoder, bytes, &mut self.space, last);
            units.extend_from_slice(&self.space[..written]);
            bytes = &bytes[read..];
            self.consumed += read;
            match result {
                // It documents its numbers as the way to say where the error is: the length of the malformed
                // sequence, and how many bytes were consumed after it.
                DecoderResult::Malformed(len, after) => {
                    let (len, after) = (usize::from(len), usize::from(after));
                    let at = self.consumed.checked_sub(len + after);
                    let text = Some((self.text)(units));
                    return Err(StreamError { at, len: Some(len), incomplete: false, text });
                }
                DecoderResult::OutputFull if (read, written) != (0, 0) => {}
                // With enough space each call makes progress; after one that does not, the next would not either.
                DecoderResult::OutputFull | DecoderResult::InputEmpty => return Ok((self.text)(units)),
            }
        }
    }
}

impl<U: Copy + From<u8>> Stream for ChunkStream<U> {
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
