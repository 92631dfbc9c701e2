//! Telling UTF-8 from other encodings by its form alone: "Software can check for UTF-8 correctness, and if that fails
//! assume the input to be in the legacy encoding" (Wikipedia's UTF-8 of 2012). Nothing is guessed from frequencies or from
//! a language.

use illformed_codec::{ErrorKind, Profile, validate};
use std::fmt;

/// What bytes look like.
///
/// RFC 2279 section 1 promises that "the probability that a string of characters in any other encoding appears as valid
/// UTF-8 is low, diminishing with increasing string length", and no more: [`Utf8`](Self::Utf8) may be wrong of short
/// texts (`C2 A3` is the Latin-1 of two characters, too), [`Other`](Self::Other) never is of whole ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

impl fmt::Display for Detected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
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

    /// Of random strings of `n` bytes from `first` on, the share that is well-formed: dynamic programming over the length,
    /// by the last character. `tails` and the counts of sequences are those of the bytes that are there.
    fn share_of_utf8(first: u32, n: usize) -> f64 {
        // How many sequences of 1, 2, 3 and 4 bytes are made of bytes from `first` on: each row of RFC 3629's grammar is a
        // product of ranges, and a range loses what is below `first`.
        let size = |low: u32, high: u32| f64::from((high + 1).saturating_sub(low.max(first)));
        let tail = size(0x80, 0xBF);
        let sequences = [
            size(0x00, 0x7F),
            size(0xC2, 0xDF) * tail,
            (size(0xE0, 0xE0) * size(0xA0, 0xBF)
                + (size(0xE1, 0xEC) + size(0xEE, 0xEF)) * tail
                + size(0xED, 0xED) * size(0x80, 0x9F))
                * tail,
            (size(0xF0, 0xF0) * size(0x90, 0xBF)
                + size(0xF1, 0xF3) * tail
                + size(0xF4, 0xF4) * size(0x80, 0x8F))
                * tail
                * tail,
        ];
        let mut counts = vec![1.0_f64];
        for n in 1..=n {
            counts.push(sequences.iter().zip(1..=n).map(|(last, len)| last * counts[n - len]).sum());
        }
        counts[n] / f64::from(0x100 - first).powi(i32::try_from(n).expect("a short string"))
    }

    #[test]
    fn random_bytes_look_like_utf8_as_seldom_as_dynamic_programming_says() {
        // Four significant digits, for strings of 1, 2, 4, 8 and 16 bytes.
        let table = [
            (0x00, [0.5, 0.2793, 0.08924, 9.075e-3, 9.386e-5]),
            (0x80, [0.0, 0.1172, 0.01764, 6.665e-4, 1.092e-6]),
            (0xA0, [0.0, 0.1042, 0.01239, 2.645e-4, 1.592e-7]),
        ];
        for (first, shares) in table {
            for (n, expected) in [1, 2, 4, 8, 16].into_iter().zip(shares) {
                let share = share_of_utf8(first, n);
                assert!(
                    (share - expected).abs() <= expected * 0.0005,
                    "from {first:02X}, {n} bytes: {share:e}"
                );
            }
            let falls = (2..=32).all(|n| share_of_utf8(first, n + 1) < share_of_utf8(first, n));
            assert!(falls, "from {first:02X}: it diminishes with the length");
            // The detector counts the same, wherever all strings can be tried.
            let bytes = || (first..0x100).map(|byte| byte as u8);
            let is_utf8 = |bytes: &[u8]| matches!(detect(bytes), Detected::Ascii | Detected::Utf8);
            let pairs =
                bytes().flat_map(|a| bytes().map(move |b| [a, b])).filter(|pair| is_utf8(pair)).count();
            let expected = share_of_utf8(first, 2) * f64::from(0x100 - first).powi(2);
            assert!((f64::from(u32::try_from(pairs).unwrap()) - expected).abs() < 1e-6, "from {first:02X}");
            assert_eq!(bytes().filter(|byte| is_utf8(&[*byte])).count(), if first == 0 { 128 } else { 0 });
        }
    }

    #[test]
    fn names_are_these() {
        for (detected, name, at) in [
            (Detected::Ascii, "ascii", None),
            (Detected::Utf8, "utf-8", None),
            (Detected::Utf8WithBom, "utf-8-bom", None),
            (Detected::Cut { at: 1 }, "utf-8-cut", Some(1)),
            (Detected::Other { at: 1 }, "other", Some(1)),
        ] {
            assert_eq!((detected.name(), &*detected.to_string(), detected.at()), (name, name, at));
        }
    }
}
