//! Bytes as a person types them.

use illformed_judge::explain::parse_bytes;
use illformed_judge::shown::shown_bytes;

#[test]
fn typed_bytes_are_hex_or_escapes_and_code_points_and_else_the_character_that_is_wrong_is_told() {
    for row in include_str!("typed.txt").lines().filter(|row| !row.starts_with("# ")) {
        let (text, said) = row.split_once(" => ").expect(row);
        let read = parse_bytes(text).map_or_else(|error| error.to_string(), |bytes| shown_bytes(&bytes));
        assert_eq!(read, said, "{text}");
    }
    assert_eq!(parse_bytes("E2 28,a1\tFF\n00").as_deref(), Ok(&b"\xE2\x28\xA1\xFF\x00"[..]));
    assert_eq!(parse_bytes("").as_deref(), Ok(&b""[..]));
}
