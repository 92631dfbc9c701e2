//! Mutants: decoders with one fault each. They measure which faults the vectors find.
//!
//! A decoder here is small and shares no code with the codec. There are several structures, each without a fault first, and
//! mutants of them; the mutants are judged as any other decoder is. A mutant that no case reveals shows a gap in the
//! vectors, unless its entry says why no input can reveal it.
//!
//! `m` are faults that a single input reveals if the decoder reports all that it finds. `s` are faults of the surroundings: between
//! the calls of a stream, in how much is written at once, in memory beside the input, in going backward. Each says what it
//! [needs](Need). Two of them are [out of scope](OUT_OF_SCOPE), with the reason: there the fault is not in the decoding.
//!
//! A fault that only shows in memory is seen through a [`CheckedSlice`], which counts what is read outside; the judge
//! takes that for a crash. [`checked_decoder`] makes a decoder of anybody's function that reads through one.

mod ask;
mod backward;
mod blocks;
mod bounded;
mod branchy;
mod census;
mod checked_slice;
mod faulty;
mod mutant;
mod piece;
mod pointer;
mod push;
mod reaction;
mod redirection;
mod shift;
mod smoke;
mod stream_fault;
mod structure;
mod table;
mod wide;

pub use backward::Retreat;
pub use blocks::Blocks;
pub use bounded::{Bounded, Form, Overflow, Space};
pub use branchy::Branchy;
pub use census::{Census, CensusRow};
pub use checked_slice::{CheckedSlice, OutOfBoundsRead, checked_decoder};
pub use faulty::{OUT_OF_SCOPE, mutants};
pub use mutant::{Mutant, Need, Shows};
pub use piece::Piece;
pub use pointer::{Pointer, PointerFault};
pub use push::Push;
pub use reaction::Reaction;
pub use redirection::Redirections;
pub use shift::Shift;
pub use smoke::{Smoke, SmokeVector};
pub use stream_fault::StreamFault;
pub use structure::Structure;
pub use table::Table;
pub use wide::{BlockFault, Wide};
