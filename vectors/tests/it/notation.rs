//! Bytes and patterns of ids as they are written in files and options.

use illformed_vectors::{VectorPattern, hex};

#[test]
fn all_bytes_are_written_and_read_back() {
    let all: Vec<u8> = (0..=u8::MAX).collect();
    assert_eq!(hex::encode_upper(&all), hex::encode(&all).to_uppercase());
    assert_eq!(hex::decode(&hex::encode(&all)).as_ref(), Some(&all));
    assert_eq!(hex::decode(&hex::encode_upper(&all)), Some(all));
    for bad in ["g0", "0g", "é", "+1", "-1", " 1"] {
        assert_eq!(hex::decode(bad), None, "{bad}");
    }
}

#[test]
fn a_star_stands_for_any_part_of_a_slug() {
    let table = [
        ("script/a-reset-b", "script/a-reset-b", true),
        ("script/a-reset", "script/a-reset-b", false),
        ("script/*", "script/a-reset-b", true),
        ("script/*", "scripts/a", false),
        ("script/a*", "script/a", true),
        ("script/*-reset-*", "script/a-reset-b", true),
        ("script/*-reset-*", "script/reset-b", false),
        ("script/*b", "script/a-reset-b", true),
        ("script/*a", "script/a-reset-b", false),
        ("script/ab*ba", "script/aba", false),
    ];
    for (pattern, id, matches) in table {
        let pattern = VectorPattern::new(pattern).unwrap();
        assert_eq!(pattern.matches(id), matches, "{pattern} {id}");
    }
    for wrong in ["*", "a", "a/", "*/a", "a/b/c", "a/B*"] {
        assert!(VectorPattern::new(wrong).is_err(), "{wrong}");
    }
}
