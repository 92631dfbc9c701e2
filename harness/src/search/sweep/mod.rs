//! Whole families of inputs asked of a decoder; what fails becomes vectors, so that a run judges and tells it like any other.

mod campaign;
mod found;
mod one_by_one;
mod share;
mod swept;

pub use campaign::{SweepOptions, sweep};
pub use found::{found_vectors, new_failures};
pub use swept::SweptDecoder;
