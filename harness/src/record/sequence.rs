//! The shortest sequence of items that still fails, for failures that depend on what came before.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortestSequence<T> {
    /// In their order; the last is the last of the sequence that was given.
    pub items: Vec<T>,
    /// Whether the budget ended before each shorter candidate was tried.
    pub ended_early: bool,
}

/// The shortest part of `items` for which `fails` returns true. The last item is the one whose failure is observed: it is
/// always kept. First the shortest contiguous end is found, then items within it are removed. `fails` is called at most
/// `budget` times, first with all of `items`.
///
/// The result is minimal in the sense that no single item before the last can be removed, unless it `ended_early`. `None`
/// when `items` is empty, when all of `items` does not fail, or when the budget is 0.
pub fn shortest_sequence<T: Clone>(
    items: &[T],
    budget: usize,
    fails: impl FnMut(&[T]) -> bool,
) -> Option<ShortestSequence<T>> {
    let mut trial = Trial { left: budget, ended_early: false, fails };
    if items.is_empty() || !trial.fails(items) {
        return None;
    }
    let mut items = shortest_end(items, &mut trial).to_vec();
    remove(&mut items, &mut trial);
    Some(ShortestSequence { items, ended_early: trial.ended_early })
}

struct Trial<F> {
    left: usize,
    ended_early: bool,
    fails: F,
}

impl<F> Trial<F> {
    /// Whether `items` fails; false when the budget is used up.
    fn fails<T>(&mut self, items: &[T]) -> bool
    where
        F: FnMut(&[T]) -> bool,
    {
        let Some(left) = self.left.checked_sub(1) else {
            self.ended_early = true;
            return false;
        };
        self.left = left;
        (self.fails)(items)
    }
}

/// The shortest end of `items` that fails, if each longer one fails too. Most failures need few items, and a long sequence
/// takes longer to ask: ends of 1, 2, 4, ... items come first, and the bisection between the last two lengths after that.
fn shortest_end<'a, T>(items: &'a [T], trial: &mut Trial<impl FnMut(&[T]) -> bool>) -> &'a [T] {
    let end = |len: usize| &items[items.len() - len..];
    let (mut passes, mut fails) = (0, 1);
    while fails < items.len() && !trial.fails(end(fails)) {
        passes = fails;
        fails = (fails * 2).min(items.len());
    }
    while fails - passes > 1 {
        let middle = passes.midpoint(fails);
        if trial.fails(end(middle)) {
            fails = middle;
        } else {
            passes = middle;
        }
    }
    end(fails)
}

/// Removes runs before the last item, halves first and single items last, as long as the rest fails.
fn remove<T: Clone>(items: &mut Vec<T>, trial: &mut Trial<impl FnMut(&[T]) -> bool>) {
    let mut run = items.len().saturating_sub(1).div_ceil(2);
    while run > 0 {
        let mut removed = false;
        // The items that are nearest to the failure are the most likely to matter, so that the others go first.
        let mut start = 0;
        while start + 1 < items.len() {
            let end = (start + run).min(items.len() - 1);
            let rest = [&items[..start], &items[end..]].concat();
            if trial.fails(&rest) {
                *items = rest;
                removed = true;
            } else {
                start = end;
            }
            if trial.ended_early {
                return;
            }
        }
        // What could not be removed before may be removable now.
        run = if removed { run.min(items.len() - 1) } else { run / 2 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shortest(len: usize, fails: impl Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
        let items: Vec<usize> = (0..len).collect();
        let found = shortest_sequence(&items, usize::MAX, |items| fails(items))?;
        assert!(!found.ended_early);
        Some(found.items)
    }

    #[test]
    fn what_passes_as_a_whole_has_no_failing_part() {
        assert_eq!(shortest(9, |_| false), None);
        assert_eq!(shortest(0, |_| true), None);
        assert_eq!(shortest_sequence(&[1, 2], 0, |_| true), None);
    }

    #[test]
    fn the_last_item_alone_is_enough_for_a_failure_without_history() {
        assert_eq!(shortest(1, |_| true), Some(vec![0]));
        assert_eq!(shortest(1000, |items| items.contains(&999)), Some(vec![999]));
    }

    #[test]
    fn only_items_that_the_failure_needs_are_left() {
        // Two, in this order.
        let has = |items: &[usize], wanted| items.iter().position(|item| *item == wanted);
        let both = |items: &[usize]| has(items, 17).is_some() && has(items, 17) < has(items, 640);
        assert_eq!(shortest(1000, both), Some(vec![17, 640, 999]));
        // The n-th item, whatever the others are.
        for nth in [1, 2, 3, 256] {
            let found = shortest(700, |items| items.len() >= nth).expect("all of it fails");
            assert_eq!(found, (700 - nth..700).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_failure_that_a_shorter_end_hides_still_loses_what_it_does_not_need() {
        // An odd number of items: no bisection finds 1 by ends of 1, 2 and 4, but removal does.
        let found = shortest(99, |items| items.len() % 2 == 1 && items.len() >= 3).expect("all of it fails");
        assert!(found.len() % 2 == 1 && found.ends_with(&[98]), "{found:?}");
    }

    #[test]
    fn the_budget_counts_each_call_and_ends_with_something_that_fails() {
        let items: Vec<usize> = (0..4096).collect();
        for budget in [1, 2, 10, 20, 50] {
            let mut asked = 0;
            let found = shortest_sequence(&items, budget, |items| {
                asked += 1;
                items.contains(&5) && items.contains(&4000)
            });
            let found = found.expect("all of it fails");
            assert!(found.items.contains(&5) && found.items.contains(&4000) && found.items.contains(&4095));
            assert!(asked <= budget, "{asked} of {budget}");
            assert!(found.ended_early || found.items == [5, 4000, 4095], "{budget}");
        }
    }

    #[test]
    fn a_few_dozen_calls_find_one_item_among_thousands() {
        let items: Vec<usize> = (0..4096).collect();
        let mut asked = 0;
        let found = shortest_sequence(&items, usize::MAX, |items| {
            asked += 1;
            items.contains(&2000)
        });
        assert_eq!(found.expect("all of it fails").items, [2000, 4095]);
        assert!(asked <= 64, "{asked}");
    }

    proptest! {
        #[test]
        fn a_failure_that_needs_some_items_keeps_exactly_those(
            len in 1_usize..300,
            needed in prop::collection::btree_set(0_usize..300, 0..6),
        ) {
            let needed: Vec<usize> = needed.into_iter().filter(|item| item + 1 < len).collect();
            let found = shortest(len, |items| needed.iter().all(|item| items.contains(item)));
            prop_assert_eq!(found, Some([&needed[..], &[len - 1]].concat()));
        }

        #[test]
        fn what_is_found_fails_keeps_the_order_and_the_last_item_whatever_the_predicate_is(
            len in 1_usize..60,
            salt in any::<u64>(),
            budget in 1_usize..200,
        ) {
            // Neither monotone nor friendly, but the same for the same items; the whole fails.
            let fails = |items: &[usize]| {
                items.len() == len
                    || items.iter().fold(salt, |sum, item| {
                        (sum ^ *item as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(9)
                    }) % 3 == 0
            };
            let items: Vec<usize> = (0..len).collect();
            let mut asked = 0;
            let found = shortest_sequence(&items, budget, |items| {
                asked += 1;
                fails(items)
            }).expect("all of it fails");
            prop_assert!(asked <= budget);
            prop_assert!(fails(&found.items));
            prop_assert!(found.items.is_sorted() && found.items.last() == Some(&(len - 1)));
        }
    }
}
