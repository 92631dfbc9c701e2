//! A complete suite: so many tests, each with nothing but its answer, that no wrong decoder of a certain size passes all.

use crate::canonical::string;
use crate::error::{LoadError, Place};
use crate::file::SCHEMA;
use crate::hex;
use crate::id::is_kebab;
use crate::names::Profile;
use crate::script::bytes_from_hex;
use crate::strict_json::{of_str, parse};
use serde::{Deserialize, Deserializer, de};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

const EMBEDDED_NAME: &str = "complete/rfc3629.json";

const EMBEDDED: &str = include_str!("../complete/rfc3629.json");

/// The contents of a file of kind `complete`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompleteFile {
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
    /// The bytes that occur.
    pub alphabet: RangeInclusive<u8>,
    /// The states of the smallest automaton that has the answers; the first is where it starts.
    pub states: Vec<AccessedState>,
    /// Tests that are no part of a line.
    pub words: Vec<CompleteTest>,
    /// All others.
    pub lines: Vec<CompleteLine>,
}

/// A state, and how to get there and to know it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessedState {
    /// The shortest bytes that lead there from the start.
    pub access: Vec<u8>,
    /// For any other state, one of these words is accepted from one of the two and not from the other, and stands in both
    /// lists.
    pub identifiers: Vec<Vec<u8>>,
}

/// Up to 256 tests that differ in one byte: `after`, that byte, `then`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompleteLine {
    /// The access of a state.
    pub after: Vec<u8>,
    /// A word by which states are known.
    pub then: Vec<u8>,
    /// The bytes with which the whole is well-formed, in ranges that ascend and do not touch.
    pub accepted: Vec<RangeInclusive<u8>>,
    /// Those with which it is not.
    pub refused: Vec<RangeInclusive<u8>>,
}

/// One test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompleteTest {
    /// The whole input.
    pub bytes: Vec<u8>,
    /// Whether it is well-formed.
    pub accepted: bool,
}

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
        parse(name, text)
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
        let lines = self.lines.iter().flat_map(CompleteLine::tests);
        let all: Vec<CompleteTest> = self.words.iter().cloned().chain(lines).collect();
        let mut seen = BTreeSet::new();
        let is_first: Vec<bool> = all.iter().map(|test| seen.insert(test.bytes.as_slice())).collect();
        all.into_iter().zip(is_first).filter_map(|(test, is_first)| is_first.then_some(test)).collect()
    }

    /// Where `test` stands in the embedded file: the pointer is that of its line of tests, or of its list of words.
    pub fn place_of(&self, test: &CompleteTest) -> Place {
        let line = self.lines.iter().position(|line| line.tests().any(|other| other.bytes == test.bytes));
        let answer = if test.accepted { "accepted" } else { "refused" };
        let pointer = line.map_or_else(|| format!("/words/{answer}"), |line| format!("/lines/{line}"));
        Place { file: EMBEDDED_NAME.to_owned(), line: None, pointer }
    }

    /// The file's text in canonical form: keys in the README's order, a state and a line of tests each on its line.
    pub fn to_canonical(&self) -> String {
        let states = self.states.iter().map(|state| {
            let words: Vec<String> = state.identifiers.iter().map(|word| hex(word)).collect();
            format!("{{\"access\":{},\"identifiers\":[{}]}}", hex(&state.access), words.join(","))
        });
        let words = |accepted: bool| {
            let words = self.words.iter().filter(|word| word.accepted == accepted);
            words.map(|word| hex(&word.bytes)).collect::<Vec<_>>().join(",")
        };
        let lines = self.lines.iter().map(|line| {
            let ranges = [("accepted", &line.accepted), ("refused", &line.refused)].into_iter();
            let ranges = ranges.filter(|(_, ranges)| !ranges.is_empty());
            let ranges: Vec<String> =
                ranges.map(|(key, ranges)| format!(",\"{key}\":\"{}\"", ranges_text(ranges))).collect();
            format!("{{\"after\":{},\"then\":{}{}}}", hex(&line.after), hex(&line.then), ranges.concat())
        });
        let refs: Vec<String> = self.refs.iter().map(|reference| string(reference)).collect();
        format!(
            "{{\n\"kind\":\"complete\",\n\"schema\":{SCHEMA},\n\"suite\":{},\n\"group\":{},\n\"profile\":\"{}\",\n\
             \"about\":{},\n\"method\":{},\n\"refs\":[{}],\n\"alphabet\":\"{}\",\n\"states\":[\n{}\n],\n\
             \"words\":{{\"accepted\":[{}],\"refused\":[{}]}},\n\"lines\":[\n{}\n]\n}}\n",
            string(&self.suite),
            string(&self.group),
            self.profile,
            string(&self.about),
            string(&self.method),
            refs.join(","),
            ranges_text(std::slice::from_ref(&self.alphabet)),
            states.collect::<Vec<_>>().join(",\n"),
            words(true),
            words(false),
            lines.collect::<Vec<_>>().join(",\n"),
        )
    }

    /// What is wrong with a file whose parts are well-made.
    fn check(&self) -> Result<(), String> {
        if !is_kebab(&self.group) {
            return Err(format!("`{}` is no group: lower-case letters, digits, single hyphens", self.group));
        }
        if self.refs.is_empty() {
            return Err("`refs` is empty: say where the answers come from".to_owned());
        }
        if self.states.first().is_none_or(|state| !state.access.is_empty()) {
            return Err("the first state is where it starts: its `access` is empty".to_owned());
        }
        let mut accesses = BTreeSet::new();
        if let Some(twice) = self.states.iter().find(|state| !accesses.insert(state.access.as_slice())) {
            return Err(format!("two states have the access {}", hex(&twice.access)));
        }
        let known: BTreeSet<&[u8]> =
            self.states.iter().flat_map(|state| &state.identifiers).map(Vec::as_slice).collect();
        for line in &self.lines {
            let place = format!("the line {} then {}", hex(&line.after), hex(&line.then));
            if !accesses.contains(line.after.as_slice()) {
                return Err(format!("{place}: `after` is no state's access"));
            }
            if !known.contains(line.then.as_slice()) {
                return Err(format!("{place}: `then` identifies no state"));
            }
            let within = |range: &RangeInclusive<u8>| {
                self.alphabet.contains(range.start()) && self.alphabet.contains(range.end())
            };
            if !line.accepted.iter().chain(&line.refused).all(within) {
                return Err(format!("{place}: a byte that is not in `alphabet`"));
            }
        }
        let mut answers: BTreeMap<Vec<u8>, bool> = BTreeMap::new();
        for test in self.words.iter().cloned().chain(self.lines.iter().flat_map(CompleteLine::tests)) {
            if answers.get(&test.bytes).is_some_and(|answer| *answer != test.accepted) {
                return Err(format!("{} is both accepted and refused", hex(&test.bytes)));
            }
            answers.insert(test.bytes, test.accepted);
        }
        if answers.is_empty() { Err("there is no test".to_owned()) } else { Ok(()) }
    }
}

impl CompleteLine {
    /// The tests of the line, by that byte.
    fn tests(&self) -> impl Iterator<Item = CompleteTest> {
        let bytes = |ranges: &[RangeInclusive<u8>], accepted: bool| {
            ranges.iter().cloned().flatten().map(|byte| (byte, accepted)).collect::<Vec<_>>()
        };
        let mut all = bytes(&self.accepted, true);
        all.extend(bytes(&self.refused, false));
        all.sort_unstable();
        all.into_iter().map(|(byte, accepted)| CompleteTest {
            bytes: [&self.after, &[byte][..], &self.then].concat(),
            accepted,
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    format!("\"{}\"", hex::encode(bytes))
}

/// `00-7f c2 e0-ef`.
fn ranges_text(ranges: &[RangeInclusive<u8>]) -> String {
    let one = |range: &RangeInclusive<u8>| match (range.start(), range.end()) {
        (first, last) if first == last => format!("{first:02x}"),
        (first, last) => format!("{first:02x}-{last:02x}"),
    };
    ranges.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// The keys as they stand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a complete suite: one JSON object")]
struct Keys {
    #[serde(rename = "kind", deserialize_with = "kind")]
    _kind: (),
    #[serde(rename = "schema", deserialize_with = "crate::file::schema")]
    _schema: (),
    suite: String,
    group: String,
    profile: Profile,
    about: String,
    method: String,
    refs: Vec<String>,
    alphabet: Ranges,
    states: Vec<StateKeys>,
    words: WordKeys,
    lines: Vec<LineKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a state object")]
struct StateKeys {
    access: Hex,
    identifiers: Vec<Hex>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with accepted and refused")]
struct WordKeys {
    accepted: Vec<Hex>,
    refused: Vec<Hex>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a line of tests")]
struct LineKeys {
    after: Hex,
    then: Hex,
    #[serde(default)]
    accepted: Ranges,
    #[serde(default)]
    refused: Ranges,
}

impl<'de> Deserialize<'de> for CompleteFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Keys::deserialize(deserializer)?;
        let [alphabet] = <[_; 1]>::try_from(keys.alphabet.0)
            .map_err(|_| de::Error::custom("`alphabet` is one range of bytes"))?;
        let word = |accepted| move |bytes: Hex| CompleteTest { bytes: bytes.0, accepted };
        let accepted = keys.words.accepted.into_iter().map(word(true));
        let state = |state: StateKeys| AccessedState {
            access: state.access.0,
            identifiers: state.identifiers.into_iter().map(|word| word.0).collect(),
        };
        let line = |line: LineKeys| CompleteLine {
            after: line.after.0,
            then: line.then.0,
            accepted: line.accepted.0,
            refused: line.refused.0,
        };
        let file = Self {
            suite: keys.suite,
            group: keys.group,
            profile: keys.profile,
            about: keys.about,
            method: keys.method,
            refs: keys.refs,
            alphabet,
            states: keys.states.into_iter().map(state).collect(),
            words: accepted.chain(keys.words.refused.into_iter().map(word(false))).collect(),
            lines: keys.lines.into_iter().map(line).collect(),
        };
        file.check().map_err(de::Error::custom)?;
        Ok(file)
    }
}

fn kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    match Cow::<str>::deserialize(deserializer)?.as_ref() {
        "complete" => Ok(()),
        other => Err(de::Error::custom(format!("unknown kind `{other}`, expected complete"))),
    }
}

struct Hex(Vec<u8>);

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        of_str(deserializer, bytes_from_hex).map(Self)
    }
}

#[derive(Default)]
struct Ranges(Vec<RangeInclusive<u8>>);

impl<'de> Deserialize<'de> for Ranges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let byte = |text: &str| match bytes_from_hex(text).as_deref() {
            Ok(&[byte]) => Some(byte),
            _ => None,
        };
        let range = |word: &str| {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            Some(byte(first)?..=byte(last)?)
        };
        let ranges: Option<Vec<_>> = text.split(' ').map(range).collect();
        // Written back it must be the same text, and the ranges as long as they can be: one set has one spelling.
        let ranges = ranges.filter(|ranges| {
            let ascend =
                ranges.windows(2).all(|pair| u16::from(*pair[0].end()) + 1 < (*pair[1].start()).into());
            ascend && ranges.iter().all(|range| !range.is_empty()) && ranges_text(ranges) == text
        });
        ranges.map(Self).ok_or_else(|| {
            de::Error::custom(format!(
                "`{text}` is no list of byte ranges: `00-7f c2 e0-ef`, ascending and apart"
            ))
        })
    }
}
