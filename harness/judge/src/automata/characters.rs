//! From a grammar of characters to the automaton of their strings.

use crate::automata::{Machine, Ways};
use std::ops::RangeInclusive;

/// What may follow: for each way through a character, the bytes that are left of it.
type Rest<'a> = Vec<&'a [(u8, u8)]>;

/// The automaton of any number of characters that go one of `ways`. Its states are what may follow, in the order in which
/// they are reached; nothing may follow an error.
pub fn characters(ways: &Ways) -> Machine {
    let bounds =
        |way: &Vec<RangeInclusive<u8>>| way.iter().map(|range| (*range.start(), *range.end())).collect();
    let ways: Vec<Vec<(u8, u8)>> = ways.iter().map(bounds).collect();
    let start = sorted(ways.iter().map(Vec::as_slice).collect());
    Machine::explored(start.clone(), |rest| *rest == start, |rest, byte| after(rest, byte, &start))
}

/// What may follow `byte` where `rest` might: the start again after a whole character, nothing after an error.
fn after<'a>(rest: &Rest<'a>, byte: u8, start: &Rest<'a>) -> Rest<'a> {
    let fits = |way: &&&[(u8, u8)]| way.first().is_some_and(|(first, last)| (*first..=*last).contains(&byte));
    let next: Rest<'a> = rest.iter().filter(fits).map(|way| &way[1..]).collect();
    if next.iter().any(|way| way.is_empty()) { start.clone() } else { sorted(next) }
}

fn sorted(mut rest: Rest<'_>) -> Rest<'_> {
    rest.sort();
    rest.dedup();
    rest
}
