//! What an oracle is, and the oracles there are.

use crate::oracle::{arithmetic, automaton, standard_library};
use illformed_codec::{ErrorKind, Event, Profile, events};

/// What an oracle reads in some bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// The events; they tile the bytes.
    pub events: Vec<Event>,
    /// For each event the length of the shortest prefix of the bytes that is certain of it, whatever follows; `None` where only
    /// the end is. Nothing at all if the oracle does not know.
    pub decided_by: Option<Vec<Option<usize>>>,
    /// Whether the error kinds mean something. If not, only `Incomplete` does.
    pub knows_kinds: bool,
}

impl Opinion {
    /// Whether `expected` says the same, as far as this opinion goes.
    pub fn agrees_with(&self, expected: &[Event]) -> bool {
        let coarse = |event: &Event| match *event {
            Event::Error { kind, at, len } if !self.knows_kinds && kind != ErrorKind::Incomplete => {
                Event::Error { kind: ErrorKind::NeverValid, at, len }
            }
            event => event,
        };
        self.events.iter().map(coarse).eq(expected.iter().map(coarse))
    }

    /// Takes away an incomplete error at the end, since more bytes may follow; returns its length, or 0.
    pub fn take_pending(&mut self) -> usize {
        let open = |event: &mut Event| matches!(event, Event::Error { kind: ErrorKind::Incomplete, .. });
        match self.events.pop_if(open) {
            Some(Event::Error { len, .. } | Event::Code { len, .. }) => {
                self.decided_by.as_mut().map(Vec::pop);
                len
            }
            None => 0,
        }
    }
}

/// A source of opinions.
#[derive(Debug, Clone, Copy)]
pub struct Oracle {
    /// Its name, for messages.
    pub name: &'static str,
    /// What it reads in the bytes under a profile; `None` when it knows nothing of the profile.
    pub read: fn(&[u8], Profile) -> Option<Opinion>,
}

impl Oracle {
    /// The codec's reference decoder.
    pub const REFERENCE: Self = Self {
        name: "reference",
        read: |bytes, profile| {
            let mut read = Vec::with_capacity(bytes.len());
            read.extend(events(bytes, profile));
            Some(Opinion { events: read, decided_by: None, knows_kinds: true })
        },
    };

    /// Decode loosely, check the range; see [`arithmetic`].
    pub const ARITHMETIC: Self = Self {
        name: "arithmetic",
        read: |bytes, profile| {
            let limits = arithmetic::Limits::of(profile);
            let events = arithmetic::events(bytes, limits);
            let decided_by = Some(arithmetic::decided_by(bytes, &events, limits).collect());
            Some(Opinion { events, decided_by, knows_kinds: true })
        },
    };

    /// The automaton of the grammar that RFC 3629 prints. It knows no kinds, and nothing of CESU-8 and WTF-8.
    pub const AUTOMATON: Self = Self { name: "automaton", read: automaton::read };

    /// Rust's standard library. It knows RFC 3629 and no kinds.
    pub const STANDARD_LIBRARY: Self = Self { name: "std", read: standard_library::read };

    /// All of them.
    pub const ALL: [Self; 4] = [Self::REFERENCE, Self::ARITHMETIC, Self::AUTOMATON, Self::STANDARD_LIBRARY];
}
