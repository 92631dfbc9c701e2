//! What came of a case, as far as two reports can be compared by it.

use crate::record::diff::Change;
use crate::record::run_record::Outcomes;
use illformed_judge::judge::VerdictKind;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;

/// What came of a case of one decoder.
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
    /// Whether it counts, for or against the decoder.
    pub fn is_judged(&self) -> bool {
        self.verdict.is_judged()
    }

    /// Whether it counts against the decoder.
    pub fn is_bad(&self) -> bool {
        self.verdict.is_bad()
    }

    /// Whether the decoder answered differently when it was asked again.
    fn is_flaky(&self) -> bool {
        self.verdict == VerdictKind::Flaky
    }

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
    let judged = |outcome: &&CaseOutcome| outcome.is_judged();
    Some(match (old.filter(judged), new.filter(judged)) {
        (None, None) => return None,
        (None, Some(_)) => Change::New,
        (Some(_), None) => Change::Gone,
        (Some(old), Some(new)) if old.is_flaky() || new.is_flaky() => Change::Flaky,
        (Some(old), Some(new)) => match (old.is_bad(), new.is_bad()) {
            (false, false) => Change::Same,
            (false, true) => Change::Regressed,
            (true, false) => Change::Fixed,
            (true, true) if old.way() == new.way() => Change::Same,
            (true, true) => Change::ChangedWrong,
        },
    })
}

/// What came of each case of a list.
pub(super) struct DecoderOutcomes {
    outcomes: Vec<CaseOutcome>,
    /// For each case the number of its outcome; `None` if the report does not have it.
    of_case: Vec<Option<usize>>,
}

impl DecoderOutcomes {
    /// The outcomes of a decoder that a report does not have.
    pub(super) fn empty(cases: usize) -> Self {
        Self { outcomes: Vec::new(), of_case: vec![None; cases] }
    }

    /// Those of `outcomes`, whose case numbers stand for the `places` in a list of `cases`.
    pub(super) fn of(outcomes: &Outcomes, places: &[Option<usize>], cases: usize) -> Self {
        let mut all = Self::empty(cases);
        let mut observed: Vec<Option<&str>> = vec![None; places.len()];
        for group in &outcomes.observed {
            group.cases.iter().for_each(|case| observed[case] = Some(&group.observed));
        }
        let mut numbers: HashMap<CaseOutcome, usize> = HashMap::new();
        for group in &outcomes.groups {
            // Within a group the outcomes differ in what was observed alone.
            let mut of_observed: HashMap<Option<&str>, usize> = HashMap::new();
            for case in group.cases.iter() {
                let Some(place) = places[case] else { continue };
                let number = *of_observed.entry(observed[case]).or_insert_with_key(|observed| {
                    let outcome = CaseOutcome {
                        verdict: group.verdict,
                        cause: group.cause.clone(),
                        observed: observed.map(str::to_owned),
                    };
                    *numbers.entry(outcome).or_insert_with_key(|outcome| {
                        all.outcomes.push(outcome.clone());
                        all.outcomes.len() - 1
                    })
                });
                all.of_case[place] = Some(number);
            }
        }
        all
    }

    /// The number of the case's outcome.
    pub(super) fn number(&self, case: usize) -> Option<usize> {
        self.of_case[case]
    }

    pub(super) fn outcome(&self, number: Option<usize>) -> Option<&CaseOutcome> {
        number.map(|number| &self.outcomes[number])
    }
}

#[cfg(test)]
mod tests {
    use super::{CaseOutcome, change};
    use crate::record::diff::Change;

    fn outcome(text: &str) -> Option<CaseOutcome> {
        let mut words = text.split('|').map(|word| Some(word.to_owned()).filter(|word| !word.is_empty()));
        let verdict = words.next()??.parse().expect("a verdict");
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
            ("", "flaky||flaky", Some(Change::New)),
            ("", accepts, Some(Change::New)),
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
