//! Bytes as a person types them.

use illformed_judge::explain::parse_bytes;

#[test]
fn typed_bytes_are_hex_or_escapes_and_code_points() {
    let table: [(&str, &[u8]); 14] = [
        ("", b""),
        ("E228a1", b"\xE2\x28\xA1"),
        ("E2 28,a1\tFF\n00", b"\xE2\x28\xA1\xFF\x00"),
        ("0xe2,0X28", b"\xE2\x28"),
        ("U+20AC u+41 41", b"\xE2\x82\xACAA"),
        ("U+D800", b"\xED\xA0\x80"),
        ("U+7FFFFFFF", b"\xFD\xBF\xBF\xBF\xBF\xBF"),
        (r"a\xC0\x8fé", b"a\xC0\x8F\xC3\xA9"),
        (r"\\\n\r\t\0", b"\\\n\r\t\0"),
        ("..%C0%af", b"..\xC0\xAF"),
        ("é%41%25", b"\xC3\xA9A%"),
        // Where a text has escapes of both kinds, `%` stands for itself.
        (r"%41\x41", b"%41A"),
        (r"\x25", b"%"),
        (r"41\x41", b"41A"),
    ];
    for (text, bytes) in table {
        assert_eq!(parse_bytes(text).as_deref(), Ok(bytes), "{text}");
    }
}

#[test]
fn text_that_is_no_bytes_is_told_with_the_character_that_is_wrong() {
    for (text, reason) in [
        ("U+41 0x414g", "character 10: `g` is not a hex digit"),
        ("41 é", r"character 3: `\u{e9}` is not a hex digit"),
        ("41 e2 8", "character 6: `8` has half a byte"),
        ("41 U+110000000", "character 3: `U+110000000` is not a code point"),
        ("U+80000000", "character 0: `U+80000000` is not a code point"),
        ("U++41", "character 0: `U++41` is not a code point"),
        ("U+", "character 0: `U+` is not a code point"),
        (r"é\x4", r"character 1: `\x` needs two hex digits"),
        (r"\x+1", r"character 0: `\x` needs two hex digits"),
        (r"\x4g", r"character 0: `\x` needs two hex digits"),
        (r"a\", r"character 1: unknown escape, expected \xHH, \n, \r, \t, \0 or \\"),
        (r"a\\\q", r"character 3: unknown escape, expected \xHH, \n, \r, \t, \0 or \\"),
        ("é%4", "character 1: `%` needs two hex digits"),
        ("%+1", "character 0: `%` needs two hex digits"),
        ("%41%", "character 3: `%` needs two hex digits"),
    ] {
        assert_eq!(parse_bytes(text).unwrap_err().to_string(), reason, "{text}");
    }
}
