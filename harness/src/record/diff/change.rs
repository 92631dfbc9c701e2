//! How a case changed from one report to another.

use crate::record::run_record::Ranges;
use illformed_judge::judge::VerdictKind;
use illformed_judge::named_enum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

named_enum! {
    /// How a case of one decoder changed. The most important change comes first.
    pub enum Change {
        /// It passed, and counts against the decoder now.
        Regressed = "regressed",
        /// It counts against the decoder as before, with another verdict or another observation.
        ChangedWrong = "changed-wrong",
        /// It is judged in both, and in one of them the decoder answered differently when asked again.
        Flaky = "flaky",
        /// It counted against the decoder, and passes now.
        Fixed = "fixed",
        /// It counts against the decoder now and was not judged: the case or the decoder is not in the old report, or
        /// nothing could be judged.
        NewFailing = "new-failing",
        /// It passes now and was not judged.
        New = "new",
        /// It was judged and is not now: the case or the decoder is not in the new report, or nothing could be judged.
        Gone = "gone",
        /// It passes as before, or is wrong as before.
        Same = "same",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseOutcome {
    pub verdict: VerdictKind,
    /// What is wrong, or why it was not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// What the decoder gave, if it counts against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<String>,
}

impl CaseOutcome {
    /// What two bad outcomes are compared by.
    fn way(&self) -> (VerdictKind, Option<&str>, Option<&str>) {
        let cause = self.cause.as_deref().filter(|_| !self.verdict.has_varying_cause());
        (self.verdict, cause, self.observed.as_deref())
    }
}

impl fmt::Display for CaseOutcome {
    /// In one line: `pass`, `fail accepts-ill-formed: accept 00000000`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verdict.fmt(formatter)?;
        if let Some(cause) = &self.cause {
            write!(formatter, " {cause}")?;
        }
        match &self.observed {
            // Of what has no observation the verdict stands in its place.
            Some(observed) if *observed != self.verdict.name() => write!(formatter, ": {observed}"),
            _ => Ok(()),
        }
    }
}

/// What became of a case with these outcomes, `None` for a case that a report does not have; nothing if neither judged it.
pub(super) fn change(old: Option<&CaseOutcome>, new: Option<&CaseOutcome>) -> Option<Change> {
    let judged = |outcome: &&CaseOutcome| outcome.verdict.is_judged();
    let is_flaky = |outcome: &CaseOutcome| outcome.verdict == VerdictKind::Flaky;
    Some(match (old.filter(judged), new.filter(judged)) {
        (None, None) => return None,
        (None, Some(new)) if new.verdict.is_bad() => Change::NewFailing,
        (None, Some(_)) => Change::New,
        (Some(_), None) => Change::Gone,
        (Some(old), Some(new)) if is_flaky(old) || is_flaky(new) => Change::Flaky,
        (Some(old), Some(new)) => match (old.verdict.is_bad(), new.verdict.is_bad()) {
            (false, false) => Change::Same,
            (false, true) => Change::Regressed,
            (true, false) => Change::Fixed,
            (true, true) if old.way() == new.way() => Change::Same,
            (true, true) => Change::ChangedWrong,
        },
    })
}

/// Cases that changed in the same way, from the same to the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseChange {
    pub change: Change,
    /// What came of them in the old report; left out if it does not have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<CaseOutcome>,
    /// What came of them in the new one; left out if it does not have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<CaseOutcome>,
    /// Numbers of the cases in this record's list.
    pub cases: Ranges,
}

impl CaseChange {
    /// Whether the decoder got worse: they passed, or were asked and gave nothing to judge, and count against it now, also
    /// if only some of its answers do.
    pub fn is_worse(&self) -> bool {
        match self.change {
            Change::Regressed => true,
            Change::Flaky => self.old.as_ref().is_some_and(|old| !old.verdict.is_bad()),
            Change::NewFailing => self.old.is_some(),
            Change::ChangedWrong | Change::Fixed | Change::New | Change::Gone | Change::Same => false,
        }
    }
}

/// How many cases changed in which way. Its JSON has all ways.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts(BTreeMap<Change, usize>);

impl Default for Counts {
    fn default() -> Self {
        Self(Change::ALL.into_iter().map(|change| (change, 0)).collect())
    }
}

impl Counts {
    pub(super) fn add(&mut self, change: Change, cases: usize) {
        *self.0.entry(change).or_default() += cases;
    }

    /// How many changed in that way, or did not change.
    pub fn of(&self, change: Change) -> usize {
        self.0.get(&change).copied().unwrap_or_default()
    }

    /// How many are judged in the new report alone, failing or not.
    pub fn added(&self) -> usize {
        self.of(Change::New) + self.of(Change::NewFailing)
    }

    pub fn changed(&self) -> usize {
        self.0.values().sum::<usize>() - self.of(Change::Same)
    }

    /// How many cases were judged in both reports.
    pub fn compared(&self) -> usize {
        self.0.values().sum::<usize>() - self.added() - self.of(Change::Gone)
    }
}

#[cfg(test)]
mod tests {
    use super::{CaseOutcome, Change, change};
    use illformed_judge::judge::VerdictKind;

    fn outcome(text: &str) -> Option<CaseOutcome> {
        let mut words = text.split('|').map(|word| Some(word.to_owned()).filter(|word| !word.is_empty()));
        let name = words.next()??;
        let verdict = VerdictKind::ALL.into_iter().find(|kind| kind.name() == name).expect("a verdict");
        Some(CaseOutcome { verdict, cause: words.next().flatten(), observed: words.next().flatten() })
    }

    #[test]
    fn each_pair_of_outcomes_is_one_change() {
        let accepts = "fail|accepts-ill-formed|accept";
        let table = [
            ("pass", "pass", Some(Change::Same)),
            ("pass", accepts, Some(Change::Regressed)),
            (accepts, "pass", Some(Change::Fixed)),
            (accepts, accepts, Some(Change::Same)),
            (accepts, "fail|accepts-ill-formed|accept 00000041", Some(Change::ChangedWrong)),
            (accepts, "wrong-reason|offset|reject@2", Some(Change::ChangedWrong)),
            (accepts, "crashed|killed by SIGSEGV|crashed", Some(Change::ChangedWrong)),
            ("crashed|exit code 1|crashed", "crashed|exit code 1: ff|crashed", Some(Change::Same)),
            ("flaky||flaky", "pass", Some(Change::Flaky)),
            ("pass", "flaky||flaky", Some(Change::Flaky)),
            ("flaky||flaky", "flaky||flaky", Some(Change::Flaky)),
            ("flaky||flaky", "", Some(Change::Gone)),
            ("", "flaky||flaky", Some(Change::NewFailing)),
            ("", accepts, Some(Change::NewFailing)),
            ("declined|too long", accepts, Some(Change::NewFailing)),
            ("declined|too long", "pass", Some(Change::New)),
            ("pass", "not-applicable|no chunks", Some(Change::Gone)),
            ("pass", "", Some(Change::Gone)),
            ("unspecified|x", "declined|y", None),
            ("", "unspecified|x", None),
        ];
        for (old, new, expected) in table {
            assert_eq!(change(outcome(old).as_ref(), outcome(new).as_ref()), expected, "{old} -> {new}");
        }
    }

    #[test]
    fn an_outcome_is_one_line_and_says_nothing_twice() {
        for (text, line) in [
            ("pass", "pass"),
            ("fail|wrong-text|accept 00000041", "fail wrong-text: accept 00000041"),
            ("crashed|exit code 1|crashed", "crashed exit code 1"),
        ] {
            assert_eq!(outcome(text).map(|outcome| outcome.to_string()).as_deref(), Some(line));
        }
    }
}
