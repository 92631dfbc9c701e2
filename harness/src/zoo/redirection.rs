//! All decoders that differ from the right one in a single transition.

use crate::zoo::Shift;
use crate::zoo::shift::state::{AFTER_F4, ERROR, START};
use illformed_vectors::{Expectation, Input, Profile, Reading, Suite, Vector};

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
        let answers: Vec<(Vec<u8>, bool)> = suite.vectors().filter_map(well_formed).collect();
        let right = Shift::correct();
        let mut counted = Self::default();
        for from in START..=AFTER_F4 {
            for byte in 0..=u8::MAX {
                for to in (START..=AFTER_F4).filter(|to| *to != right.step(from, byte)) {
                    let mut wrong = right;
                    wrong.redirect(&(from, byte..=byte, to));
                    let killed = answers.iter().any(|(bytes, answer)| wrong.accepts(bytes) != *answer);
                    let (all, of_them_killed) = if from == ERROR {
                        (&mut counted.after_error, &mut counted.killed_after_error)
                    } else {
                        (&mut counted.before_error, &mut counted.killed_before_error)
                    };
                    *all += 1;
                    *of_them_killed += usize::from(killed);
                }
            }
        }
        counted
    }
}

/// The bytes of a vector, and whether RFC 3629 has them well-formed.
fn well_formed(vector: &Vector) -> Option<(Vec<u8>, bool)> {
    match (&vector.input, vector.expectation(Profile::Rfc3629)) {
        (Input::Bytes(bytes), Expectation::Specified(readings)) => {
            Some((bytes.clone(), readings.iter().all(Reading::well_formed)))
        }
        _ => None,
    }
}
