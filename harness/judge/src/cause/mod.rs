//! Why a decoder fails: the causes behind wrong answers.
//!
//! The judge says of one answer that it is wrong; [`deviation`] says in which way, and [`causes`] says of all answers of a
//! decoder what is wrong with it. Both are pure. One fault shows in a thousand cases, and is one cause.

mod attribution;
mod cover;
mod deviation;
mod id;
mod known;
mod offset;
mod reading;
mod reference;
mod refused;
mod text;

pub use attribution::{FoundCause, causes};
pub use deviation::{Deviation, JudgedAnswer, deviation, without_answer};
pub use id::{Cause, Severity};
pub use offset::{Relation, Relations};
