//! Whole inputs: a few pieces, alone or where the blocks of a decoder meet.

use crate::random::Random;
use crate::shape::{append_cut, append_of_row, append_piece, edge};
use crate::text::{filler, push_text};

/// Lengths about which decoders that read in blocks change their way.
pub const BLOCKS: [usize; 4] = [8, 16, 32, 64];

/// Lengths of the blocks of buffers, for searches of long inputs.
const GREAT_BLOCKS: [usize; 10] = [128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536];

/// Lengths of what stands behind.
const TAILS: [usize; 9] = [1, 8, 15, 16, 31, 32, 62, 63, 64];

/// A few pieces in a row.
pub fn composed(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    append_piece(random, &mut bytes);
    while random.percent(45) {
        append_piece(random, &mut bytes);
    }
    bytes
}

/// What belongs to one row of the grammar, alone or with a piece on either side.
pub(crate) fn by_row(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    if random.percent(30) {
        append_piece(random, &mut bytes);
    }
    append_of_row(random, &mut bytes);
    if random.percent(30) {
        append_piece(random, &mut bytes);
    }
    bytes
}

/// A few pieces where a block ends or begins, often with a tail; or at the start of some blocks. Now and then the block is
/// one of those of buffers that end before `max_len`, if any do, or any length stands before the pieces.
pub fn in_block(random: &mut Random, max_len: usize) -> Vec<u8> {
    let longest_tail = TAILS[TAILS.len() - 1];
    let fitting = GREAT_BLOCKS.iter().take_while(|block| **block + longest_tail <= max_len).count();
    // The short ones stay the more frequent: much is said of them, and they are quick.
    let is_short = fitting == 0 || random.percent(70);
    let is_at_start = is_short && random.percent(30);
    let mut bytes = Vec::new();
    if !is_short {
        let block = random.pick(&GREAT_BLOCKS[..fitting]);
        let place = match random.below(10) {
            0 => random.between(block as u32 / 2, (max_len - longest_tail) as u32) as usize,
            1 => block * (max_len / block),
            _ => block,
        };
        // Letters alone: thousands of other characters would take too long to shrink.
        bytes.resize((place + 1 - random.below(6)).min(max_len), b'A');
    } else if !is_at_start {
        let first = random.pick(&BLOCKS);
        let place = first + if random.percent(10) { random.pick(&BLOCKS) } else { 0 };
        let place = place + 1 - random.below(6);
        push_text(&mut bytes, filler(random, 80), place);
    }
    bytes.extend(little(random));
    if is_at_start || random.percent(60) {
        bytes.resize(bytes.len() + random.pick(&TAILS), b'A');
    }
    bytes
}

/// What a block may be entered or left with: something cut, some byte, or pieces.
fn little(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    match random.below(4) {
        0 | 1 => append_cut(random, &mut bytes),
        2 => bytes.push(edge(random)),
        _ => return composed(random),
    }
    bytes
}
