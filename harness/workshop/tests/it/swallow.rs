//! What the rule of the group `swallow` makes is what it promises.

use illformed_vectors::{Expectation, Importance, Input, Profile, Suite, VectorFile};
use std::collections::BTreeSet;

/// The group as it is shipped, which another test holds to be as generated.
fn group() -> &'static VectorFile {
    let files = Suite::embedded().files();
    files.iter().find(|file| file.group == "swallow").expect("the group is in the suite")
}

#[test]
fn after_every_piece_each_of_the_characters_survives_and_so_does_what_follows() {
    let mut pieces: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut characters: BTreeSet<u8> = BTreeSet::new();
    let vectors = &group().vectors;
    for vector in vectors {
        let Input::Bytes(bytes) = &vector.input else { panic!("{} is no input of bytes", vector.id) };
        let (piece, tail) = bytes.split_at(bytes.len() - 2);
        // Rust's standard library shares nothing with the rule: the piece is an error to its end, the tail is text.
        let lossy = String::from_utf8_lossy(bytes);
        assert!(lossy.as_bytes().ends_with(tail), "{}", vector.id);
        assert!(lossy.chars().rev().skip(2).all(|c| c == '\u{FFFD}'), "{}", vector.id);
        let Expectation::Specified(readings) = vector.expectation(Profile::Rfc3629) else { panic!() };
        assert_eq!(readings[0].text, [u32::from(tail[0]), u32::from(tail[1])], "{}", vector.id);
        pieces.insert(piece.to_vec());
        characters.insert(tail[0]);
    }
    assert_eq!(vectors.len(), characters.len() * pieces.len(), "each piece before each character");
    // Each lead byte of more than one byte that is at the edge of a row, and each that begins nothing.
    for lead in [0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4]
        .into_iter()
        .chain(0xF5..=0xFF)
    {
        assert!(pieces.contains(&vec![lead]), "{lead:02X}");
    }
    for piece in
        [&b"\xE0\x9F"[..], b"\xED\xA0", b"\xF4\x90\x80\x80", b"\xF8\x88\x80\x80", b"\xC1\xBF", b"\xBF"]
    {
        assert!(pieces.contains(piece), "{piece:02X?}");
    }
}

#[test]
fn every_vector_of_it_is_critical() {
    let importance = |vector| Suite::embedded().importance(vector);
    assert!(group().vectors.iter().all(|vector| importance(vector) == Importance::Critical));
}
