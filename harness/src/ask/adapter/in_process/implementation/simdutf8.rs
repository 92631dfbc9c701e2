//! simdutf8.

use crate::ask::adapter::in_process::observed::{stopped, utf8};
use crate::ask::adapter::in_process::session::InProcessAdapter;
use ::simdutf8::{basic, compat};
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, OffsetMeaning, OutputKind};
use illformed_judge::in_process::InProcessDecoder;
use illformed_judge::observation::Observation;

pub(super) const ADAPTER: InProcessAdapter = InProcessAdapter::new("simdutf8", "simdutf8", "0.1.5", decoders);

fn decoders() -> Vec<InProcessDecoder> {
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
        // Documented as fully compatible with the standard library's.
        InProcessDecoder::one_shot("compat", "simdutf8::compat::from_utf8", strict(), |bytes| {
            compat::from_utf8(bytes)
                .map_or_else(|error| stopped(error.valid_up_to(), error.error_len()), utf8)
        }),
    ]
}
