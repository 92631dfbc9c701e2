//! One cell of the matrix: what a decoder makes of a group of vectors.

use crate::record::run_record::{CaseRecord, OutcomeGroup, Outcomes, RunRecord};
use crate::tell::report::words::group_of;
use illformed_judge::judge::VerdictKind;

/// What a cell says; the greatest of what happened in its group wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cell {
    /// No case of the group was in the run.
    Empty,
    /// Nothing could be asked.
    NotApplicable,
    /// The adapter declined, or was not asked.
    Declined,
    /// No replacement policy is documented.
    NoPolicy,
    /// The standard does not say.
    Unspecified,
    /// What could be compared is right.
    Pass,
    /// What could be judged is right, and some vector could not be.
    Partly,
    /// Right, but late.
    Late,
    /// Right for a wrong reason.
    WrongReason,
    /// Different answers to the same question.
    Flaky,
    /// Wrong text.
    WrongText,
    /// Well-formed bytes are refused.
    Refuses,
    /// Ill-formed bytes are accepted.
    Accepts,
    /// The adapter crashed, hung or broke the protocol.
    Broken,
}

impl Cell {
    /// All that have a letter, in the order of the legend.
    pub(crate) const LEGEND: [Self; 13] = [
        Self::Pass,
        Self::Partly,
        Self::Accepts,
        Self::Refuses,
        Self::WrongText,
        Self::WrongReason,
        Self::Late,
        Self::Flaky,
        Self::Broken,
        Self::Unspecified,
        Self::NoPolicy,
        Self::Declined,
        Self::NotApplicable,
    ];

    /// Its letter, and what it means.
    const fn row(self) -> (char, &'static str) {
        match self {
            Self::Empty => (' ', "not in this run"),
            Self::NotApplicable => ('-', "not applicable"),
            Self::Declined => ('s', "declined or not asked"),
            Self::NoPolicy => ('p', "no documented policy"),
            Self::Unspecified => ('?', "undefined by its standard"),
            Self::Pass => ('.', "right"),
            Self::Partly => (',', "right, some not judged"),
            Self::Late => ('l', "late"),
            Self::WrongReason => ('o', "wrong offset or length"),
            Self::Flaky => ('~', "different answers"),
            Self::WrongText => ('T', "wrong text"),
            Self::Refuses => ('R', "refuses well-formed"),
            Self::Accepts => ('A', "accepts ill-formed"),
            Self::Broken => ('!', "crashed or hung"),
        }
    }

    /// Its letter.
    pub(crate) const fn letter(self) -> char {
        self.row().0
    }

    /// What it means.
    pub(crate) const fn meaning(self) -> &'static str {
        self.row().1
    }

    /// What it is after that outcome alone.
    pub(crate) fn of(outcome: &OutcomeGroup) -> Self {
        match (outcome.verdict, outcome.cause.as_deref()) {
            (VerdictKind::Pass, _) => Self::Pass,
            (VerdictKind::Fail, Some("accepts-ill-formed")) => Self::Accepts,
            (VerdictKind::Fail, Some("refuses-well-formed")) => Self::Refuses,
            (VerdictKind::Fail, _) => Self::WrongText,
            (VerdictKind::WrongReason, _) => Self::WrongReason,
            (VerdictKind::LateError, _) => Self::Late,
            (VerdictKind::Flaky, _) => Self::Flaky,
            (VerdictKind::Declined | VerdictKind::NotAsked, _) => Self::Declined,
            (VerdictKind::NoPolicy, _) => Self::NoPolicy,
            (VerdictKind::NotApplicable, _) => Self::NotApplicable,
            (VerdictKind::Unspecified, _) => Self::Unspecified,
            (VerdictKind::Crashed | VerdictKind::TimedOut | VerdictKind::ProtocolError, _) => Self::Broken,
        }
    }
}

/// What was compared, a letter each: a answer, p place and l length of errors, t text, c the answer of each call.
pub(crate) fn checked(groups: &[OutcomeGroup]) -> String {
    let in_any = |name: &str| groups.iter().any(|group| group.checked.iter().any(|checked| checked == name));
    let letters = [("answer", 'a'), ("at", 'p'), ("len", 'l'), ("out", 't'), ("per-call", 'c')];
    letters.into_iter().map(|(name, letter)| if in_any(name) { letter } else { '-' }).collect()
}

/// The cells of `outcomes`, one for each group of the record's suite.
pub(crate) fn cells(record: &RunRecord, outcomes: &Outcomes) -> Vec<Cell> {
    let place = |vector| record.suite.groups.iter().position(|group| group.name == group_of(vector));
    let groups: Vec<Option<usize>> = record.vectors.iter().map(place).collect();
    let mut cells = vec![Cell::Empty; record.suite.groups.len()];
    let mut unjudged = vec![false; cells.len()];
    for outcome in &outcomes.groups {
        let cell = Cell::of(outcome);
        for case in outcome.cases.iter() {
            let CaseRecord { vector, recipe } = &record.cases[case];
            let Some(group) = groups[*vector] else { continue };
            cells[group] = cells[group].max(cell);
            // Derived cases ask the same in another way; that many decoders take no chunks is no gap in a group.
            unjudged[group] |= cell < Cell::Pass && recipe.is_empty();
        }
    }
    let partly = |(cell, unjudged)| if cell == Cell::Pass && unjudged { Cell::Partly } else { cell };
    cells.into_iter().zip(unjudged).map(partly).collect()
}

#[cfg(test)]
mod tests {
    use super::Cell;
    use std::collections::BTreeSet;

    /// The one that wins over `cell` alone, the first for `None`; a new one does not compile without a place here.
    fn next(cell: Option<Cell>) -> Option<Cell> {
        Some(match cell {
            None => Cell::Empty,
            Some(Cell::Empty) => Cell::NotApplicable,
            Some(Cell::NotApplicable) => Cell::Declined,
            Some(Cell::Declined) => Cell::NoPolicy,
            Some(Cell::NoPolicy) => Cell::Unspecified,
            Some(Cell::Unspecified) => Cell::Pass,
            Some(Cell::Pass) => Cell::Partly,
            Some(Cell::Partly) => Cell::Late,
            Some(Cell::Late) => Cell::WrongReason,
            Some(Cell::WrongReason) => Cell::Flaky,
            Some(Cell::Flaky) => Cell::WrongText,
            Some(Cell::WrongText) => Cell::Refuses,
            Some(Cell::Refuses) => Cell::Accepts,
            Some(Cell::Accepts) => Cell::Broken,
            Some(Cell::Broken) => return None,
        })
    }

    #[test]
    fn every_letter_of_a_cell_is_in_the_legend_once() {
        let all: BTreeSet<Cell> = std::iter::successors(next(None), |cell| next(Some(*cell))).collect();
        assert_eq!(all.len(), Cell::Broken as usize + 1);
        let legend = BTreeSet::from(Cell::LEGEND);
        assert_eq!(legend.len(), Cell::LEGEND.len());
        let missing: Vec<&Cell> = all.difference(&legend).collect();
        // It is a blank.
        assert_eq!(missing, [&Cell::Empty]);
        let letters: BTreeSet<char> = all.iter().map(|cell| cell.letter()).collect();
        let meanings: BTreeSet<&str> = all.iter().map(|cell| cell.meaning()).collect();
        assert_eq!((letters.len(), meanings.len()), (all.len(), all.len()), "no two are written alike");
    }
}
