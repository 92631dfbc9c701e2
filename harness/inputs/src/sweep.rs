//! Systematic families of inputs: each is asked whole, and a pass proves something.

use std::collections::BTreeSet;
use std::fmt;
use std::iter;
use std::str::FromStr;
use std::sync::LazyLock;

/// A family of inputs that is made and never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sweep {
    /// Each transition of the grammar at each position of each length, after five kinds of text.
    Positions,
    /// ASCII, then one ill-formed part several times, then ASCII.
    Runs,
    /// Each scalar value alone.
    Scalars,
    /// All strings of at most three bytes.
    Short,
    /// Pairs and runs of special characters.
    Neighbours,
}

/// The longest input of the family of positions unless a length is given: the whole family takes time in the square of it.
const POSITIONS_LEN: usize = 64;

/// The longest input of the other families unless a length is given.
const RUNS_LEN: usize = 150;

/// A byte of each class of the grammar: two bytes of one class are read alike wherever they stand.
const LETTERS: [u8; 12] = [0x41, 0x80, 0x90, 0xA0, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4];

/// What leads to each state of the automaton of the grammar: between characters, the error, within each kind of character.
const ACCESS: [&[u8]; 9] = [b"", b"\x80", b"\xC2", b"\xE0", b"\xE1", b"\xED", b"\xF0", b"\xF1", b"\xF4"];

/// What stands before the transition: text of characters of one to four bytes. A fifth kind is ASCII after an error.
const FILLERS: [&str; 4] = ["A", "\u{E9}", "\u{20AC}", "\u{1F600}"];

/// What is repeated in a run.
const RUNS: [&[u8]; 6] = [b"\x80", b"\xFF", b"\xC2", b"\xE2\x82", b"\xED\xA0\x80", b"\xF0\x9F\x98"];

/// Characters that decoders treat apart: controls, separators, marks, edges of rows, noncharacters, astral ones.
const SPECIAL: [u32; 38] = [
    0x00, 0x09, 0x0A, 0x0D, 0x20, 0x22, 0x2E, 0x2F, 0x41, 0x5C, 0x7F, 0x80, 0x85, 0xA0, 0xAD, 0xE9, 0x301,
    0x5D0, 0x7FF, 0x800, 0x200B, 0x200D, 0x2028, 0x202E, 0x20AC, 0xD7FF, 0xE000, 0xFDD0, 0xFEFF, 0xFFFD,
    0xFFFE, 0xFFFF, 0x1_0000, 0x1_F600, 0x1_FFFE, 0xE_0001, 0xF_FFFD, 0x10_FFFF,
];

impl Sweep {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Positions, Self::Runs, Self::Scalars, Self::Short, Self::Neighbours];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Positions => "positions",
            Self::Runs => "runs",
            Self::Scalars => "scalars",
            Self::Short => "short",
            Self::Neighbours => "neighbours",
        }
    }

    /// What a pass proves, as a fragment. `max_len` is that of [`Sweep::inputs`].
    pub fn proves(self, max_len: Option<usize>) -> String {
        match self {
            Self::Positions => format!(
                "right on every string of at most {} bytes, if two bytes of one class are treated alike, and no state at a \
                 position is missed by the five kinds of text before it",
                max_len.unwrap_or(POSITIONS_LEN)
            ),
            Self::Runs => format!(
                "right on {} ill-formed parts, repeated any number of times within ASCII of at most {} bytes",
                RUNS.len(),
                max_len.unwrap_or(RUNS_LEN)
            ),
            Self::Scalars => "right on each of the 1,112,064 scalar values alone".to_owned(),
            Self::Short => "right on every string of at most three bytes".to_owned(),
            Self::Neighbours => format!(
                "right on every pair of {} special characters, and on up to {} of each in a row",
                SPECIAL.len(),
                max_len.unwrap_or(RUNS_LEN)
            ),
        }
    }

    /// Its inputs, each once or nearly so, of at most `max_len` bytes where the family has a limit.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_inputs::Sweep;
    ///
    /// let positions: Vec<Vec<u8>> = Sweep::Positions.inputs(Some(2)).collect();
    /// assert!(positions.contains(&vec![0xC2, 0x80]) && positions.contains(&vec![0x41, 0xF4]));
    /// assert_eq!(Sweep::Scalars.inputs(None).count(), 1_112_064);
    /// ```
    pub fn inputs(self, max_len: Option<usize>) -> Box<dyn Iterator<Item = Vec<u8>>> {
        let runs_len = max_len.unwrap_or(RUNS_LEN);
        match self {
            Self::Positions => Box::new((0..=max_len.unwrap_or(POSITIONS_LEN)).flat_map(positions)),
            Self::Runs => Box::new(RUNS.into_iter().flat_map(move |part| runs(part, runs_len))),
            Self::Scalars => Box::new(('\0'..=char::MAX).map(|character| character.to_string().into_bytes())),
            Self::Short => Box::new((0..=3).flat_map(strings)),
            Self::Neighbours => Box::new(neighbours(runs_len)),
        }
    }
}

impl fmt::Display for Sweep {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A name that no sweep has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSweep(String);

impl fmt::Display for UnknownSweep {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Sweep::ALL.map(Sweep::name).join(", ");
        write!(formatter, "no sweep `{}`: expected one of {names}", self.0)
    }
}

impl std::error::Error for UnknownSweep {}

impl FromStr for Sweep {
    type Err = UnknownSweep;

    fn from_str(name: &str) -> Result<Self, UnknownSweep> {
        Self::ALL.into_iter().find(|sweep| sweep.name() == name).ok_or_else(|| UnknownSweep(name.to_owned()))
    }
}

/// The states of the grammar over [`LETTERS`].
struct States {
    /// Where each letter leads.
    steps: [[usize; LETTERS.len()]; ACCESS.len()],
    /// For each state the words that tell it from the others, one for each other state, the shortest first. The word of two
    /// states stands with both.
    identifiers: [BTreeSet<(usize, Vec<u8>)>; ACCESS.len()],
}

static STATES: LazyLock<States> = LazyLock::new(|| {
    let mut words: Vec<Vec<u8>> = vec![Vec::new()];
    for len in 1..=3 {
        let longer = words
            .iter()
            .filter(|word| word.len() == len - 1)
            .flat_map(|word| LETTERS.into_iter().map(move |letter| [word.as_slice(), &[letter]].concat()));
        let longer: Vec<Vec<u8>> = longer.collect();
        words.extend(longer);
    }
    let accepts = |start: &[u8], word: &[u8]| str::from_utf8(&[start, word].concat()).is_ok();
    let behaviour = |start: &[u8]| -> Vec<bool> { words.iter().map(|word| accepts(start, word)).collect() };
    let of_states = ACCESS.map(behaviour);
    // Three bytes tell any two states apart, so that bytes with this behaviour lead to this state.
    let state = |bytes: &[u8]| of_states.iter().position(|known| *known == behaviour(bytes)).unwrap_or(1);
    let separating = |one: usize, other: usize| {
        let place = (0..words.len()).find(|place| of_states[one][*place] != of_states[other][*place]);
        place.map(|place| (words[place].len(), words[place].clone()))
    };
    States {
        steps: ACCESS.map(|access| LETTERS.map(|letter| state(&[access, &[letter]].concat()))),
        identifiers: std::array::from_fn(|one| {
            (0..ACCESS.len()).filter_map(|other| separating(one, other)).collect()
        }),
    }
});

/// The inputs of `len` bytes: text, the access of a state, a letter, a word that identifies the state where that leads, ASCII.
fn positions(len: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..=FILLERS.len()).flat_map(move |kind| {
        let mut inputs = BTreeSet::new();
        for at in 0..len {
            for (state, access) in ACCESS.iter().enumerate().filter(|(_, access)| access.len() <= at) {
                let start = [&text(kind, at - access.len()), *access].concat();
                for (letter, next) in LETTERS.into_iter().zip(STATES.steps[state]) {
                    let words = STATES.identifiers[next].iter().take_while(|(word, _)| at + 1 + word <= len);
                    inputs.extend(words.map(|(_, word)| {
                        let mut input = [&start, &[letter][..], word].concat();
                        input.resize(len, b'A');
                        input
                    }));
                }
            }
        }
        inputs
    })
}

/// `len` bytes of a kind of text.
fn text(kind: usize, len: usize) -> Vec<u8> {
    let Some(filler) = FILLERS.get(kind) else {
        return iter::once(0xFF).chain(iter::repeat(b'A')).take(len).collect();
    };
    let filler = filler.as_bytes();
    [&b"A".repeat(len % filler.len()), filler.repeat(len / filler.len()).as_slice()].concat()
}

/// ASCII, `part` from once on, ASCII: all of at most `max_len` bytes.
fn runs(part: &'static [u8], max_len: usize) -> impl Iterator<Item = Vec<u8>> {
    (1..=max_len / part.len()).flat_map(move |times| {
        let left = max_len - times * part.len();
        (0..=left).flat_map(move |before| {
            (0..=left - before).map(move |after| {
                [&b"A".repeat(before), &part.repeat(times), b"A".repeat(after).as_slice()].concat()
            })
        })
    })
}

/// All strings of `len` bytes, at most three.
fn strings(len: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..1_u32 << (8 * len)).map(move |number| number.to_be_bytes()[4 - len..].to_vec())
}

/// Each two special characters, alone and within ASCII, and each in a row of at most `most`.
fn neighbours(most: usize) -> impl Iterator<Item = Vec<u8>> {
    let special = || SPECIAL.into_iter().filter_map(char::from_u32);
    let pairs = special().flat_map(move |one| special().map(move |other| format!("{one}{other}")));
    let within = pairs.flat_map(|pair| {
        let padding = "A".repeat(16);
        [format!("{padding}{pair}{padding}"), format!("{padding}{pair}"), pair]
    });
    let rows = special().flat_map(move |one| (1..=most).map(move |times| one.to_string().repeat(times)));
    within.chain(rows).map(String::into_bytes)
}

#[cfg(test)]
mod tests {
    use super::{ACCESS, LETTERS, STATES, Sweep};
    use std::collections::HashSet;

    #[test]
    fn the_states_are_those_of_the_grammar_and_each_two_are_told_apart_both_ways() {
        for (state, access) in ACCESS.iter().enumerate() {
            assert_eq!(STATES.identifiers[state].is_empty(), ACCESS.len() == 1, "{access:02X?}");
            for (letter, next) in LETTERS.into_iter().zip(STATES.steps[state]) {
                let is_right = str::from_utf8(&[access, &[letter][..]].concat()).is_ok();
                assert_eq!(next == 0, is_right, "{access:02X?} {letter:02X}");
            }
        }
        // Within a character of two bytes a continuation byte leads back, and anything else to the error.
        assert_eq!(STATES.steps[2].map(|next| usize::from(next == 0)).iter().sum::<usize>(), 3);
    }

    #[test]
    fn positions_have_each_length_and_hardly_any_input_twice() {
        let inputs: Vec<Vec<u8>> = Sweep::Positions.inputs(Some(9)).collect();
        let different: HashSet<&Vec<u8>> = inputs.iter().collect();
        assert_eq!(inputs.iter().map(Vec::len).collect::<HashSet<_>>(), (1..=9).collect());
        assert!(different.len() * 2 > inputs.len(), "{} of {}", different.len(), inputs.len());
    }

    /// What a validator says of `bytes` that takes one wrong step: at position `at` of an input of `len` bytes, from a state by
    /// a letter to another state.
    fn accepts(
        bytes: &[u8],
        (len, at): (usize, usize),
        (from, letter, wrong): (usize, usize, usize),
    ) -> bool {
        let mut state = 0;
        for (place, byte) in bytes.iter().enumerate() {
            // The letter of a byte's class is the greatest that is not greater, but for some.
            let class = match byte {
                0xC1 | 0xF5.. => 4,
                0xEE | 0xEF => 7,
                byte => LETTERS.iter().rposition(|letter| letter <= byte).unwrap_or(0),
            };
            let is_fault = (bytes.len(), place, state, class) == (len, at, from, letter);
            state = if is_fault { wrong } else { STATES.steps[state][class] };
        }
        state == 0
    }

    #[test]
    fn each_wrong_step_at_each_position_of_a_length_is_found_unless_nothing_can_show_it() {
        for len in [1, 2, 3, 5, 8, 16] {
            let inputs: Vec<Vec<u8>> = super::positions(len).collect();
            for at in 0..len {
                for (from, access) in ACCESS.iter().enumerate().filter(|(_, access)| access.len() <= at) {
                    let is_here = |input: &&Vec<u8>| input[..at].ends_with(access);
                    let near: Vec<&Vec<u8>> = inputs.iter().filter(is_here).collect();
                    for (letter, right) in STATES.steps[from].into_iter().enumerate() {
                        for wrong in (0..ACCESS.len()).filter(|wrong| *wrong != right) {
                            // What is left of the length has to be enough to tell the two states apart.
                            let ends = |state: usize, word: &[u8]| {
                                str::from_utf8(&[ACCESS[state], word].concat()).is_ok()
                            };
                            let tells = |word: &[u8]| ends(right, word) != ends(wrong, word);
                            let mut words = STATES.identifiers[right].iter();
                            let shows = words.any(|(word_len, word)| at + 1 + word_len <= len && tells(word));
                            let is_seen = |input: &&Vec<u8>| {
                                let accepted = accepts(input, (len, at), (from, letter, wrong));
                                accepted != str::from_utf8(input).is_ok()
                            };
                            let found = near.iter().any(is_seen);
                            assert!(found || !shows, "{len} {at} {access:02X?} {letter} {wrong}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_validator_without_a_wrong_step_passes() {
        for input in super::positions(12).chain(Sweep::Neighbours.inputs(Some(9))) {
            assert_eq!(accepts(&input, (0, 0), (0, 0, 0)), str::from_utf8(&input).is_ok(), "{input:02X?}");
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for sweep in Sweep::ALL {
            assert_eq!(sweep.name().parse(), Ok(sweep));
        }
        assert!("all".parse::<Sweep>().is_err());
    }
}
