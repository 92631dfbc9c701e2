//! Names, messages, constants and small functions against what is written here by hand.

use illformed_codec::{
    ErrorKind, Policy, Profile, REPLACEMENT, encode, encode_utf16, escaped_byte, validate,
};

#[test]
fn names_are_these_and_read_back() {
    let words = |names: &'static str| names.split(' ').collect::<Vec<_>>();
    let policies =
        words("maximal-subpart per-byte per-declared-sequence per-run java drop latin-1 cp1252 utf8b fatal");
    let profiles = words("rfc3629 rfc2279 ucs2 cesu8 mutf8 wtf8 generalized");
    let kinds = "overlong surrogate out-of-range legacy-form never-valid unsupported-length \
                 unexpected-continuation truncated incomplete";
    assert!(Policy::ALL.iter().map(Policy::to_string).eq(policies.iter().copied()));
    assert!(policies.iter().map(|name| name.parse()).eq(Policy::ALL.iter().copied().map(Ok)));
    assert!(Profile::ALL.iter().map(Profile::to_string).eq(profiles.iter().copied()));
    assert!(profiles.iter().map(|name| name.parse()).eq(Profile::ALL.iter().copied().map(Ok)));
    assert!(ErrorKind::ALL.iter().map(ErrorKind::to_string).eq(words(kinds)));
}

#[test]
fn messages_name_the_thing_and_the_place() {
    let surrogate = encode(0xD800, Profile::Rfc3629).unwrap_err();
    assert_eq!(surrogate.code(), 0xD800);
    let lone = encode_utf16(&[0x41, 0xDC00]).nth(1).unwrap().unwrap_err();
    assert_eq!((lone.at(), lone.unit()), (1, 0xDC00));
    let encoded = |code, profile| encode(code, profile).unwrap_err().to_string();
    let validated = |bytes| validate(bytes, Profile::Rfc3629).unwrap_err().to_string();
    let table = [
        (surrogate.to_string(), "D800 is a surrogate and has no form under rfc3629"),
        (encoded(0x1_0000, Profile::Ucs2), "10000 is out of range and has no form under ucs2"),
        (lone.to_string(), "lone surrogate DC00 at unit 1"),
        (validated(b"A\xC0"), "overlong sequence of 1 byte at offset 1"),
        (validated(b"A\xF0\x9F\x98A"), "truncated sequence of 3 bytes at offset 1"),
        (validated(b"A\xC3"), "incomplete sequence at offset 1, cut by the end of the input"),
        (
            "none".parse::<Policy>().unwrap_err().to_string(),
            "unknown policy, expected one of maximal-subpart per-byte per-declared-sequence per-run java drop latin-1 cp1252 utf8b fatal",
        ),
        (
            "none".parse::<Profile>().unwrap_err().to_string(),
            "unknown profile, expected one of rfc3629 rfc2279 ucs2 cesu8 mutf8 wtf8 generalized",
        ),
    ];
    for (message, expected) in table {
        assert_eq!(message, expected);
    }
}

#[test]
fn small_functions_say_what_they_promise() {
    assert_eq!(REPLACEMENT, 0xFFFD);
    assert_eq!(encode(0xE9, Profile::Rfc3629).unwrap().as_ref(), b"\xC3\xA9");
    assert_eq!([0xDC7F, 0xDC80, 0xDCFF, 0xDD00].map(escaped_byte), [None, Some(0x80), Some(0xFF), None]);
}
