//! What decoders of this process give, as observations.

use illformed_judge::observation::{Observation, Text};

/// All of the input decoded to UTF-8.
pub(super) fn utf8(text: impl Into<String>) -> Observation {
    Observation::accept(Text::Utf8(text.into().into_bytes()))
}

/// All of the input decoded to characters.
pub(super) fn utf32(characters: impl IntoIterator<Item = char>) -> Observation {
    Observation::accept(Text::Utf32(characters.into_iter().map(u32::from).collect()))
}

/// The error of an API like that of the standard library, which documents a missing `error_len` as an input that ends
/// before a character is complete.
pub(super) fn stopped(valid_up_to: usize, error_len: Option<usize>) -> Observation {
    match error_len {
        None => Observation::incomplete(Some(valid_up_to)),
        len => Observation::reject(Some(valid_up_to), len),
    }
}
