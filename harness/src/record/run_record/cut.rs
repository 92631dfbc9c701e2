//! Text of an adapter as a record keeps it: as long as anybody reads, and a note of how much there was.

use illformed_judge::shown::thousands;
use std::borrow::Cow;

/// The most bytes of a word: of a version, a call, a reason.
pub(crate) const MOST_OF_WORD: usize = 500;

/// The most bytes of a text: of what was given, of a message.
pub(crate) const MOST_OF_TEXT: usize = 4096;

/// The most bytes of what an adapter wrote to its standard error.
pub(super) const MOST_OF_DIAGNOSTICS: usize = 256 << 10;

/// `text`, or how it begins with how many bytes there are more. Two texts are to be compared before they are cut.
pub(crate) fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return text.into();
    }
    let kept = text.floor_char_boundary(most);
    format!("{}... {} more bytes", &text[..kept], thousands((text.len() - kept) as u64)).into()
}

/// `text`, or how it ends with how many bytes stood before it.
pub(super) fn cut_to_end(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return text.into();
    }
    let left_out = text.ceil_char_boundary(text.len() - most);
    format!("{} bytes before this ...{}", thousands(left_out as u64), &text[left_out..]).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_says_how_much_is_left_out_and_splits_no_character() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "abc... 1 more bytes");
        assert_eq!(cut("ab\u{20AC}d", 3), "ab... 4 more bytes");
        assert_eq!(cut(&"x".repeat(1_048_579), 3), "xxx... 1,048,576 more bytes");
        assert_eq!(cut_to_end("a\u{20AC}d", 2), "4 bytes before this ...d");
        assert_eq!(cut_to_end("abc", 3), "abc");
    }
}
