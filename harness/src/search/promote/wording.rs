//! What a new vector is called, and what is said of it.

use illformed_judge::expected::segments;
use illformed_judge::explain::spaced_hex;
use illformed_vectors::{Call, ErrorKind, Expectation, Input, Script, Vector};
use sha2::{Digest, Sha256};

/// What the user wants to say himself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    /// The part of the id behind the group, and the name of the seed.
    pub name: Option<String>,
    /// What the bytes are, in words.
    pub comment: Option<String>,
}

/// An id and a comment have the bytes themselves up to so many.
const FEW_IN_NAME: usize = 8;
const FEW_IN_COMMENT: usize = 16;

/// The kinds of the errors that RFC 3629 has in `vector`, in order, neighbours of one kind once.
pub(crate) fn kinds(vector: &Vector) -> Vec<ErrorKind> {
    let Expectation::Specified(readings) = &vector.rfc3629 else { return Vec::new() };
    let mut kinds: Vec<ErrorKind> =
        readings.iter().flat_map(|reading| &reading.errors).map(|error| error.kind).collect();
    kinds.dedup();
    kinds
}

/// What `vector` is called: the first error, and its bytes or what stands for them. It depends on nothing else, so that
/// the same input always has the same name.
pub(crate) fn slug(vector: &Vector) -> String {
    let class = kinds(vector).first().map_or("well-formed", |kind| kind.name()).to_owned();
    match &vector.input {
        Input::Bytes(bytes) if bytes.is_empty() => format!("{class}-empty"),
        Input::Bytes(bytes) if bytes.len() <= FEW_IN_NAME => {
            format!("{class}-{}", spaced_hex(bytes).to_lowercase().replace(' ', "-"))
        }
        Input::Bytes(bytes) => format!("{class}-{}", short_hash(bytes)),
        Input::Calls(script) => format!("calls-{class}-{}", short_hash(script.to_string().as_bytes())),
    }
}

/// Twelve hex digits behind a letter, so that they are not taken for a number of the input.
pub(crate) fn short_hash(bytes: &[u8]) -> String {
    let hash = const_hex::encode(Sha256::digest(bytes));
    format!("h{}", &hash[..12])
}

/// What is said of `vector`: its bytes if they are few, and its errors.
pub(crate) fn comment(vector: &Vector) -> String {
    let kinds: Vec<&str> = kinds(vector).iter().map(|kind| kind.name()).collect();
    let errors = match kinds.as_slice() {
        [] => "well-formed".to_owned(),
        [first, second, third, _, _, ..] => format!("{first}, {second}, {third} and more"),
        few => few.join(", "),
    };
    let len: usize = segments(&vector.input).iter().map(|(bytes, _)| bytes.len()).sum();
    let what = match &vector.input {
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

/// Where the expectation of `vector` is written.
pub(crate) fn refs(vector: &Vector) -> Vec<String> {
    let kinds = kinds(vector);
    let of_numbers =
        |kind: &ErrorKind| matches!(kind, ErrorKind::Overlong | ErrorKind::Surrogate | ErrorKind::OutOfRange);
    let all = [
        ("RFC 3629 s3", kinds.iter().any(of_numbers)),
        ("RFC 3629 s4", true),
        ("Unicode D93b", !kinds.is_empty()),
    ];
    all.into_iter().filter(|(_, fits)| *fits).map(|(source, _)| source.to_owned()).collect()
}
