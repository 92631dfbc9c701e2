//! The complete suite: HSI, after Luo, Petrenko and von Bochmann, "Selecting test sequences for partially-specified
//! nondeterministic finite state machines" (1994); it is the W-method of Vasilevskii (1973) and Chow (1978) with words
//! for each state of its own.

use illformed_judge::automata::{Identifiers, Machine};
use illformed_vectors::{
    AccessedState, ByteSet, Bytes, CompleteFile, CompleteLine, CompleteWords, FileKind, Profile, SCHEMA,
};

/// The tests that find every wrong decoder with no more states than `machine`: each state is reached, by one byte more
/// each transition is taken, and the state it leads to is identified.
///
/// A decoder that passes has `machine`'s states among its own, one for each access: any two accesses are followed by a
/// word that tells their states apart. It has no more states than these, so each transition leads to one of them, and
/// the word that both share tells it from any other.
pub(super) fn complete(machine: &Machine) -> CompleteFile {
    let (identifiers, accesses) = (machine.identifiers(), machine.accesses());
    let state = |state: usize| AccessedState {
        access: Bytes(accesses[state].clone()),
        identifiers: identifiers[state].iter().map(|(_, word)| Bytes(word.clone())).collect(),
    };
    // Every access but the first is another one and a byte, and is identified with that transition.
    let words = |accepted: bool| {
        let words = identifiers[0].iter().filter(|(_, word)| machine.accepts(0, word) == accepted);
        words.map(|(_, word)| Bytes(word.clone())).collect()
    };
    let all: Identifiers = identifiers.iter().flatten().cloned().collect();
    let lines = (0..machine.len()).flat_map(|from| {
        let (identifiers, accesses) = (&identifiers, &accesses);
        all.iter().map(move |word| {
            let bytes = |accepted: bool| {
                let asked = (0..=u8::MAX).filter(|byte| {
                    let to = machine.step(from, *byte);
                    identifiers[to].contains(word) && machine.accepts(to, &word.1) == accepted
                });
                ByteSet(asked.collect())
            };
            CompleteLine {
                after: Bytes(accesses[from].clone()),
                then: Bytes(word.1.clone()),
                accepted: bytes(true),
                refused: bytes(false),
            }
        })
    });
    CompleteFile {
        kind: CompleteFile::KIND.to_owned(),
        schema: SCHEMA,
        suite: "illformed".to_owned(),
        group: "complete".to_owned(),
        profile: Profile::Rfc3629,
        about: ABOUT.to_owned(),
        method: METHOD.to_owned(),
        refs: vec!["RFC 3629 s4".to_owned()],
        alphabet: ByteSet((0..=u8::MAX).collect()),
        number_of_tests: 0,
        states: (0..machine.len()).map(state).collect(),
        words: CompleteWords { accepted: words(true), refused: words(false) },
        lines: lines.filter(|line| line.accepted != line.refused).collect(),
    }
}

const ABOUT: &str = "The complete suite of RFC 3629 over all 256 bytes: every decoder that is an automaton of at most \
    nine states, the error among them, and accepts other strings than RFC 3629 answers one of these wrongly.";

const METHOD: &str = "HSI with no extra states (Luo, Petrenko, Bochmann 1994; the W-method of Vasilevskii 1973 and Chow \
    1978 with identifiers for each state), on the automaton of the grammar in RFC 3629 section 4: the access of each \
    state, each byte, each word that identifies the state where it leads. A line is up to 256 tests: after, a byte, then. \
    A string that two lines have is one test.";
