//! A complete suite: so many tests, each with nothing but its answer, that no wrong decoder of a certain size passes all.

use crate::canonical::canonical;
use crate::error::{LoadError, Place};
use crate::hex;
use crate::id::is_kebab;
use crate::notation::{Bytes, FileKind, as_text, bytes_from_hex, kind, schema};
use crate::strict_json::parse;
use illformed_codec::Profile;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

const EMBEDDED_NAME: &str = "complete/rfc3629.json";

const EMBEDDED: &str = include_str!("../complete/rfc3629.json");

/// The contents of a file of kind `complete`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a complete suite: one JSON object")]
pub struct CompleteFile {
    /// What the file says that it is.
    #[serde(deserialize_with = "kind::<CompleteFile, _>")]
    pub kind: String,
    /// The version of the format.
    #[serde(deserialize_with = "schema")]
    pub schema: u32,
    /// The name of the suite.
    pub suite: String,
    /// The first part of every test's id.
    pub group: String,
    /// The profile that the answers are of.
    pub profile: Profile,
    /// What the tests are, and what they find.
    pub about: String,
    /// How they were chosen, and from what.
    pub method: String,
    /// Where the answers come from; at least one.
    pub refs: Vec<String>,
    /// The bytes that occur: one range.
    pub alphabet: ByteSet,
    /// How many inputs are asked, each once; it is written anew.
    pub number_of_tests: usize,
    /// The states of the smallest automaton that has the answers; the first is where it starts.
    pub states: Vec<AccessedState>,
    /// Tests that are no part of a line.
    pub words: CompleteWords,
    /// All others.
    pub lines: Vec<CompleteLine>,
}

impl FileKind for CompleteFile {
    const KIND: &'static str = "complete";
}

/// A state, and how to get there and to know it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a state object")]
pub struct AccessedState {
    /// The shortest bytes that lead there from the start.
    pub access: Bytes,
    /// For any other state, one of these words is accepted from one of the two and not from the other, and stands in both
    /// lists.
    pub identifiers: Vec<Bytes>,
}

/// Tests that are no part of a line, by their answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with accepted and refused")]
pub struct CompleteWords {
    /// Those that are well-formed.
    pub accepted: Vec<Bytes>,
    /// Those that are not.
    pub refused: Vec<Bytes>,
}

/// Up to 256 tests that differ in one byte: `after`, that byte, `then`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a line of tests")]
pub struct CompleteLine {
    /// The access of a state.
    pub after: Bytes,
    /// A word by which states are known.
    pub then: Bytes,
    /// The bytes with which the whole is well-formed.
    #[serde(default, skip_serializing_if = "ByteSet::is_empty")]
    pub accepted: ByteSet,
    /// Those with which it is not.
    #[serde(default, skip_serializing_if = "ByteSet::is_empty")]
    pub refused: ByteSet,
}

/// One test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompleteTest {
    /// The whole input.
    pub bytes: Vec<u8>,
    /// Whether it is well-formed.
    pub accepted: bool,
}

/// Different bytes in ascending order. In the file they are ranges that do not touch: `00-7f c2 e0-ef`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ByteSet(pub Vec<u8>);

impl ByteSet {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn new(text: &str) -> Result<Self, String> {
        let byte = |text: &str| match bytes_from_hex(text).as_deref() {
            Ok(&[byte]) => Some(byte),
            _ => None,
        };
        let range = |word: &str| {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            Some(byte(first)?..=byte(last)?)
        };
        let ranges: Option<Vec<_>> = text.split(' ').map(range).collect();
        let bytes = ranges.map(|ranges| Self(ranges.into_iter().flatten().collect()));
        // Written back it must be the same text: one set has one spelling.
        bytes
            .filter(|bytes| bytes.0.is_sorted_by(|one, next| one < next) && bytes.to_string() == text)
            .ok_or_else(|| {
                format!("`{text}` is no list of byte ranges: `00-7f c2 e0-ef`, ascending and apart")
            })
    }
}

impl fmt::Display for ByteSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |bytes: &[u8]| match bytes {
            [first, .., last] => format!("{first:02x}-{last:02x}"),
            bytes => hex::encode(bytes),
        };
        let is_next = |one: &u8, next: &u8| u16::from(*one) + 1 == u16::from(*next);
        formatter.write_str(&self.0.chunk_by(is_next).map(range).collect::<Vec<_>>().join(" "))
    }
}

as_text!(ByteSet, ByteSet::new);

static EMBEDDED_FILE: LazyLock<CompleteFile> = LazyLock::new(|| {
    CompleteFile::from_source(EMBEDDED_NAME, EMBEDDED)
        // The tests load the embedded file, so a released crate does not come here.
        .unwrap_or_else(|error| panic!("embedded complete suite: {error}"))
});

impl CompleteFile {
    /// The complete suite that comes with this crate: RFC 3629, all 256 bytes.
    pub fn embedded() -> &'static Self {
        &EMBEDDED_FILE
    }

    /// The text of the embedded file.
    pub const fn embedded_source() -> &'static str {
        EMBEDDED
    }

    /// The file in `text`; `name` is for messages.
    pub fn from_source(name: &str, text: &str) -> Result<Self, LoadError> {
        let file: Self = parse(name, text)?;
        file.check().map_err(|(pointer, reason)| LoadError::at(name, text, pointer, reason))?;
        Ok(file)
    }

    /// All tests in the file's order, each input once, though several lines may ask it.
    ///
    /// # Examples
    ///
    /// ```
    /// let tests = illformed_vectors::CompleteFile::embedded().tests();
    /// assert!(tests.iter().any(|test| test.bytes == [0xE0, 0xA0, 0x80] && test.accepted));
    /// assert!(tests.iter().any(|test| test.bytes == [0xE0, 0x9F, 0x80] && !test.accepted));
    /// ```
    pub fn tests(&self) -> Vec<CompleteTest> {
        let mut seen = BTreeSet::new();
        self.asked().filter(|test| seen.insert(test.bytes.clone())).collect()
    }

    /// The tests of the words and of each line; an input may be among them more than once.
    fn asked(&self) -> impl Iterator<Item = CompleteTest> {
        let word = |accepted| move |word: &Bytes| CompleteTest { bytes: word.0.clone(), accepted };
        let accepted = self.words.accepted.iter().map(word(true));
        let words = accepted.chain(self.words.refused.iter().map(word(false)));
        words.chain(self.lines.iter().flat_map(CompleteLine::tests))
    }

    /// Where `test` stands in the embedded file: the pointer is that of its line of tests, or of its list of words.
    pub fn place_of(&self, test: &CompleteTest) -> Place {
        let line = self.lines.iter().position(|line| line.tests().any(|other| other.bytes == test.bytes));
        let answer = if test.accepted { "accepted" } else { "refused" };
        let pointer = line.map_or_else(|| format!("/words/{answer}"), |line| format!("/lines/{line}"));
        Place { file: EMBEDDED_NAME.to_owned(), line: None, pointer }
    }

    /// The file's text in canonical form: keys in the reference's order, a state and a line of tests each on its line.
    pub fn to_canonical(&self) -> String {
        canonical(&Self { number_of_tests: self.tests().len(), ..self.clone() })
    }

    /// What is wrong with a file whose parts are well-made, and the pointer to it.
    fn check(&self) -> Result<(), (&'static str, String)> {
        if !is_kebab(&self.group) {
            let reason = format!("`{}` is no group: lower-case letters, digits, single hyphens", self.group);
            return Err(("/group", reason));
        }
        if self.refs.is_empty() {
            return Err(("/refs", "`refs` is empty: say where the answers come from".to_owned()));
        }
        let alphabet = &self.alphabet;
        if alphabet.is_empty() || alphabet.to_string().contains(' ') {
            return Err(("/alphabet", "`alphabet` is one range of bytes".to_owned()));
        }
        if self.states.first().is_none_or(|state| !state.access.is_empty()) {
            let reason = "the first state is where it starts: its `access` is empty";
            return Err(("/states", reason.to_owned()));
        }
        let mut accesses = BTreeSet::new();
        if let Some(twice) = self.states.iter().find(|state| !accesses.insert(&state.access)) {
            return Err(("/states", format!("two states have the access \"{}\"", twice.access)));
        }
        let known: BTreeSet<&Bytes> = self.states.iter().flat_map(|state| &state.identifiers).collect();
        for CompleteLine { after, then, accepted, refused } in &self.lines {
            let reason = if !accesses.contains(after) {
                "`after` is no state's access"
            } else if !known.contains(then) {
                "`then` identifies no state"
            } else if accepted.0.iter().chain(&refused.0).any(|byte| !alphabet.0.contains(byte)) {
                "a byte that is not in `alphabet`"
            } else {
                continue;
            };
            return Err(("/lines", format!("the line \"{after}\" then \"{then}\": {reason}")));
        }
        let mut answers = BTreeMap::new();
        for CompleteTest { bytes, accepted } in self.asked() {
            if answers.insert(bytes.clone(), accepted).is_some_and(|answer| answer != accepted) {
                let reason = format!("\"{}\" is both accepted and refused", hex::encode(bytes));
                return Err(("/lines", reason));
            }
        }
        let tests = answers.len();
        match self.number_of_tests {
            number if number != tests => {
                Err(("/number_of_tests", format!("`number_of_tests` is {number}, and there are {tests}")))
            }
            0 => Err(("/lines", "there is no test".to_owned())),
            _ => Ok(()),
        }
    }
}

impl CompleteLine {
    /// The tests of the line, by that byte.
    fn tests(&self) -> impl Iterator<Item = CompleteTest> {
        let answered = |bytes: &ByteSet, accepted: bool| -> Vec<_> {
            bytes.0.iter().map(|byte| (*byte, accepted)).collect()
        };
        let mut all = [answered(&self.accepted, true), answered(&self.refused, false)].concat();
        all.sort_unstable();
        all.into_iter().map(|(byte, accepted)| CompleteTest {
            bytes: [&self.after, &[byte][..], &self.then].concat(),
            accepted,
        })
    }
}
