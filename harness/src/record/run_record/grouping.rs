//! Where the group of an outcome stands.

use crate::record::run_record::cut::{MOST_OF_WORD, cut};
use crate::record::run_record::{OutcomeGroup, Ranges};
use illformed_judge::judge::{Checked, VerdictKind};
use std::collections::HashMap;

/// How many different causes of one verdict have groups of their own. They are words of an adapter, which may give another
/// for each case.
const MOST_CAUSES: usize = 100;

/// What stands for all other causes.
const OTHER_CAUSES: &str = "another reason, after 100 different ones";

/// The groups of one decoder, judged one way, by what their cases have in common.
#[derive(Debug, Clone, Default)]
pub(super) struct GroupIndex {
    places: HashMap<(VerdictKind, Option<String>, Checked), usize>,
    words: CauseWords,
}

/// The causes of each verdict that have groups.
#[derive(Debug, Clone, Default)]
pub(super) struct CauseWords(HashMap<VerdictKind, Vec<String>>);

impl CauseWords {
    /// What is kept of the cause of a verdict: the same for the same cause.
    pub(super) fn kept(&mut self, verdict: VerdictKind, cause: Option<&str>) -> Option<String> {
        let cause = cut(cause?, MOST_OF_WORD);
        let known = self.0.entry(verdict).or_default();
        if known.iter().any(|known| *known == *cause) {
            return Some(cause.into_owned());
        }
        if known.len() < MOST_CAUSES {
            known.push(cause.clone().into_owned());
            return Some(cause.into_owned());
        }
        Some(OTHER_CAUSES.to_owned())
    }
}

impl GroupIndex {
    /// What is kept of the cause of a verdict.
    pub(super) fn cause(&mut self, verdict: VerdictKind, cause: Option<&str>) -> Option<String> {
        self.words.kept(verdict, cause)
    }

    /// The group of that outcome, which is made if there is none yet.
    pub(super) fn group<'a>(
        &mut self,
        groups: &'a mut Vec<OutcomeGroup>,
        verdict: VerdictKind,
        cause: Option<String>,
        checked: Checked,
    ) -> &'a mut OutcomeGroup {
        let place = *self.places.entry((verdict, cause, checked)).or_insert_with_key(|(_, cause, _)| {
            groups.push(OutcomeGroup {
                verdict,
                cause: cause.clone(),
                checked: checked.names().into_iter().map(str::to_owned).collect(),
                cases: Ranges::default(),
            });
            groups.len() - 1
        });
        &mut groups[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_different_causes_are_a_hundred_groups_and_one() {
        const CASES: usize = 2_500;
        let (mut index, mut groups) = (GroupIndex::default(), Vec::new());
        for case in 0..CASES {
            let cause = index.cause(VerdictKind::Declined, Some(&format!("{case}{}", "x".repeat(10_000))));
            index.group(&mut groups, VerdictKind::Declined, cause, Checked::default()).cases.push(case);
        }
        assert_eq!(groups.len(), MOST_CAUSES + 1);
        assert_eq!(groups.iter().map(|group| group.cases.len()).sum::<usize>(), CASES);
        assert_eq!(groups[MOST_CAUSES].cause.as_deref(), Some(OTHER_CAUSES));
        assert!(groups.iter().all(|group| group.cause.as_ref().is_some_and(|cause| cause.len() < 600)));
        // Known ones go on to be told apart, and so does another verdict.
        let known = groups[7].cause.clone();
        assert_eq!(index.cause(VerdictKind::Declined, Some(&format!("7{}", "x".repeat(10_000)))), known);
        assert_eq!(index.cause(VerdictKind::Crashed, Some("signal 9")).as_deref(), Some("signal 9"));
    }

    #[test]
    fn what_was_compared_tells_groups_apart() {
        let (mut index, mut groups) = (GroupIndex::default(), Vec::new());
        let more = Checked { answer: true, ..Checked::default() };
        for (case, checked) in [Checked::default(), more, Checked::default()].into_iter().enumerate() {
            index.group(&mut groups, VerdictKind::Pass, None, checked).cases.push(case);
        }
        let texts: Vec<String> = groups.iter().map(|group| group.cases.to_string()).collect();
        assert_eq!(texts, ["0,2", "1"]);
    }
}
