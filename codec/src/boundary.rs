//! Finding where a character starts from any offset: "Character boundaries are easily found from anywhere in an octet
//! stream" (RFC 2279 section 1).

use crate::reference::first_event;
use crate::{Event, Profile};

/// The greatest boundary that is not after `offset`: an offset at which an event starts, or the end of `bytes`. An
/// offset past the end counts as the end.
///
/// # Examples
///
/// ```
/// use illformed_codec::{Profile, ceil_char_boundary, floor_char_boundary};
///
/// let bytes = "a€b".as_bytes();
/// assert_eq!(floor_char_boundary(bytes, 3, Profile::Rfc3629), 1);
/// assert_eq!(ceil_char_boundary(bytes, 3, Profile::Rfc3629), 4);
/// assert_eq!(floor_char_boundary(b"\x80\x80\x80", 1, Profile::Rfc3629), 1, "each is an error of its own");
/// ```
pub fn floor_char_boundary(bytes: &[u8], offset: usize, profile: Profile) -> usize {
    event_containing(bytes, offset, profile).map_or(offset.min(bytes.len()), |event| event.at())
}

/// The least boundary that is not before `offset`. See [`floor_char_boundary`].
pub fn ceil_char_boundary(bytes: &[u8], offset: usize, profile: Profile) -> usize {
    event_containing(bytes, offset, profile).map_or(offset.min(bytes.len()), |event| event.end())
}

/// Whether `offset` is a boundary: an event starts there, or it is the end.
pub fn is_char_boundary(bytes: &[u8], offset: usize, profile: Profile) -> bool {
    offset <= bytes.len() && event_containing(bytes, offset, profile).is_none()
}

/// The event that has `offset` strictly inside, if there is one.
///
/// A byte that is no continuation byte always starts an event, and no event is longer than the longest sequence: so the
/// nearest such byte within that distance decides, and there is nothing else to look at.
fn event_containing(bytes: &[u8], offset: usize, profile: Profile) -> Option<Event> {
    let farthest = offset.saturating_sub(profile.max_sequence_len() - 1);
    let start = (farthest..offset)
        .rev()
        .find(|&at| bytes.get(at).is_some_and(|byte| byte & 0b1100_0000 != 0b1000_0000))?;
    let containing = |at: usize| {
        // What comes before matters to WTF-8 alone. `ED` stands inside no sequence, so that three bytes back it is the
        // lead of the event before.
        let before = at.checked_sub(3).map(|before| &bytes[before..at]);
        let after_leading_surrogate = matches!(before, Some([0xED, 0xA0..=0xAF, 0x80..=0xBF]));
        first_event(&bytes[at..], at, after_leading_surrogate, profile).filter(|event| offset < event.end())
    };
    // A pair of CESU-8 has such a byte inside: the lead of its second half, three bytes on.
    let pair = || containing(start.checked_sub(3)?);
    containing(start).or_else(pair)
}
