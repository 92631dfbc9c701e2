//! Where two automata part: sets of strings, as byte ranges in a row.

use crate::automata::Machine;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::RangeInclusive;

/// Strings that two automata answer otherwise and no shorter part of which from the start: one byte of each set, in order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row<A = bool> {
    /// What each of the two answers: of acceptors, whether it accepts them.
    pub answers: [A; 2],
    /// The bytes at each place, ascending.
    pub sets: Vec<Vec<u8>>,
}

impl<A> Row<A> {
    /// How many strings it has; [`u128::MAX`] stands for as many or more.
    pub fn strings(&self) -> u128 {
        self.sets.iter().fold(1, |strings, set| u128::saturating_mul(strings, set.len() as u128))
    }

    /// The least of its strings.
    pub fn least(&self) -> Vec<u8> {
        self.sets.iter().map(|set| set[0]).collect()
    }

    /// The greatest of its strings.
    pub fn greatest(&self) -> Vec<u8> {
        self.sets.iter().map(|set| set[set.len() - 1]).collect()
    }

    /// Some of its strings: those that differ from the least at one place, and as many that differ at several.
    pub fn some(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let least = self.least();
        (0..self.sets.len()).flat_map(move |place| {
            let least = least.clone();
            self.sets[place].iter().enumerate().flat_map(move |(number, byte)| {
                let mut at_place = least.clone();
                at_place[place] = *byte;
                // The numbers are prime to those of the bytes of most classes.
                let several = self.sets.iter().enumerate();
                let several = several.map(|(other, set)| set[number * [1, 5, 7, 11][other % 4] % set.len()]);
                [at_place, several.collect()]
            })
        })
    }

    /// Whether each of its strings ends with one of `shorter`.
    fn ends_as(&self, shorter: &Self) -> bool {
        let Some(before) = self.sets.len().checked_sub(shorter.sets.len()) else { return false };
        let is_within = |(own, other): (&Vec<u8>, &Vec<u8>)| own.iter().all(|byte| other.contains(byte));
        self.sets[before..].iter().zip(&shorter.sets).all(is_within)
    }
}

impl<A> fmt::Display for Row<A> {
    /// `[ED][A0-BF][80-BF]`; a set that stands four times or more in a row is written once: `[FD][80-BF]*5`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sets.is_empty() {
            return formatter.write_str("the empty input");
        }
        for same in self.sets.chunk_by(|one, next| one == next) {
            let set = format!("[{}]", ranges_text(&same[0]));
            match same.len() {
                4.. => write!(formatter, "{set}*{}", same.len())?,
                few => formatter.write_str(&set.repeat(few))?,
            }
        }
        Ok(())
    }
}

/// `C2-DF F0`: the bytes of an ascending set.
pub(crate) fn ranges_text(set: &[u8]) -> String {
    let mut ranges: Vec<RangeInclusive<u8>> = Vec::new();
    for byte in set {
        match ranges.last_mut() {
            Some(range) if range.end().checked_add(1) == Some(*byte) => *range = *range.start()..=*byte,
            _ => ranges.push(*byte..=*byte),
        }
    }
    let one = |range: &RangeInclusive<u8>| match (range.start(), range.end()) {
        (first, last) if first == last => format!("{first:02X}"),
        (first, last) => format!("{first:02X}-{last:02X}"),
    };
    ranges.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// How many strings of one length are gone on from: behind sixteen bytes there may be billions.
const MOST_PATHS: usize = 4_096;

/// Two states, one of each automaton.
type StatePair = (usize, usize);

/// At most `most` rows in which `first` and `second` part, the shortest first, and whether there are more. A string is in a row
/// if the two answer it otherwise and no part of it from the start before; a string that begins with what both go on from as
/// from the start is left out, since its rest is in a row, and so is one that comes to the same two states twice: without the
/// bytes between it is in a row. Both must be the smallest of their kind.
pub fn rows<A: Ord + Clone>(first: &Machine<A>, second: &Machine<A>, most: usize) -> (Vec<Row<A>>, bool) {
    parting(first, second, most, false)
}

/// The same for decoders that go on after an error, where one difference comes behind many different strings: each step in which
/// the two part comes behind the shortest strings that lead there, and those with one byte more, and no row ends as a shorter one.
pub fn brief_rows<A: Ord + Clone>(
    first: &Machine<A>,
    second: &Machine<A>,
    most: usize,
) -> (Vec<Row<A>>, bool) {
    parting(first, second, most, true)
}

fn parting<A: Ord + Clone>(
    first: &Machine<A>,
    second: &Machine<A>,
    most: usize,
    is_brief: bool,
) -> (Vec<Row<A>>, bool) {
    let answers = |(one, two): StatePair| [first.answer(one).clone(), second.answer(two).clone()];
    let differs = |(one, two): StatePair| first.answer(one) != second.answer(two);
    let is_start = |(one, two): StatePair| first.leads_alike(0, one) && second.leads_alike(0, two);
    let mut next: BTreeMap<StatePair, BTreeMap<StatePair, Vec<u8>>> = BTreeMap::new();
    let mut open = vec![(0, 0)];
    while let Some((one, two)) = open.pop() {
        if next.contains_key(&(one, two)) {
            continue;
        }
        let mut leads: BTreeMap<StatePair, Vec<u8>> = BTreeMap::new();
        for byte in 0..=u8::MAX {
            leads.entry((first.step(one, byte), second.step(two, byte))).or_default().push(byte);
        }
        open.extend(leads.keys());
        next.insert((one, two), leads);
    }
    // Pairs from which a difference can be reached without the start between.
    let mut parting: BTreeSet<StatePair> = next.keys().copied().filter(|pair| differs(*pair)).collect();
    loop {
        let more: Vec<StatePair> = next
            .iter()
            .filter(|(pair, leads)| {
                !parting.contains(pair)
                    && leads.keys().any(|to| parting.contains(to) && (differs(*to) || !is_start(*to)))
            })
            .map(|(pair, _)| *pair)
            .collect();
        if more.is_empty() {
            break;
        }
        parting.extend(more);
    }
    let mut rows: Vec<Row<A>> = Vec::new();
    let mut first_seen = BTreeMap::from([((0, 0), 0)]);
    if differs((0, 0)) {
        rows.push(Row { answers: answers((0, 0)), sets: Vec::new() });
    }
    let mut is_left_out = false;
    let mut paths: Vec<(Vec<StatePair>, Vec<Vec<u8>>)> = vec![(vec![(0, 0)], Vec::new())];
    while !paths.is_empty() && rows.len() <= most {
        let mut longer = Vec::new();
        for (pairs, sets) in paths {
            for (to, bytes) in &next[&pairs[pairs.len() - 1]] {
                let is_again = pairs.contains(to) || is_start(*to) && !differs(*to);
                if !parting.contains(to) || is_again || rows.len() > most {
                    continue;
                }
                let sets = [sets.as_slice(), std::slice::from_ref(bytes)].concat();
                if differs(*to) {
                    let row = Row { answers: answers(*to), sets };
                    if !is_brief || !rows.iter().any(|shorter| row.ends_as(shorter)) {
                        rows.push(row);
                    }
                    continue;
                }
                let is_first = !first_seen.contains_key(to);
                let is_short = sets.len() <= *first_seen.entry(*to).or_insert(sets.len()) + 1;
                if is_first || longer.len() < MOST_PATHS && (is_short || !is_brief) {
                    longer.push(([pairs.as_slice(), &[*to]].concat(), sets));
                } else {
                    is_left_out |= is_short || !is_brief;
                }
            }
        }
        paths = longer;
    }
    let has_more = is_left_out || rows.len() > most;
    rows.truncate(most);
    (rows, has_more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::formats;

    #[test]
    fn a_row_has_strings_that_are_counted_and_is_written_in_short() {
        let row = |len: usize| Row { answers: [true, false], sets: vec![(0..0x80).collect(); len] };
        // More strings than can be counted are as many as can.
        assert_eq!([2, 18, 64].map(|len| row(len).strings()), [0x4000, 1 << 126, u128::MAX]);
        let words = ["the empty input", "[00-7F][00-7F][00-7F]", "[00-7F]*17"];
        assert_eq!([0, 3, 17].map(|len| row(len).to_string()), words);
        let sets = vec![vec![0xC2, 0xDF], vec![0x80, 0x81, 0xBF], vec![0x41]];
        let row = Row { sets, ..row(0) };
        assert_eq!((row.least(), row.greatest()), (vec![0xC2, 0x80, 0x41], vec![0xDF, 0xBF, 0x41]));
    }

    #[test]
    fn some_strings_of_a_row_have_each_byte_of_each_set_and_differ_in_several_places_too() {
        let row = Row {
            answers: [true, false],
            sets: vec![vec![0xF4], vec![0x90], (0x80..0xC0).collect(), (0x80..0xC0).collect()],
        };
        let some: BTreeSet<Vec<u8>> = row.some().collect();
        assert!(row.sets[3].iter().all(|byte| some.contains(&vec![0xF4, 0x90, 0x80, *byte])));
        let both = some.iter().filter(|word| word[2] != 0x80 && word[3] != 0x80).count();
        assert!(both > 32 && some.len() < 512, "{both} of {}", some.len());
        assert_eq!(Row { sets: Vec::new(), ..row }.some().count(), 0);
    }

    #[test]
    fn a_difference_behind_billions_of_strings_has_some_of_them() {
        const DEPTH: u8 = 24;
        let step = |(depth, _): &(u8, u8), byte: u8| match *depth {
            ..DEPTH => (depth + 1, byte >> 6),
            _ => (DEPTH + 1, 0),
        };
        let first = Machine::explored((0, 0), |(depth, _)| *depth == DEPTH, step);
        let second = Machine::explored((0, 0), |_| false, step);
        for (found, has_more) in [rows(&first, &second, 8), brief_rows(&first, &second, 8)] {
            assert!(has_more && !found.is_empty(), "{found:?}");
            assert!(found.iter().all(|row| row.sets.len() == usize::from(DEPTH)), "{found:?}");
        }
    }

    /// The rows of a format against RFC 3629, as text with the number of strings.
    fn against_utf8(name: &str) -> Vec<(bool, String, u128)> {
        let format = formats().iter().find(|format| format.name == name).expect(name);
        let (rows, has_more) = rows(&format.machine, &formats()[0].machine, 99);
        assert!(!has_more);
        rows.iter().map(|row| (row.answers[0], row.to_string(), row.strings())).collect()
    }

    #[test]
    fn formats_part_from_rfc3629_in_the_rows_of_their_definition() {
        let row = |accepts, text: &str, strings| (accepts, text.to_owned(), strings);
        assert_eq!(against_utf8("utf8"), []);
        assert_eq!(against_utf8("generalized"), [row(true, "[ED][A0-BF][80-BF]", 2_048)]);
        assert_eq!(against_utf8("utf8-c080"), [row(true, "[C0][80]", 1)]);
        assert_eq!(against_utf8("utf8-no-nul"), [row(false, "[00]", 1)]);
        assert_eq!(
            against_utf8("utf8-cesu8"),
            [row(true, "[ED][A0-AF][80-BF][ED][B0-BF][80-BF]", 1_048_576)]
        );
        assert_eq!(
            against_utf8("utf8-no-nonchar"),
            [
                row(false, "[EF][B7][90-AF]", 32),
                row(false, "[EF][BF][BE-BF]", 2),
                row(false, "[F0][9F AF BF][BF][BE-BF]", 6),
                row(false, "[F1-F3][8F 9F AF BF][BF][BE-BF]", 24),
                row(false, "[F4][8F][BF][BE-BF]", 2),
            ]
        );
    }

    #[test]
    fn many_rows_are_cut() {
        let structure = formats().iter().find(|format| format.name == "structure-6").expect("it is known");
        let (rows, has_more) = rows(&structure.machine, &formats()[0].machine, 3);
        assert_eq!((rows.len(), has_more), (3, true));
        assert_eq!(rows[0].to_string(), "[C0-C1][80-BF]");
        let known = formats().iter().find(|format| format.name == "utf8-no-nonchar").expect("it is known");
        for (most, is_cut) in [(4, true), (5, false)] {
            assert_eq!(super::rows(&known.machine, &formats()[0].machine, most).1, is_cut, "{most}");
        }
        // Those that differ behind other steps are no parts of each other.
        assert!(brief_rows(&known.machine, &formats()[0].machine, 5).0.len() > 1);
    }

    /// The rows in which two acceptors part whose states are letters, `S` the start: each with its answers, the second with
    /// steps of its own where there are some.
    fn of(
        step: fn(char, u8) -> char,
        accepts: [fn(char) -> bool; 2],
        steps_of_second: fn(char, u8) -> Option<char>,
    ) -> (Vec<String>, bool) {
        let first = Machine::explored('S', |state| accepts[0](*state), |state, byte| step(*state, byte));
        let second = Machine::explored(
            'S',
            |state| accepts[1](*state),
            |state, byte| steps_of_second(*state, byte).unwrap_or_else(|| step(*state, byte)),
        );
        let (rows, has_more) = rows(&first, &second, 5);
        (rows.iter().map(ToString::to_string).collect(), has_more)
    }

    #[test]
    fn what_begins_with_a_return_to_the_start_is_in_a_shorter_row() {
        let whole = |rows: &[&str]| (rows.iter().map(ToString::to_string).collect::<Vec<_>>(), false);
        // The first is at its start for ever, the second is not behind A, where any number of A lead back.
        let stays = of(
            |_, _| 'S',
            [|_| true, |state| state != 'E'],
            |state, byte| match (state, byte) {
                ('S' | 'A', b'A') => Some('A'),
                ('A', b'B') | ('E', _) => Some('E'),
                _ => None,
            },
        );
        assert_eq!(stays, whole(&["[41][42]"]));
        // Behind C both are as at the start, but for the answer there, in which they agree; behind D they do not.
        let alike = of(
            |state, byte| match (state, byte) {
                ('S' | 'C' | 'D', b'A') => 'A',
                ('S' | 'C' | 'D', b'C') => 'C',
                ('S' | 'C' | 'D', b'D') => 'D',
                ('A' | 'E', _) => 'E',
                _ => 'S',
            },
            [|state| state == 'S', |state| "SAD".contains(state)],
            |_, _| None,
        );
        assert_eq!(alike, whole(&["[41]", "[44]"]));
    }

    #[test]
    fn of_what_goes_on_after_an_error_a_difference_is_told_once() {
        // Both count bytes up to three; the second takes FF for the third, wherever it stands.
        let counting = |jumps: bool| {
            Machine::explored(
                0_u8,
                |count| *count,
                move |count, byte| if jumps && byte == 0xFF { 3 } else { 3.min(count + 1) },
            )
        };
        let told = |(rows, has_more): (Vec<Row<u8>>, bool)| -> (Vec<String>, bool) {
            (rows.iter().map(ToString::to_string).collect(), has_more)
        };
        let (one, other) = (counting(false), counting(true));
        let all = told(rows(&one, &other, 9));
        let brief = told(brief_rows(&one, &other, 9));
        assert_eq!(all, (vec!["[FF]".to_owned(), "[00-FE][FF]".to_owned()], false));
        assert_eq!(brief, (vec!["[FF]".to_owned()], false));
        assert_eq!(told(brief_rows(&one, &other, 0)), (vec![], true));
    }
}
