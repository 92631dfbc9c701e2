//! Inputs that could become seeds: what the vectors hold, in the form of each folder of the corpus.

use illformed::ask::protocol::write_request;
use illformed_codec::{ErrorKind, Profile};
use illformed_fuzz::property::{Seeds, write_calls};
use illformed_vectors::{Input, OTHER_KINDS, Script, Suite, Vector, VectorFile, VectorId, hex};
use serde_json::Value;
use std::collections::HashSet;

/// An input with the name that its file would have: lower-case letters, digits and hyphens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The candidates for the folder of `seeds`, in the order of the vectors, no name twice.
pub(crate) fn of_vectors(seeds: Seeds, suite: &Suite) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = match seeds {
        Seeds::Bytes => suite.vectors().map(bytes_of).chain(of_other_kinds()).collect(),
        Seeds::Text => suite.files().iter().flat_map(|file| texts_of(file)).collect(),
        Seeds::Calls => suite.vectors().flat_map(scripts_of).collect(),
    };
    let mut seen = HashSet::new();
    candidates.retain(|candidate| seen.insert(candidate.name.clone()));
    candidates
}

fn candidate(prefix: &str, id: &VectorId, bytes: impl Into<Vec<u8>>) -> Candidate {
    Candidate { name: format!("{prefix}{}", id.as_str().replace('/', "-")), bytes: bytes.into() }
}

/// All that is decoded. Where one call ends and the next begins is lost; `calls/` has it.
fn bytes_of(vector: &Vector) -> Candidate {
    let bytes = match &vector.input {
        Input::Bytes(bytes) => bytes.clone(),
        Input::Calls(script) => Script::segment_bytes(script.calls()).0,
    };
    candidate("", &vector.id, bytes)
}

/// The vectors for what is no decoder: numbers and UTF-16 as `encode_round_trips` reads them, and bytes of some encoding. The
/// bytes of a label are those of some vector of the suite.
fn of_other_kinds() -> impl Iterator<Item = Candidate> {
    let files = OTHER_KINDS.into_iter().filter_map(|(_, text)| serde_json::from_str::<Value>(text).ok());
    let vectors = files.filter_map(|file| file["vectors"].as_array().cloned()).flatten();
    let numbers = |words: &str| {
        words.split(' ').filter_map(|word| u32::from_str_radix(word, 16).ok()).collect::<Vec<_>>()
    };
    vectors.filter_map(move |vector| {
        let [id, label, codes, units, bytes] =
            ["id", "label", "codes", "utf16", "bytes"].map(|key| vector[key].as_str());
        let bytes = match (label, codes, units) {
            (Some(_), ..) => return None,
            (_, Some(codes), _) => numbers(codes).into_iter().flat_map(u32::to_be_bytes).collect(),
            (.., Some(units)) => {
                numbers(units).into_iter().flat_map(|unit| (unit as u16).to_le_bytes()).collect()
            }
            _ => hex::decode(bytes?)?,
        };
        Some(candidate("", &VectorId::new(id?).ok()?, bytes))
    })
}

/// How many vectors of a group are candidates as text: a reader sees their form, which is much the same in a group.
const OF_A_GROUP: usize = 16;

/// Each vector as a line, alone in a file with the notes of its flags, and as a request; scripts and ids as they are.
fn texts_of(file: &VectorFile) -> Vec<Candidate> {
    let mut texts = Vec::new();
    for vector in file.vectors.iter().take(OF_A_GROUP) {
        let mut add = |prefix: &str, text: String| texts.push(candidate(prefix, &vector.id, text));
        add("vector-", vector.to_canonical());
        let mut alone = VectorFile { vectors: vec![vector.clone()], number_of_tests: 1, ..file.clone() };
        alone.notes.retain(|flag, _| vector.flags.contains(flag));
        add("file-of-", alone.to_canonical());
        let mut request = String::new();
        write_request(&mut request, 1, "d", &vector.input);
        add("request-of-", request);
        add("id-of-", vector.id.to_string());
        if let Input::Calls(script) = &vector.input {
            add("script-of-", script.to_string());
        }
    }
    texts
}

/// A script under each profile, as `call_scripts_follow_the_model` reads it.
fn scripts_of(vector: &Vector) -> Vec<Candidate> {
    let Input::Calls(script) = &vector.input else { return Vec::new() };
    let of_profile = |(profile, number): (&Profile, u8)| {
        candidate(&format!("{profile}-"), &vector.id, write_calls(number, script.calls()))
    };
    Profile::ALL.iter().zip(0..).map(of_profile).collect()
}

/// What to call an input that a search found: what is wrong with it as UTF-8, at most three kinds of error, and how long
/// it is. Text and calls are not for people to read as bytes, so their names say the length alone.
pub(crate) fn name_of_find(seeds: Seeds, bytes: &[u8]) -> String {
    let mut words: Vec<&str> = Vec::new();
    if seeds == Seeds::Bytes {
        for event in illformed_codec::events(bytes, Profile::Rfc3629) {
            words.extend(event.error_kind().map(ErrorKind::name).filter(|name| !words.contains(name)));
        }
        words.truncate(3);
    }
    if words.is_empty() {
        words.push(if seeds == Seeds::Bytes { "well-formed" } else { seeds.folder() });
    }
    format!("{FOUND}{}-{}-bytes", words.join("-"), bytes.len())
}

/// How the name of an input begins that a search found.
pub(crate) const FOUND: &str = "found-";

#[cfg(test)]
mod tests {
    use super::*;

    fn named(seeds: Seeds, name: &str) -> Vec<u8> {
        let candidates = of_vectors(seeds, Suite::embedded());
        candidates.into_iter().find(|candidate| candidate.name == name).expect(name).bytes
    }

    #[test]
    fn a_vector_is_a_candidate_in_the_form_of_each_folder() {
        assert_eq!(named(Seeds::Bytes, "overlong-nul-two-bytes"), b"\xC0\x80");
        assert_eq!(named(Seeds::Bytes, "encode-euro-sign"), b"\0\0\x20\xAC");
        assert_eq!(named(Seeds::Bytes, "encode-utf16-two-pairs").len(), 8);
        assert_eq!(named(Seeds::Bytes, "detect-cut-two-bytes"), b"\xC3");
        assert_eq!(named(Seeds::Text, "id-of-overlong-nul-two-bytes"), b"overlong/nul-two-bytes");
        assert!(named(Seeds::Text, "file-of-overlong-nul-two-bytes").starts_with(b"{\n\"kind\":\"decode\","));
    }

    #[test]
    fn names_are_of_the_form_of_the_corpus() {
        let form = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        for seeds in Seeds::ALL {
            for candidate in of_vectors(seeds, Suite::embedded()) {
                assert!(candidate.name.bytes().all(form), "{}", candidate.name);
            }
        }
        assert_eq!(
            name_of_find(Seeds::Bytes, b"\xC0\x80\xE2"),
            "found-overlong-unexpected-continuation-incomplete-3-bytes"
        );
        assert_eq!(name_of_find(Seeds::Bytes, b""), "found-well-formed-0-bytes");
    }
}
