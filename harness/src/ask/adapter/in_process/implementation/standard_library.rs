//! Rust's standard library.

use crate::ask::adapter::in_process::observed::{stopped, utf8, utf32};
use crate::ask::adapter::in_process::session::InProcessAdapter;
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Claim, OffsetMeaning, OutputKind};
use illformed_judge::in_process::InProcessDecoder;
use illformed_judge::judge::Response;
use illformed_judge::observation::Observation;
use std::ffi::{CString, OsStr};
use std::io::{Cursor, ErrorKind, Read};
use std::str::Utf8Error;

pub(super) const ADAPTER: InProcessAdapter =
    InProcessAdapter::new("std", "Rust std", env!("ILLFORMED_RUSTC_VERSION"), decoders);

fn decoders() -> Vec<InProcessDecoder> {
    let strict = || Claim { out: OutputKind::Utf8, ..Claim::strict(Profile::Rfc3629) };
    let lossy = || Claim { out: OutputKind::Utf8, ..Claim::lossy(Policy::MaximalSubpart) };
    let no_nul = |claim: Claim| Claim { cannot: vec![0], ..claim };
    vec![
        InProcessDecoder::one_shot("from-utf8", "str::from_utf8", strict(), |bytes| {
            observed(str::from_utf8(bytes).map(str::to_owned))
        }),
        InProcessDecoder::one_shot("string-from-utf8", "String::from_utf8", strict(), |bytes| {
            observed(String::from_utf8(bytes.to_vec()).map_err(|error| error.utf8_error()))
        }),
        InProcessDecoder::one_shot("cstr", "CStr::to_str", no_nul(strict()), |bytes| {
            match CString::new(bytes) {
                Ok(text) => Response::from(observed(text.to_str().map(str::to_owned))),
                // A NUL keeps the bytes from being a C string. `CStr::to_str` was not called and says nothing.
                Err(error) => Response::Skipped(error.to_string()),
            }
        }),
        InProcessDecoder::one_shot(
            "read-to-string",
            "Read::read_to_string",
            Claim { at: OffsetMeaning::None, ..strict() },
            |bytes| {
                let mut text = String::new();
                match Cursor::new(bytes).read_to_string(&mut text) {
                    Ok(_) => utf8(text).into(),
                    Err(error) if error.kind() == ErrorKind::InvalidData => {
                        Response::from(Observation::reject(None, None))
                    }
                    Err(error) => Response::Crashed(format!("failed: {error}")),
                }
            },
        ),
        InProcessDecoder::one_shot(
            "chars-rev",
            "str::from_utf8(..)?.chars().rev(), collected from the back",
            Claim { out: OutputKind::Utf32, ..strict() },
            |bytes| match str::from_utf8(bytes) {
                Ok(text) => {
                    let characters: Vec<char> = text.chars().rev().collect();
                    utf32(characters.into_iter().rev())
                }
                Err(error) => rejected(error),
            },
        ),
        InProcessDecoder::one_shot("from-utf8-lossy", "String::from_utf8_lossy", lossy(), |bytes| {
            utf8(String::from_utf8_lossy(bytes))
        }),
        InProcessDecoder::one_shot("os-str-lossy", "OsStr::to_string_lossy", lossy(), |bytes| {
            utf8(os_str_lossy(bytes))
        }),
        InProcessDecoder::one_shot(
            "utf8-chunks",
            "[u8]::utf8_chunks, U+FFFD for each invalid()",
            lossy(),
            |bytes| {
                let mut text = String::new();
                for chunk in bytes.utf8_chunks() {
                    text.push_str(chunk.valid());
                    if !chunk.invalid().is_empty() {
                        text.push('\u{FFFD}');
                    }
                }
                utf8(text)
            },
        ),
    ]
}

#[cfg(unix)]
fn os_str_lossy(bytes: &[u8]) -> String {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(bytes).to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn os_str_lossy(bytes: &[u8]) -> String {
    // Elsewhere an OsStr cannot be made of arbitrary bytes; well-formed ones still go through it.
    let text = String::from_utf8_lossy(bytes);
    OsStr::new(text.as_ref()).to_string_lossy().into_owned()
}

fn observed(outcome: Result<String, Utf8Error>) -> Observation {
    outcome.map_or_else(rejected, utf8)
}

fn rejected(error: Utf8Error) -> Observation {
    stopped(error.valid_up_to(), error.error_len())
}
