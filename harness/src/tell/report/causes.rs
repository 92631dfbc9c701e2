//! The causes of a decoder's failures, as far as its baseline does not accept them.

use crate::record::run_record::{CauseRecord, DecoderRecord, Outcomes, RunRecord};
use crate::record::security::repeated_by;
use crate::tell::report::words::{case_input, counted};
use illformed_judge::cause::Severity;
use illformed_judge::shown::{fit, spaced_input, thousands};
use std::collections::BTreeSet;

/// A cause of a decoder with cases of it that are looked at.
pub(crate) struct OpenCause<'a> {
    pub(crate) cause: &'a CauseRecord,
    /// How many these are: those that the baseline does not accept, or all.
    pub(crate) cases: usize,
    /// How many vectors these belong to.
    pub(crate) vectors: usize,
    /// The case that shows it: the example, or the first that is left.
    pub(crate) example: usize,
}

/// The causes in `outcomes` of which the baseline of `decoder` does not accept all cases, in their order, but those first of
/// which it accepts none: they are new.
pub(crate) fn open_causes<'a>(
    record: &RunRecord,
    decoder: &DecoderRecord,
    outcomes: &'a Outcomes,
) -> Vec<OpenCause<'a>> {
    let open = outcomes.causes.iter().filter_map(|cause| {
        let left: Vec<usize> = cause.cases.iter().filter(|case| !decoder.accepts(*case)).collect();
        OpenCause::with(record, cause, &left)
    });
    let mut open: Vec<OpenCause<'a>> = open.collect();
    open.sort_by_key(|open| open.cases < open.cause.cases.len());
    open
}

/// All causes in `outcomes`, whatever a baseline accepts.
#[cfg(feature = "cli")]
pub(crate) fn all_causes<'a>(record: &RunRecord, outcomes: &'a Outcomes) -> Vec<OpenCause<'a>> {
    let all = outcomes.causes.iter();
    all.filter_map(|cause| OpenCause::with(record, cause, &cause.cases.iter().collect::<Vec<_>>())).collect()
}

/// The worst severity of what is wrong with `decoder` by `outcomes`, accepted or not; `None` if nothing is.
pub(crate) fn worst(outcomes: &Outcomes) -> Option<Severity> {
    outcomes.causes.iter().map(|cause| cause.severity).min()
}

impl<'a> OpenCause<'a> {
    /// `cause` with the cases `left`, if there is one.
    fn with(record: &RunRecord, cause: &'a CauseRecord, left: &[usize]) -> Option<Self> {
        let has_example = left.contains(&cause.example);
        let example = if has_example { cause.example } else { *left.first()? };
        let vectors: BTreeSet<usize> = left.iter().map(|case| record.cases[*case].vector).collect();
        Some(Self { cause, cases: left.len(), vectors: vectors.len(), example })
    }

    /// The input of the example as hexadecimal digits, at most `width` columns wide.
    pub(crate) fn input(&self, record: &RunRecord, width: usize) -> String {
        let input = case_input(record, &record.cases[self.example]);
        let recipe = record.cases[self.example].recipe.as_str();
        let derived = if recipe.is_empty() { String::new() } else { format!(" ({recipe})") };
        fit(&format!("{}{derived}", spaced_input(&input)), width)
    }

    /// What came and what is expected, in words; empty where the record does not say it.
    pub(crate) fn answers(&self) -> String {
        let CauseRecord { expected, observed, example, .. } = self.cause;
        if *example != self.example || observed.is_empty() {
            return String::new();
        }
        if expected.is_empty() { observed.clone() } else { format!("expected {expected}; got {observed}") }
    }

    /// What else is known of the cause: classes, the relation of an offset, kinds of errors.
    pub(crate) fn notes(&self) -> String {
        let CauseRecord { classes, relation, errors, .. } = self.cause;
        let mut notes = Vec::new();
        if !classes.is_empty() {
            let classes: Vec<&str> =
                classes.iter().map(|class| class.name().trim_start_matches("refuses-")).collect();
            notes.push(format!("refused: {}", classes.join(", ")));
        }
        notes.extend(relation.map(|relation| format!("it is {}", relation.name())));
        if !errors.is_empty() {
            notes.push(format!("input: {}", errors.join(", ")));
        }
        notes.join("; ")
    }

    /// `480 of 19,031 vectors`.
    pub(crate) fn share(&self, record: &RunRecord) -> String {
        let vectors = thousands(record.vectors.len() as u64, ',');
        let accepted = match self.cause.cases.len().saturating_sub(self.cases) {
            0 => String::new(),
            cases => format!(", and {} accepted by the baseline", counted(cases, "case")),
        };
        format!("{} of {vectors} vectors{accepted}", thousands(self.vectors as u64, ','))
    }

    /// `RFC 3629 section 3; CWE-176; 4 known incidents`.
    pub(crate) fn background(&self) -> String {
        let page = self.cause.id.page();
        let incidents = repeated_by(self.cause.id).len();
        let standard = Some(page.standard.clone()).filter(|standard| !standard.starts_with("no standard"));
        let mut all: Vec<String> = standard.into_iter().chain(page.cwe.iter().cloned()).collect();
        if incidents > 0 {
            all.push(counted(incidents, "known incident"));
        }
        all.join("; ")
    }
}
