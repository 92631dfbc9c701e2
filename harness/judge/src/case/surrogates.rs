//! All surrogates, each as three bytes.

use crate::case::Snippet;
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
        let wrong =
            || format!("`{text}` is not surrogates=d800, surrogates=dc00 or surrogate=<d800 to dfff>");
        let (word, rest) = text.split_once('=').ok_or_else(wrong)?;
        let mut fields = rest.split(',');
        let code = fields.next().and_then(|code| u16::from_str_radix(code, 16).ok()).ok_or_else(wrong)?;
        let surrogates = match word {
            "surrogates" if FIRST.contains(&code) => Self::Half(code),
            "surrogate" if (0xD800..=0xDFFF).contains(&code) => {
                let (mut before, mut after) = (None, None);
                for field in fields {
                    match field.split_once('=') {
                        Some(("before", snippet)) => before = Some(snippet.parse()?),
                        Some(("after", snippet)) => after = Some(snippet.parse()?),
                        _ => return Err(wrong()),
                    }
                }
                Self::One { code, before, after }
            }
            _ => return Err(wrong()),
        };
        // Written back it must be the same text: one case has one id.
        if surrogates.to_string() == text { Ok(surrogates) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_vectors::Input;

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
