//! The ways in which the mutants are built.

use crate::mutants::{
    Blocks, Bounded, Branchy, CheckedSlice, Form, Need, OutOfBoundsRead, Overflow, Piece, Pointer,
    PointerFault, Push, Retreat, Shift, Space, StreamFault, Table, Wide,
};

/// How a decoder is built. The structures share no code, so that a fault has another shape in each; only what is written
/// into little space was found by pushing.
#[derive(Clone)]
pub enum Structure {
    Branchy(Branchy),
    /// Of a table of classes and one of transitions.
    Table(Box<Table>),
    /// Of rows that are shifted.
    Shift(Box<Shift>),
    /// Of blocks, and permitted numbers.
    Blocks(Blocks),
    /// Of what is known between two bytes.
    Push(StreamFault),
    /// Of an index that may leave the input.
    Pointer(Pointer),
    /// Of steps from the end to the start.
    Backward(Retreat),
    Wide(Wide),
    /// Of what is known between two bytes, and of little space for what is put out.
    Bounded(Bounded),
}

impl Structure {
    /// All ways of finding pieces, without a fault.
    pub fn all_correct() -> [Self; 8] {
        [
            Self::Branchy(Branchy::CORRECT),
            Self::Table(Box::new(Table::correct())),
            Self::Shift(Box::new(Shift::correct())),
            Self::Blocks(Blocks::correct()),
            Self::Push(StreamFault::None),
            Self::Pointer(Pointer::CORRECT),
            Self::Backward(Retreat::Right),
            Self::Wide(Wide::CORRECT),
        ]
    }

    /// All ways of writing into little space, without a fault.
    pub fn all_bounded() -> Vec<Self> {
        let spaces = (1..=4).map(Space::Units);
        let estimates = [(Form::Utf8, 3, 3), (Form::Utf16, 1, 1)];
        let estimates = estimates
            .map(|(form, per_byte, more)| Bounded::correct(form, Space::Estimate { per_byte, more }));
        let units =
            spaces.flat_map(|space| [Form::Utf8, Form::Utf16].map(|form| Bounded::correct(form, space)));
        units.chain(estimates).map(Self::Bounded).collect()
    }

    pub const fn name(&self) -> &'static str {
        match self {
            Self::Branchy(_) => "branchy",
            Self::Table(_) => "table",
            Self::Shift(_) => "shift",
            Self::Blocks(_) => "blocks",
            Self::Push(_) => "push",
            Self::Pointer(_) => "pointer",
            Self::Backward(_) => "backward",
            Self::Bounded(_) => "bounded",
            Self::Wide(_) => "wide",
        }
    }

    /// What its faults need as a rule.
    pub const fn need(&self) -> Need {
        match self {
            Self::Branchy(_) | Self::Table(_) | Self::Shift(_) | Self::Blocks(_) | Self::Push(_) => {
                Need::Input
            }
            Self::Pointer(_) => Need::Memory,
            Self::Backward(_) => Need::Backward,
            Self::Bounded(_) => Need::Capacity,
            Self::Wide(_) => Need::Position,
        }
    }

    /// The same without a fault.
    #[must_use]
    pub fn without_fault(&self) -> Self {
        match self {
            Self::Branchy(_) => Self::Branchy(Branchy::CORRECT),
            Self::Table(_) => Self::Table(Box::new(Table::correct())),
            Self::Shift(_) => Self::Shift(Box::new(Shift::correct())),
            Self::Blocks(_) => Self::Blocks(Blocks::correct()),
            Self::Push(_) => Self::Push(StreamFault::None),
            Self::Pointer(pointer) => Self::Pointer(Pointer { fault: PointerFault::None, ..*pointer }),
            Self::Backward(_) => Self::Backward(Retreat::Right),
            Self::Wide(_) => Self::Wide(Wide::CORRECT),
            Self::Bounded(Bounded { form, space: Space::Estimate { per_byte, .. }, .. }) => {
                let space = Space::Estimate { per_byte: (*per_byte).max(3), more: 3 };
                Self::Bounded(Bounded::correct(*form, space))
            }
            Self::Bounded(bounded) => Self::Bounded(Bounded { overflow: Overflow::Resumes, ..*bounded }),
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
    pub fn decode(&self, bytes: &[u8], pieces: &mut Vec<Piece>) -> OutOfBoundsRead {
        match self {
            Self::Branchy(branchy) => branchy.decode(bytes, pieces),
            Self::Table(table) => table.decode(bytes, pieces),
            Self::Shift(shift) => shift.decode(bytes, pieces),
            Self::Blocks(blocks) => blocks.decode(bytes, pieces),
            Self::Push(stream_fault) => Push::decode(*stream_fault, bytes, pieces),
            Self::Wide(wide) => wide.decode(bytes, pieces),
            Self::Bounded(_) => Push::decode(StreamFault::None, bytes, pieces),
            Self::Pointer(pointer) => {
                let input = if pointer.wants_nul() {
                    CheckedSlice::terminated(bytes)
                } else {
                    CheckedSlice::new(bytes)
                };
                let in_tables = pointer.decode(&input, pieces);
                return input.out_of_bounds_read().and(in_tables);
            }
            Self::Backward(retreat) => {
                let input = CheckedSlice::new(bytes);
                retreat.decode(&input, pieces);
                return input.out_of_bounds_read();
            }
        }
        OutOfBoundsRead::default()
    }
}
