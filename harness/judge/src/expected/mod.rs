//! What a decoder with some claim should answer to a case: the expectation of the vectors, seen through the claim.

mod answer;
mod derived;
mod reading;
mod segment;
mod undocumented;
mod undocumented_parts;

pub(crate) use answer::text;
pub use answer::{Expected, ExpectedFailure, ExpectedSegment, replaced_text};
pub(crate) use answer::{ExpectedPiece, expected_pieces};
pub use derived::case_events;
pub use reading::{Resolutions, Ruling, SegmentEvents, readings_to_events, segment_events, segments};
pub(crate) use segment::decided;
pub use undocumented::{Element, Fault, Part, Replacements, Undocumented};
