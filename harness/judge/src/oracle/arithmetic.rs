//! UTF-8 by arithmetic, without a table of bytes: take a sequence's bits as they are announced, ask which numbers the
//! bytes so far could still become, and whether any of them is allowed.

use illformed_codec::{ErrorKind, Event, Profile};
use std::iter;

/// Which numbers are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest sequence in bytes; longer announcements are an unsupported length or a legacy form.
    max_len: u32,
    /// The greatest number.
    max_value: u32,
    /// What `D800..DFFF` are.
    surrogates: SurrogateRule,
    /// Whether 0 is written in two bytes and never in one.
    long_nul: bool,
}

/// What `D800..DFFF` are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SurrogateRule {
    /// No numbers of the format.
    Refused,
    /// Numbers like any other.
    Allowed,
    /// Numbers, except `DC00..DFFF` directly after `D800..DBFF`.
    AllowedUnpaired,
    /// The halves of a greater number, which has no other form.
    Halves,
}

impl Limits {
    /// RFC 3629: four bytes, U+10FFFF, no surrogates.
    pub const RFC3629: Self =
        Self { max_len: 4, max_value: 0x10_FFFF, surrogates: SurrogateRule::Refused, long_nul: false };
    /// RFC 2279, reading its silence about surrogates as leave.
    pub const RFC2279: Self =
        Self { max_len: 6, max_value: 0x7FFF_FFFF, surrogates: SurrogateRule::Allowed, ..Self::RFC3629 };
    /// RFC 2279 with surrogates refused.
    pub const RFC2279_WITHOUT_SURROGATES: Self = Self { surrogates: SurrogateRule::Refused, ..Self::RFC2279 };
    /// Generalized UTF-8.
    pub const GENERALIZED: Self = Self { surrogates: SurrogateRule::Allowed, ..Self::RFC3629 };

    /// The limits of `profile`.
    pub const fn of(profile: Profile) -> Self {
        match profile {
            Profile::Rfc3629 => Self::RFC3629,
            Profile::Rfc2279 => Self::RFC2279,
            Profile::Ucs2 => Self { max_len: 3, ..Self::RFC3629 },
            Profile::Cesu8 => Self { max_len: 3, surrogates: SurrogateRule::Halves, ..Self::RFC3629 },
            Profile::Mutf8 => Self { max_len: 3, long_nul: true, ..Self::GENERALIZED },
            Profile::Wtf8 => Self { surrogates: SurrogateRule::AllowedUnpaired, ..Self::RFC3629 },
            Profile::Generalized => Self::GENERALIZED,
        }
    }

    /// Whether a number may lie in `least..=greatest` as far as surrogates go.
    fn allow_surrogates(&self, least: u32, greatest: u32, after_leading: bool) -> bool {
        let first_refused = match self.surrogates {
            SurrogateRule::Refused => 0xD800,
            SurrogateRule::Halves => 0xDC00,
            SurrogateRule::AllowedUnpaired if after_leading => 0xDC00,
            SurrogateRule::Allowed | SurrogateRule::AllowedUnpaired => return true,
        };
        least < first_refused || greatest > 0xDFFF
    }
}

/// The events of `bytes`.
pub fn events(bytes: &[u8], limits: Limits) -> Vec<Event> {
    let mut events = Vec::with_capacity(bytes.len());
    events.extend(each_event(bytes, limits));
    events
}

/// The same, one by one.
pub(crate) fn each_event(bytes: &[u8], limits: Limits) -> impl Iterator<Item = Event> + use<'_> {
    let (mut at, mut after_leading) = (0, false);
    iter::from_fn(move || {
        let event = (at < bytes.len()).then(|| event_at(bytes, at, limits, after_leading))?;
        at = end(&event);
        after_leading = is_leading_surrogate(&event);
        Some(event)
    })
}

/// For each of `events`, which are those of `bytes`, the length of the shortest prefix that is certain of it and of all before
/// it, whatever follows; `None` where only the end is.
pub fn decided_by(bytes: &[u8], events: &[Event], limits: Limits) -> impl Iterator<Item = Option<usize>> {
    let mut after_leading = false;
    let mut known = Some(0);
    events.iter().map(move |event| {
        // A character is known with its last byte, and that more could follow at the end alone.
        let own = match *event {
            Event::Code { .. } => Some(end(event)),
            Event::Error { kind: ErrorKind::Incomplete, .. } => None,
            Event::Error { at, .. } => {
                let is_open = |end: usize| {
                    let event = event_at(&bytes[..end], at, limits, after_leading);
                    matches!(event, Event::Error { kind: ErrorKind::Incomplete, .. })
                };
                (end(event).max(at + 1)..=bytes.len()).find(|end| !is_open(*end))
            }
        };
        // A half of CESU-8 that is left alone may be known after what follows it is.
        known = known.zip(own).map(|(known, own)| known.max(own));
        after_leading = is_leading_surrogate(event);
        known
    })
}

/// The offset after `event`. The oracles read an event's fields, not through the codec's functions.
pub fn end(event: &Event) -> usize {
    match *event {
        Event::Code { at, len, .. } | Event::Error { at, len, .. } => at + len,
    }
}

/// The offset of `event`.
pub fn start(event: &Event) -> usize {
    match *event {
        Event::Code { at, .. } | Event::Error { at, .. } => at,
    }
}

/// Whether `event` is one of `D800..DBFF`.
pub(crate) fn is_leading_surrogate(event: &Event) -> bool {
    matches!(event, Event::Code { value, .. } if value / 0x400 == 0x36)
}

/// The number of bytes that the shortest form of `value` takes: each more than one adds five bits to what fits.
pub fn shortest_len(value: u32) -> usize {
    (2..=6).find(|len| value < smallest(len + 1)).filter(|_| value >= 0x80).unwrap_or(1) as usize
}

/// The smallest number that needs `len` bytes: one more than fits into one byte fewer.
fn smallest(len: u32) -> u32 {
    match len {
        0 | 1 => 0,
        2 => 1 << 7,
        // n bytes hold 6 (n - 1) continuation bits and 7 - n lead bits.
        _ => 1 << (5 * (len - 1) + 1).min(31),
    }
}

/// `after_leading`: the event before is one of `D800..DBFF`.
#[inline]
fn event_at(bytes: &[u8], at: usize, limits: Limits, after_leading: bool) -> Event {
    // Most bytes are ASCII, which every format but for NUL has as it is.
    let number = match bytes[at] {
        ascii @ 0x01..=0x7F => (Ok(u32::from(ascii)), 1),
        _ => number(&bytes[at..], limits, after_leading),
    };
    match number {
        (Ok(value), len) => Event::Code { value, at, len },
        (Err(kind), len) => Event::Error { kind, at, len },
    }
}

/// The number with which `bytes` begin, or why there is none, and how many bytes that takes.
#[inline(never)]
fn number(bytes: &[u8], limits: Limits, after_leading: bool) -> (Result<u32, ErrorKind>, usize) {
    match half_or_number(bytes, limits, after_leading) {
        (Ok(value), _) if limits.surrogates == SurrogateRule::Halves && value / 0x400 == 0x36 => {
            whole(value, &bytes[3..])
        }
        number => number,
    }
}

/// The same, where a half is a number.
fn half_or_number(bytes: &[u8], limits: Limits, after_leading: bool) -> (Result<u32, ErrorKind>, usize) {
    let lead = bytes[0];
    let announced = lead.leading_ones();
    match announced {
        0 if lead == 0 && limits.long_nul => return (Err(ErrorKind::NeverValid), 1),
        0 => return (Ok(u32::from(lead)), 1),
        1 => return (Err(ErrorKind::UnexpectedContinuation), 1),
        7.. => return (Err(ErrorKind::NeverValid), 1),
        4 if limits.max_len < 4 => {
            let in_range = u32::from(lead % 8) << 18 <= limits.max_value;
            return (Err(if in_range { ErrorKind::UnsupportedLength } else { ErrorKind::OutOfRange }), 1);
        }
        _ if announced > limits.max_len => return (Err(ErrorKind::LegacyForm), 1),
        _ => {}
    }
    // The lead's payload is what remains after its ones and the zero.
    let mut value = u32::from(lead) % (1 << (7 - announced));
    for taken in 1..=announced {
        let unknown_bits = 6 * (announced - taken);
        let least = value << unknown_bits;
        let greatest = least | ((1_u64 << unknown_bits) - 1) as u32;
        if let Some(kind) = refusal(announced, least, greatest, limits, after_leading) {
            // The byte that made it impossible is not part of the maximal subpart, unless it is the lead itself.
            return (Err(kind), (taken as usize - 1).max(1));
        }
        if taken == announced {
            break;
        }
        match bytes.get(taken as usize) {
            None => return (Err(ErrorKind::Incomplete), taken as usize),
            Some(byte) if byte / 64 != 2 => return (Err(ErrorKind::Truncated), taken as usize),
            Some(byte) => value = value * 64 + u32::from(byte % 64),
        }
    }
    (Ok(value), announced as usize)
}

/// The number of which the three bytes of the half `leading` are the first, or why there is none; the `rest` follows them.
fn whole(leading: u32, rest: &[u8]) -> (Result<u32, ErrorKind>, usize) {
    // The least and the greatest number that the next three bytes can still become.
    let filled = |filler: u8| {
        let mut three = [filler; 3];
        three.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
        // Nothing has come: anything may.
        if rest.is_empty() {
            return Some(0xDC00);
        }
        match half_or_number(&three, Limits::GENERALIZED, false) {
            (Ok(value), 3) => Some(value),
            _ => None,
        }
    };
    let (Some(least), Some(greatest)) = (filled(0x80), filled(0xBF)) else {
        return (Err(ErrorKind::Surrogate), 3);
    };
    if greatest < 0xDC00 || least > 0xDFFF {
        (Err(ErrorKind::Surrogate), 3)
    } else if rest.len() < 3 {
        (Err(ErrorKind::Incomplete), 3 + rest.len())
    } else {
        (Ok((leading - 0xD800) * 0x400 + (least - 0xDC00) + 0x1_0000), 6)
    }
}

/// Why none of the numbers `least..=greatest` is allowed in a sequence of `len` bytes, or `None` when one is.
fn refusal(len: u32, least: u32, greatest: u32, limits: Limits, after_leading: bool) -> Option<ErrorKind> {
    let nul = limits.long_nul && len == 2 && least == 0;
    if greatest < smallest(len) && !nul {
        Some(ErrorKind::Overlong)
    } else if least > limits.max_value {
        Some(ErrorKind::OutOfRange)
    } else if !limits.allow_surrogates(least, greatest, after_leading) {
        Some(ErrorKind::Surrogate)
    } else {
        None
    }
}
