//! Inputs that could become seeds: what the vectors hold, in the form of each folder of the corpus.

use illformed::ask::protocol::write_request;
use illformed_codec::Profile;
use illformed_fuzz::property::{Seeds, write_calls};
use illformed_vectors::{EncodeInput, Input, Kinds, Script, Suite, Vector, VectorFile, VectorId, VectorKind};
use std::collections::HashSet;

/// An input with the name that its file would have: lower-case letters, digits and hyphens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Candidate {
    pub(super) fn entry(&self) -> (&str, &[u8]) {
        (&self.name, &self.bytes)
    }
}

/// The candidates for the folder of `seeds`, in the order of the vectors, no name twice.
pub(crate) fn of_vectors(seeds: Seeds, suite: &Suite, kinds: &Kinds) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = match seeds {
        Seeds::Bytes => suite.vectors().map(bytes_of).chain(bytes_of_kinds(kinds)).collect(),
        Seeds::Text => {
            suite.files().iter().flat_map(|file| texts_of(file)).chain(texts_of_kinds(kinds)).collect()
        }
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

/// Numbers and UTF-16 as `encode_round_trips` reads them, and bytes of some encoding.
fn bytes_of_kinds(kinds: &Kinds) -> impl Iterator<Item = Candidate> {
    let encode = kinds.encode.vectors().map(|vector| {
        let bytes: Vec<u8> = match &vector.input {
            EncodeInput::Codes(codes) => codes.iter().flat_map(|code| code.to_be_bytes()).collect(),
            EncodeInput::Utf16(units) => units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        };
        candidate("", &vector.id, bytes)
    });
    encode.chain(kinds.detect.vectors().map(|vector| candidate("", &vector.id, vector.bytes.to_vec())))
}

/// How many vectors of a group are candidates as text: a reader sees their form, which is much the same in a group.
const OF_A_GROUP: usize = 16;

/// Each vector as a line, alone in a file, and as a request; scripts and ids as they are.
fn texts_of(file: &VectorFile) -> Vec<Candidate> {
    let texts = file.vectors.iter().take(OF_A_GROUP).flat_map(|vector| {
        let mut request = String::new();
        write_request(&mut request, 1, "d", &vector.input);
        let script = match &vector.input {
            Input::Calls(script) => Some(candidate("script-of-", &vector.id, script.to_string())),
            Input::Bytes(_) => None,
        };
        let texts = [
            candidate("vector-", &vector.id, vector.to_canonical()),
            file_of(file, vector),
            candidate("request-of-", &vector.id, request),
            candidate("id-of-", &vector.id, vector.id.as_str()),
        ];
        texts.into_iter().chain(script)
    });
    texts.collect()
}

/// A file of the one vector, with the notes of its flags.
fn file_of<V: VectorKind>(file: &VectorFile<V>, vector: &V) -> Candidate {
    let mut alone = VectorFile::new(&file.suite, &file.group, &file.about, vec![vector.clone()]);
    alone.origin = file.origin.clone();
    let notes = file.notes.iter().filter(|(flag, _)| vector.flags().contains(flag));
    alone.notes = notes.map(|(flag, note)| (flag.clone(), note.clone())).collect();
    candidate("file-of-", vector.id(), alone.to_canonical())
}

fn texts_of_kinds(kinds: &Kinds) -> Vec<Candidate> {
    let labels = kinds.label.vectors();
    let labels = labels.map(|vector| candidate("", &vector.id, vector.label.as_str()));
    let files = files_of(&kinds.encode).chain(files_of(&kinds.detect)).chain(files_of(&kinds.label));
    labels.chain(files).collect()
}

fn files_of<V: VectorKind>(suite: &Suite<V>) -> impl Iterator<Item = Candidate> {
    suite.files().iter().flat_map(|file| file.vectors.iter().map(|vector| file_of(file, vector)))
}

/// A script under each profile, as `call_scripts_follow_the_model` reads it.
fn scripts_of(vector: &Vector) -> Vec<Candidate> {
    let Input::Calls(script) = &vector.input else { return Vec::new() };
    let numbered = Profile::ALL.iter().zip(0_u8..);
    let scripts = numbered.map(|(profile, number)| {
        candidate(&format!("{profile}-"), &vector.id, write_calls(number, script.calls()))
    });
    scripts.collect()
}

/// What to call an input that a search found: what is wrong with it as UTF-8, at most three kinds of error, and how long
/// it is. Text and calls are not for people to read as bytes, so their names say the length alone.
pub(crate) fn name_of_find(seeds: Seeds, bytes: &[u8]) -> String {
    let mut words: Vec<&str> = Vec::new();
    match seeds {
        Seeds::Bytes => {
            let kinds =
                illformed_codec::events(bytes, Profile::Rfc3629).filter_map(|event| event.error_kind());
            for kind in kinds {
                if words.len() < 3 && !words.contains(&kind.name()) {
                    words.push(kind.name());
                }
            }
            if words.is_empty() {
                words.push("well-formed");
            }
        }
        Seeds::Text => words.push("text"),
        Seeds::Calls => words.push("calls"),
    }
    format!("{FOUND}{}-{}-bytes", words.join("-"), bytes.len())
}

/// How the name of an input begins that a search found.
pub(crate) const FOUND: &str = "found-";

#[cfg(test)]
mod tests {
    use super::*;

    fn named(seeds: Seeds, name: &str) -> Vec<u8> {
        let candidates = of_vectors(seeds, Suite::embedded(), Kinds::embedded());
        candidates.into_iter().find(|candidate| candidate.name == name).expect(name).bytes
    }

    #[test]
    fn a_vector_is_a_candidate_in_the_form_of_each_folder() {
        assert_eq!(named(Seeds::Bytes, "overlong-nul-two-bytes"), b"\xC0\x80");
        assert_eq!(named(Seeds::Bytes, "encode-euro-sign"), b"\0\0\x20\xAC");
        assert_eq!(named(Seeds::Text, "id-of-overlong-nul-two-bytes"), b"overlong/nul-two-bytes");
        assert!(named(Seeds::Text, "file-of-overlong-nul-two-bytes").starts_with(b"{\n\"kind\":\"decode\","));
        assert!(named(Seeds::Text, "file-of-label-utf-8").starts_with(b"{\n\"kind\":\"label\","));
    }

    #[test]
    fn names_are_of_the_form_of_the_corpus() {
        let form = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        for seeds in Seeds::ALL {
            for candidate in of_vectors(seeds, Suite::embedded(), Kinds::embedded()) {
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
