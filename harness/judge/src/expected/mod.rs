//! What a decoder with some claim should answer to a case: the expectation of the vectors, seen through the claim.

mod answer;
mod derived;
mod lax;
mod reading;
mod segment;
mod undocumented;

#[doc(hidden)]
pub use answer::{Expected, ExpectedFailure, ExpectedSegment, text};
pub(crate) use answer::{ExpectedPiece, defined, expected_pieces, replaced_pieces, replaced_text};
#[doc(hidden)]
pub use derived::case_events;
pub(crate) use derived::events_of_bytes;
pub(crate) use lax::{lax_texts, loose_sequence, texts_of};
pub use reading::Ruling;
#[doc(hidden)]
pub use reading::{SegmentEvents, segment_events, segments};
pub(crate) use reading::{read_input, reading_events};
#[doc(hidden)]
pub use undocumented::Failure;
pub use undocumented::Replacements;
pub(crate) use undocumented::{Element, Part, Undocumented};
