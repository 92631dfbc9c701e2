//! The labels of UTF-8. A label is "just the information needed to interpret a sequence of bytes" (RFC 2279 section 5):
//! whichever it is, the bytes are decoded by the same rules to the same code points, and nothing is remapped.

use illformed_codec::Profile;
use std::fmt;

/// Which spellings are labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LabelTable {
    /// Those of RFC 3629 section 8 and RFC 2279 section 5, in any case, as charset names are (RFC 2046 section 4.1.2), and
    /// nothing around them. (The registry's alias csUTF8, which no RFC on UTF-8 has, is not among them.)
    Rfc,
    /// Those of the WHATWG Encoding Standard, "get an encoding": six, in any case, with ASCII whitespace around them. They
    /// all name one encoding.
    Whatwg,
}

/// What a label says of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Label {
    /// `UTF-8`, of any version of ISO/IEC 10646 from Amendment 5 on.
    Utf8,
    /// `UNICODE-1-1-UTF-8`: UTF-8 that holds Hangul where it stood before Amendment 5
    /// (U+3400 to U+4DFF). RFC 2279 has it for such text exclusively. The
    /// code points come out as they stand in the bytes.
    Unicode11Utf8,
}

const UTF_8: &str = "UTF-8";
const UNICODE_1_1_UTF_8: &str = "UNICODE-1-1-UTF-8";

/// The further spellings of the Encoding Standard.
const OF_WHATWG: [&str; 4] = ["unicode11utf8", "unicode20utf8", "utf8", "x-unicode20utf8"];

impl Label {
    /// What `label` says, by `table`; `None` if it is not a label of UTF-8. Letters are compared as ASCII has them, so `U+017F` is no `s`. The Encoding Standard
    /// knows no versions: all its labels are [`Utf8`](Self::Utf8).
    pub fn parse(label: &str, table: LabelTable) -> Option<Self> {
        let is = |name: &str| label.eq_ignore_ascii_case(name);
        match table {
            LabelTable::Rfc if is(UTF_8) => Some(Self::Utf8),
            LabelTable::Rfc if is(UNICODE_1_1_UTF_8) => Some(Self::Unicode11Utf8),
            LabelTable::Rfc => None,
            LabelTable::Whatwg => {
                // The standard's ASCII whitespace; vertical tab is none.
                let label = label.trim_matches(['\t', '\n', '\x0C', '\r', ' ']);
                let mut names = OF_WHATWG.iter().chain(&[UTF_8, UNICODE_1_1_UTF_8]);
                let known = names.any(|name| label.eq_ignore_ascii_case(name));
                known.then_some(Self::Utf8)
            }
        }
    }

    /// The rules by which bytes of this label are decoded: `rfc3629`, whichever it is.
    pub const fn profile(self) -> Profile {
        match self {
            Self::Utf8 => Profile::Rfc3629,
            Self::Unicode11Utf8 => Profile::Rfc3629,
        }
    }

    /// The label as the RFCs write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => UTF_8,
            Self::Unicode11Utf8 => UNICODE_1_1_UTF_8,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_those_of_their_table_in_any_case_of_ascii() {
        use LabelTable::{Rfc, Whatwg};
        let table: [(&str, Option<Label>, bool); 14] = [
            ("UTF-8", Some(Label::Utf8), true),
            ("utf-8", Some(Label::Utf8), true),
            ("Utf-8", Some(Label::Utf8), true),
            ("UNICODE-1-1-UTF-8", Some(Label::Unicode11Utf8), true),
            ("unicode-1-1-utf-8", Some(Label::Unicode11Utf8), true),
            ("utf8", None, true),
            ("UNICODE11UTF8", None, true),
            ("unicode20utf8", None, true),
            ("x-unicode20utf8", None, true),
            ("\t\n\x0C\r utf-8 ", None, true),
            ("\x0Butf-8", None, false),
            ("utf-8\u{A0}", None, false),
            ("UN\u{130}CODE11UTF8", None, false),
            ("", None, false),
        ];
        for (label, rfc, whatwg) in table {
            assert_eq!(Label::parse(label, Rfc), rfc, "{label:?}");
            assert_eq!(Label::parse(label, Whatwg), whatwg.then_some(Label::Utf8), "{label:?}");
        }
        for (label, name) in [(Label::Utf8, "UTF-8"), (Label::Unicode11Utf8, "UNICODE-1-1-UTF-8")] {
            assert_eq!((label.name(), &*label.to_string(), label.profile()), (name, name, Profile::Rfc3629));
            assert_eq!(Label::parse(name, Rfc), Some(label));
        }
    }
}
