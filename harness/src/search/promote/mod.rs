//! From an input on which a decoder or a property fails to the vector that keeps it. Nothing is written.

mod failing;
mod flag;
mod loose_input;
mod placement;
mod wording;

pub use failing::{FailingInput, Unpromoted};
pub use flag::{DEMANDED_FLAGS, FlagRule, demanded_flags, worked_out};
pub use loose_input::{LooseForm, LooseInput};
pub use placement::{GROUP, Placement};
pub use wording::short_hash;
