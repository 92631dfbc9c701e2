//! All surrogates, each as three bytes.

use crate::case::Snippet;
use crate::case::fields::Fields;
use illformed_vectors::{Input, hex};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The first leading and the first trailing surrogate.
const FIRST: [u16; 2] = [0xD800, 0xDC00];

/// Instead of no byte at all: surrogates, as three bytes each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Surrogates {
    /// `surrogates=d800`: all 1,024 leading ones in order; `surrogates=dc00`: all trailing ones.
    Half(u16),
    /// `surrogate=dabc`: one alone, or with other bytes directly before it (`,before=eda080`) or after it (`,after=61`).
    One {
        /// It.
        code: u16,
        /// What stands before it.
        before: Option<Snippet>,
        /// What stands after it.
        after: Option<Snippet>,
    },
}

impl Surrogates {
    /// The leading ones and the trailing ones.
    pub fn halves() -> impl Iterator<Item = Self> {
        FIRST.into_iter().map(Self::Half)
    }

    /// One alone.
    pub const fn alone(code: u16) -> Self {
        Self::One { code, before: None, after: None }
    }

    /// The leading ones.
    pub const fn leading() -> RangeInclusive<u16> {
        0xD800..=0xDBFF
    }

    /// The trailing ones.
    pub const fn trailing() -> RangeInclusive<u16> {
        0xDC00..=0xDFFF
    }

    /// The bytes.
    pub(super) fn input(self) -> Input {
        Input::Bytes(match self {
            Self::Half(first) => (first..first + 0x400).flat_map(three_bytes).collect(),
            Self::One { code, before, after } => {
                let [before, after] =
                    [&before, &after].map(|snippet| snippet.as_ref().map_or(&[][..], Snippet::bytes));
                [before, &three_bytes(code), after].concat()
            }
        })
    }

    pub(super) fn words(self) -> String {
        let beside = |word: &str, snippet: Option<Snippet>| {
            snippet
                .map_or(String::new(), |snippet| format!(", {word} {}", hex::encode_upper(snippet.bytes())))
        };
        match self {
            Self::Half(first) => format!("1,024 surrogates from {first:04X}, in three bytes each"),
            Self::One { code, before, after } => format!(
                "the surrogate {code:04X} in three bytes{}{}",
                beside("directly after", before),
                beside("directly before", after)
            ),
        }
    }
}

impl fmt::Display for Surrogates {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Half(first) => write!(formatter, "surrogates={first:04x}"),
            Self::One { code, before, after } => {
                write!(formatter, "surrogate={code:04x}")?;
                before.map_or(Ok(()), |before| write!(formatter, ",before={before}"))?;
                after.map_or(Ok(()), |after| write!(formatter, ",after={after}"))
            }
        }
    }
}

impl FromStr for Surrogates {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "surrogates=d800, surrogates=dc00 or surrogate=<d800 to dfff>";
        let wrong = || format!("`{text}` is not {form}");
        let code = |code: &str| u16::from_str_radix(code, 16).map_err(|_| wrong());
        let mut fields = Fields::new(text);
        let surrogates = if let Some(first) = fields.take("surrogates") {
            Self::Half(code(first)?)
        } else {
            let code = code(fields.take("surrogate").ok_or_else(wrong)?)?;
            Self::One { code, before: fields.snippet("before")?, after: fields.snippet("after")? }
        };
        match surrogates {
            Self::Half(first) if FIRST.contains(&first) => fields.all_taken(surrogates, form),
            Self::One { code: 0xD800..=0xDFFF, .. } => fields.all_taken(surrogates, form),
            _ => Err(wrong()),
        }
    }
}

/// `code`, which has 16 bits, as if it were a character.
fn three_bytes(code: u16) -> [u8; 3] {
    [0xE0 | (code >> 12) as u8, 0x80 | (code >> 6 & 0x3F) as u8, 0x80 | (code & 0x3F) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_together_are_all_surrogates() {
        let bytes: Vec<u8> = Surrogates::halves()
            .flat_map(|half| match half.input() {
                Input::Bytes(bytes) => bytes,
                Input::Calls(_) => Vec::new(),
            })
            .collect();
        assert_eq!(bytes.len(), 2048 * 3);
        assert_eq!((&bytes[..3], &bytes[6141..]), (&b"\xED\xA0\x80"[..], &b"\xED\xBF\xBF"[..]));
        let codes: Vec<_> = bytes.chunks(3).map(<[u8]>::to_vec).collect();
        assert!(codes.is_sorted_by(|one, next| one < next));
    }

    #[test]
    fn the_words_of_surrogates_say_what_stands_beside_them() {
        let words = |text: &str| text.parse::<Surrogates>().unwrap().words();
        assert_eq!(words("surrogates=dc00"), "1,024 surrogates from DC00, in three bytes each");
        assert_eq!(words("surrogate=dfff"), "the surrogate DFFF in three bytes");
        assert_eq!(
            words("surrogate=d83d,before=eda080,after=61"),
            "the surrogate D83D in three bytes, directly after EDA080, directly before 61"
        );
    }

    #[test]
    fn surrogates_are_written_in_one_way() {
        let good = ["surrogates=d800", "surrogates=dc00", "surrogate=d83d", "surrogate=d83d,after=edb880"];
        for good in good.into_iter().chain(["surrogate=dfff,before=eda080,after=61"]) {
            assert_eq!(good.parse::<Surrogates>().unwrap().to_string(), good);
        }
        for bad in [
            "surrogates=",
            "surrogates=d801",
            "surrogates=d800,after=61",
            "surrogate=d7ff",
            "surrogate=e000",
            "surrogate=D800",
            "surrogate=0d800",
            "surrogate=d800,after=",
            "surrogate=d800,after=61,before=61",
            "surrogate=d800,",
        ] {
            assert!(bad.parse::<Surrogates>().is_err(), "{bad}");
        }
    }
}
