//! The dictionary is small and says what it has.

use crate::beside_manifest;
use std::collections::HashSet;
use std::fs;

/// The bytes of a line `"\xe2\x82"`, or `None` if it is none.
fn token(line: &str) -> Option<Vec<u8>> {
    let escapes = line.strip_prefix('"')?.strip_suffix('"')?.strip_prefix("\\x")?;
    let byte = |hex: &str| (hex.len() == 2).then(|| u8::from_str_radix(hex, 16).ok())?;
    escapes.split("\\x").map(byte).collect()
}

#[test]
fn the_dictionary_has_at_most_64_tokens_of_at_most_4_bytes_and_a_comment_each() {
    let text = fs::read_to_string(beside_manifest("utf8.dict")).unwrap();
    let mut seen = HashSet::new();
    let mut comment = "";
    for line in text.lines() {
        if line.is_empty() || line.starts_with('#') {
            comment = line.trim_start_matches(['#', ' ']);
            continue;
        }
        let token = token(line).unwrap_or_else(|| panic!("no token: {line}"));
        assert!((1..=4).contains(&token.len()), "{line}");
        assert!(!comment.is_empty(), "{line} has no comment of its own");
        comment = "";
        assert!(seen.insert(token), "{line} stands twice");
    }
    assert!((1..=64).contains(&seen.len()), "{} tokens", seen.len());
}
