//! What it takes to betray a fault.

use std::fmt;

/// The tier of the harness that a mutant needs: where none offers it, nobody sees the fault.
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

    /// Its name.
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
