//! All decoders that differ from the right one in a single transition.

use illformed_judge::automata::{Machine, characters, rfc3629};
use illformed_vectors::{Input, Suite};
use std::collections::{BTreeSet, HashMap};

/// How many of them some vector kills, and how many there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Redirections {
    pub killed: usize,
    pub all: usize,
}

/// Lets each transition lead to each wrong state, and has the answers to the vectors of `suite` that are bytes compared. Counts
/// apart those out of other states than the error, and those out of the error: the decoders only answer, and look at
/// everything, so that the error is a state like the others, which a fault may leave.
pub fn redirections(suite: &Suite) -> [Redirections; 2] {
    let mut counted = [Redirections::default(); 2];
    let Some(right) = rfc3629().map(|ways| characters(&ways)) else { return counted };
    let taken = taken(suite, &right);
    for from in 0..right.len() {
        let counted = &mut counted[usize::from(right.is_error(from))];
        for byte in 0..=u8::MAX {
            let answers = taken.get(&(from, byte)).map_or(&[][..], Vec::as_slice);
            for to in (0..right.len()).filter(|to| *to != right.step(from, byte)) {
                let step = |state, next: &u8| {
                    if (state, *next) == (from, byte) { to } else { right.step(state, *next) }
                };
                let is_killed = answers
                    .iter()
                    .any(|(bytes, answer)| right.is_accepting(bytes.iter().fold(0, step)) != *answer);
                counted.all += 1;
                counted.killed += usize::from(is_killed);
            }
        }
    }
    counted
}

/// Bytes, and whether they are well-formed.
type VectorAnswer<'a> = (&'a [u8], bool);

/// For each transition the answers of the vectors on whose way it lies: on the ways of all others a decoder
/// in which it alone is wrong does what the right one does.
fn taken<'a>(suite: &'a Suite, right: &Machine) -> HashMap<(usize, u8), Vec<VectorAnswer<'a>>> {
    let mut taken: HashMap<_, Vec<_>> = HashMap::new();
    for vector in suite.vectors() {
        let (Input::Bytes(bytes), Some(answer)) = (&vector.input, vector.rfc3629.well_formed()) else {
            continue;
        };
        let mut state = 0;
        let mut on_the_way = BTreeSet::new();
        for &byte in bytes {
            on_the_way.insert((state, byte));
            state = right.step(state, byte);
        }
        for transition in on_the_way {
            taken.entry(transition).or_default().push((&**bytes, answer));
        }
    }
    taken
}
