//! Rust's standard library.

use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Claim, OffsetMeaning, OutputKind};
use illformed_judge::in_process::{InProcessDecoder, StreamError};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use std::ffi::{CString, OsStr};
use std::io::{Cursor, ErrorKind, Read};
use std::str::Utf8Error;

/// The version that the build was made with.
pub(crate) const VERSION: &str = env!("ILLFORMED_RUSTC_VERSION");

pub(crate) fn decoders() -> Vec<InProcessDecoder> {
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
                    Ok(_) => Observation::accept(Text::Utf8(text.into_bytes())).into(),
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
                    let mut codes: Vec<u32> = text.chars().rev().map(u32::from).collect();
                    codes.reverse();
                    Observation::accept(Text::Utf32(codes))
                }
                Err(error) => rejected(error),
            },
        ),
        InProcessDecoder::one_shot("from-utf8-lossy", "String::from_utf8_lossy", lossy(), |bytes| {
            Observation::accept(Text::Utf8(String::from_utf8_lossy(bytes).into_owned().into_bytes()))
        }),
        InProcessDecoder::one_shot("os-str-lossy", "OsStr::to_string_lossy", lossy(), |bytes| {
            Observation::accept(Text::Utf8(os_str_lossy(bytes)))
        }),
        InProcessDecoder::one_shot(
            "utf8-chunks",
            "[u8]::utf8_chunks, U+FFFD for each invalid()",
            lossy(),
            |bytes| {
                let mut text = Vec::new();
                for chunk in bytes.utf8_chunks() {
                    text.extend_from_slice(chunk.valid().as_bytes());
                    if !chunk.invalid().is_empty() {
                        text.extend_from_slice("\u{FFFD}".as_bytes());
                    }
                }
                Observation::accept(Text::Utf8(text))
            },
        ),
    ]
}

#[cfg(unix)]
fn os_str_lossy(bytes: &[u8]) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(bytes).to_string_lossy().into_owned().into_bytes()
}

#[cfg(not(unix))]
fn os_str_lossy(bytes: &[u8]) -> Vec<u8> {
    // Elsewhere an OsStr cannot be made of arbitrary bytes; well-formed ones still go through it.
    let text = String::from_utf8_lossy(bytes);
    OsStr::new(text.as_ref()).to_string_lossy().into_owned().into_bytes()
}

fn observed(outcome: Result<String, Utf8Error>) -> Observation {
    match outcome {
        Ok(text) => Observation::accept(Text::Utf8(text.into_bytes())),
        Err(error) => rejected(error),
    }
}

fn rejected(error: Utf8Error) -> Observation {
    StreamError::from(error).into()
}
