//! Rust's standard library.

use crate::ask::adapter::in_process::observed::{decoders_of, rejected, replaced, stopped, utf8, utf32};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Claim, OffsetMeaning, TextForm};
use illformed_judge::in_process::InProcessDecoder;
use illformed_judge::judge::Response;
use std::ffi::{CString, OsStr};
use std::io::{Cursor, ErrorKind, Read};
use std::str::Utf8Error;

pub(super) fn decoders() -> Vec<InProcessDecoder> {
    let strict = &Claim::strict(Profile::Rfc3629).giving(TextForm::Utf8);
    let no_nul = &Claim { cannot: vec![0], ..strict.clone() };
    let no_offset = &Claim { at: OffsetMeaning::None, ..strict.clone() };
    let characters = &strict.clone().giving(TextForm::Utf32);
    let lossy = &Claim::lossy(Policy::MaximalSubpart).giving(TextForm::Utf8);
    let chunks = "[u8]::utf8_chunks, U+FFFD for each invalid()";
    decoders_of([
        ("from-utf8", "str::from_utf8", strict, |bytes| observed(str::from_utf8(bytes))),
        ("string-from-utf8", "String::from_utf8", strict, |bytes| {
            observed(String::from_utf8(bytes.to_vec()).map_err(|error| error.utf8_error()))
        }),
        ("cstr", "CStr::to_str", no_nul, c_string),
        ("read-to-string", "Read::read_to_string", no_offset, read_to_string),
        ("chars-rev", "str::from_utf8(..)?.chars().rev(), collected from the back", characters, chars_rev),
        ("from-utf8-lossy", "String::from_utf8_lossy", lossy, |bytes| utf8(String::from_utf8_lossy(bytes))),
        ("os-str-lossy", "OsStr::to_string_lossy", lossy, |bytes| utf8(os_str_lossy(bytes))),
        ("utf8-chunks", chunks, lossy, |bytes| {
            replaced(bytes.utf8_chunks().map(|chunk| (chunk.valid(), !chunk.invalid().is_empty())))
        }),
    ])
}

fn c_string(bytes: &[u8]) -> Response {
    match CString::new(bytes) {
        Ok(text) => observed(text.to_str()),
        // A NUL keeps the bytes from being a C string. `CStr::to_str` was not called and says nothing.
        Err(error) => Response::Skipped(error.to_string()),
    }
}

fn read_to_string(bytes: &[u8]) -> Response {
    let mut text = String::new();
    match Cursor::new(bytes).read_to_string(&mut text) {
        Ok(_) => utf8(text),
        Err(error) if error.kind() == ErrorKind::InvalidData => rejected(),
        Err(error) => Response::Crashed(format!("failed: {error}")),
    }
}

fn chars_rev(bytes: &[u8]) -> Response {
    let reversed = str::from_utf8(bytes).map(|text| text.chars().rev().collect::<Vec<_>>());
    reversed.map_or_else(failed, |characters| utf32(characters.into_iter().rev()))
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

fn observed(outcome: Result<impl Into<String>, Utf8Error>) -> Response {
    outcome.map_or_else(failed, utf8)
}

fn failed(error: Utf8Error) -> Response {
    stopped(error.valid_up_to(), error.error_len())
}
