//! Which outcomes of a decoder a record keeps with their details.

use illformed_judge::case::CaseId;
use illformed_judge::judge::VerdictKind;
use illformed_vectors::{Origin, Suite, VectorId};
use std::collections::HashMap;

/// How many vectors of `group` that one decoder fails in the same way are kept in full. What somebody wrote has something to
/// say each; what is generated stands for what is beside it, and one fault fails hundreds of tests of a complete suite.
fn most_vectors(suite: &Suite, group: &str) -> usize {
    match suite.files().iter().find(|file| file.group == group).map(|file| &file.origin) {
        Some(Origin::Generated(_)) => 20,
        Some(Origin::Complete) => 3,
        _ => 200,
    }
}

/// How many derived cases of a group that one decoder fails in the same way are kept in full.
const DERIVED: usize = 3;

/// How many derived cases of one decoder are kept in full, in whatever way it fails.
const DERIVED_OF_DECODER: usize = 200;

/// Decides it for one decoder, judged one way, case by case in the plan's order. A derived case that fails as its vector
/// does, or as another case of it, tells nothing new; and of the others a few tell what all do. Their verdicts are in the
/// groups of outcomes.
#[derive(Debug)]
pub(super) struct FindingChoice<'a> {
    suite: &'a Suite,
    /// The vector at hand, and how it or a case of it failed.
    vector: Option<VectorId>,
    seen: Vec<Way>,
    /// How many were kept of each group of vectors: of vectors themselves or derived cases.
    kept: HashMap<(String, bool, Way), usize>,
    derived: usize,
}

type Way = (VerdictKind, Option<String>);

impl<'a> FindingChoice<'a> {
    pub(super) fn new(suite: &'a Suite) -> Self {
        Self { suite, vector: None, seen: Vec::new(), kept: HashMap::new(), derived: 0 }
    }

    /// Whether the details of a case that failed by `verdict`, for that cause as it is kept, are kept.
    pub(super) fn keeps(&mut self, id: &CaseId, verdict: VerdictKind, cause: Option<String>) -> bool {
        if self.vector.as_ref() != Some(&id.vector) {
            self.vector = Some(id.vector.clone());
            self.seen.clear();
        }
        let way = (verdict, cause);
        let derived = id.recipe.is_some();
        if derived && (self.seen.contains(&way) || self.derived >= DERIVED_OF_DECODER) {
            return false;
        }
        self.seen.push(way.clone());
        let group = id.vector.group();
        let most = if derived { DERIVED } else { most_vectors(self.suite, group) };
        let kept = self.kept.entry((group.to_owned(), derived, way)).or_default();
        *kept += 1;
        let keeps = *kept <= most;
        self.derived += usize::from(keeps && derived);
        keeps
    }
}

#[cfg(test)]
mod tests {
    use super::{DERIVED, FindingChoice};
    use illformed_judge::complete::default_suite;
    use illformed_judge::judge::{Failure, VerdictKind};
    use illformed_vectors::Suite;

    #[test]
    fn of_a_group_as_many_vectors_are_kept_as_it_may_have() {
        let suite = default_suite();
        for (group, most) in [("complete", 3), ("dfa", 20), ("boundary", 200)] {
            let mut choice = FindingChoice::new(suite);
            let mut keeps =
                |id: usize| choice.keeps(&format!("{group}/v{id}").parse().unwrap(), VerdictKind::Fail, None);
            assert_eq!((0..300).filter(|id| keeps(*id)).count(), most, "{group}");
        }
    }

    #[test]
    fn a_derived_case_is_kept_when_it_fails_in_another_way_than_its_vector() {
        let mut choice = FindingChoice::new(Suite::embedded());
        let mut keeps = |id: &str, failure: Failure| {
            let cause = Some(failure.name().to_owned());
            choice.keeps(&id.parse().unwrap(), VerdictKind::Fail, cause)
        };
        assert!(keeps("a/b", Failure::AcceptsIllFormed));
        assert!(!keeps("a/b@split=1", Failure::AcceptsIllFormed));
        assert!(keeps("a/b@split=2", Failure::WrongText));
        assert!(!keeps("a/b@split=3", Failure::WrongText));
        let kept =
            ["c", "d", "e", "f", "g"].map(|slug| keeps(&format!("a/{slug}@bytes"), Failure::WrongText));
        // One was kept of the first vector.
        assert_eq!(kept.iter().filter(|kept| **kept).count(), DERIVED - 1);
        assert!(keeps("b/a@bytes", Failure::WrongText), "another group");
        assert!(keeps("a/h", Failure::WrongText), "a vector itself");
    }
}
