//! U+FEFF at the start of a text.

use crate::Event;

/// What becomes of a byte order mark. "In UTF-8 it is not needed" and may be a signature (RFC 3629 section 6): whether a
/// leading U+FEFF is text is for the protocol to say, so it is asked of the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bom {
    /// It is a character like any other.
    Keep,
    /// The first character is taken off if it is U+FEFF. A second one, and one anywhere else, is text.
    StripFirst,
}

impl Bom {
    /// Whether `event` is to be left out of the text. Offsets of events count from the start of the text, also in a stream,
    /// so that this needs no state: cut inside the mark or not, the answer is the same.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_codec::{Bom, Decoder, Profile};
    ///
    /// let mut text = Vec::new();
    /// let mut decoder = Decoder::new(Profile::Rfc3629);
    /// for chunk in [&b"\xEF\xBB"[..], b"\xBF\xEF\xBB\xBFA"] {
    ///     decoder.feed(chunk, |event, _| {
    ///         if !Bom::StripFirst.removes(event) {
    ///             text.extend(event.value());
    ///         }
    ///     });
    /// }
    /// assert_eq!(text, [0xFEFF, 0x41]);
    /// ```
    pub const fn removes(self, event: Event) -> bool {
        matches!((self, event), (Self::StripFirst, Event::Code { value: 0xFEFF, at: 0, .. }))
    }
}
