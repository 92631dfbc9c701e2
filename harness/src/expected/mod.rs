//! What a decoder with some claim should answer to a case: the expectation of the vectors, seen through the claim.

mod answer;
mod derived;
mod reading;
mod segment;

pub use answer::{Expected, ExpectedFailure, ExpectedSegment, replaced_text};
pub use derived::case_events;
pub(crate) use reading::segments;
pub use reading::{Resolutions, SegmentEvents, Stance, readings_to_events, segment_events};
