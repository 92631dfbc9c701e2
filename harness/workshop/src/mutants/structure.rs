//! The ways in which the mutants are built.

use crate::mutants::{
    Bounded, MutantNeed, MutantPiece, OneShot, OutOfBoundsRead, Push, Retreat, StreamFault, Wide,
};
use serde::Deserialize;

/// How a decoder is built, its fault included.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Structure {
    OneShot(OneShot),
    /// Of what is known between two bytes.
    Push(StreamFault),
    /// Of steps from the end to the start.
    Backward(Retreat),
    Wide(Wide),
    /// Of what is known between two bytes, and of little space for what is put out.
    Bounded(Bounded),
}

impl Structure {
    pub const fn name(&self) -> &'static str {
        match self {
            Self::OneShot(_) => "one-shot",
            Self::Push(_) => "push",
            Self::Backward(_) => "backward",
            Self::Bounded(_) => "bounded",
            Self::Wide(_) => "wide",
        }
    }

    /// What its faults need as a rule.
    pub fn need(&self) -> MutantNeed {
        match self {
            Self::OneShot(one_shot) if one_shot.errs_in_memory() => MutantNeed::Memory,
            Self::OneShot(_) | Self::Push(_) => MutantNeed::Input,
            Self::Backward(_) => MutantNeed::Backward,
            Self::Bounded(_) => MutantNeed::Capacity,
            Self::Wide(_) => MutantNeed::Position,
        }
    }

    /// The same without a fault.
    #[must_use]
    pub fn without_fault(&self) -> Self {
        match self {
            Self::OneShot(one_shot) => Self::OneShot(one_shot.without_fault()),
            Self::Push(_) => Self::Push(StreamFault::None),
            Self::Backward(_) => Self::Backward(Retreat::Right),
            Self::Wide(_) => Self::Wide(Wide::CORRECT),
            Self::Bounded(bounded) => Self::Bounded(bounded.without_fault()),
        }
    }

    /// What it does wrong as one that is pushed, if it is.
    pub const fn stream_fault(&self) -> Option<StreamFault> {
        match self {
            Self::Push(stream_fault) => Some(*stream_fault),
            Self::Bounded(_) => Some(StreamFault::None),
            _ => None,
        }
    }

    /// Appends the pieces of `bytes`, which are the whole input, and says what it read that it should not.
    pub fn decode(&self, bytes: &[u8], pieces: &mut Vec<MutantPiece>) -> OutOfBoundsRead {
        match self {
            Self::OneShot(one_shot) => return one_shot.decode(bytes, pieces),
            Self::Backward(retreat) => return retreat.decode(bytes, pieces),
            Self::Push(stream_fault) => Push::decode(*stream_fault, bytes, pieces),
            Self::Bounded(_) => Push::decode(StreamFault::None, bytes, pieces),
            Self::Wide(wide) => wide.decode(bytes, pieces),
        }
        OutOfBoundsRead::default()
    }
}
