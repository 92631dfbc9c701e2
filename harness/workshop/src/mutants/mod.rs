//! Mutants: decoders with one fault each. They measure which faults the vectors find.
//!
//! `mutants.json` is the table of all: a row says what the mutant does wrong, on which of the few structures it is built and
//! what is changed there, the shortest witness, and the cause that is told first. A structure is small, without a fault by
//! default, and held to the codec; the mutants are judged as any other decoder is. A mutant that no case reveals shows a gap
//! in the vectors, unless its row says why no input can reveal it.
//!
//! `m` are faults that a single input reveals if the decoder reports all that it finds. `s` are faults of the surroundings: between
//! the calls of a stream, in how much is written at once, in memory beside the input, in going backward. Each
//! [needs](Mutant::needs) something. Two of them are [out of scope](OUT_OF_SCOPE), with the reason: there the fault is not
//! in the decoding.
//!
//! A fault that only shows in memory is seen through a slice that counts what is read outside; the judge takes that for a
//! crash.

mod ask;
mod backward;
mod bounded;
mod census;
mod checked_slice;
mod mutant;
mod one_shot;
mod piece;
mod push;
mod reaction;
mod redirection;
mod smoke;
mod structure;
mod wide;

pub use backward::Retreat;
pub use bounded::{Bounded, Overflow, Space};
pub use census::{Census, CensusRow, Killers};
pub(crate) use checked_slice::CheckedSlice;
pub use checked_slice::OutOfBoundsRead;
pub use mutant::{Mutant, MutantNeed, OUT_OF_SCOPE, Shows, mutants};
pub use one_shot::OneShot;
pub use piece::MutantPiece;
pub use push::{Push, StreamFault};
pub use reaction::Reaction;
pub use redirection::{Redirections, redirections};
pub use smoke::{Smoke, SmokeVector};
pub use structure::Structure;
pub use wide::{BlockFault, Wide};
