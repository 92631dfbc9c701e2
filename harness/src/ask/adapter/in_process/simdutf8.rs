//! simdutf8.

use ::simdutf8::{basic, compat};
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, OffsetMeaning, OutputKind};
use illformed_judge::in_process::InProcessDecoder;
use illformed_judge::observation::{Observation, Text};

/// The version in `Cargo.lock`.
pub(crate) const VERSION: &str = "0.1.5";

pub(crate) fn decoders() -> Vec<InProcessDecoder> {
    let strict = || Claim { out: OutputKind::Utf8, ..Claim::strict(Profile::Rfc3629) };
    vec![
        InProcessDecoder::one_shot(
            "basic",
            "simdutf8::basic::from_utf8",
            Claim { at: OffsetMeaning::None, ..strict() },
            |bytes| match basic::from_utf8(bytes) {
                Ok(text) => utf8(text),
                Err(basic::Utf8Error) => Observation::reject(None, None),
            },
        ),
        // Documented as fully compatible with the standard library's, where an `error_len` of `None` says
        // that the input ends too early.
        InProcessDecoder::one_shot("compat", "simdutf8::compat::from_utf8", strict(), |bytes| {
            match compat::from_utf8(bytes) {
                Ok(text) => utf8(text),
                Err(error) => match error.error_len() {
                    None => Observation::incomplete(Some(error.valid_up_to())),
                    len => Observation::reject(Some(error.valid_up_to()), len),
                },
            }
        }),
    ]
}

fn utf8(text: &str) -> Observation {
    Observation::accept(Text::Utf8(text.as_bytes().to_vec()))
}
