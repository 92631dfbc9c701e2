//! What a new vector is called, and what is said of it.

use crate::record::digest::sha256;
use illformed_judge::completion::expectation;
use illformed_judge::explain::spaced_hex;
use illformed_vectors::{Call, ErrorKind, Expectation, Input, Profile, Script};

/// An id and a comment have the bytes themselves up to so many.
const FEW_IN_NAME: usize = 8;
const FEW_IN_COMMENT: usize = 16;

/// The kinds of the errors that RFC 3629 has in `input`, in order, neighbours of one kind once.
pub(crate) fn kinds(input: &Input) -> Vec<ErrorKind> {
    let Expectation::Specified(readings) = expectation(input, Profile::Rfc3629) else { return Vec::new() };
    let mut kinds: Vec<ErrorKind> =
        readings.iter().flat_map(|reading| &reading.errors).map(|error| error.kind).collect();
    kinds.dedup();
    kinds
}

/// What a vector of `input` is called: the first error, and its bytes or what stands for them. It depends on nothing
/// else, so that the same input always has the same name.
pub(crate) fn slug(kinds: &[ErrorKind], input: &Input) -> String {
    let class = kinds.first().map_or("well-formed", |kind| kind.name());
    match input {
        Input::Bytes(bytes) if bytes.is_empty() => format!("{class}-empty"),
        Input::Bytes(bytes) if bytes.len() <= FEW_IN_NAME => {
            format!("{class}-{}", spaced_hex(bytes).to_lowercase().replace(' ', "-"))
        }
        Input::Bytes(bytes) => format!("{class}-{}", short_hash(bytes)),
        Input::Calls(script) => format!("calls-{class}-{}", short_hash(script.to_string().as_bytes())),
    }
}

/// Twelve hex digits behind a letter, so that they are not taken for a number of the input.
pub fn short_hash(bytes: &[u8]) -> String {
    format!("h{}", &sha256(bytes)[..12])
}

/// What is said of `input`: its bytes if they are few, and its errors.
pub(crate) fn comment(kinds: &[ErrorKind], input: &Input) -> String {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let errors = match names.as_slice() {
        [] => "well-formed".to_owned(),
        [first, second, third, _, _, ..] => format!("{first}, {second}, {third} and more"),
        few => few.join(", "),
    };
    let len = input.bytes().len();
    let what = match input {
        Input::Bytes(_) if len == 0 => "no bytes".to_owned(),
        Input::Bytes(bytes) if len <= FEW_IN_COMMENT => spaced_hex(bytes),
        Input::Bytes(_) => "a long input".to_owned(),
        Input::Calls(script) if len <= FEW_IN_COMMENT => calls(script),
        Input::Calls(_) => "a long script".to_owned(),
    };
    format!("{what}: {errors}")
}

/// The calls, with bars between them.
fn calls(script: &Script) -> String {
    let words = script.calls().iter().map(|call| match call {
        Call::Feed(chunk) if chunk.is_empty() => "nothing".to_owned(),
        Call::Feed(chunk) => spaced_hex(chunk),
        Call::Finish => "end".to_owned(),
        Call::Reset => "reset".to_owned(),
    });
    words.collect::<Vec<_>>().join(" | ")
}

/// Where the expectation of an input with errors of these kinds is written.
pub(crate) fn refs(kinds: &[ErrorKind]) -> Vec<String> {
    let of_numbers =
        |kind: &ErrorKind| matches!(kind, ErrorKind::Overlong | ErrorKind::Surrogate | ErrorKind::OutOfRange);
    let all = [
        ("RFC 3629 s3", kinds.iter().any(of_numbers)),
        ("RFC 3629 s4", true),
        ("Unicode D93b", !kinds.is_empty()),
    ];
    all.into_iter().filter(|(_, fits)| *fits).map(|(source, _)| source.to_owned()).collect()
}
