//! The expectations of a vector under the other profiles, worked out from its input.

use crate::expected::segments;
use crate::lint::raises_question;
use crate::names::{codec_profile, vectors_error_kind};
use crate::oracle::arithmetic::{Limits, events};
use illformed_codec::{self as codec, Event};
use illformed_vectors::{Expectation, ExpectedError, Input, Profile, Question, Reading, Vector};

/// The expectations of `vector` under the profiles where they differ from its `rfc3629` one, in the profiles' order. They
/// come from arithmetic on the input, which `lint` holds against the codec's reference.
///
/// # Examples
///
/// ```
/// use illformed_judge::completion::differing;
/// use illformed_vectors::{Profile, Suite};
///
/// let vector = Suite::embedded().vector("overlong/nul-two-bytes").expect("it is in the suite");
/// let profiles: Vec<Profile> = differing(vector).into_iter().map(|(profile, _)| profile).collect();
/// assert_eq!(profiles, [Profile::Mutf8]);
/// ```
pub fn differing(vector: &Vector) -> Vec<(Profile, Expectation)> {
    let others = Profile::ALL.iter().filter(|profile| **profile != Profile::Rfc3629);
    let expectations = others.map(|&profile| (profile, expectation(&vector.input, profile)));
    expectations.filter(|(_, expectation)| *expectation != vector.rfc3629).collect()
}

/// What `profile` expects of `input`, by arithmetic.
pub fn expectation(input: &Input, profile: Profile) -> Expectation {
    let codec_profile = codec_profile(profile);
    let limits = Limits::of(codec_profile);
    if raises_question(input, codec_profile) {
        return Expectation::Unspecified(Question::Rfc2279Surrogate);
    }
    let segments = segments(input).into_iter();
    let readings = segments.map(|(bytes, finished)| reading(events(&bytes, limits), finished));
    Expectation::Specified(readings.collect())
}

fn reading(events: Vec<Event>, finished: bool) -> Reading {
    let mut reading = Reading { errors: Vec::new(), text: Vec::new(), pending: 0 };
    for event in events {
        match event {
            Event::Code { value, .. } => reading.text.push(value),
            Event::Error { kind: codec::ErrorKind::Incomplete, len, .. } if !finished => {
                reading.pending = len;
            }
            Event::Error { kind, at, len } => {
                reading.errors.push(ExpectedError { at, len, kind: vectors_error_kind(kind) });
            }
        }
    }
    reading
}
