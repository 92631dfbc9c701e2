//! A small choice of sets that together have all that any of them has.

use std::collections::BTreeSet;

/// The numbers of some of `sets` that together have everything that any of them has and `known` has not; each has something
/// that none of the others has.
///
/// Greedy: next comes always the set with the most that is new, of equals the first. In the end those go that the others
/// make needless, the last chosen first.
pub fn cover<T: Ord + Copy>(sets: &[BTreeSet<T>], known: &BTreeSet<T>) -> Vec<usize> {
    let mut covered = known.clone();
    let mut chosen = Vec::new();
    // What a set adds only ever shrinks, so one that adds nothing is out for good.
    let mut left: Vec<usize> = (0..sets.len()).collect();
    loop {
        let mut best = (0, 0);
        left.retain(|&number| {
            let gained = sets[number].iter().filter(|item| !covered.contains(item)).count();
            if gained > best.0 {
                best = (gained, number);
            }
            gained > 0
        });
        if left.is_empty() {
            break;
        }
        covered.extend(&sets[best.1]);
        chosen.push(best.1);
    }
    for place in (0..chosen.len()).rev() {
        let others = chosen.iter().enumerate().filter(|(other, _)| *other != place);
        let others: BTreeSet<T> = others.flat_map(|(_, number)| &sets[*number]).copied().collect();
        if sets[chosen[place]].iter().all(|item| known.contains(item) || others.contains(item)) {
            chosen.remove(place);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(sets: &[&[u32]], known: &[u32]) -> Vec<usize> {
        let sets: Vec<BTreeSet<u32>> = sets.iter().map(|set| set.iter().copied().collect()).collect();
        cover(&sets, &known.iter().copied().collect())
    }

    #[test]
    fn what_adds_nothing_is_not_chosen_and_of_equals_the_first_is() {
        let sets: [&[u32]; 4] = [&[1, 2], &[1], &[3], &[3]];
        assert_eq!(covered(&sets, &[3]), [0]);
        assert_eq!(covered(&sets, &[]), [0, 2]);
        assert_eq!(covered(&sets, &[1, 2, 3]), [0; 0]);
    }

    #[test]
    fn one_that_later_ones_make_needless_is_dropped() {
        // The greedy choice is the first; the others are needed, and cover it.
        assert_eq!(covered(&[&[1, 2, 3, 4], &[1, 2, 5], &[3, 4, 6]], &[]), [1, 2]);
    }

    #[test]
    fn the_choice_is_a_fixpoint() {
        let sets: Vec<BTreeSet<u32>> = (0..40_u32)
            .map(|number| BTreeSet::from([number % 7, number * number % 11, number % 5 + 20]))
            .collect();
        let mut chosen = cover(&sets, &BTreeSet::new());
        chosen.sort_unstable();
        let again: Vec<BTreeSet<u32>> = chosen.iter().map(|number| sets[*number].clone()).collect();
        let mut all = cover(&again, &BTreeSet::new());
        all.sort_unstable();
        assert_eq!(all, (0..again.len()).collect::<Vec<_>>());
    }
}
