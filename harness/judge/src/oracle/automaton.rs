//! UTF-8 by the grammar that RFC 3629 prints: the automaton that it describes is walked.

use crate::automata::{Machine, characters, grammar};
use crate::oracle::Opinion;
use crate::oracle::arithmetic::end;
use illformed_codec::{ErrorKind, Event, Profile};
use std::sync::LazyLock;

/// The events of `bytes`; nothing for CESU-8 and WTF-8, where characters depend on their neighbours.
pub(crate) fn read(bytes: &[u8], profile: Profile) -> Option<Opinion> {
    // A grammar that cannot be read has no opinion; a test reads all of them.
    static WALKS: LazyLock<Vec<(Profile, GrammarWalk)>> = LazyLock::new(|| {
        let of_profile =
            |profile: &Profile| Some((*profile, GrammarWalk::new(characters(&grammar::ways_of(*profile)?))));
        Profile::ALL.iter().filter_map(of_profile).collect()
    });
    let (_, walk) = WALKS.iter().find(|(known, _)| *known == profile)?;
    let mut events = Vec::with_capacity(bytes.len());
    let mut decided_by = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (event, looked_at) = walk.event(bytes, at);
        decided_by.push(looked_at.map(|looked_at| at + looked_at));
        at = end(&event);
        events.push(event);
    }
    Some(Opinion { events, decided_by: Some(decided_by), knows_kinds: false })
}

/// An automaton of characters, and the state from which there is no way on.
struct GrammarWalk {
    machine: Machine,
    error: Option<usize>,
}

impl GrammarWalk {
    fn new(machine: Machine) -> Self {
        let error = (0..machine.len()).find(|state| machine.is_error(*state));
        Self { machine, error }
    }

    /// The event at `at`, which is in `bytes`, and at how many bytes the walk ended; `None` where the input ended first.
    fn event(&self, bytes: &[u8], at: usize) -> (Event, Option<usize>) {
        let mut state = 0;
        for (len, byte) in bytes[at..].iter().enumerate() {
            state = self.machine.step(state, *byte);
            let event = if state == 0 {
                Event::Code { value: value(&bytes[at..=at + len]), at, len: len + 1 }
            } else if Some(state) == self.error {
                Event::Error { kind: ErrorKind::NeverValid, at, len: len.max(1) }
            } else {
                continue;
            };
            return (event, Some(len + 1));
        }
        (Event::Error { kind: ErrorKind::Incomplete, at, len: bytes.len() - at }, None)
    }
}

/// "The x bits": what is left of each byte without its marks, written one after the other.
fn value(character: &[u8]) -> u32 {
    character.iter().fold(0, |value, byte| {
        // The first zero ends the marks, of a lead and of a continuation alike.
        let bits = 7_u32.saturating_sub(byte.leading_ones());
        value << bits | u32::from(*byte) & ((1 << bits) - 1)
    })
}
