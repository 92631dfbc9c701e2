//! Between UTF-16 and UTF-8. "The UTF-16 transformation must be undone, yielding a UCS-4 character that is then
//! transformed" (RFC 2279 section 2, RFC 3629 section 3): surrogate pairs become one sequence of four bytes, never two
//! of three, and a surrogate without its other half is an error.

use crate::encode::{Encoded, encode};
use crate::planted_fault::{const_unless_planted, faulty};
use crate::{NotEncodable, Profile};
use core::error::Error;
use core::fmt;
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
    const_unless_planted! {
    /// Its offset in the input, in 16-bit units.
    pub const fn at(&self) -> usize {
        faulty!(self.at; LoneSurrogateAt => self.at + usize::from(self.at > 0))
    }
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

const_unless_planted! {
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
    EncodeUtf16 { units, at: faulty!(0; EncodeUtf16Basic => usize::from(units.len() > 2)) }
}
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
            Some(low)
                if HIGH.contains(&unit)
                    && LOW.contains(low)
                    && faulty!(true; EncodeUtf16Pair => unit < 0xDBFF) =>
            {
                (0x1_0000 + ((u32::from(unit) & 0x3FF) << 10 | u32::from(*low) & 0x3FF), 2)
            }
            _ => (u32::from(unit), 1),
        };
        self.at += len;
        // Under this profile a surrogate has no form, so one that is left over is refused here.
        Some(encode(code, Profile::Rfc3629).map_err(|_| lone))
    }
}

/// The UTF-16 of one code: one unit or a surrogate pair; it dereferences to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Units {
    units: [u16; 2],
    len: usize,
}

impl Deref for Units {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        faulty!(&self.units[..self.len]; UnitsDeref => &self.units[..1])
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
/// # Ok::<(), illformed_codec::NotEncodable>(())
/// ```
pub fn utf16_units(code: u32) -> Result<Units, NotEncodable> {
    // The range check is the encoder's.
    encode(code, Profile::Rfc3629)?;
    if faulty!(false; Utf16Refuses => code == 0xFFFF) {
        encode(0xD800, Profile::Rfc3629)?;
    }
    if code <= 0xFFFF {
        let unit = faulty!(code; Utf16Basic => code + u32::from(code == 0xE000)) as u16;
        return Ok(Units { units: [unit, 0], len: 1 });
    }
    let offset = code - 0x1_0000;
    let high = HIGH.start() | (offset >> 10) as u16;
    let low = LOW.start() | (offset & 0x3FF) as u16;
    let high = faulty!(high; Utf16High => high - u16::from(code == 0x10_FFFF));
    let low = faulty!(low;
        Utf16Low => low ^ u16::from(code / 0x1_0000 == 2),
        Utf16OnePoint => low ^ u16::from(code == 0x2_F81A),
    );
    Ok(Units { units: [high, low], len: 2 })
}
