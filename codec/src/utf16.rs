//! Between UTF-16 and UTF-8. "The UTF-16 transformation must be undone, yielding a UCS-4 character that is then
//! transformed" (RFC 2279 section 2, RFC 3629 section 3): surrogate pairs become one sequence of four bytes, never two
//! of three, and a surrogate without its other half is an error.

use crate::encode::{Encoded, encode};
use crate::{EncodeError, Profile};
use core::error::Error;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Deref, RangeInclusive};

const HIGH: RangeInclusive<u16> = 0xD800..=0xDBFF;
const LOW: RangeInclusive<u16> = 0xDC00..=0xDFFF;

/// A surrogate without its other half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoneSurrogate {
    at: usize,
    unit: u16,
}

impl LoneSurrogate {
    /// Its offset in the input, in 16-bit units.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The surrogate, `D800..DFFF`.
    pub const fn unit(&self) -> u16 {
        self.unit
    }
}

impl fmt::Display for LoneSurrogate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "lone surrogate {:04X} at unit {}", self.unit, self.at)
    }
}

impl Error for LoneSurrogate {}

/// The UTF-8 of UTF-16 `units`, one sequence a character. A lone surrogate is an error in its place; what follows it
/// goes on.
///
/// # Examples
///
/// ```
/// use illformed_codec::encode_utf16;
///
/// let bytes: Vec<u8> = encode_utf16(&[0xD84C, 0xDFB4]).flat_map(|encoded| encoded.unwrap().to_vec()).collect();
/// assert_eq!(bytes, b"\xF0\xA3\x8E\xB4");
/// assert_eq!(encode_utf16(&[0x41, 0xDFB4]).nth(1).unwrap().unwrap_err().at(), 1);
/// ```
pub const fn encode_utf16(units: &[u16]) -> EncodeUtf16<'_> {
    EncodeUtf16 { units, at: 0 }
}

/// Iterator over encoded characters; see [`encode_utf16`].
#[derive(Debug, Clone)]
pub struct EncodeUtf16<'a> {
    units: &'a [u16],
    at: usize,
}

impl Iterator for EncodeUtf16<'_> {
    type Item = Result<Encoded, LoneSurrogate>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        let &unit = self.units.get(at)?;
        let lone = LoneSurrogate { at, unit };
        let (code, len) = match self.units.get(at + 1) {
            Some(low) if HIGH.contains(&unit) && LOW.contains(low) => {
                (0x1_0000 + ((u32::from(unit) & 0x3FF) << 10 | u32::from(*low) & 0x3FF), 2)
            }
            _ => (u32::from(unit), 1),
        };
        self.at += len;
        // Under this profile a surrogate has no form, so one that is left over is refused here.
        Some(encode(code, Profile::Rfc3629).map_err(|_| lone))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.units.len() - self.at;
        (left.div_ceil(2), Some(left))
    }
}

impl FusedIterator for EncodeUtf16<'_> {}

/// The UTF-16 of one code: one unit or a surrogate pair; it dereferences to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Units {
    units: [u16; 2],
    len: usize,
}

impl Deref for Units {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        &self.units[..self.len]
    }
}

/// The UTF-16 units of `code`. Fails for surrogates and above U+10FFFF, which have none.
///
/// # Examples
///
/// ```
/// use illformed_codec::utf16_units;
///
/// assert_eq!(*utf16_units(0x2_33B4)?, [0xD84C, 0xDFB4]);
/// # Ok::<(), illformed_codec::EncodeError>(())
/// ```
pub fn utf16_units(code: u32) -> Result<Units, EncodeError> {
    // The range check is the encoder's.
    encode(code, Profile::Rfc3629)?;
    if code <= 0xFFFF {
        return Ok(Units { units: [code as u16, 0], len: 1 });
    }
    let offset = code - 0x1_0000;
    let high = HIGH.start() | (offset >> 10) as u16;
    let low = LOW.start() | (offset & 0x3FF) as u16;
    Ok(Units { units: [high, low], len: 2 })
}
