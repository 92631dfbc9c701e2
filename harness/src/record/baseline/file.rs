//! The file that holds a baseline.

use crate::record::baseline::lines::Lines;
use crate::record::baseline::{AskedCases, CauseEntry, Condition, Entry, Reason, SealedEntry};
use crate::record::file_heading::{self, HeadingError};
use crate::record::json_text::compact;
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_vectors::{LoadError, Place, strict_json};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};

const KIND: &str = "illformed-baseline";
const SCHEMA: u32 = 2;

/// What is accepted of one decoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baseline {
    /// The decoder, as `adapter/decoder`.
    pub decoder: String,
    /// The versions and the platform that it describes; a decoder that is another is not held to it.
    pub only: Condition,
    /// The id of the reason why it is accepted that the decoder answers differently from time to time, if it is.
    pub unstable: Option<String>,
    /// Why anything is accepted; each is named by some entry.
    pub reasons: Vec<Reason>,
    /// The cases that the counts of `causes` refer to, if there are any.
    pub asked: Option<AskedCases>,
    pub causes: Vec<CauseEntry>,
    /// Accepted cases; they are not counted in `causes`.
    pub entries: Vec<Entry>,
    /// What is accepted and not told; it is not counted in `causes` either.
    pub sealed: Vec<SealedEntry>,
}

/// Why a text cannot be used as a baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaselineError {
    /// It is not a baseline of this version.
    Heading { file: String, error: HeadingError },
    /// A part of it does not belong to a baseline.
    Malformed(LoadError),
    /// It contradicts itself, or names what does not exist.
    Wrong {
        /// The file, with the line and the JSON pointer.
        place: Place,
        reason: String,
    },
}

impl fmt::Display for BaselineError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heading { file, error } => write!(formatter, "{file}: {error}"),
            Self::Malformed(error) => error.fmt(formatter),
            Self::Wrong { place, reason } => write!(formatter, "{place}: {reason}"),
        }
    }
}

impl std::error::Error for BaselineError {}

/// The keys as they stand.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a baseline: one JSON object")]
struct Keys {
    kind: String,
    schema: u32,
    decoder: String,
    #[serde(default)]
    only: Condition,
    #[serde(default)]
    unstable: Option<String>,
    reasons: Vec<Reason>,
    #[serde(default)]
    asked: Option<AskedCases>,
    #[serde(default)]
    causes: Vec<CauseEntry>,
    entries: Vec<Entry>,
    #[serde(default)]
    sealed: Vec<SealedEntry>,
}

impl Baseline {
    /// One that accepts nothing of `decoder`.
    pub fn empty(decoder: String, only: Condition) -> Self {
        Self {
            decoder,
            only,
            unstable: None,
            reasons: Vec::new(),
            asked: None,
            causes: Vec::new(),
            entries: Vec::new(),
            sealed: Vec::new(),
        }
    }

    /// The baseline that `text` of the file `name` writes, or everything that is wrong with it.
    pub fn from_json(name: &str, text: &str) -> Result<Self, Vec<BaselineError>> {
        file_heading::check(text, KIND, SCHEMA)
            .map_err(|error| vec![BaselineError::Heading { file: name.to_owned(), error }])?;
        let keys: Keys =
            strict_json::parse(name, text).map_err(|error| vec![BaselineError::Malformed(error)])?;
        let Keys { decoder, only, unstable, reasons, asked, causes, entries, sealed, .. } = keys;
        let baseline = Self { decoder, only, unstable, reasons, asked, causes, entries, sealed };
        let faults = baseline.faults();
        if faults.is_empty() {
            return Ok(baseline);
        }
        let lines = Lines::of(&baseline, text);
        let wrong = |(pointer, reason): (String, String)| {
            let place = Place { file: name.to_owned(), line: lines.line(&pointer), pointer };
            BaselineError::Wrong { place, reason }
        };
        Err(faults.into_iter().map(wrong).collect())
    }

    /// The file's text in the one form: keys in this order, a reason and an entry a line, entries sorted by case.
    pub fn to_canonical(&self) -> String {
        let mut sorted = self.clone();
        sorted.sort();
        let mut text = format!(
            "{{\n\"kind\":\"{KIND}\",\n\"schema\":{SCHEMA},\n\"decoder\":{},\n",
            line(&sorted.decoder)
        );
        if sorted.only != Condition::default() {
            let _ = writeln!(text, "\"only\":{},", line(&sorted.only));
        }
        if let Some(why) = &sorted.unstable {
            let _ = writeln!(text, "\"unstable\":{},", line(why));
        }
        let lines = |parts: Vec<String>| parts.join(",\n");
        let _ = write!(text, "\"reasons\":[\n{}\n],\n", lines(sorted.reasons.iter().map(line).collect()));
        if let Some(asked) = sorted.asked.as_ref().filter(|_| !sorted.causes.is_empty()) {
            let groups =
                asked.groups.iter().map(|(group, counted)| format!("{}:{}", line(group), line(counted)));
            let (suite, selection) = (line(&asked.suite), line(&asked.selection));
            let groups = lines(groups.collect());
            let _ = writeln!(
                text,
                "\"asked\":{{\"suite\":{suite},\"selection\":{selection},\"groups\":{{\n{groups}\n}}}},"
            );
            let causes = lines(sorted.causes.iter().map(cause_lines).collect());
            let _ = write!(text, "\"causes\":[\n{causes}\n],\n");
        }
        let _ = write!(text, "\"entries\":[\n{}\n]", lines(sorted.entries.iter().map(line).collect()));
        if !sorted.sealed.is_empty() {
            let _ = write!(text, ",\n\"sealed\":[\n{}\n]", lines(sorted.sealed.iter().map(line).collect()));
        }
        text.push_str("\n}\n");
        text
    }

    /// Puts reasons and entries in their order.
    pub fn sort(&mut self) {
        self.reasons.sort_by(|one, other| one.id.cmp(&other.id));
        self.causes.sort_by(|one, other| one.place().cmp(&other.place()));
        self.entries.sort_by_cached_key(Entry::place);
        self.sealed.sort();
    }

    /// Whether it describes `decoder`, which is in `record`.
    pub fn describes(&self, record: &RunRecord, decoder: &DecoderRecord) -> bool {
        let (os, arch) = (&record.platform.os, &record.platform.arch);
        self.decoder == decoder.name() && self.only.holds(&decoder.version, os, arch)
    }

    /// The reason of that id, which a baseline that was read has for each of its entries.
    pub fn reason(&self, why: &str) -> Option<&Reason> {
        self.reasons.iter().find(|reason| reason.id == why)
    }

    /// The ids of the reasons of all entries, and of that the decoder is unstable.
    pub(super) fn whys(&self) -> impl Iterator<Item = &str> {
        let open = self.entries.iter().map(|entry| entry.why.as_str());
        let sealed = self.sealed.iter().map(|entry| entry.why.as_str());
        let causes = self.causes.iter().map(|entry| entry.why.as_str());
        causes.chain(open).chain(sealed).chain(self.unstable.as_deref())
    }
}

/// An accepted cause as JSON: a line for the cause, and one for each group.
fn cause_lines(entry: &CauseEntry) -> String {
    let groups: Vec<String> = entry.groups.iter().map(line).collect();
    let whole = line(&CauseEntry { groups: Vec::new(), ..entry.clone() });
    let head = whole.strip_suffix("]}").unwrap_or(&whole);
    format!("{head}\n{}\n]}}", groups.join(",\n"))
}

/// `value` as JSON on one line.
pub(super) fn line(value: &impl Serialize) -> String {
    compact(value)
}
