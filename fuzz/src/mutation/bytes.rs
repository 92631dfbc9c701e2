//! Changes to bytes that are decoded.

use illformed_inputs::{
    BLOCKS, Random, append_character, append_piece, composed, edge, filler, in_block, push_text,
};

/// The first and the last bytes of ASCII and of what is not: what an engine tries first, and where C has ends of text.
const OUTERMOST: [u8; 4] = [0x00, 0x7F, 0x80, 0xFF];

/// Other bytes in place of `input`, not many more than `max_len`: anew, or changed.
pub(crate) fn mutated_bytes(random: &mut Random, input: &[u8], max_len: usize) -> Vec<u8> {
    match random.below(20) {
        0..=3 => composed(random),
        4..=5 => in_block(random, 0),
        6..=7 => vec![if random.percent(50) { random.pick(&OUTERMOST) } else { edge(random) }],
        8..=9 => near_miss(random),
        _ if input.is_empty() => composed(random),
        _ => {
            let mut bytes = input.to_vec();
            for _ in 0..random.between(1, 3) {
                change(random, &mut bytes, max_len);
            }
            bytes
        }
    }
}

pub(crate) fn change(random: &mut Random, bytes: &mut Vec<u8>, max_len: usize) {
    let place = random.below(bytes.len() + 1);
    let until = place + random.below(bytes.len() - place + 1).min(8);
    match random.below(13) {
        0 | 1 => bytes.insert(place, edge(random)),
        2 | 3 => drop(bytes.splice(place..place, piece(random))),
        4 => {
            let piece = piece(random);
            let end = bytes.len().min(place + piece.len());
            bytes.splice(place..end, piece);
        }
        5 => drop(bytes.drain(place..until)),
        6 => {
            let part = bytes[place..until].to_vec();
            let target = random.below(bytes.len() + 1);
            bytes.splice(target..target, part);
        }
        7 => bytes.truncate(place),
        8 => move_to_edge(random, bytes, place),
        9 => {
            // As long as blocks are, or one more or less.
            let len = random.pick(&BLOCKS) + 1 - random.below(3);
            bytes.resize(len.min(max_len), b'A');
        }
        10 => {
            let run =
                (0..random.between(1, 5)).map(|_| random.pick(&[0x80, 0xBF, 0x90, 0xA0])).collect::<Vec<_>>();
            bytes.splice(place..place, run);
        }
        _ if place == bytes.len() => bytes.push(edge(random)),
        _ => change_byte(random, &mut bytes[place]),
    }
}

/// A character or two, and one byte of them is another: who takes a little too much or too little answers wrong to that,
/// and nothing else in the input hides it.
fn near_miss(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    append_character(random, &mut bytes);
    if random.percent(20) {
        append_character(random, &mut bytes);
    }
    let place = random.below(bytes.len());
    change_byte(random, &mut bytes[place]);
    bytes
}

fn change_byte(random: &mut Random, byte: &mut u8) {
    *byte = match random.below(3) {
        0 => *byte ^ 1 << random.below(8),
        1 => byte.wrapping_add(random.pick(&[1, 0xFF, 0x10, 0xF0])),
        _ => edge(random),
    }
}

pub(crate) fn piece(random: &mut Random) -> Vec<u8> {
    let mut piece = Vec::new();
    append_piece(random, &mut piece);
    piece
}

/// Puts characters before the bytes, so that the one at `place` comes about where a block ends.
fn move_to_edge(random: &mut Random, bytes: &mut Vec<u8>, place: usize) {
    let block = random.pick(&BLOCKS);
    let target = (block + 1).saturating_sub(random.below(5));
    if place >= target {
        drop(bytes.drain(..place - target));
        return;
    }
    let mut before = Vec::new();
    push_text(&mut before, filler(random, 80), target - place);
    bytes.splice(0..0, before);
}
