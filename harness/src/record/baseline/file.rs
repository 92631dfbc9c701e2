//! The file that holds a baseline.

use crate::record::baseline::{AcceptedReason, AskedCases, Condition, Entry};
use crate::record::file_heading;
use crate::record::json_text::compact;
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_vectors::{LoadError, strict_json};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write;

const KIND: &str = "illformed-baseline";
const SCHEMA: u32 = 3;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a baseline: one JSON object")]
pub struct Baseline {
    kind: String,
    schema: u32,
    /// The decoder, as `adapter/decoder`.
    pub decoder: String,
    /// The versions and the platform that it describes; a decoder that is another is not held to it.
    #[serde(default)]
    pub only: Condition,
    /// The id of the reason why it is accepted that the decoder answers differently from time to time, if it is.
    #[serde(default)]
    pub unstable: Option<String>,
    /// Why anything is accepted; each is named by some entry.
    pub reasons: Vec<AcceptedReason>,
    /// The cases that the counts of the entries refer to; `None` if there is no entry.
    #[serde(default)]
    pub asked: Option<AskedCases>,
    pub entries: Vec<Entry>,
}

impl Baseline {
    /// One that accepts nothing of `decoder`.
    pub fn empty(decoder: String, only: Condition) -> Self {
        Self {
            kind: KIND.to_owned(),
            schema: SCHEMA,
            decoder,
            only,
            unstable: None,
            reasons: Vec::new(),
            asked: None,
            entries: Vec::new(),
        }
    }

    /// The baseline that `text` of the file `name` writes, or everything that is wrong with it.
    pub fn from_json(name: &str, text: &str) -> Result<Self, Vec<LoadError>> {
        file_heading::check(text, KIND, SCHEMA)
            .map_err(|reason| vec![LoadError::new(name, None, String::new(), reason)])?;
        let baseline: Self = strict_json::parse(name, text).map_err(|error| vec![error])?;
        let faults = baseline.faults();
        if faults.is_empty() {
            return Ok(baseline);
        }
        let wrong = |(pointer, reason): (String, String)| {
            LoadError::new(name, Self::line(text, &pointer), pointer, reason)
        };
        Err(faults.into_iter().map(wrong).collect())
    }

    /// The file's text in its one form: keys in this order, all sorted. A reason and a group of vectors have a line each; groups
    /// whose rows are nothing but digests, which nobody reads, share one.
    pub fn to_canonical(&self) -> String {
        let mut sorted = self.clone();
        sorted.sort();
        let mut text = format!(
            "{{\n\"kind\":\"{KIND}\",\n\"schema\":{SCHEMA},\n\"decoder\":{},\n",
            compact(&sorted.decoder)
        );
        if sorted.only != Condition::default() {
            let _ = writeln!(text, "\"only\":{},", compact(&sorted.only));
        }
        if let Some(why) = &sorted.unstable {
            let _ = writeln!(text, "\"unstable\":{},", compact(why));
        }
        let _ = writeln!(text, "\"reasons\":{},", a_line_each(&sorted.reasons));
        if let Some(AskedCases { suite, selection, groups }) = &sorted.asked {
            let (suite, selection) = (compact(suite), compact(selection));
            let groups = compact(groups);
            let _ = writeln!(
                text,
                "\"asked\":{{\"suite\":{suite},\"selection\":{selection},\"groups\":{groups}}},"
            );
        }
        let entries = sorted.entries.iter().map(|entry| {
            if entry.is_sealed() {
                return compact(entry);
            }
            let Entry { cause, why, groups } = entry;
            let (cause, why) = (compact(cause), compact(why));
            format!("{{\"cause\":{cause},\"why\":{why},\"groups\":{}}}", a_line_each(groups))
        });
        let _ = write!(text, "\"entries\":[\n{}\n]\n}}\n", entries.collect::<Vec<_>>().join(",\n"));
        text
    }

    pub fn sort(&mut self) {
        self.reasons.sort_by(|one, other| one.id.cmp(&other.id));
        self.entries.sort_by(|one, other| one.sort_key().cmp(&other.sort_key()));
    }

    /// The line of `text`, a file in canonical form, that has what `pointer` names, from 1: of a reason or an entry its first
    /// line. `None` if it has another form than the canonical.
    pub(super) fn line(text: &str, pointer: &str) -> Option<usize> {
        let mut steps = pointer.split('/').skip(1);
        let (list, number) = (steps.next()?, steps.next().and_then(|step| step.parse::<usize>().ok()));
        let (key, before) = match (list, number) {
            ("reasons", Some(number)) => ("id", number),
            ("entries", Some(number)) => ("cause", number),
            _ => (list, 0),
        };
        let key = format!("\"{key}\":");
        let mut lines = text.lines().enumerate().filter(|(_, line)| line.contains(&key));
        lines.nth(before).map(|(number, _)| number + 1)
    }

    /// Whether it describes `decoder`, which is in `record`.
    pub fn describes(&self, record: &RunRecord, decoder: &DecoderRecord) -> bool {
        self.decoder == decoder.name() && self.only.describes(record, decoder)
    }

    /// The reason of that id, which a baseline that was read has for each of its entries.
    pub fn reason(&self, why: &str) -> Option<&AcceptedReason> {
        self.reasons.iter().find(|reason| reason.id == why)
    }

    /// Removes the reasons that nothing is accepted for.
    pub(super) fn drop_unused_reasons(&mut self) {
        let used: BTreeSet<String> = self.whys().map(str::to_owned).collect();
        self.reasons.retain(|reason| used.contains(&reason.id));
    }

    /// The ids of the reasons of all entries, and of that the decoder is unstable.
    pub(super) fn whys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.why.as_str()).chain(self.unstable.as_deref())
    }
}

/// `items` as a JSON list with a line each.
fn a_line_each(items: &[impl Serialize]) -> String {
    format!("[\n{}]", items.iter().map(compact).collect::<Vec<_>>().join(",\n"))
}
