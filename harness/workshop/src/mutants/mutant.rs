//! A faulty decoder.

use crate::mutants::{OutOfBoundsRead, Piece, Reaction, StreamFault, Structure};
use illformed_judge::cause::Cause;
use illformed_judge::claim::Bom;
use std::fmt;

/// A decoder with one fault.
#[derive(Clone)]
pub struct Mutant {
    pub name: &'static str,
    /// What it does wrong, in the third person.
    pub does: &'static str,
    /// What it takes to betray it.
    pub needs: Need,
    /// How it is built, the fault included.
    pub structure: Structure,
    /// What it makes of what it finds, if the fault is there.
    pub reaction: Option<Reaction>,
    /// How it shows what it found.
    pub shows: Shows,
    /// What it promises to do with U+FEFF at the start.
    pub bom: Bom,
    /// The input that betrays it: the shortest, and of these the first. Empty when there is none, or
    /// when it takes several calls.
    pub witness: &'static [u8],
    /// The calls that betray it, where the fault is between calls, as a script of the vectors.
    pub witness_calls: Option<&'static str>,
    /// The input that betrays it to who sees accepted and rejected alone, if there is one.
    pub answer_witness: Option<&'static [u8]>,
    /// The calls that do, where it takes several.
    pub answer_witness_calls: Option<&'static str>,
    /// What it is told to be, first of all; only one that no input betrays has none.
    pub cause: Option<Cause>,
    /// Why no input betrays it, for one that is no fault in truth.
    pub equivalent: Option<&'static str>,
}

/// How a decoder shows what it found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// It stops at the first error, with offset, length, and the text before it.
    FirstError,
    /// It replaces errors, a maximal subpart each.
    Replacements,
}

impl Mutant {
    /// The mutant `name`, which shows its first error, and no witness.
    pub const fn new(name: &'static str, does: &'static str, structure: Structure) -> Self {
        Self {
            name,
            does,
            needs: structure.need(),
            structure,
            reaction: None,
            shows: Shows::FirstError,
            bom: Bom::Keep,
            witness: &[],
            witness_calls: None,
            answer_witness: None,
            answer_witness_calls: None,
            cause: None,
            equivalent: None,
        }
    }

    /// Betrayed by `witness`, and to who sees the answer alone by `answer_witness`.
    #[must_use]
    pub const fn betrayed_by(
        mut self,
        witness: &'static [u8],
        answer_witness: Option<&'static [u8]>,
    ) -> Self {
        self.witness = witness;
        self.answer_witness = answer_witness;
        self
    }

    /// Told first of all to be that.
    #[must_use]
    pub const fn told_as(mut self, cause: Cause) -> Self {
        self.cause = Some(cause);
        self
    }

    /// Betrayed by these calls.
    #[must_use]
    pub const fn betrayed_by_calls(mut self, calls: &'static str) -> Self {
        self.witness_calls = Some(calls);
        if matches!(self.needs, Need::Input) {
            self.needs = Need::Script;
        }
        self
    }

    /// Betrayed by these calls to who sees the answer alone.
    #[must_use]
    pub const fn answering_wrong_to(mut self, calls: &'static str) -> Self {
        self.answer_witness_calls = Some(calls);
        self
    }

    /// Betrayed only with that.
    #[must_use]
    pub const fn needing(mut self, need: Need) -> Self {
        self.needs = need;
        self
    }

    /// The same, showing its replacements instead of its first error, or the reverse.
    #[must_use]
    pub fn shown_otherwise(&self) -> Self {
        let shows = match self.shows {
            Shows::FirstError => Shows::Replacements,
            Shows::Replacements => Shows::FirstError,
        };
        Self { shows, ..self.clone() }
    }

    /// The same without its fault.
    #[must_use]
    pub fn without_fault(&self) -> Self {
        let structure = match self.bom {
            Bom::Keep => self.structure.without_fault(),
            // Only this one keeps that promise.
            Bom::Strip => Structure::Push(StreamFault::DropsFirstMark),
        };
        Self { structure, reaction: None, ..self.clone() }
    }

    /// With a fault in what it makes of its pieces.
    #[must_use]
    pub const fn reacting(mut self, reaction: Reaction) -> Self {
        self.reaction = Some(reaction);
        self
    }

    /// Replacing errors instead of stopping.
    #[must_use]
    pub const fn replacing(mut self) -> Self {
        self.shows = Shows::Replacements;
        self
    }

    /// Promising to drop U+FEFF at the start.
    #[must_use]
    pub const fn promising_to_strip(mut self) -> Self {
        self.bom = Bom::Strip;
        self
    }

    /// The pieces of `bytes`, as it finds them.
    pub fn pieces(&self, bytes: &[u8]) -> Vec<Piece> {
        self.decode(bytes).0
    }

    /// The pieces of `bytes`, as it finds them, and what it read that it should not.
    pub fn decode(&self, bytes: &[u8]) -> (Vec<Piece>, OutOfBoundsRead) {
        let mut pieces = Vec::new();
        let out_of_bounds_read = self.structure.decode(bytes, &mut pieces);
        let pieces = match self.reaction {
            Some(reaction) => reaction(bytes, pieces),
            None => pieces,
        };
        (pieces, out_of_bounds_read)
    }
}

/// What of the harness it takes to betray a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// A few bytes.
    Input,
    /// Several calls on one object.
    Script,
    /// Bytes at some offset in a long input.
    Position,
    /// Little space for what is put out.
    Capacity,
    /// A count of the reads outside the input, and a limit for all of them.
    Memory,
    /// A decoder that goes from the end to the start.
    Backward,
}

impl Need {
    /// All, from the plainest on.
    pub const ALL: [Self; 6] =
        [Self::Input, Self::Script, Self::Position, Self::Capacity, Self::Memory, Self::Backward];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Script => "script",
            Self::Position => "position",
            Self::Capacity => "capacity",
            Self::Memory => "memory",
            Self::Backward => "backward",
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
