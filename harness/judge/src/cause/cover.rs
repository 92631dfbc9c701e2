//! The fewest causes that explain some deviations.

use crate::cause::{Cause, Deviation};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Causes of which each deviation has one. A deviation may have several explanations: what accepts an overlong form also
/// gives another length for the error in one that is cut.
#[derive(Debug, Default)]
pub(super) struct Cover {
    /// Each cause, with the number of deviations that it may explain.
    chosen: BTreeMap<Cause, usize>,
}

/// How many deviations have that cause and those explanations. Most deviations are alike.
type AlikeDeviations = BTreeMap<(Cause, BTreeSet<Cause>), usize>;

impl Cover {
    /// A cover of `deviations`: first the causes of those that have one explanation alone, and then, as long as some are
    /// left, one of `expected` that explains some, or else the cause that explains most of these, and of several the one that
    /// most of them have first, or the first of the catalogue. No other cause is worse than all that was seen: where only
    /// offsets and lengths are wrong, a decoder that is said to hide errors would be accused of what no answer shows. A cause
    /// is exchanged in the end if there is a [likelier](Self::likelier) one.
    pub(super) fn of<'a>(
        deviations: impl IntoIterator<Item = &'a Deviation>,
        expected: &BTreeSet<Cause>,
    ) -> Self {
        let mut counts = AlikeDeviations::new();
        for deviation in deviations {
            *counts.entry((deviation.cause, deviation.all().collect())).or_default() += 1;
        }
        let mut explained: BTreeMap<Cause, usize> = BTreeMap::new();
        for ((_, all), count) in &counts {
            for cause in all {
                *explained.entry(*cause).or_default() += count;
            }
        }
        let worst = counts.keys().map(|(own, _)| own.severity()).min();
        let mut cover = Self::default();
        let certain = counts.keys().filter(|(_, all)| all.len() == 1).map(|(cause, _)| *cause);
        for cause in certain.collect::<BTreeSet<Cause>>() {
            cover.chosen.insert(cause, explained[&cause]);
        }
        loop {
            let is_left = |all: &BTreeSet<Cause>| !all.iter().any(|cause| cover.chosen.contains_key(cause));
            let is_refusal = |all: &BTreeSet<Cause>| all.iter().all(|cause| cause.is_refusal());
            // What is refused beyond doubt comes first, by its class: a wrong offset may look like more of it.
            let has_refusal = counts.keys().any(|(_, all)| is_left(all) && is_refusal(all));
            let is_next = |all: &BTreeSet<Cause>| is_left(all) && (!has_refusal || is_refusal(all));
            let mut left: BTreeMap<Cause, (usize, usize)> = BTreeMap::new();
            for ((own, all), count) in counts.iter().filter(|((_, all), _)| is_next(all)) {
                let may_be = |cause: &&Cause| {
                    let is_known = expected.contains(cause);
                    // Where several classes are found they are told as this one.
                    let is_class = *cause == own || **cause != Cause::RefusesWellFormed;
                    (is_class || is_known && !has_refusal) && (is_known || Some(cause.severity()) >= worst)
                };
                for cause in all.iter().filter(may_be) {
                    let (explains, has) = left.entry(*cause).or_default();
                    *explains += count;
                    *has += if cause == own { *count } else { 0 };
                }
            }
            // Errors that are seen behind U+0000 alone are not read.
            let best = left.into_iter().max_by_key(|(cause, (explains, has))| {
                (expected.contains(cause), *explains, *cause == Cause::EndsAtNul, *has, Reverse(*cause))
            });
            let Some((next, _)) = best else { break };
            cover.chosen.insert(next, explained[&next]);
        }
        for cause in
            cover.chosen.keys().copied().filter(|cause| !expected.contains(cause)).collect::<Vec<_>>()
        {
            if let Some(other) = cover.likelier(cause, &counts) {
                cover.chosen.remove(&cause);
                cover.chosen.insert(other, explained[&other]);
            }
        }
        cover
    }

    /// What is likelier than the chosen `cause`, which may have been chosen for a few deviations that are explained by now: another
    /// that explains all that is left to it, and that more of these have first.
    fn likelier(&self, cause: Cause, counts: &AlikeDeviations) -> Option<Cause> {
        let is_other = |one: &Cause| *one != cause && self.chosen.contains_key(one);
        let left: Vec<(Cause, &BTreeSet<Cause>, usize)> = counts
            .iter()
            .filter(|((_, all), _)| all.contains(&cause) && !all.iter().any(is_other))
            .map(|((own, all), count)| (*own, all, *count))
            .collect();
        let have = |own: Cause| left.iter().filter(|one| one.0 == own).map(|one| one.2).sum::<usize>();
        let others =
            left.iter().map(|(own, ..)| *own).filter(|own| left.iter().all(|(_, all, _)| all.contains(own)));
        // Errors that are seen behind U+0000 alone are not read.
        others
            .max_by_key(|other| have(*other))
            .filter(|other| cause != Cause::EndsAtNul && have(*other) > have(cause))
    }

    /// The chosen cause of `deviation`: its own, or of its kin the one that explains most.
    pub(super) fn cause(&self, deviation: &Deviation) -> Option<Cause> {
        if self.chosen.contains_key(&deviation.cause) {
            return Some(deviation.cause);
        }
        let kin = deviation.kin.iter().filter_map(|kin| Some((self.chosen.get(kin)?, *kin)));
        kin.max().map(|(_, kin)| kin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_that_is_refused_and_wrong_offsets_that_look_like_it_are_two_causes() {
        let refused =
            Deviation::new(Cause::RefusesNul).with_kin([Cause::RefusesAscii, Cause::RefusesWellFormed]);
        let offset = Deviation::new(Cause::WrongOffset).with_kin([Cause::RefusesAscii]);
        let all = [&refused, &offset, &offset, &offset];
        let cover = Cover::of(all, &BTreeSet::new());
        assert_eq!(all.map(|one| cover.cause(one)), all.map(|one| Some(one.cause)));
    }

    #[test]
    fn of_several_chosen_causes_that_which_explains_most_is_told() {
        let [frequent, rare] = [Cause::AcceptsOverlong2, Cause::AcceptsTruncated];
        assert!(frequent < rare, "the catalogue alone would say the other");
        let of_either = Deviation::new(Cause::HidesErrors).with_kin([rare, frequent]);
        let all = [Deviation::new(frequent), Deviation::new(frequent), Deviation::new(rare), of_either];
        let cover = Cover::of(&all, &BTreeSet::new());
        assert_eq!(
            all.each_ref().map(|deviation| cover.cause(deviation)),
            [frequent, frequent, rare, frequent].map(Some)
        );
        assert_eq!(cover.cause(&Deviation::new(Cause::Hangs)), None);
    }

    #[test]
    fn a_cause_that_rare_deviations_need_is_none_if_another_of_theirs_is_found() {
        let [loses, replaces, refuses] =
            [Cause::LosesText, Cause::ReplacesOtherwise, Cause::RefusesNoncharacter];
        let refused = Deviation::new(refuses).with_kin([Cause::DecodesWrongly]);
        let replaced = Deviation::new(replaces).with_kin([loses]);
        let both = Deviation::new(loses).with_kin([refuses]);
        let all = [&refused, &both, &replaced, &replaced];
        let cover = Cover::of(all, &BTreeSet::new());
        assert_eq!(all.map(|one| cover.cause(one)), [refuses, refuses, replaces, replaces].map(Some));
    }
}
