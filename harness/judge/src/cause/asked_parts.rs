//! Failures of which the cases do not say what is wrong: parts of their inputs are asked.

use crate::case::Case;
use crate::cause::attribution::{SHORT_PART, has_few};
use crate::cause::diagnosis::is_severe_answer;
use crate::cause::sensitivity::parts;
use crate::cause::{Cause, Deviation, Diagnosis, Severity};
use illformed_vectors::Input;
use std::collections::BTreeSet;

/// How many failures of one decoder in several calls are looked into.
const MOST_OPEN: usize = 64;

/// How many short parts are asked beside the cases.
const MOST_SHORT: usize = 4096;

/// Of how many inputs of a cause parts are asked.
const MOST_ALIKE: usize = 16;

/// What came of parts.
#[derive(Debug, Default)]
pub struct AskedParts {
    /// Whether each of them was answered, and the answer compared.
    pub are_judged: bool,
    /// What is wrong with the answers.
    pub wrong: Diagnosis,
}

impl Diagnosis {
    /// Asks the parts of each failure in several calls that few `cases` do not explain. If they are right, it is put down to what
    /// the decoder is sensitive to. Then asks short parts of inputs that the decoder, which has the causes `known`, may answer wrongly
    /// wherever they stand, and of those that may be told as imprecise for nothing but what surrounds them.
    pub fn ask_parts(
        &mut self,
        cases: &[Case<'_>],
        known: &BTreeSet<Cause>,
        ask: &mut dyn FnMut(&[Input]) -> AskedParts,
    ) {
        for case in self.open(cases).into_iter().take(MOST_OPEN) {
            let sensitivities = parts(cases[case].input());
            let mut is_right = |parts: &[Input]| {
                let AskedParts { are_judged, wrong } = ask(parts);
                are_judged && wrong.deviations.is_empty()
            };
            if let Some((cause, _)) = sensitivities.iter().find(|(_, parts)| is_right(parts)) {
                self.settle(case, *cause);
            }
        }
        let mut wrong = |parts: BTreeSet<Vec<u8>>| -> Option<Vec<Deviation>> {
            let parts: Vec<Input> = parts.into_iter().take(MOST_SHORT).map(Input::Bytes).collect();
            let wrong = (!parts.is_empty()).then(|| ask(&parts).wrong)?;
            Some(wrong.deviations.into_values().filter(is_severe_answer).collect())
        };
        self.short = wrong(self.short_parts(cases, known));
        if let Some(more) = wrong(self.doubtful_parts(cases, known)).filter(|more| !more.is_empty()) {
            self.short.get_or_insert_default().extend(more);
        }
    }

    /// The numbers of the failures in several calls that few `cases` do not explain; see [`parts`].
    fn open(&self, cases: &[Case<'_>]) -> Vec<usize> {
        if !has_few(cases) {
            return Vec::new();
        }
        let open = self.deviations.iter().filter(|(_, deviation)| is_open(deviation));
        open.map(|(number, _)| *number).filter(|number| cases[*number].is_script()).collect()
    }

    /// Short parts of inputs that say more of them than the cases do: of each that few `cases` do not explain, or else, where some
    /// are explained by nothing but their length or a place in them, of these and of others whose cause no short case shows.
    /// `expected` is that of [`causes`](Self::causes).
    fn short_parts(&self, cases: &[Case<'_>], expected: &BTreeSet<Cause>) -> BTreeSet<Vec<u8>> {
        let is_short = |number: &usize| match cases[*number].input() {
            Input::Bytes(bytes) => bytes.len() <= SHORT_PART,
            Input::Calls(_) => false,
        };
        let severe = self.deviations.iter().filter(|(_, deviation)| is_severe_answer(deviation));
        let severe = severe.map(|(number, deviation)| (*number, deviation.cause));
        let numbers: BTreeSet<usize> = if has_few(cases) {
            severe.map(|(number, _)| number).collect()
        } else {
            let long = self.attributed(cases, expected).remove(&Cause::PositionSensitive);
            let shown: BTreeSet<Cause> =
                severe.clone().filter(|(number, _)| is_short(number)).map(|(_, cause)| cause).collect();
            let others = severe.filter(|(_, cause)| !shown.contains(cause)).map(|(number, _)| number);
            long.map_or_else(BTreeSet::new, |long| long.into_iter().chain(others).collect())
        };
        self.parts_of(cases, numbers)
    }

    /// The short parts of the shortest inputs of each cause among the cases with those `numbers`.
    fn parts_of(&self, cases: &[Case<'_>], numbers: impl IntoIterator<Item = usize>) -> BTreeSet<Vec<u8>> {
        let bytes = |number: usize| match cases[number].input() {
            Input::Bytes(bytes) => Some((self.deviations[&number].cause, &**bytes)),
            Input::Calls(_) => None,
        };
        let mut inputs: Vec<(Cause, &[u8])> = numbers.into_iter().filter_map(bytes).collect();
        inputs.sort_by_key(|(cause, bytes)| (*cause, bytes.len()));
        let alike = inputs.chunk_by(|(cause, _), (other, _)| cause == other);
        let shortest = alike.flat_map(|alike| alike.iter().take(MOST_ALIKE));
        let parts = shortest.flat_map(|(_, bytes)| (1..=SHORT_PART).flat_map(|len| bytes.windows(len)));
        parts.map(<[u8]>::to_vec).collect()
    }

    /// Short parts of inputs whose answer is told as imprecise, and may come of a character that is refused before the error, or of an
    /// error that is accepted: where no case asks these alone, an offset says no more.
    fn doubtful_parts(&self, cases: &[Case<'_>], expected: &BTreeSet<Cause>) -> BTreeSet<Vec<u8>> {
        let told = self.attributed(cases, expected).into_iter();
        let imprecise = told.filter(|(cause, _)| cause.severity() == Severity::Imprecise);
        let is_doubtful = |number: &usize| {
            self.deviations[number].all().any(|cause| cause.is_refusal() || cause.accepts_ill_formed())
        };
        self.parts_of(cases, imprecise.flat_map(|(_, numbers)| numbers).filter(is_doubtful))
    }
}

/// Whether it is such an answer, or one behind a reset: what came before that may be why an offset is wrong.
pub(super) fn is_open(deviation: &Deviation) -> bool {
    is_severe_answer(deviation) || deviation.cause > Cause::Unstable && deviation.segment > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Plan;
    use illformed_vectors::Suite;

    #[test]
    fn of_few_cases_a_wrong_offset_behind_a_reset_may_come_of_what_came_before() {
        let plan = Plan::selected(Suite::embedded(), |id| id.vector.group() == "script");
        let number = plan.cases.iter().position(Case::is_script).unwrap();
        for (segment, open) in [(0, &[][..]), (1, &[number])] {
            let mut diagnosis = Diagnosis::default();
            diagnosis.insert(number, Deviation { segment, ..Deviation::new(Cause::WrongOffset) });
            assert_eq!(diagnosis.open(&plan.cases), open);
            diagnosis.settle(number, Cause::StateLeaks);
            let settled = if open.is_empty() { Cause::WrongOffset } else { Cause::StateLeaks };
            assert_eq!(diagnosis.deviations[&number].cause, settled);
        }
    }
}
