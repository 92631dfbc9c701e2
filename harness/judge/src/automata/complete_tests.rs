//! The inputs of the complete suite of RFC 3629.

use crate::automata::{Machine, characters, rfc3629};
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

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
