//! Which findings are kept with their details.

use illformed_judge::case::CaseId;
use illformed_judge::judge::VerdictKind;
use illformed_vectors::{Origin, VectorId};
use std::collections::HashMap;

/// How many vectors of a group that one decoder fails in the same way are kept in full. What somebody wrote has something
/// to say each; what is generated stands for what is beside it, and one fault fails hundreds of tests of a complete suite.
pub(super) const fn most_vectors(origin: &Origin) -> usize {
    match origin {
        Origin::Generated(_) => 20,
        Origin::Complete => 3,
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
#[derive(Debug, Default)]
pub(super) struct DetailChoice {
    /// The vector at hand, and how it or a case of it failed.
    vector: Option<VectorId>,
    seen: Vec<Way>,
    /// How many were kept of each group of vectors: of vectors themselves or derived cases.
    kept: HashMap<(String, bool, Way), usize>,
    derived: usize,
}

/// The verdict and its cause.
type Way = (VerdictKind, Option<String>);

impl DetailChoice {
    /// Whether the finding of a case that failed by `verdict`, for that cause as it is kept, is kept, where at most `most`
    /// vectors of its group are.
    pub(super) fn keeps(
        &mut self,
        id: &CaseId,
        verdict: VerdictKind,
        cause: Option<String>,
        most: usize,
    ) -> bool {
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
        let kept = self.kept.entry((id.vector.group().to_owned(), derived, way)).or_default();
        *kept += 1;
        let keeps = *kept <= if derived { DERIVED } else { most };
        self.derived += usize::from(keeps && derived);
        keeps
    }
}

#[cfg(test)]
mod tests {
    use super::{DERIVED, DetailChoice};
    use illformed_judge::judge::{Failure, VerdictKind};

    #[test]
    fn of_a_group_as_many_vectors_are_kept_as_it_may_have() {
        let mut choice = DetailChoice::default();
        let mut keeps = |id: &str| choice.keeps(&id.parse().unwrap(), VerdictKind::Fail, None, 2);
        let kept = ["a/a", "a/b", "a/c"].map(&mut keeps);
        assert_eq!(kept, [true, true, false]);
    }

    #[test]
    fn a_derived_case_is_kept_when_it_fails_in_another_way_than_its_vector() {
        let mut choice = DetailChoice::default();
        let mut keeps = |id: &str, failure: Failure| {
            let cause = Some(failure.name().to_owned());
            choice.keeps(&id.parse().unwrap(), VerdictKind::Fail, cause, 200)
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
