//! Whole inputs: a few pieces, alone or where the blocks of a decoder meet.

use crate::random::Random;
use crate::shape::{append_character, append_cut, append_piece, edge};
use crate::text::{filler, push_text};

/// A few pieces in a row.
pub fn composed(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    append_piece(random, &mut bytes);
    while random.percent(45) {
        append_piece(random, &mut bytes);
    }
    bytes
}

/// Text of about `len` bytes, and behind it what a block may be entered or left with: something cut, a character, some byte, or pieces;
/// often with a tail.
pub(crate) fn far_away(random: &mut Random, len: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_text(&mut bytes, filler(random), (len + 1).saturating_sub(random.below(6)));
    match random.below(5) {
        0 | 1 => append_cut(random, &mut bytes),
        2 => append_character(random, &mut bytes),
        3 => bytes.push(edge(random)),
        _ => bytes.extend(composed(random)),
    }
    if random.percent(60) {
        bytes.resize(bytes.len() + random.pick(&[1, 8, 15, 16, 31, 32, 62, 63, 64]), b'A');
    }
    bytes
}
