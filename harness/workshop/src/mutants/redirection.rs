//! All decoders that differ from the right one in a single transition.

use illformed_judge::automata::{Machine, characters, rfc3629};
use illformed_vectors::{Input, Suite, Vector};
use std::collections::{BTreeSet, HashMap};

/// How many of them some vector kills. They only answer, and look at everything: the error is a state like the others,
/// which a fault may leave.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Redirections {
    /// How many transitions lead out of other states than the error, times the states to which they should not lead.
    pub before_error: usize,
    /// How many of these are killed.
    pub killed_before_error: usize,
    /// The same out of the error.
    pub after_error: usize,
    /// How many of these are killed.
    pub killed_after_error: usize,
}

impl Redirections {
    /// Lets each transition lead to each wrong state, and has the answers to the vectors of `suite` that are bytes
    /// compared.
    pub fn count(suite: &Suite) -> Self {
        let mut counted = Self::default();
        let Some(right) = rfc3629().map(|ways| characters(&ways)) else { return counted };
        let taken = taken(suite, &right);
        for from in 0..right.len() {
            let is_error = right.is_error(from);
            for byte in 0..=u8::MAX {
                let answers = taken.get(&(from, byte)).map_or(&[][..], Vec::as_slice);
                for to in (0..right.len()).filter(|to| *to != right.step(from, byte)) {
                    let step = |state, next: &u8| {
                        if (state, *next) == (from, byte) { to } else { right.step(state, *next) }
                    };
                    let is_killed = answers
                        .iter()
                        .any(|(bytes, answer)| right.is_accepting(bytes.iter().fold(0, step)) != *answer);
                    let (all, killed) = if is_error {
                        (&mut counted.after_error, &mut counted.killed_after_error)
                    } else {
                        (&mut counted.before_error, &mut counted.killed_before_error)
                    };
                    *all += 1;
                    *killed += usize::from(is_killed);
                }
            }
        }
        counted
    }
}

/// Bytes, and whether they are well-formed.
type Answer = (Vec<u8>, bool);

/// For each transition the answers of the vectors on whose way it lies: on the ways of all others a decoder in which it
/// alone is wrong does what the right one does.
fn taken(suite: &Suite, right: &Machine) -> HashMap<(usize, u8), Vec<Answer>> {
    let mut taken: HashMap<_, Vec<Answer>> = HashMap::new();
    for (bytes, answer) in suite.vectors().filter_map(well_formed) {
        let mut state = 0;
        let mut on_the_way = BTreeSet::new();
        for &byte in &bytes {
            on_the_way.insert((state, byte));
            state = right.step(state, byte);
        }
        for transition in on_the_way {
            taken.entry(transition).or_default().push((bytes.clone(), answer));
        }
    }
    taken
}

/// The bytes of a vector, and whether RFC 3629 has them well-formed.
fn well_formed(vector: &Vector) -> Option<Answer> {
    let Input::Bytes(bytes) = &vector.input else { return None };
    Some((bytes.clone(), vector.rfc3629.well_formed()?))
}
