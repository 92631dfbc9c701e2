//! What a program wrote, as a message quotes it.

use crate::shown::obeyed::is_obeyed;
use illformed_vectors::hex;

/// What stands before a quotation of what an adapter wrote. What is before it is the same for all such breaches.
pub const WROTE: &str = "; it wrote ";

/// How many characters of a text are quoted.
const QUOTED: usize = 120;

/// How many bytes are quoted where the output is not UTF-8.
const QUOTED_BYTES: usize = 40;

/// `written` as a message quotes it: text between backticks, on one line and without anything that a terminal obeys; of
/// what is not UTF-8 the bytes as hex. What is cut ends with `…`, and the length of the whole.
pub fn quoted(written: &[u8]) -> String {
    let (mut shown, is_cut, quote) = match str::from_utf8(written) {
        Ok("") => return "an empty line".to_owned(),
        Ok(text) => {
            let visible = |c: char| if is_obeyed(c) { c.escape_default().to_string() } else { c.to_string() };
            let shown: String = text.chars().take(QUOTED).map(visible).collect();
            (format!("`{shown}"), text.chars().nth(QUOTED).is_some(), "`")
        }
        Err(_) => {
            let shown = &written[..written.len().min(QUOTED_BYTES)];
            (format!("the bytes {}", hex::encode(shown)), shown.len() < written.len(), "")
        }
    };
    shown += if is_cut { "…" } else { "" };
    shown += quote;
    if is_cut { format!("{shown} ({} bytes)", written.len()) } else { shown }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_quotation_is_one_line_and_says_what_it_leaves_out() {
        let long = "é".repeat(200);
        let bytes = [0xff; 50];
        for (written, quotation) in [
            (&b""[..], "an empty line".to_owned()),
            (b"{\"seq\":1}", "`{\"seq\":1}`".to_owned()),
            ("a\tb\u{9b}31m\u{202e}c\0".as_bytes(), "`a\\tb\\u{9b}31m\\u{202e}c\\u{0}`".to_owned()),
            (long.as_bytes(), format!("`{}…` (400 bytes)", "é".repeat(120))),
            (b"a\xffb", "the bytes 61ff62".to_owned()),
            (&bytes, format!("the bytes {}… (50 bytes)", "ff".repeat(40))),
        ] {
            assert_eq!(quoted(written), quotation);
        }
    }
}
