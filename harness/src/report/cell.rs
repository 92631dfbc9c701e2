//! One cell of the matrix: what a decoder makes of a group of vectors.

use crate::record::{CaseRecord, OutcomeGroup, Outcomes, RunRecord, VectorRecord};
use crate::report::Style;

/// What a cell says; the greatest of what happened in its group wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cell {
    /// No case of the group was in the run.
    Empty,
    /// Nothing could be asked.
    NotApplicable,
    /// Nothing was asked, or the adapter declined.
    Skipped,
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
    /// Each with its letter and its meaning, for the legend.
    pub(crate) const LEGEND: [(Self, &'static str); 10] = [
        (Self::Pass, "right"),
        (Self::Partly, "right, some not judged"),
        (Self::Accepts, "accepts ill-formed"),
        (Self::Refuses, "refuses well-formed"),
        (Self::WrongText, "wrong text"),
        (Self::WrongReason, "wrong offset or length"),
        (Self::Late, "late"),
        (Self::Broken, "crashed or hung"),
        (Self::Unspecified, "unspecified"),
        (Self::NotApplicable, "cannot be asked"),
    ];

    /// Its letter.
    pub(crate) const fn letter(self) -> char {
        match self {
            Self::Empty => ' ',
            Self::NotApplicable => '-',
            Self::Skipped => 's',
            Self::Unspecified => '?',
            Self::Pass => '.',
            Self::Partly => ',',
            Self::Late => 'l',
            Self::WrongReason => 'o',
            Self::Flaky => '~',
            Self::WrongText => 'T',
            Self::Refuses => 'R',
            Self::Accepts => 'A',
            Self::Broken => '!',
        }
    }

    /// Its letter, coloured.
    pub(crate) fn painted(self, style: Style) -> String {
        let letter = self.letter().to_string();
        match self {
            Self::Empty | Self::Partly => letter,
            Self::Pass => style.good(&letter),
            Self::NotApplicable | Self::Skipped | Self::Unspecified => style.faint(&letter),
            Self::Late | Self::WrongReason => style.doubtful(&letter),
            Self::Flaky | Self::WrongText | Self::Refuses | Self::Accepts | Self::Broken => {
                style.bad(&letter)
            }
        }
    }

    fn of(outcome: &OutcomeGroup) -> Self {
        match (outcome.verdict.as_str(), outcome.cause.as_deref()) {
            ("pass", _) => Self::Pass,
            ("fail", Some("accepts-ill-formed")) => Self::Accepts,
            ("fail", Some("refuses-well-formed")) => Self::Refuses,
            ("fail", _) => Self::WrongText,
            ("wrong-reason", _) => Self::WrongReason,
            ("late-error", _) => Self::Late,
            ("flaky", _) => Self::Flaky,
            ("skipped", _) => Self::Skipped,
            ("not-applicable", _) => Self::NotApplicable,
            ("unspecified", _) => Self::Unspecified,
            _ => Self::Broken,
        }
    }
}

/// The cells of `outcomes`, one for each group of the record's suite.
pub(crate) fn cells(record: &RunRecord, outcomes: &Outcomes) -> Vec<Cell> {
    let group_of = |vector: &VectorRecord| {
        let name = vector.id.split('/').next().unwrap_or_default();
        record.suite.groups.iter().position(|group| group.name == name)
    };
    let groups: Vec<Option<usize>> = record.vectors.iter().map(group_of).collect();
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
