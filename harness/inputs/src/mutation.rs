//! Short inputs: anew, or an earlier one with a few changes.

use crate::composition::{composed, far_away};
use crate::random::Random;
use crate::shape::{append_character, edge};
use crate::text::{filler, push_text};

/// Lengths about which decoders that read in blocks change their way.
const BLOCKS: [usize; 4] = [8, 16, 32, 64];

/// The first and the last bytes of ASCII and of what is not: what a search tries first, and where C has ends of text.
const OUTERMOST: [u8; 4] = [0x00, 0x7F, 0x80, 0xFF];

/// Other bytes in place of `earlier`, not many more than `max_len`: anew, or changed.
pub fn mutated(random: &mut Random, earlier: &[u8], max_len: usize) -> Vec<u8> {
    match random.below(20) {
        0..=2 => composed(random),
        3..=4 => {
            // Where a block begins, the second of two ends, or one ends.
            let place = match random.below(10) {
                0..=2 => 0,
                3 => random.pick(&BLOCKS) + random.pick(&BLOCKS),
                _ => random.pick(&BLOCKS),
            };
            far_away(random, place)
        }
        5..=6 => vec![if random.percent(50) { random.pick(&OUTERMOST) } else { edge(random) }],
        7..=9 => near_miss(random),
        _ if earlier.is_empty() => composed(random),
        _ => {
            let mut bytes = earlier.to_vec();
            for _ in 0..random.between(1, 3) {
                change(random, &mut bytes, max_len);
            }
            bytes
        }
    }
}

/// Makes one change to `bytes`, which have not many more than `max_len` then: mostly a part of them, often of no bytes, becomes
/// another.
pub fn change(random: &mut Random, bytes: &mut Vec<u8>, max_len: usize) {
    let place = random.below(bytes.len() + 1);
    let part = place..place + random.below(bytes.len() - place + 1).min(8);
    match random.below(13) {
        kind @ 0..=7 => {
            let other = match kind {
                0 | 1 => vec![edge(random)],
                2..=4 => composed(random),
                5 => vec![random.pick(&[0x80, 0xBF, 0x90, 0xA0]); 1 + random.below(5)],
                6 => bytes[part.clone()].repeat(2),
                _ => Vec::new(),
            };
            let end = if kind < 6 && random.percent(70) { place } else { part.end };
            bytes.splice(place..end, other);
        }
        8 => bytes.truncate(place),
        9 => move_to_edge(random, bytes, place),
        10 => {
            // As long as blocks are, or one more or less.
            let len = random.pick(&BLOCKS) + 1 - random.below(3);
            bytes.resize(len.min(max_len), b'A');
        }
        _ if place == bytes.len() => bytes.push(edge(random)),
        _ => change_byte(random, &mut bytes[place]),
    }
}

/// A character, alone, beside another or several times, and one byte is another, or of the first all others are: who takes a
/// little too much or too little, or keeps something of the character before, answers wrong to that, and nothing else in the
/// input hides it.
fn near_miss(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    append_character(random, &mut bytes);
    let len = bytes.len();
    match random.below(5) {
        0 => append_character(random, &mut bytes),
        1 | 2 => bytes = bytes.repeat(random.pick(&[2, 2, 3])),
        _ => {}
    }
    let place = random.below(bytes.len());
    if random.percent(80) {
        change_byte(random, &mut bytes[place]);
    } else {
        // Low bits, so that what results is often a character, too.
        (0..len)
            .filter(|at| *at != place)
            .for_each(|at| bytes[at] ^= 1 << random.below(if at == 0 { 2 } else { 6 }));
    }
    bytes
}

fn change_byte(random: &mut Random, byte: &mut u8) {
    let flipped = *byte ^ 1 << random.below(8);
    let near = byte.wrapping_add(random.pick(&[1, 0xFF, 0x10, 0xF0]));
    let edge = edge(random);
    *byte = random.pick(&[flipped, near, edge]);
}

/// Puts characters before the bytes, or drops some, so that the one at `place` comes about where a block ends.
fn move_to_edge(random: &mut Random, bytes: &mut Vec<u8>, place: usize) {
    let target = (random.pick(&BLOCKS) + 1).saturating_sub(random.below(5));
    let mut before = Vec::new();
    push_text(&mut before, filler(random), target.saturating_sub(place));
    bytes.splice(..place.saturating_sub(target), before);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn adjacent_characters_share_each_of_their_bytes() {
        let mut random = Random::new(3, "");
        let mut seen = HashSet::new();
        for _ in 0..60_000 {
            let bytes = mutated(&mut random, b"", 160);
            let Ok(text) = str::from_utf8(&bytes) else { continue };
            let characters: Vec<String> = text.chars().map(String::from).collect();
            for pair in characters.windows(2).filter(|pair| pair[0].len() == pair[1].len()) {
                let shared = pair[0].bytes().zip(pair[1].bytes()).map(|(one, other)| one == other);
                seen.insert(shared.collect::<Vec<bool>>());
            }
        }
        for len in 2..=4_u32 {
            let of_len = seen.iter().filter(|shared| shared.len() == len as usize).count();
            // All but none shared, which is what any two characters are.
            assert!(of_len >= 2_usize.pow(len) - 2, "{len}: {of_len}");
        }
    }
}
