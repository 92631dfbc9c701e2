//! What of an automaton is drawn, and where.

use crate::automata::Machine;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// An automaton as it is drawn. States stand in columns by how many bytes a string still needs there, the most first, behind the
/// start. The error is where all bytes lead that are on no arrow; it stands last, if something differs there.
pub(super) struct Layout {
    /// The word that leads to each state.
    pub(super) accesses: Vec<Vec<u8>>,
    /// For each state that is drawn its column and its height, in half rows.
    pub(super) places: BTreeMap<usize, (usize, usize)>,
    pub(super) arrows: Vec<Arrow>,
    pub(super) error: Option<usize>,
    /// The states of which it is not known where some bytes lead.
    pub(super) unknown: BTreeSet<usize>,
    /// How many half rows the highest column has.
    pub(super) height: usize,
}

/// Bytes that lead from a state to another.
pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) bytes: Vec<u8>,
    /// Whether the other automaton does not take it.
    pub(super) is_other: bool,
    /// The heights at which it passes the columns between.
    pub(super) passes: Vec<usize>,
}

impl Layout {
    pub(super) fn of(machine: &Machine<Option<bool>>, expected: &Machine) -> Self {
        let others = counterparts(machine, expected);
        let (error, accepting) = (error(machine, expected, &others), needed(machine));
        let is_unknown = |state: usize| is_sink(machine, state) && machine.answer(state).is_none();
        let mut unknown = BTreeSet::new();
        let mut arrows = Vec::new();
        for from in (0..machine.len()).filter(|state| !is_unknown(*state)) {
            let mut leads: BTreeMap<(usize, bool), Vec<u8>> = BTreeMap::new();
            for byte in 0..=u8::MAX {
                let to = machine.step(from, byte);
                if is_unknown(to) {
                    unknown.insert(from);
                    continue;
                }
                let expected_to = expected.step(others[from], byte);
                let is_other = others[to] != expected_to
                    || (*machine.answer(to) == Some(true)) != expected.is_accepting(expected_to)
                    || expected.is_error(expected_to) && Some(to) != error;
                leads.entry((to, is_other)).or_default().push(byte);
            }
            leads.retain(|(to, is_other), _| *is_other || Some(*to) != error);
            arrows.extend(leads.into_iter().map(|((to, is_other), bytes)| Arrow {
                from,
                to,
                bytes,
                is_other,
                passes: Vec::new(),
            }));
        }
        let most = accepting.iter().flatten().copied().max().unwrap_or(0);
        let is_drawn =
            |state: &usize| *state == 0 || arrows.iter().any(|arrow| [arrow.from, arrow.to].contains(state));
        let column = |state: usize| match accepting[state] {
            _ if state == 0 => 0,
            _ if Some(state) == error => 1 + most,
            needed => 1 + most - needed.unwrap_or(0),
        };
        let columns = (0..machine.len()).filter(is_drawn).map(|state| (state, column(state))).collect();
        let mut layout =
            Self { accesses: machine.accesses(), places: BTreeMap::new(), arrows, error, unknown, height: 0 };
        layout.place(&columns);
        layout
    }

    /// Gives each state, and each arrow in each column that it passes, a place of its own, near those that it is linked with.
    fn place(&mut self, columns: &BTreeMap<usize, usize>) {
        let mut standing: Vec<Vec<ColumnEntry>> = Vec::new();
        let mut links: Vec<(ColumnEntry, ColumnEntry)> = Vec::new();
        let mut put = |column: usize, one: ColumnEntry| {
            standing.resize(standing.len().max(column + 1), Vec::new());
            standing[column].push(one);
        };
        for (state, column) in columns {
            put(*column, ColumnEntry::State(*state));
        }
        for (number, arrow) in self.arrows.iter().enumerate() {
            let mut before = ColumnEntry::State(arrow.from);
            for column in columns[&arrow.from] + 1..columns[&arrow.to] {
                let pass = ColumnEntry::Pass(number, column);
                put(column, pass);
                links.push((before, pass));
                before = pass;
            }
            if columns[&arrow.from] < columns[&arrow.to] {
                links.push((before, ColumnEntry::State(arrow.to)));
            }
        }
        // Each column is sorted by the middle of those that it is linked with, in turn those after and those before.
        let heights = |standing: &[Vec<ColumnEntry>]| -> BTreeMap<ColumnEntry, usize> {
            let most = standing.iter().map(Vec::len).max().unwrap_or(0);
            let of = |column: &Vec<ColumnEntry>| -> Vec<(ColumnEntry, usize)> {
                let first = most - column.len();
                column.iter().enumerate().map(|(row, one)| (*one, first + 2 * row)).collect()
            };
            standing.iter().flat_map(of).collect()
        };
        for is_backward in [true, false].repeat(SWEEPS) {
            for step in 0..standing.len() {
                let column = if is_backward { standing.len() - 1 - step } else { step };
                let known = heights(&standing);
                let middle = |one: &ColumnEntry| {
                    let linked: Vec<usize> = links
                        .iter()
                        .map(|(from, to)| if is_backward { (from, to) } else { (to, from) })
                        .filter(|(near, _)| *near == one)
                        .map(|(_, far)| known[far])
                        .collect();
                    let sum = linked.iter().sum::<usize>() * 64;
                    sum.checked_div(linked.len()).unwrap_or(known[one] * 64)
                };
                standing[column].sort_by_key(middle);
            }
        }
        let heights = heights(&standing);
        self.height = standing.iter().map(Vec::len).max().unwrap_or(0) * 2;
        for (one, height) in &heights {
            match *one {
                ColumnEntry::State(state) => _ = self.places.insert(state, (columns[&state], *height)),
                // Those of an arrow come by column.
                ColumnEntry::Pass(arrow, _) => self.arrows[arrow].passes.push(*height),
            }
        }
    }
}

/// How often the columns are sorted in each direction.
const SWEEPS: usize = 3;

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ColumnEntry {
    State(usize),
    /// An arrow, and the column.
    Pass(usize, usize),
}

/// Which state of `expected` each state stands for: first that to which the same word leads, then the one that most bytes that lead
/// to it should lead to. The error stands for a state from which a string may still end only if no other state does.
fn counterparts(machine: &Machine<Option<bool>>, expected: &Machine) -> Vec<usize> {
    let needed = needed(machine);
    let mut others: Vec<usize> = machine.accesses().iter().map(|access| expected.walk(0, access)).collect();
    for _ in 0..2 {
        let mut votes = vec![vec![0; expected.len()]; machine.len()];
        for from in 0..machine.len() {
            for byte in 0..=u8::MAX {
                votes[machine.step(from, byte)][expected.step(others[from], byte)] += 1;
            }
        }
        for (state, votes) in votes.iter().enumerate().skip(1) {
            // Of equally likely ones it is that of before, else the first.
            let may_be = |other: usize| needed[state].is_none() || !expected.is_error(other);
            let likely = |other: &usize| {
                let votes = if may_be(*other) { votes[*other] } else { 0 };
                (votes, *other == others[state], Reverse(*other))
            };
            others[state] = (0..votes.len()).max_by_key(likely).unwrap_or(0);
        }
    }
    others
}

/// The state that stands for the error, though some bytes may lead out of it.
fn error(machine: &Machine<Option<bool>>, expected: &Machine, others: &[usize]) -> Option<usize> {
    let stays = |state: usize| (0..=u8::MAX).filter(|byte| machine.step(state, *byte) == state).count();
    let is_candidate = |state: &usize| {
        expected.is_error(others[*state]) && *machine.answer(*state) == Some(false) && stays(*state) > 128
    };
    (0..machine.len()).filter(is_candidate).max_by_key(|state| stays(*state))
}

fn is_sink(machine: &Machine<Option<bool>>, state: usize) -> bool {
    (0..=u8::MAX).all(|byte| machine.step(state, byte) == state)
}

/// How many bytes a string needs from each state until it may end; `None` where it never may.
fn needed(machine: &Machine<Option<bool>>) -> Vec<Option<usize>> {
    let is_accepting = |state: usize| *machine.answer(state) == Some(true);
    let mut needed: Vec<Option<usize>> =
        (0..machine.len()).map(|state| is_accepting(state).then_some(0)).collect();
    for bytes in 1..=machine.len() {
        let reaches = |state: usize| {
            (0..=u8::MAX).any(|byte| needed[machine.step(state, byte)].is_some_and(|rest| rest + 1 == bytes))
        };
        let found: Vec<usize> =
            (0..machine.len()).filter(|state| needed[*state].is_none() && reaches(*state)).collect();
        for state in found {
            needed[state] = Some(bytes);
        }
    }
    needed
}
