//! serde_json: what it makes of the bytes between two quotes.
//!
//! It documents that it fails on strings that are not UTF-8 when it reads into a `String`. The line and the
//! column that it reports are the JSON's, and documented as no more than where the error was detected; they
//! are left out.

use crate::ask::adapter::in_process::observed::{decoders_of, rejected, utf8};
use ::serde_json::{Error, from_reader, from_slice};
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, OffsetMeaning, TextForm};
use illformed_judge::in_process::InProcessDecoder;
use illformed_judge::judge::Response;
use std::io::Cursor;

pub(super) fn decoders() -> Vec<InProcessDecoder> {
    let strict = &Claim { at: OffsetMeaning::None, ..Claim::strict(Profile::Rfc3629).giving(TextForm::Utf8) };
    decoders_of([
        ("from-slice", "serde_json::from_slice::<String>", strict, |bytes| {
            observed(from_slice(&quoted(bytes)))
        }),
        ("from-reader", "serde_json::from_reader::<_, String>", strict, |bytes| {
            observed(from_reader(Cursor::new(quoted(bytes))))
        }),
    ])
}

/// `bytes` as a JSON string. Only what RFC 8259 does not allow to stand there as it is becomes an escape, so
/// that nothing but the UTF-8 can be wrong with it.
fn quoted(bytes: &[u8]) -> Vec<u8> {
    let mut json = vec![b'"'];
    for byte in bytes {
        match byte {
            b'"' | b'\\' | 0..0x20 => json.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            _ => json.push(*byte),
        }
    }
    json.push(b'"');
    json
}

fn observed(outcome: Result<String, Error>) -> Response {
    match outcome {
        Ok(text) => utf8(text),
        // Its category is Syntax, as that of any other; only the words tell it apart.
        Err(error) if error.to_string().starts_with("invalid unicode code point") => rejected(),
        Err(error) => Response::Skipped(format!("the JSON around it was refused: {error}")),
    }
}
