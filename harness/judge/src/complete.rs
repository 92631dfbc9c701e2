//! The complete suite of RFC 3629: so many inputs, each with nothing but its answer, that no wrong decoder of nine states passes
//! all; and the built-in vectors with it.

use crate::automata::{Machine, characters, rfc3629};
use crate::completion::vector_of;
use illformed_vectors::{Input, Origin, Suite, Vector, VectorFile, VectorId};
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

/// The group of the complete suite.
pub(crate) const COMPLETE_GROUP: &str = "complete";

const ABOUT: &str = "The complete suite of RFC 3629 over all 256 bytes: every decoder that is an automaton of at most \
    nine states, the error among them, and accepts other strings than RFC 3629 answers one of these wrongly.";

/// The embedded suite and the tests of the complete suite: all that is asked when nothing else is named.
pub fn default_suite() -> &'static Suite {
    static DEFAULT: LazyLock<Suite> =
        LazyLock::new(|| Suite::embedded().clone().with(complete_file(complete_tests())));
    &DEFAULT
}

/// The same with the vectors of some groups alone, see [`Suite::embedded_part`].
pub fn default_part(wants: impl Fn(&str) -> bool) -> Suite {
    let file = complete_file(if wants(COMPLETE_GROUP) { complete_tests() } else { &[] });
    Suite::embedded_part(wants).with(file)
}

/// The complete suite alone.
pub fn complete_suite() -> Suite {
    Suite::default().with(complete_file(complete_tests()))
}

/// `tests` as a group of vectors, each named by its bytes. The expectations are worked out from arithmetic, for all profiles;
/// `lint` holds them against the other sources.
fn complete_file(tests: &[Vec<u8>]) -> VectorFile {
    let vectors = tests.iter().filter_map(|bytes| vector(bytes)).collect();
    VectorFile { origin: Origin::Complete, ..VectorFile::new("illformed", COMPLETE_GROUP, ABOUT, vectors) }
}

/// `None` where the bytes give no id, which does not happen.
fn vector(bytes: &[u8]) -> Option<Vector> {
    let id = VectorId::of_bytes(COMPLETE_GROUP, bytes)?;
    let vector = vector_of(id, Input::Bytes(bytes.to_vec()));
    let is_accepted = vector.rfc3629.well_formed() == Some(true);
    let comment = if is_accepted { "complete suite: accepted" } else { "complete suite: refused" };
    Some(Vector { comment: comment.to_owned(), refs: vec!["RFC 3629 s4".to_owned()], ..vector })
}

/// The inputs of the complete suite, each once: 11,915.
pub fn complete_tests() -> &'static [Vec<u8>] {
    // A test reads the grammar, so that it is one.
    static TESTS: LazyLock<Vec<Vec<u8>>> =
        LazyLock::new(|| tests_of(&characters(&rfc3629().unwrap_or_default())));
    &TESTS
}

/// The inputs that find every wrong decoder with no more states than `machine`: each state is reached, by one byte more each
/// transition is taken, and the state it leads to is identified. It is the method HSI of Luo, Petrenko and von Bochmann,
/// "Selecting test sequences for partially-specified nondeterministic finite state machines" (1994); that is the W-method of
/// Vasilevskii (1973) and Chow (1978) with words for each state of its own.
///
/// A decoder that passes has `machine`'s states among its own, one for each access: any two accesses are followed by a
/// word that tells their states apart. It has no more states than these, so each transition leads to one of them, and
/// the word that both share tells it from any other.
fn tests_of(machine: &Machine) -> Vec<Vec<u8>> {
    let (identifiers, accesses) = (machine.identifiers(), machine.accesses());
    // Every access but the first is another one and a byte, and is identified with that transition.
    let mut tests: Vec<Vec<u8>> = identifiers[0].iter().map(|(_, word)| word.clone()).collect();
    let all: BTreeSet<_> = identifiers.iter().flatten().collect();
    for (from, access) in accesses.iter().enumerate() {
        for word in &all {
            let asked = (0..=u8::MAX).filter(|byte| identifiers[machine.step(from, *byte)].contains(*word));
            tests.extend(asked.map(|byte| [access, &[byte][..], &word.1].concat()));
        }
    }
    let mut seen = HashSet::with_capacity(tests.len());
    tests.retain(|test| seen.insert(test.clone()));
    tests
}
