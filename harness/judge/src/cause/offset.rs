//! What a wrong offset is instead of the right one.

use crate::cause::segment::Segment;
use std::collections::BTreeSet;

crate::named_enum! {
    /// What an offset is instead of the one that the decoder says it tells: that of the first byte of the error, or of the byte
    /// that cannot continue what stands before it.
    pub enum Relation {
        /// The offset of the error's first byte.
        Start = "the start of the error",
        /// The offset behind the error.
        End = "the end of the error",
        /// One byte behind its start.
        Next = "one byte behind the start of the error",
        /// One byte before its start.
        Previous = "one byte before the error",
        /// Counted from the start of the call.
        FromCall = "counted from the start of the call",
        /// The start of the call.
        StartOfCall = "the start of the call",
        /// Counted in characters.
        Characters = "counted in characters",
        /// Counted in UTF-16 code units.
        Utf16Units = "counted in UTF-16 code units",
        /// Always 0.
        Zero = "always 0",
        /// The length of the input.
        EndOfInput = "the end of the input",
    }
}

/// What `observed` may be, where `expected` is the offset of the error in `segment`.
pub(super) fn relations(segment: &Segment<'_>, expected: usize, observed: usize) -> BTreeSet<Relation> {
    let before = || segment.before(expected);
    let (start, len) =
        segment.first_error().map_or((expected, 0), |error| (error.event.at(), error.event.len()));
    let utf16 = |code: u32| if code > 0xFFFF { 2 } else { 1 };
    let starts_of_calls = segment.script.iter().scan(0, |fed, call| {
        let start = *fed;
        *fed += call.fed().len();
        Some(start)
    });
    let all = [
        (Relation::Start, start),
        (Relation::End, start + len),
        (Relation::Next, start + 1),
        (Relation::Previous, start.wrapping_sub(1)),
        (Relation::Characters, before().count()),
        (Relation::Utf16Units, before().map(|piece| piece.event.value().map_or(1, utf16)).sum()),
        (Relation::Zero, 0),
        (Relation::EndOfInput, segment.events.bytes.len()),
    ];
    let of_calls = starts_of_calls.flat_map(|start| {
        [(Relation::FromCall, expected.wrapping_sub(start)), (Relation::StartOfCall, start)]
    });
    let fitting = all.into_iter().chain(of_calls).filter(|(_, offset)| *offset == observed);
    fitting.map(|(relation, _)| relation).collect()
}
