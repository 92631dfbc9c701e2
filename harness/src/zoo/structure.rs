//! The six ways in which a decoder of the zoo is built.

use crate::zoo::{Blocks, Branchy, Habit, Piece, Push, Shift, Table, Wide};

/// How a decoder is built. The structures share no code, so that a fault has another shape in each.
#[derive(Clone)]
pub enum Structure {
    /// Of comparisons.
    Branchy(Branchy),
    /// Of a table of classes and one of transitions.
    Table(Box<Table>),
    /// Of rows that are shifted.
    Shift(Box<Shift>),
    /// Of blocks, and permitted numbers.
    Blocks(Blocks),
    /// Of what is known between two bytes.
    Push(Habit),
    /// Of wide blocks.
    Wide(Wide),
}

impl Structure {
    /// All of them, without a fault.
    pub fn all_correct() -> [Self; 6] {
        [
            Self::Branchy(Branchy::CORRECT),
            Self::Table(Box::new(Table::correct())),
            Self::Shift(Box::new(Shift::correct())),
            Self::Blocks(Blocks::correct()),
            Self::Push(Habit::None),
            Self::Wide(Wide::CORRECT),
        ]
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Branchy(_) => "branchy",
            Self::Table(_) => "table",
            Self::Shift(_) => "shift",
            Self::Blocks(_) => "blocks",
            Self::Push(_) => "push",
            Self::Wide(_) => "wide",
        }
    }

    /// Appends the pieces of `bytes`, which are the whole input.
    pub fn decode(&self, bytes: &[u8], pieces: &mut Vec<Piece>) {
        match self {
            Self::Branchy(branchy) => branchy.decode(bytes, pieces),
            Self::Table(table) => table.decode(bytes, pieces),
            Self::Shift(shift) => shift.decode(bytes, pieces),
            Self::Blocks(blocks) => blocks.decode(bytes, pieces),
            Self::Wide(wide) => wide.decode(bytes, pieces),
            Self::Push(habit) => {
                let mut push = Push::new(*habit);
                push.feed(bytes, pieces);
                push.finish(pieces);
            }
        }
    }
}
