//! Text of some kind and length.

use crate::random::Random;

/// Characters of one to four bytes of which text is made.
pub(crate) const FILLERS: [&str; 4] = ["A", "\u{E9}", "\u{20AC}", "\u{1F600}"];

/// The least and the greatest scalar value of each width that is used; no surrogate is between.
pub(crate) const VALUES: [(u32, u32); FILLERS.len()] =
    [(0x20, 0x7E), (0x80, 0x7FF), (0x800, 0xD7FF), (0x1_0000, 0x10_FFFF)];

/// Adds `len` bytes of the character of that number. What is left over is ASCII before it.
pub(crate) fn push_text(input: &mut Vec<u8>, filler: usize, len: usize) {
    let filler = FILLERS[filler].as_bytes();
    input.resize(input.len() + len % filler.len(), b'A');
    input.extend(filler.repeat(len / filler.len()));
}

/// The number of a character that text is made of: mostly `A`.
pub(crate) fn filler(random: &mut Random) -> usize {
    if random.percent(80) { 0 } else { random.below(FILLERS.len()) }
}

#[cfg(test)]
mod tests {
    use super::{FILLERS, push_text};

    #[test]
    fn text_has_its_length_and_is_well_formed() {
        for filler in 0..FILLERS.len() {
            for len in 0..20 {
                let mut text = Vec::new();
                push_text(&mut text, filler, len);
                assert!(text.len() == len && str::from_utf8(&text).is_ok(), "{text:02X?}");
            }
        }
    }
}
