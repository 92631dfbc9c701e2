//! Encoding one code.

use crate::Profile;
use core::error::Error;
use core::fmt;
use core::ops::Deref;

/// The bytes of one encoded code, 1 to 6; it dereferences to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encoded {
    bytes: [u8; 6],
    len: usize,
}

impl Deref for Encoded {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl AsRef<[u8]> for Encoded {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

/// A number that the profile does not encode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodeError {
    code: u32,
    profile: Profile,
}

impl EncodeError {
    /// The number.
    pub const fn code(&self) -> u32 {
        self.code
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.code {
            0xD800..=0xDFFF => "is a surrogate",
            _ => "is out of range",
        };
        write!(formatter, "{:04X} {reason} and has no form under {}", self.code, self.profile)
    }
}

impl Error for EncodeError {}

/// The bytes of `code` under `profile`.
///
/// Fails for what the profile has no form of: under `rfc3629`, `ucs2` and `cesu8` surrogates, above U+10FFFF (above U+FFFF
/// under `ucs2` and `mutf8`, whose codes are UTF-16 code units; above 7FFFFFFF under `rfc2279`).
///
/// Under `wtf8` a leading surrogate and a trailing one must not stand next to each other; that is for the caller to see
/// to, since each is encoded alone.
///
/// # Examples
///
/// ```
/// use illformed_codec::{Profile, encode};
///
/// assert_eq!(&*encode(0x20AC, Profile::Rfc3629)?, b"\xE2\x82\xAC");
/// assert_eq!(&*encode(0x7FFF_FFFF, Profile::Rfc2279)?, b"\xFD\xBF\xBF\xBF\xBF\xBF");
/// assert!(encode(0xD800, Profile::Rfc3629).is_err());
/// # Ok::<(), illformed_codec::EncodeError>(())
/// ```
pub fn encode(code: u32, profile: Profile) -> Result<Encoded, EncodeError> {
    let encodable = match profile {
        Profile::Rfc3629 => char::from_u32(code).is_some(),
        Profile::Rfc2279 => code <= 0x7FFF_FFFF,
        Profile::Ucs2 => code <= 0xFFFF && char::from_u32(code).is_some(),
        Profile::Cesu8 => char::from_u32(code).is_some(),
        Profile::Mutf8 => code <= 0xFFFF,
        Profile::Wtf8 | Profile::Generalized => code <= 0x10_FFFF,
    };
    if !encodable {
        return Err(EncodeError { code, profile });
    }
    match (profile, code) {
        // "The null character is represented by two bytes" (JVM specification section 4.4.7).
        (Profile::Mutf8, 0) => Ok(Encoded { bytes: [0xC0, 0x80, 0, 0, 0, 0], len: 2 }),
        // UTR 26 section 2.1: each half of the surrogate pair as if it were a character.
        (Profile::Cesu8, 0x1_0000..) => {
            let halves = [0xD800 | (code - 0x1_0000) >> 10, 0xDC00 | code & 0x3FF].map(shortest);
            let mut bytes = [0; 6];
            bytes[..3].copy_from_slice(&halves[0]);
            bytes[3..].copy_from_slice(&halves[1]);
            Ok(Encoded { bytes, len: 6 })
        }
        _ => Ok(shortest(code)),
    }
}

/// The shortest form of `code`, at most 31 bits.
fn shortest(code: u32) -> Encoded {
    // RFC 2279 section 2, step 1: "Determine the number of octets required from the character value and the first
    // column of the table above." RFC 3629's table is the first four rows of it.
    let len = match code {
        0x0000_0000..=0x0000_007F => 1,
        0x0000_0080..=0x0000_07FF => 2,
        0x0000_0800..=0x0000_FFFF => 3,
        0x0001_0000..=0x001F_FFFF => 4,
        0x0020_0000..=0x03FF_FFFF => 5,
        _ => 6,
    };
    let mut bytes = [0; 6];
    if len == 1 {
        bytes[0] = code as u8;
        return Encoded { bytes, len };
    }
    // Step 3: "Fill in the bits marked x from the bits of the character value, starting from the lower-order bits ...
    // putting them first in the last octet of the sequence, then the next to last."
    let mut left = code;
    for slot in bytes[1..len].iter_mut().rev() {
        *slot = 0b1000_0000 | (left & 0b0011_1111) as u8;
        left >>= 6;
    }
    // Step 2: the lead has as many one bits as the sequence has octets, then a zero bit.
    bytes[0] = !(0xFF_u8 >> len) | left as u8;
    Encoded { bytes, len }
}
