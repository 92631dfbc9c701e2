//! All scalar values, in parts.

use std::fmt;
use std::str::FromStr;

/// How many code points are in a part.
const PART: u32 = 1024;

/// 1,024 scalar values in order, from a multiple of 1,024 on; there are 1,086 such parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scalars(u32);

impl Scalars {
    /// Those from `first` on, or `None` when no part begins there.
    pub fn new(first: u32) -> Option<Self> {
        (first.is_multiple_of(PART) && char::from_u32(first).is_some()).then_some(Self(first))
    }

    /// Every part, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=0x10_FFFF).step_by(PART as usize).filter_map(Self::new)
    }

    /// Their UTF-8.
    pub fn bytes(self) -> Vec<u8> {
        // No part begins before the surrogates and ends among them.
        (self.0..self.0 + PART).filter_map(char::from_u32).collect::<String>().into_bytes()
    }
}

impl fmt::Display for Scalars {
    /// The first of them, as hex of at least four digits.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04x}", self.0)
    }
}

impl FromStr for Scalars {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let scalars = u32::from_str_radix(text, 16).ok().and_then(Self::new);
        // Written back it must be the same text: one case has one id.
        let scalars = scalars.filter(|scalars| scalars.to_string() == text);
        scalars.ok_or_else(|| format!("`{text}` is no multiple of 0400 that is a scalar value, such as d000"))
    }
}

#[cfg(test)]
mod tests {
    use super::Scalars;

    #[test]
    fn the_parts_together_are_all_scalar_values() {
        let parts: Vec<Scalars> = Scalars::all().collect();
        assert_eq!(parts.len(), 1086);
        let text = parts.iter().flat_map(|part| part.bytes()).collect::<Vec<u8>>();
        assert!(str::from_utf8(&text).unwrap().chars().eq('\0'..=char::MAX));
        assert_eq!((parts[0].to_string(), parts[1085].to_string()), ("0000".to_owned(), "10fc00".to_owned()));
        for bad in ["", "0", "0001", "d800", "dc00", "110000", "D000", "00d000", "+400"] {
            assert!(bad.parse::<Scalars>().is_err(), "{bad}");
        }
    }
}
