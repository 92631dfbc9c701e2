//! The zoo: decoders with one fault each, to learn what the vectors see.
//!
//! A decoder here is small and shares no code with the codec. There are six structures, each without a fault first, and
//! mutants of them; the mutants are judged as any other decoder is. One that no case betrays shows a hole in the vectors,
//! unless its entry says why it cannot be betrayed.
//!
//! `m` are faults that one input betrays; `s` are faults between the calls of a stream, and at places of an input. Out of scope are decoders that
//! unwrap another encoding first, such as percent signs, and those that classify characters by the locale: there the
//! fault is not in the decoding.

mod blocks;
mod branchy;
mod census;
mod mutant;
mod mutants;
mod piece;
mod push;
mod reaction;
mod redirection;
mod shift;
mod structure;
mod table;
mod wide;

pub use blocks::Blocks;
pub use branchy::Branchy;
pub use census::{Census, CensusRow};
pub use mutant::{Mutant, Shows};
pub use mutants::mutants;
pub use piece::Piece;
pub use push::{Habit, Push};
pub use reaction::Reaction;
pub use redirection::Redirections;
pub use shift::Shift;
pub use structure::Structure;
pub use table::Table;
pub use wide::{Slip, Wide};
