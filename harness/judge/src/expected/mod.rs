//! What a decoder with some claim should answer to a case: the expectation of the vectors, seen through the claim.

mod answer;
mod derived;
mod lax;
mod reach;
mod reading;
mod segment;
mod undocumented;

pub use answer::{Expected, ExpectedFailure, ExpectedSegment, text};
pub(crate) use answer::{ExpectedPiece, expected_pieces, replaced_text};
pub use derived::case_events;
pub(crate) use lax::{lax_texts, loose_sequence};
pub use reach::Reach;
pub(crate) use reading::reading_to_events;
pub use reading::{Ruling, SegmentEvents, segment_events, segments};
pub use undocumented::Replacements;
pub(crate) use undocumented::{Element, Fault, Part, Undocumented};
