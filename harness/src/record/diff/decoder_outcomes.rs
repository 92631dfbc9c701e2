//! The outcomes of one decoder, case by case.

use crate::record::diff::CaseOutcome;
use crate::record::run_record::Outcomes;
use std::collections::HashMap;

/// What came of each case of a list.
pub(super) struct DecoderOutcomes {
    /// The different outcomes.
    outcomes: Vec<CaseOutcome>,
    /// For each case the number of its outcome; `None` if the report does not have it.
    of_case: Vec<Option<usize>>,
}

impl DecoderOutcomes {
    /// The sheet of a decoder that a report does not have.
    pub(super) fn empty(cases: usize) -> Self {
        Self { outcomes: Vec::new(), of_case: vec![None; cases] }
    }

    /// The sheet of `outcomes`, whose case numbers stand for the `places` in a list of `cases`.
    pub(super) fn of(outcomes: &Outcomes, places: &[Option<usize>], cases: usize) -> Self {
        let mut decoder_outcomes = Self::empty(cases);
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
                        decoder_outcomes.outcomes.push(outcome.clone());
                        decoder_outcomes.outcomes.len() - 1
                    })
                });
                decoder_outcomes.of_case[place] = Some(number);
            }
        }
        decoder_outcomes
    }

    /// The number of the case's outcome.
    pub(super) fn number(&self, case: usize) -> Option<usize> {
        self.of_case[case]
    }

    /// The outcome of that number.
    pub(super) fn outcome(&self, number: Option<usize>) -> Option<&CaseOutcome> {
        number.map(|number| &self.outcomes[number])
    }
}
