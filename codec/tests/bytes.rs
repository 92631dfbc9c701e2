//! Byte strings that meet the grammar's edges often.

use proptest::prelude::*;

/// The bytes at which some row of some table begins or ends, and a few ordinary ones.
const EDGES: [u8; 34] = [
    0x00, 0x22, 0x41, 0x7F, 0x80, 0x83, 0x84, 0x87, 0x88, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2,
    0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFF,
];

pub(crate) fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        6 => prop::sample::select(&EDGES[..]),
        3 => 0x80..=0xBF_u8,
        1 => any::<u8>(),
    ];
    // Whole surrogates, which single bytes seldom make.
    let surrogate = prop_oneof![Just(b"\xED\xA1\x8C"), Just(b"\xED\xBE\xB4"), Just(b"\xED\xA1\xED")];
    let piece =
        prop_oneof![8 => byte.prop_map(|byte| vec![byte]), 1 => surrogate.prop_map(|three| three.to_vec())];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}
