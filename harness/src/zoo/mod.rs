//! The zoo: decoders with one fault each, to learn what the vectors see.
//!
//! A decoder here is small and shares no code with the codec. There are five structures, each without a fault first, and
//! mutants of them; the mutants are judged as any other decoder is. One that no case betrays shows a hole in the vectors,
//! unless its entry says why it cannot be betrayed.

mod blocks;
mod branchy;
mod piece;
mod push;
mod shift;
mod structure;
mod table;

pub use blocks::Blocks;
pub use branchy::Branchy;
pub use piece::Piece;
pub use push::{Habit, Push};
pub use shift::Shift;
pub use structure::Structure;
pub use table::Table;
