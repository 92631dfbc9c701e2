//! Why a decoder fails: the causes behind wrong answers.
//!
//! The judge says of one answer that it is wrong; a [`Deviation`] says in which way, and a [`Diagnosis`] says of all answers of a
//! decoder what is wrong with it. Both are pure. One fault shows in a thousand cases, and is one cause.

mod accepted_offsets;
mod asked_parts;
mod attribution;
mod bytewise;
mod comparison;
mod cover;
mod deviation;
mod diagnosis;
mod id;
mod offset;
mod page;
mod refused;
mod segment;
mod sensitivity;
mod text;

#[doc(hidden)]
pub use asked_parts::AskedParts;
#[doc(hidden)]
pub use deviation::{Deviation, accepting};
pub(crate) use deviation::{deviation, without_answer};
#[doc(hidden)]
pub use diagnosis::{Diagnosis, Example, FoundCause};
pub use id::{Cause, Severity};
#[doc(hidden)]
pub use offset::Relation;
#[doc(hidden)]
pub use page::Page;
#[doc(hidden)]
pub use sensitivity::parts;
