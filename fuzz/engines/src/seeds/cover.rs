//! A small set of inputs that reaches all that any of them does. Pure.

use std::collections::{BTreeSet, HashSet};

/// A feature of one of several targets: the target's number, and the feature's.
pub(crate) type Reached = (usize, u32);

/// An input and what it reaches of all targets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) bytes: Vec<u8>,
    pub(crate) features: BTreeSet<Reached>,
}

/// The numbers, in the order of the inputs, of some `inputs` that together reach all that any does and that is not in
/// `reached`, to which it is added. Each reaches something that none of the others does.
///
/// Greedy: always the one with the most that is new, of these the shortest, of these the least by its bytes. So the order
/// of the inputs does not matter, unless two are equal.
pub(crate) fn cover(inputs: &[Reach], reached: &mut HashSet<Reached>) -> Vec<usize> {
    let before = reached.clone();
    let mut chosen: Vec<usize> = Vec::new();
    let gain = |input: &Reach, reached: &HashSet<Reached>| {
        input.features.iter().filter(|feature| !reached.contains(feature)).count()
    };
    // What an input gains only ever shrinks, so one that gains nothing is out for good.
    let mut left: Vec<usize> = (0..inputs.len()).collect();
    loop {
        let mut best: Option<(usize, usize)> = None;
        left.retain(|&number| {
            let gained = gain(&inputs[number], reached);
            let better = best.is_none_or(|(most, other)| {
                let (input, other) = (&inputs[number].bytes, &inputs[other].bytes);
                (most, input.len(), input) < (gained, other.len(), other)
            });
            if gained > 0 && better {
                best = Some((gained, number));
            }
            gained > 0
        });
        let Some((_, number)) = best else { break };
        reached.extend(inputs[number].features.iter().copied());
        chosen.push(number);
    }
    without_needless(inputs, chosen, &before)
}

/// `chosen` without those whose every feature is in `before` or of another that stays; the last chosen, which gained least,
/// are looked at first.
fn without_needless(inputs: &[Reach], chosen: Vec<usize>, before: &HashSet<Reached>) -> Vec<usize> {
    let mut kept = chosen;
    for index in (0..kept.len()).rev() {
        let others = kept.iter().enumerate().filter(|(other, _)| *other != index);
        let others: HashSet<Reached> =
            others.flat_map(|(_, number)| inputs[*number].features.iter().copied()).collect();
        let features = &inputs[kept[index]].features;
        if features.iter().all(|feature| before.contains(feature) || others.contains(feature)) {
            kept.remove(index);
        }
    }
    kept.sort_unstable();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(bytes: &str, features: &[u32]) -> Reach {
        Reach { bytes: bytes.into(), features: features.iter().map(|feature| (0, *feature)).collect() }
    }

    fn covered(inputs: &[Reach], reached: &[u32]) -> Vec<usize> {
        cover(inputs, &mut reached.iter().map(|feature| (0, *feature)).collect())
    }

    #[test]
    fn what_adds_nothing_is_not_chosen() {
        let inputs = [reach("a", &[1, 2]), reach("b", &[1]), reach("c", &[3])];
        assert_eq!(covered(&inputs, &[3]), [0]);
        assert_eq!(covered(&inputs, &[]), [0, 2]);
        assert_eq!(covered(&inputs, &[1, 2, 3]), [0; 0]);
    }

    #[test]
    fn of_equals_the_shortest_and_then_the_least_is_chosen() {
        assert_eq!(covered(&[reach("bb", &[1]), reach("c", &[1]), reach("b", &[1])], &[]), [2]);
    }

    #[test]
    fn one_that_later_ones_make_needless_is_dropped() {
        // The greedy choice is the first; the others are needed, and cover it.
        let inputs = [reach("a", &[1, 2, 3, 4]), reach("b", &[1, 2, 5]), reach("c", &[3, 4, 6])];
        assert_eq!(covered(&inputs, &[]), [1, 2]);
    }

    #[test]
    fn the_choice_is_a_fixpoint() {
        let inputs: Vec<Reach> = (0..40_u32)
            .map(|number| reach(&format!("{number}"), &[number % 7, number * number % 11, number % 5 + 20]))
            .collect();
        let chosen = covered(&inputs, &[]);
        let again: Vec<Reach> = chosen.iter().map(|number| inputs[*number].clone()).collect();
        assert_eq!(covered(&again, &[]), (0..again.len()).collect::<Vec<_>>());
    }
}
