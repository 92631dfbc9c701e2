//! Where the parts of a baseline stand in its text.

use crate::record::baseline::Baseline;
use std::collections::{HashMap, VecDeque};

/// The lines, from 1, on which the parts of a baseline stand; `None` for one that was not found.
pub(super) struct Lines<'a> {
    text: &'a str,
    reasons: Vec<Option<usize>>,
    causes: Vec<Option<usize>>,
    /// Those of the open entries, and then of the sealed ones: both have the key `case`.
    cases: Vec<Option<usize>>,
    open: usize,
}

impl<'a> Lines<'a> {
    /// Those of `baseline`, which `text` wrote.
    pub(super) fn of(baseline: &Baseline, text: &'a str) -> Self {
        let open = baseline.entries.iter().map(|entry| entry.case.to_string());
        let sealed = baseline.sealed.iter().map(|entry| entry.case.to_string());
        Self {
            text,
            reasons: lines(text, "id", baseline.reasons.iter().map(|reason| reason.id.clone())),
            causes: lines(text, "cause", baseline.causes.iter().map(|entry| entry.cause.name().to_owned())),
            cases: lines(text, "case", open.chain(sealed)),
            open: baseline.entries.len(),
        }
    }

    /// The line on which what `pointer` names stands.
    pub(super) fn line(&self, pointer: &str) -> Option<usize> {
        let mut steps = pointer.split('/').skip(1);
        let (list, place) = (steps.next()?, steps.next().and_then(|step| step.parse::<usize>().ok()));
        let (lines, number) = match (list, place) {
            ("reasons", Some(place)) => (&self.reasons, place),
            ("causes", Some(place)) => (&self.causes, place),
            ("entries", Some(place)) => (&self.cases, place),
            ("sealed", Some(place)) => (&self.cases, self.open + place),
            _ => {
                let key = format!("\"{list}\"");
                return self.text.lines().position(|line| line.contains(&key)).map(|line| line + 1);
            }
        };
        lines.get(number).copied().flatten()
    }
}

/// The lines on which `values` of `key` stand. The same value may stand there twice, for versions or platforms or by mistake:
/// they stand in the text in the same order.
fn lines(text: &str, key: &str, values: impl Iterator<Item = String>) -> Vec<Option<usize>> {
    let mut found: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (value, line) in values_with_lines(text, key) {
        found.entry(value).or_default().push_back(line);
    }
    values.map(|value| found.get_mut(value.as_str()).and_then(VecDeque::pop_front)).collect()
}

/// The strings that stand in `text` as values of `key`, the first of each line, with the lines, from 1.
pub(super) fn values_with_lines<'a>(text: &'a str, key: &str) -> impl Iterator<Item = (&'a str, usize)> {
    let key = format!("\"{key}\"");
    let value = move |line: &'a str| {
        let after = line.split_once(&key)?.1.trim_start().strip_prefix(':')?.trim_start();
        Some(after.strip_prefix('"')?.split_once('"')?.0)
    };
    text.lines().enumerate().filter_map(move |(number, line)| Some((value(line)?, number + 1)))
}
