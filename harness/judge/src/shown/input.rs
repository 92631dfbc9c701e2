//! Inputs as reports show them.

use crate::expected;

/// The bytes of each segment of an input as the record writes it, and whether the segment is finished. What is no input
/// has no segment.
pub fn segments(input: &str) -> Vec<(Vec<u8>, bool)> {
    input.parse().map_or_else(|_| Vec::new(), |input| expected::segments(&input))
}

/// An input as the record writes it, for a reader: an input without bytes is not an empty place.
pub fn shown_input(input: &str) -> &str {
    if input.is_empty() { "(no bytes)" } else { input }
}

/// The same with bytes in capitals, and calls as they are.
pub fn capital_input(input: &str) -> String {
    let is_hex = !input.is_empty() && input.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex { input.to_uppercase() } else { shown_input(input).to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{capital_input, segments, shown_input};

    #[test]
    fn bytes_and_the_calls_that_feed_them_are_read_and_shown_apart() {
        let feed = |bytes: &[u8], finished| vec![(bytes.to_vec(), finished)];
        for (input, shown, capital, read) in [
            ("c3a9", "c3a9", "C3A9", feed(&[0xc3, 0xa9], true)),
            ("calls c3a9", "calls c3a9", "calls c3a9", feed(&[0xc3, 0xa9], false)),
            ("calls c3 a9 .", "calls c3 a9 .", "calls c3 a9 .", feed(&[0xc3, 0xa9], true)),
            ("", "(no bytes)", "(no bytes)", feed(&[], true)),
            ("calls -", "calls -", "calls -", feed(&[], false)),
            ("calls .", "calls .", "calls .", feed(&[], true)),
            ("calls ~", "calls ~", "calls ~", [feed(&[], false), feed(&[], false)].concat()),
            ("no input", "no input", "no input", Vec::new()),
        ] {
            assert_eq!((shown_input(input), capital_input(input).as_str()), (shown, capital));
            assert_eq!(segments(input), read, "{input}");
        }
    }
}
