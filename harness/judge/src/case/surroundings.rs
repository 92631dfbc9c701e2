//! Well-formed text around a vector, so that it stands elsewhere in the input.

use crate::case::Chunked;
use crate::case::fields::{Fields, LONGEST_INPUT};
use illformed_vectors::{Input, hex};
use std::fmt;
use std::str::FromStr;

/// What pads, and what the tail is made of.
const PAD: u8 = b'a';

/// The longest prefix and the longest tail in bytes.
const LONGEST: usize = 1 << 17;

/// A prefix of exactly `at` bytes, made of one character and, where that does not come out even, of `a` before it; and a
/// tail of `a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Surroundings {
    pub(super) at: usize,
    pub(super) fill: char,
    pub(super) tail: usize,
    pub(super) chunked: Chunked,
}

impl Surroundings {
    /// `at` and `tail` in bytes, or why they are not allowed: `fill` is `a` where the prefix has no room for it,
    /// something is around the vector, and at most 131,072 bytes are on a side.
    pub fn new(at: usize, fill: char, tail: usize) -> Result<Self, String> {
        if at < fill.len_utf8() && fill != char::from(PAD) {
            return Err(format!("no room for the filler in {at} bytes; write fill=61"));
        }
        if at + tail == 0 {
            return Err("nothing is around the vector".to_owned());
        }
        if at > LONGEST || tail > LONGEST {
            return Err(format!("more than {LONGEST} bytes on a side"));
        }
        Ok(Self { at, fill, tail, chunked: Chunked::WHOLE })
    }

    /// The same in chunks.
    #[must_use]
    pub const fn chunked(self, chunked: Chunked) -> Self {
        Self { chunked, ..self }
    }

    /// How many bytes stand before the vector.
    pub const fn at(self) -> usize {
        self.at
    }

    /// The bytes before the vector.
    pub fn prefix(self) -> Vec<u8> {
        let mut filler = [0; 4];
        let filler = self.fill.encode_utf8(&mut filler).as_bytes();
        let mut prefix = vec![PAD; self.at % filler.len()];
        prefix.extend(filler.repeat(self.at / filler.len()));
        prefix
    }

    /// The bytes after the vector.
    pub fn tail(self) -> Vec<u8> {
        vec![PAD; self.tail]
    }

    /// `bytes` with the prefix and the tail.
    pub fn around(self, bytes: &[u8]) -> Vec<u8> {
        [&self.prefix(), bytes, &self.tail()].concat()
    }

    /// `bytes` as the decoder is given them; `None` when there are too many, or not more than one chunk.
    pub(super) fn input(self, bytes: &[u8]) -> Option<Input> {
        let around = self.around(bytes);
        if around.len() <= LONGEST_INPUT { self.chunked.input(around) } else { None }
    }

    /// What it is, as a fragment.
    pub(crate) fn words(self) -> String {
        let fill = hex::encode_upper(self.fill.encode_utf8(&mut [0; 4]));
        format!("after {} bytes of {fill}, before {} of 61{}", self.at, self.tail, self.chunked.words())
    }
}

impl fmt::Display for Surroundings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fill = hex::encode(self.fill.encode_utf8(&mut [0; 4]));
        write!(formatter, "at={},fill={fill},tail={}{}", self.at, self.tail, self.chunked)
    }
}

impl FromStr for Surroundings {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "at=<bytes>,fill=<a character in hex>,tail=<bytes>,chunk=<bytes>";
        let wrong = || format!("`{text}` is not {form}");
        let mut fields = Fields::new(text);
        let at = fields.number("at")?.ok_or_else(wrong)?;
        let fill = fields.take("fill").and_then(hex::decode);
        let fill = fill.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or_else(wrong)?;
        let mut fill = fill.chars();
        let (Some(fill), None) = (fill.next(), fill.next()) else { return Err(wrong()) };
        let tail = fields.number("tail")?.ok_or_else(wrong)?;
        let surroundings = Self::new(at, fill, tail).map_err(|why| format!("`{text}`: {why}"))?;
        let chunked = Chunked::field(&mut fields)?;
        fields.all_taken(surroundings.chunked(chunked), form)
    }
}

#[cfg(test)]
mod tests {
    use super::Surroundings;

    #[test]
    fn the_prefix_is_as_long_as_it_says_and_padded_before_the_filler() {
        let around = |text: &str, bytes| text.parse::<Surroundings>().unwrap().around(bytes);
        assert_eq!(around("at=5,fill=c3a9,tail=2", b"\xFF"), b"a\xC3\xA9\xC3\xA9\xFFaa");
        assert_eq!(around("at=7,fill=f09f9880,tail=0", b"\xFF"), b"aaa\xF0\x9F\x98\x80\xFF");
        assert_eq!(around("at=0,fill=61,tail=1", b"\xFF"), b"\xFFa");
        for at in 4..=130 {
            for fill in ['a', '\u{E9}', '\u{20AC}', '\u{1F600}'] {
                let surroundings = Surroundings::new(at, fill, 0).unwrap();
                let prefix = surroundings.prefix();
                assert_eq!((prefix.len(), surroundings.at()), (at, at));
                assert!(str::from_utf8(&prefix).is_ok());
            }
        }
    }

    #[test]
    fn surroundings_are_written_in_one_way() {
        let good = ["at=63,fill=c3a9,tail=16", "at=0,fill=61,tail=64", "at=1,fill=61,tail=0"];
        for good in good.into_iter().chain(["at=65537,fill=61,tail=0", "at=8,fill=61,tail=0,chunk=4"]) {
            assert_eq!(good.parse::<Surroundings>().unwrap().to_string(), good);
        }
        for bad in [
            "",
            "at=0,fill=61,tail=0",
            "at=1,fill=c3a9,tail=0",
            "at=8,fill=C3A9,tail=0",
            "at=8,fill=c3,tail=0",
            "at=8,fill=6161,tail=0",
            "at=8,fill=,tail=0",
            "at=08,fill=61,tail=0",
            "at=8,tail=0,fill=61",
            "at=131073,fill=61,tail=0",
            "at=8,fill=61,tail=0,chunk=0",
            "at=8,fill=61,tail=0,chunk=",
            "at=8,fill=61,tail=0,chunk=04",
            "at=8,fill=61,tail=0,x=1",
            "at=8,fill=61",
            "at=8,fill=61,tail=99999999999",
            "at=18446744073709551615,fill=61,tail=1",
        ] {
            assert!(bad.parse::<Surroundings>().is_err(), "{bad}");
        }
    }
}
