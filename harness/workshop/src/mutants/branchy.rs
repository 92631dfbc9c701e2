//! A decoder of branches: the first byte says how long the sequence is, and comparisons judge the bytes after it.

use crate::mutants::Piece;

/// The decoder's constants and tests.
#[derive(Clone, Copy)]
pub struct Branchy {
    /// Whether a byte continues a sequence after which so many more are missing.
    pub continues: fn(byte: u8, missing: usize) -> bool,
    /// The bits of the first byte of a sequence of two, three and four bytes that count.
    pub lead_masks: [u8; 3],
    /// The bits of all other bytes that count.
    pub tail_mask: u8,
    /// What is made in the end of the number and the sequence's bytes.
    pub convert: fn(value: u32, sequence: &[u8]) -> u32,
}

impl Branchy {
    pub const CORRECT: Self = Self {
        continues: |byte, _| byte & 0xC0 == 0x80,
        lead_masks: [0x1F, 0x0F, 0x07],
        tail_mask: 0x3F,
        convert: |value, _| value,
    };

    /// Appends the pieces of `bytes`.
    pub fn decode(&self, bytes: &[u8], pieces: &mut Vec<Piece>) {
        let mut at = 0;
        while let Some(&first) = bytes.get(at) {
            let rest = &bytes[at + 1..];
            let missing = match first {
                0x00..=0x7F => 0,
                0xC2..=0xDF => 1,
                0xE0..=0xEF => 2,
                0xF0..=0xF4 => 3,
                _ => {
                    pieces.push(Piece::Error { at, len: 1 });
                    at += 1;
                    continue;
                }
            };
            let len = 1 + self.continued(first, rest, missing);
            pieces.push(if len == 1 + missing {
                Piece::Code { value: self.value(&bytes[at..at + len]), at, len }
            } else {
                Piece::Error { at, len }
            });
            at += len;
        }
    }

    /// How many bytes of `rest`, at most `missing`, continue the sequence that `first` starts.
    fn continued(&self, first: u8, rest: &[u8], missing: usize) -> usize {
        let continues = |&(index, byte): &(usize, &u8)| {
            let bounded = match (index, first) {
                (0, 0xE0) => *byte >= 0xA0,
                (0, 0xED) => *byte <= 0x9F,
                (0, 0xF0) => *byte >= 0x90,
                (0, 0xF4) => *byte <= 0x8F,
                _ => true,
            };
            bounded && (self.continues)(*byte, missing - 1 - index)
        };
        rest.iter().take(missing).enumerate().take_while(continues).count()
    }

    fn value(&self, sequence: &[u8]) -> u32 {
        let value = match *sequence {
            [first] => u32::from(first),
            [first, ref tail @ ..] => {
                let payload = u32::from(first & self.lead_masks[tail.len() - 1]);
                tail.iter().fold(payload, |value, byte| value << 6 | u32::from(byte & self.tail_mask))
            }
            [] => 0,
        };
        (self.convert)(value, sequence)
    }
}
