//! Text of others in Markdown: always code, so that nothing in it is a mark, a link, a tag, or calls a person.

use crate::tell::report::words::fitted;
use illformed_judge::shown::escape_controls;
use std::fmt::Write;

/// How long a text from outside may be, in characters.
const LONGEST: usize = 160;

/// One line of text as code, wherever a line, a list or a cell of a table has it.
pub(super) fn code(text: &str) -> String {
    code_of(&fitted(text, LONGEST))
}

/// The same of a text that is not cut, since it is there to be pasted.
pub(in crate::tell::report) fn whole_code(text: &str) -> String {
    code_of(&escape_controls(text))
}

fn code_of(text: &str) -> String {
    // These end a span of code, a cell, or escape what follows, or are taken off its edges.
    let delicate = |c: char| matches!(c, '`' | '|' | '\\' | '<' | '>' | '&');
    if text.is_empty() {
        "–".to_owned()
    } else if text.contains(delicate) || text.starts_with(' ') || text.ends_with(' ') {
        format!("<code>{}</code>", entities(text))
    } else {
        format!("`{text}`")
    }
}

/// Every mark as a reference to the character, which can never be part of Markdown's or HTML's structure.
pub(in crate::tell::report) fn entities(text: &str) -> String {
    let mut entities = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == ' ' || !c.is_ascii() {
            entities.push(c);
        } else {
            let _ = write!(entities, "&#{};", u32::from(c));
        }
    }
    entities
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn plain_text_stays_readable_and_any_other_has_no_marks() {
        for (text, expected) in [
            ("python/json-loads", "`python/json-loads`"),
            ("a*b @user #1", "`a*b @user #1`"),
            ("", "–"),
            ("a`b", "<code>a&#96;b</code>"),
            ("a|b\\|c", "<code>a&#124;b&#92;&#124;c</code>"),
            ("</code><b>", "<code>&#60;&#47;code&#62;&#60;b&#62;</code>"),
            ("two\nlines", "<code>two&#92;nlines</code>"),
            (" x", "<code> x</code>"),
        ] {
            assert_eq!(code(text), expected);
        }
    }
}
