//! Follows decoders through many reports.

use crate::record::diff::case_list::CaseList;
use crate::record::diff::compare::counts;
use crate::record::diff::record::{cause_counts, this_tool};
use crate::record::diff::{CauseCounts, Counts, DiffOptions, ReportFacts};
use crate::record::run_record::{DecoderRecord, RunRecord, Tool};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::rc::Rc;

/// What `kind` is.
const KIND: &str = "illformed-trend";

/// The version of this format.
const SCHEMA: u32 = 1;

/// Many reports, each compared with the one before. Its JSON is an interface: `schema` changes when the meaning of anything
/// in it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrendRecord {
    /// `illformed-trend`.
    pub kind: String,
    /// The version of this format.
    pub schema: u32,
    pub tool: Tool,
    /// The reports, in the order in which they were taken.
    pub reports: Vec<ReportFacts>,
    /// The decoders, in the order in which they first come.
    pub decoders: Vec<DecoderTrend>,
}

/// A decoder over time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecoderTrend {
    /// `<adapter>/<decoder>`.
    pub name: String,
    /// The reports that have it.
    pub points: Vec<TrendPoint>,
}

/// A decoder in one report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrendPoint {
    /// The report's number in the list.
    pub report: usize,
    /// Who wrote it.
    pub implementation: String,
    pub version: String,
    /// How many cases were judged.
    pub judged: usize,
    /// How many of these count against it.
    pub bad: usize,
    /// Why, and for how many cases; empty where the report is of a schema without causes.
    #[serde(default, skip_serializing_if = "CauseCounts::is_empty")]
    pub causes: CauseCounts,
    /// The number of the report before this one that has it; left out of the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<usize>,
    /// What changed since that one; all 0 in the first.
    pub changes: Counts,
}

/// Takes reports one by one. It keeps a report until a later one has all of its decoders.
pub struct Trend<'a> {
    record: TrendRecord,
    options: DiffOptions<'a>,
    /// For each decoder, by its name and which of that name it is in its report: where it came last.
    last: HashMap<(String, usize), Last>,
}

/// Where a decoder came last.
struct Last {
    report: Rc<RunRecord>,
    number: usize,
    /// Its number in that report.
    decoder: usize,
    trend: usize,
}

impl<'a> Trend<'a> {
    /// Nothing so far. Decoders are joined by their names alone.
    pub fn new(options: DiffOptions<'a>) -> Self {
        let record = TrendRecord {
            kind: KIND.to_owned(),
            schema: SCHEMA,
            tool: this_tool(),
            reports: Vec::new(),
            decoders: Vec::new(),
        };
        Self { record, options, last: HashMap::new() }
    }

    /// Takes the next report, from the file of that name.
    pub fn push(&mut self, file: &str, record: RunRecord) {
        let number = self.record.reports.len();
        self.record.reports.push(ReportFacts::of(file, &record));
        let record = Rc::new(record);
        let alone = CaseList::of(&record, &record, self.options.wants_case);
        // Most have come last in the same report.
        let mut lists: HashMap<*const RunRecord, CaseList<'_>> = HashMap::new();
        let before: Vec<Rc<RunRecord>> = self.last.values().map(|last| Rc::clone(&last.report)).collect();
        for report in &before {
            let list = || CaseList::of(report, &record, self.options.wants_case);
            lists.entry(Rc::as_ptr(report)).or_insert_with(list);
        }
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (place, decoder) in record.decoders.iter().enumerate() {
            let name = decoder.name();
            if !(self.options.wants_decoder)(&name) {
                continue;
            }
            let nth = seen.entry(name.clone()).or_default();
            let key = (name.clone(), *nth);
            *nth += 1;
            let last = self.last.get(&key);
            let trend = last.map_or(self.record.decoders.len(), |last| last.trend);
            let changes = last.map_or_else(Counts::default, |last| {
                let old = &last.report.decoders[last.decoder];
                counts(&lists[&Rc::as_ptr(&last.report)], (Some(old), Some(decoder)))
            });
            let point = point(number, decoder, last.map(|last| last.number), changes, &alone);
            if last.is_none() {
                self.record.decoders.push(DecoderTrend { name, points: Vec::new() });
            }
            self.record.decoders[trend].points.push(point);
            let last = Last { report: Rc::clone(&record), number, decoder: place, trend };
            self.last.insert(key, last);
        }
    }

    /// What was found.
    pub fn finish(self) -> TrendRecord {
        self.record
    }
}

fn point(
    report: usize,
    decoder: &DecoderRecord,
    since: Option<usize>,
    changes: Counts,
    alone: &CaseList<'_>,
) -> TrendPoint {
    // Without an old side everything that was judged is new.
    let now = counts(alone, (None, Some(decoder)));
    TrendPoint {
        report,
        implementation: decoder.implementation.clone(),
        version: decoder.version.clone(),
        judged: now.new,
        bad: now.new_failing,
        causes: cause_counts(decoder, &alone.places_of_new),
        since,
        changes,
    }
}
