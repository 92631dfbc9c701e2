//! simdutf8.

use crate::ask::adapter::in_process::observed::{decoders_of, rejected, stopped, utf8};
use ::simdutf8::{basic, compat};
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, OffsetMeaning, TextForm};
use illformed_judge::in_process::InProcessDecoder;

pub(super) fn decoders() -> Vec<InProcessDecoder> {
    let strict = &Claim::strict(Profile::Rfc3629).giving(TextForm::Utf8);
    let no_offset = &Claim { at: OffsetMeaning::None, ..strict.clone() };
    decoders_of([
        ("basic", "simdutf8::basic::from_utf8", no_offset, |bytes| {
            basic::from_utf8(bytes).map_or_else(|basic::Utf8Error| rejected(), utf8)
        }),
        // Documented as fully compatible with the standard library's.
        ("compat", "simdutf8::compat::from_utf8", strict, |bytes| {
            compat::from_utf8(bytes)
                .map_or_else(|error| stopped(error.valid_up_to(), error.error_len()), utf8)
        }),
    ])
}
