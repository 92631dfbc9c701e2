//! What each decoder did, in a form in which any two can be compared.

use crate::record::run_record::{DecoderRecord, OutcomeGroup, RunRecord};
use illformed_judge::judge::VerdictClass;
use serde_json::Value;
use std::collections::HashMap;

/// The outcome of a case that was not judged.
const UNJUDGED: u32 = 0;

/// The outcome of a case in which nothing was found.
const PASS: u32 = 1;

/// What one decoder did, judged by RFC 3629.
#[derive(Debug)]
pub(super) struct Behaviour {
    /// For each case a number that stands for the verdict and its cause.
    outcomes: Vec<u32>,
    /// The cases that count against it, ascending.
    bad: Vec<usize>,
    /// Of those, what it gave, where the record has it.
    observed: HashMap<usize, u32>,
    /// In which form it answers: observations of different forms cannot be compared.
    form: u32,
    /// How many cases were judged.
    pub(super) judged: usize,
}

/// The behaviours of the decoders of `record`, in its order.
pub(super) fn behaviours(record: &RunRecord) -> Vec<Behaviour> {
    let mut names = Names::default();
    record.decoders.iter().map(|decoder| behaviour(record, decoder, &mut names)).collect()
}

fn behaviour(record: &RunRecord, decoder: &DecoderRecord, names: &mut Names) -> Behaviour {
    let mut outcomes = vec![UNJUDGED; record.cases.len()];
    let mut bad = Vec::new();
    for group in &decoder.shown().groups {
        let outcome = outcome(group, names);
        for case in group.cases.iter() {
            outcomes[case] = outcome;
            if outcome > PASS {
                bad.push(case);
            }
        }
    }
    bad.sort_unstable();
    let kept = decoder.shown().observed.iter().chain(&decoder.by_claim.observed);
    let observed = kept.flat_map(|group| {
        let name = names.number(&group.observed);
        group.cases.iter().map(move |case| (case, name))
    });
    let observed = observed.collect();
    let claim = &decoder.claim;
    let word =
        |value: serde_json::Result<Value>| value.map_or_else(|_| String::new(), |word| word.to_string());
    let words =
        [serde_json::to_value(claim.kind), serde_json::to_value(claim.out), serde_json::to_value(claim.at)];
    let form = names.number(&words.map(word).join(" "));
    let judged = outcomes.iter().filter(|outcome| **outcome != UNJUDGED).count();
    Behaviour { outcomes, bad, observed, form, judged }
}

/// A wrong answer is told apart by its cause; in which words a process died or was waited for differs from run to run.
fn outcome(group: &OutcomeGroup, names: &mut Names) -> u32 {
    let cause = group.cause.as_deref().filter(|_| !group.verdict.has_varying_cause());
    match (group.verdict.class(), cause) {
        (VerdictClass::Unjudged, _) => UNJUDGED,
        (VerdictClass::Right, _) => PASS,
        (VerdictClass::Wrong | VerdictClass::Broken, Some(cause)) => {
            names.number(&format!("{} {cause}", group.verdict))
        }
        (VerdictClass::Wrong | VerdictClass::Broken, None) => names.number(group.verdict.name()),
    }
}

impl Behaviour {
    /// Whether nothing was found.
    pub(super) fn is_faultless(&self) -> bool {
        self.bad.is_empty()
    }

    /// The cases on which the two differ, ascending: both were judged on them, and the verdict or its cause is not the same;
    /// or it is the same failure, and two decoders that answer in the same form did not answer the same.
    pub(super) fn differences(&self, other: &Self) -> impl Iterator<Item = usize> {
        // A case that counts against neither passed for both, or was not judged.
        let mut left = self.bad.iter().copied().peekable();
        let mut right = other.bad.iter().copied().peekable();
        let either = std::iter::from_fn(move || {
            let next = match (left.peek(), right.peek()) {
                (Some(one), Some(two)) => *one.min(two),
                (Some(only), None) | (None, Some(only)) => *only,
                (None, None) => return None,
            };
            left.next_if_eq(&next);
            right.next_if_eq(&next);
            Some(next)
        });
        either.filter(|case| self.differs(other, *case))
    }

    fn differs(&self, other: &Self, case: usize) -> bool {
        let (one, two) = (self.outcomes[case], other.outcomes[case]);
        if one == UNJUDGED || two == UNJUDGED {
            return false;
        }
        let answers = [self.observed.get(&case), other.observed.get(&case)];
        one != two || (self.form == other.form && matches!(answers, [Some(one), Some(two)] if one != two))
    }

    /// How many cases count against it.
    pub(super) fn bad_count(&self) -> usize {
        self.bad.len()
    }

    /// The first case that counts against it.
    pub(super) fn first_bad(&self) -> Option<usize> {
        self.bad.first().copied()
    }
}

#[cfg(test)]
impl Behaviour {
    /// A decoder with those outcomes, which gave `observed` for each case that counts against it.
    pub(super) fn of(outcomes: &[u32], form: u32, observed: u32) -> Self {
        let bad: Vec<usize> = (0..outcomes.len()).filter(|case| outcomes[*case] > PASS).collect();
        let observed = bad.iter().map(|case| (*case, observed)).collect();
        let judged = outcomes.iter().filter(|outcome| **outcome != UNJUDGED).count();
        Self { outcomes: outcomes.to_vec(), bad, observed, form, judged }
    }
}

/// Numbers for names, from 2 on.
#[derive(Debug, Default)]
struct Names(HashMap<String, u32>);

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.0.get(name) {
            return *number;
        }
        // There are fewer than 2^32 texts in a record of any size that can be read.
        let number = u32::try_from(self.0.len()).unwrap_or(u32::MAX - 2) + 2;
        self.0.insert(name.to_owned(), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::Behaviour;

    #[test]
    fn two_decoders_differ_where_both_were_judged_and_the_outcome_or_the_answer_is_another() {
        let one = Behaviour::of(&[0, 1, 2, 2, 3, 0], 7, 9);
        for (outcomes, form, observed, expected, what) in [
            (&[0, 1, 2, 2, 3, 0], 7, 9, &[][..], "the same"),
            (&[2, 1, 2, 2, 3, 3], 7, 9, &[], "asked more"),
            (&[0, 0, 0, 2, 0, 0], 7, 9, &[], "asked less"),
            (&[0, 2, 1, 3, 3, 1], 7, 9, &[1, 2, 3], "other outcomes"),
            (&[0, 1, 2, 2, 3, 0], 7, 8, &[2, 3, 4], "other answers"),
            (&[0, 1, 2, 2, 3, 0], 6, 8, &[], "answers in another form"),
        ] {
            let other = Behaviour::of(outcomes, form, observed);
            assert_eq!(one.differences(&other).collect::<Vec<_>>(), expected, "{what}");
            assert_eq!(other.differences(&one).collect::<Vec<_>>(), expected, "{what}, the other way round");
        }
    }
}
