//! Telling UTF-8 from other encodings by its form alone: "Software can check for UTF-8 correctness, and if that fails
//! assume the input to be in the legacy encoding" (Wikipedia's UTF-8 of 2012). Nothing is guessed from frequencies or from
//! a language.

use illformed_codec::{ErrorKind, Profile, validate};

/// What bytes look like.
///
/// RFC 2279 section 1 promises that "the probability that a string of characters in any other encoding appears as valid
/// UTF-8 is low, diminishing with increasing string length", and no more: [`Utf8`](Self::Utf8) may be wrong of short
/// texts (`C2 A3` is the Latin-1 of two characters, too), [`Other`](Self::Other) never is of whole ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detected {
    /// No byte above `7F`, as in the empty text. ASCII and all that extends it read the same; UTF-7, ISO-2022 and HZ, which
    /// write other characters with such bytes, look like this as well.
    Ascii,
    /// Well-formed, with a character above U+007F.
    Utf8,
    /// The same after the signature `EF BB BF` (RFC 3629 section 6), or nothing but it.
    Utf8WithBom,
    /// Well-formed up to the last 1 to 3 bytes, which more could complete: UTF-8 that was cut there, or a text that is
    /// whole and something else.
    Cut {
        /// The byte offset at which the incomplete sequence starts.
        at: usize,
    },
    /// Ill-formed: not UTF-8, whatever follows.
    Other {
        /// The byte offset of the first error.
        at: usize,
    },
}

impl Detected {
    /// The name used in vectors and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Utf8 => "utf-8",
            Self::Utf8WithBom => "utf-8-bom",
            Self::Cut { .. } => "utf-8-cut",
            Self::Other { .. } => "other",
        }
    }

    /// The byte offset of the first error or of the incomplete end, if there is one.
    pub const fn at(self) -> Option<usize> {
        match self {
            Self::Cut { at } => Some(at),
            Self::Other { at } => Some(at),
            Self::Ascii | Self::Utf8 | Self::Utf8WithBom => None,
        }
    }
}

/// What `bytes` look like under `rfc3629`: a whole text, or the start of one.
pub fn detect(bytes: &[u8]) -> Detected {
    match validate(bytes, Profile::Rfc3629) {
        Err(error) if error.kind() == ErrorKind::Incomplete => Detected::Cut { at: error.valid_up_to() },
        Err(error) => Detected::Other { at: error.valid_up_to() },
        Ok(()) if bytes.is_ascii() => Detected::Ascii,
        Ok(()) if bytes.starts_with(b"\xEF\xBB\xBF") => Detected::Utf8WithBom,
        Ok(()) => Detected::Utf8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What std says in other words.
    fn by_std(bytes: &[u8]) -> Detected {
        match str::from_utf8(bytes) {
            Ok(text) if text.is_ascii() => Detected::Ascii,
            Ok(text) if text.starts_with('\u{FEFF}') => Detected::Utf8WithBom,
            Ok(_) => Detected::Utf8,
            Err(error) if error.error_len().is_none() => Detected::Cut { at: error.valid_up_to() },
            Err(error) => Detected::Other { at: error.valid_up_to() },
        }
    }

    #[test]
    fn all_strings_of_up_to_two_bytes_are_detected_as_std_says() {
        assert_eq!(detect(b""), Detected::Ascii);
        for first in 0..=u8::MAX {
            assert_eq!(detect(&[first]), by_std(&[first]));
            for second in 0..=u8::MAX {
                assert_eq!(detect(&[first, second]), by_std(&[first, second]));
            }
        }
    }

    #[test]
    fn bytes_look_like_utf8_the_less_the_longer_they_are() {
        // 128 characters of one byte, 1,920 of two, 61,440 of three; from A0 on fewer have all their bytes.
        for (first, counts) in [
            (0x00_u8, &[128, 128 * 128 + 1_920][..]),
            (0x80, &[0, 1_920, 61_440]),
            (0xA0, &[0, 30 * 32, (1 + 14) * 32 * 32]),
        ] {
            let mut strings: Vec<Vec<u8>> = vec![Vec::new()];
            for count in counts {
                let longer =
                    |string: Vec<u8>| (first..=0xFF).map(move |byte| [&string[..], &[byte]].concat());
                strings = strings.into_iter().flat_map(longer).collect();
                let is_utf8 = |bytes: &&Vec<u8>| detect(bytes).at().is_none();
                assert_eq!(strings.iter().filter(is_utf8).count(), *count, "from {first:02X}");
            }
            let falls = |pair: &[usize]| pair[1] < pair[0] * (0x100 - usize::from(first));
            assert!(counts.windows(2).skip(1).all(falls), "from {first:02X}");
        }
    }
}
