//! The grammars, each written once, next to the standard's own notation. Everything in this crate that knows a
//! byte range knows it from here.

use crate::{ErrorKind, Event, Profile};
use core::ops::RangeInclusive;

/// What a byte means at the start of a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Start {
    /// A character of its own: `UTF8-1 = %x00-7F`.
    Single,
    /// The lead of a longer sequence.
    Lead(Lead),
    /// It starts nothing.
    Never(ErrorKind),
}

/// A lead byte's row of the grammar. All bytes after the second are continuation bytes in every row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lead {
    /// The length of the whole sequence, 2 to 6.
    pub(crate) len: usize,
    /// The second bytes that this lead allows.
    pub(crate) second: RangeInclusive<u8>,
    /// The lead's own bits of the value.
    pub(crate) payload: u32,
}

/// `UTF8-tail = %x80-BF`, "the following octets have the higher-order bit set to 1 and the following bit set to 0".
pub(crate) const TAIL: RangeInclusive<u8> = 0x80..=0xBF;

/// The value of a sequence whose first bytes gave `value`, with one more continuation byte: six more bits.
pub(crate) const fn extend(value: u32, continuation: u8) -> u32 {
    value << 6 | (continuation & 0b0011_1111) as u32
}

/// What `byte` means where a character should start; `after_leading_surrogate`, directly after the three bytes of one.
///
/// WTF-8, section 3.3: "the concatenation of ... a lead surrogate byte sequence followed by a trail surrogate byte
/// sequence" is what it must not contain. To the other profiles what comes before is all the same.
#[inline]
pub(crate) fn start(profile: Profile, byte: u8, after_leading_surrogate: bool) -> Start {
    match profile {
        Profile::Wtf8 if after_leading_surrogate && byte == 0xED => lead(3, 0x80..=0xAF, byte),
        Profile::Rfc3629 => start_rfc3629(byte),
        Profile::Rfc2279 => start_rfc2279(byte),
        Profile::Ucs2 => up_to_three_bytes(byte, start_rfc3629(byte)),
        Profile::Cesu8 => up_to_three_bytes(byte, start_cesu8(byte)),
        Profile::Mutf8 => up_to_three_bytes(byte, start_mutf8(byte)),
        Profile::Wtf8 | Profile::Generalized => with_surrogates(byte, start_rfc3629(byte)),
    }
}

/// RFC 3629 section 4, one arm a line of it; in brackets the row of Unicode's Table 3-7:
///
/// ```text
/// UTF8-1 = %x00-7F                                                        [00..7F]
/// UTF8-2 = %xC2-DF UTF8-tail                                              [C2..DF 80..BF]
/// UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /              [E0 A0..BF], [E1..EC 80..BF]
///          %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )                [ED 80..9F], [EE..EF 80..BF]
/// UTF8-4 = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /         [F0 90..BF], [F1..F3 80..BF]
///          %xF4 %x80-8F 2( UTF8-tail )                                    [F4 80..8F]
/// ```
#[inline]
fn start_rfc3629(byte: u8) -> Start {
    match byte {
        0x00..=0x7F => Start::Single,
        0x80..=0xBF => Start::Never(ErrorKind::UnexpectedContinuation),
        0xC0..=0xC1 => Start::Never(ErrorKind::Overlong),
        0xC2..=0xDF => lead(2, TAIL, byte),
        0xE0 => lead(3, 0xA0..=0xBF, byte),
        0xE1..=0xEC => lead(3, TAIL, byte),
        0xED => lead(3, 0x80..=0x9F, byte),
        0xEE..=0xEF => lead(3, TAIL, byte),
        0xF0 => lead(4, 0x90..=0xBF, byte),
        0xF1..=0xF3 => lead(4, TAIL, byte),
        0xF4 => lead(4, 0x80..=0x8F, byte),
        0xF5..=0xF7 => Start::Never(ErrorKind::OutOfRange),
        0xF8..=0xFD => Start::Never(ErrorKind::LegacyForm),
        0xFE..=0xFF => Start::Never(ErrorKind::NeverValid),
    }
}

/// RFC 2279 section 2, one row of its table a length. "The rows of the table are mutually exclusive, i.e. there is only
/// one valid way to encode a given UCS-4 character": a second byte that would leave the value in an earlier row is not
/// allowed, and `C0` and `C1` always do.
///
/// ```text
/// 0000 0000-0000 007F   0xxxxxxx
/// 0000 0080-0000 07FF   110xxxxx 10xxxxxx
/// 0000 0800-0000 FFFF   1110xxxx 10xxxxxx 10xxxxxx              E0 needs A0..BF
/// 0001 0000-001F FFFF   11110xxx 10xxxxxx 10xxxxxx 10xxxxxx     F0 needs 90..BF
/// 0020 0000-03FF FFFF   111110xx 10xxxxxx ... 10xxxxxx          F8 needs 88..BF
/// 0400 0000-7FFF FFFF   1111110x 10xxxxxx ... 10xxxxxx          FC needs 84..BF
/// ```
#[inline]
fn start_rfc2279(byte: u8) -> Start {
    match byte {
        0x00..=0x7F => Start::Single,
        0x80..=0xBF => Start::Never(ErrorKind::UnexpectedContinuation),
        0xC0..=0xC1 => Start::Never(ErrorKind::Overlong),
        0xC2..=0xDF => lead(2, TAIL, byte),
        0xE0 => lead(3, 0xA0..=0xBF, byte),
        0xE1..=0xEF => lead(3, TAIL, byte),
        0xF0 => lead(4, 0x90..=0xBF, byte),
        0xF1..=0xF7 => lead(4, TAIL, byte),
        0xF8 => lead(5, 0x88..=0xBF, byte),
        0xF9..=0xFB => lead(5, TAIL, byte),
        0xFC => lead(6, 0x84..=0xBF, byte),
        0xFD => lead(6, TAIL, byte),
        0xFE..=0xFF => Start::Never(ErrorKind::NeverValid),
    }
}

/// A format in which nothing has four bytes; the other leads are as in `start`.
#[inline]
fn up_to_three_bytes(byte: u8, start: Start) -> Start {
    match byte {
        0xF0..=0xF4 => Start::Never(ErrorKind::UnsupportedLength),
        _ => start,
    }
}

/// A format whose three-byte forms include the surrogates; the other leads are as in `start`.
#[inline]
fn with_surrogates(byte: u8, start: Start) -> Start {
    match byte {
        0xED => lead(3, TAIL, byte),
        _ => start,
    }
}

/// UTR 26 section 3.1, Table 3-6B: `ED` has two rows.
///
/// ```text
/// U+D000..U+D7FF         ED 80..9F 80..BF
/// U+10000..U+10FFFF      ED A0..AF 80..BF ED B0..BF 80..BF      second half: TRAILING_SURROGATE
/// ```
#[inline]
fn start_cesu8(byte: u8) -> Start {
    match byte {
        0xED => lead(3, 0x80..=0xAF, byte),
        _ => start_rfc3629(byte),
    }
}

/// JVM specification section 4.4.7: "the null character '\u0000' is represented by two bytes", "no byte may have the
/// value (byte)0 or lie in the range (byte)0xf0 to (byte)0xff". `C0 80` is the only form with `C0`.
#[inline]
fn start_mutf8(byte: u8) -> Start {
    match byte {
        0x00 => Start::Never(ErrorKind::NeverValid),
        0xC0 => lead(2, 0x80..=0x80, byte),
        _ => with_surrogates(byte, start_rfc3629(byte)),
    }
}

/// The bytes of a trailing surrogate, which CESU-8 wants after every leading one.
pub(crate) const TRAILING_SURROGATE: [RangeInclusive<u8>; 3] = [0xED..=0xED, 0xB0..=0xBF, TAIL];

/// Whether `profile` wants a trailing surrogate after the value of three bytes.
pub(crate) fn wants_trailing_surrogate(profile: Profile, value: u32) -> bool {
    profile == Profile::Cesu8 && matches!(value, 0xD800..=0xDBFF)
}

/// Whether `event` is a leading surrogate, which WTF-8 has as a code.
pub(crate) const fn is_leading_surrogate(event: Event) -> bool {
    matches!(event, Event::Code { value: 0xD800..=0xDBFF, .. })
}

/// The supplementary character of a surrogate pair: ten bits of each, above U+10000.
pub(crate) const fn paired(leading: u32, trailing: u32) -> u32 {
    0x1_0000 + ((leading & 0x3FF) << 10 | trailing & 0x3FF)
}

/// A lead of `len` bytes has `len` one bits and a zero bit; the bits below them belong to the value.
#[inline]
fn lead(len: usize, second: RangeInclusive<u8>, byte: u8) -> Start {
    let payload = u32::from(byte) & (0b0111_1111 >> len);
    Start::Lead(Lead { len, second, payload })
}

/// Why `offender` cannot follow `lead` as the second byte. The offender is outside the row's `second` range.
pub(crate) fn second_byte_error(lead: u8, offender: u8) -> ErrorKind {
    if !TAIL.contains(&offender) {
        return ErrorKind::Truncated;
    }
    // Only the rows that narrow the second byte come here with a continuation byte. Rows that narrow it from below
    // exclude the values of shorter forms; ED and F4 narrow it from above.
    match lead {
        0xED => ErrorKind::Surrogate,
        0xF4 => ErrorKind::OutOfRange,
        // C0 comes here under Modified UTF-8 alone, which narrows it from above to the one form it wants.
        _ => ErrorKind::Overlong,
    }
}

/// How many bytes `lead` announces by its leading one bits, whatever any profile thinks of it: 1 for ASCII,
/// continuation bytes, `FE` and `FF`. This is the first column of RFC 2279's table, read backwards.
pub(crate) const fn sequence_len(lead: u8) -> usize {
    match lead.leading_ones() {
        ones @ 2..=6 => ones as usize,
        _ => 1,
    }
}
