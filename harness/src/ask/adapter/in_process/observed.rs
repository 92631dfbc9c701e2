//! Tables of decoders of one call, and what they give.

use illformed_judge::claim::Claim;
use illformed_judge::in_process::InProcessDecoder;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};

/// A decoder of one call: its name, its API, what it promises, and what calls it.
pub(super) type DecoderRow<'a> = (&'a str, &'a str, &'a Claim, fn(&[u8]) -> Response);

pub(super) fn decoders_of<const COUNT: usize>(rows: [DecoderRow<'_>; COUNT]) -> Vec<InProcessDecoder> {
    rows.map(|(name, api, claim, decode)| InProcessDecoder::one_shot(name, api, claim.clone(), decode)).into()
}

pub(super) fn utf8(text: impl Into<String>) -> Response {
    Observation::accept(Text::Utf8(text.into().into_bytes())).into()
}

pub(super) fn utf32(characters: impl IntoIterator<Item = char>) -> Response {
    Observation::accept(Text::Utf32(characters.into_iter().map(u32::from).collect())).into()
}

/// All of the input decoded to UTF-8: well-formed pieces, each with whether something ill-formed follows it.
pub(super) fn replaced<'a>(pieces: impl Iterator<Item = (&'a str, bool)>) -> Response {
    utf8(pieces.flat_map(|(valid, is_cut)| [valid, if is_cut { "\u{FFFD}" } else { "" }]).collect::<String>())
}

/// An error whose place is not reported.
pub(super) fn rejected() -> Response {
    Observation::reject(None, None).into()
}

/// The error of an API like that of the standard library, which documents a missing `error_len` as an input that ends
/// before a character is complete.
pub(super) fn stopped(valid_up_to: usize, error_len: Option<usize>) -> Response {
    match error_len {
        None => Observation::incomplete(Some(valid_up_to)).into(),
        len => Observation::reject(Some(valid_up_to), len).into(),
    }
}
