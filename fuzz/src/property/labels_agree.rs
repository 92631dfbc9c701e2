//! A name of an encoding names UTF-8 where the standards say so, and nowhere else.

use crate::property::agreement::{PropertyOutcome, same};
use illformed_judge::detection::{Label, LabelTable};

/// Takes the bytes, made a string, for a label. Returns when it is one by the RFCs exactly if it is one of their two names
/// but for ASCII case, and one by the Encoding Standard exactly if encoding_rs finds UTF-8 for it.
pub fn labels_agree(bytes: &[u8]) -> PropertyOutcome {
    let label = String::from_utf8_lossy(bytes);
    let parsed = |table| Label::parse(&label, table);
    names_utf8(&label, parsed(LabelTable::Rfc), parsed(LabelTable::Whatwg))
}

fn names_utf8(label: &str, rfc: Option<Label>, whatwg: Option<Label>) -> PropertyOutcome {
    let lower: String = label.chars().map(|character| character.to_ascii_lowercase()).collect();
    let expected = match &*lower {
        "utf-8" => Some(Label::Utf8),
        "unicode-1-1-utf-8" => Some(Label::Unicode11Utf8),
        _ => None,
    };
    same("label of the RFCs", ("codec", rfc), ("its two names", expected))?;
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes());
    let expected = (encoding == Some(encoding_rs::UTF_8)).then_some(Label::Utf8);
    same("label of the Encoding Standard", ("codec", whatwg), ("encoding_rs", expected))?;
    // Without its space it is the same label.
    let trimmed = Label::parse(label.trim_matches(['\t', '\n', '\x0C', '\r', ' ']), LabelTable::Whatwg);
    same("label of the Encoding Standard", ("codec", whatwg), ("without space", trimmed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_of_labels_with_a_fault_is_seen() {
        let good = Some(Label::Utf8);
        assert_eq!(names_utf8("utf8", None, good), Ok(()));
        assert!(names_utf8("utf8", good, good).is_err(), "an RFC does not have it");
        assert!(names_utf8("utf8", None, None).is_err(), "the Encoding Standard has it");
        assert!(names_utf8("UTF-8", None, good).is_err(), "case does not matter");
        assert!(names_utf8("unicode-1-1-utf-8", good, good).is_err(), "that is another one");
        assert!(names_utf8("utf-16", None, good).is_err());
    }

    #[test]
    fn labels_with_space_and_strange_letters_agree() {
        for label in ["utf8", " UTF8\n", "\u{B}utf8", "UTF-8\u{A0}", "x-unicode20utf8", "ut\u{17F}8", ""] {
            assert_eq!(labels_agree(label.as_bytes()), Ok(()), "{label}");
        }
    }
}
