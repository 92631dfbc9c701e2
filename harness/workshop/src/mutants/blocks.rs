//! A decoder that takes blocks of ASCII at once, and elsewhere asks after each byte whether a permitted number can still
//! come of it.

use crate::mutants::Piece;
use std::ops::RangeInclusive;

/// How many bytes are looked at at once.
const BLOCK: usize = 16;

/// The numbers that are permitted.
#[derive(Clone)]
pub struct Blocks {
    /// The first byte that is not ASCII.
    pub ascii_end: u8,
    /// By sequences of two bytes, three, and so on to seven; an empty range permits none.
    pub permitted: [RangeInclusive<u64>; 6],
    /// What is taken out of all of them, in order and without overlaps.
    pub gaps: Vec<RangeInclusive<u64>>,
}

/// No number at all.
#[expect(clippy::reversed_empty_ranges, reason = "a range that permits nothing")]
const NONE: RangeInclusive<u64> = 1..=0;

impl Blocks {
    pub fn correct() -> Self {
        Self {
            ascii_end: 0x80,
            permitted: [0x80..=0x7FF, 0x800..=0xFFFF, 0x1_0000..=0x10_FFFF, NONE, NONE, NONE],
            gaps: vec![0xD800..=0xDFFF],
        }
    }

    /// With other numbers for sequences of `len` bytes.
    pub fn with(len: usize, permitted: RangeInclusive<u64>) -> Self {
        let mut blocks = Self::correct();
        blocks.permitted[len - 2] = permitted;
        blocks
    }

    pub fn without(gaps: &[RangeInclusive<u64>]) -> Self {
        Self { gaps: gaps.to_vec(), ..Self::correct() }
    }

    /// Appends the pieces of `bytes`.
    pub fn decode(&self, bytes: &[u8], pieces: &mut Vec<Piece>) {
        let ascii = |byte: &u8| *byte < self.ascii_end;
        let mut at = 0;
        while at < bytes.len() {
            let end = bytes.len().min(at + BLOCK);
            if bytes[at..end].iter().all(ascii) {
                pieces.extend((at..end).map(|at| Piece::Code { value: u32::from(bytes[at]), at, len: 1 }));
                at = end;
            }
            while at < end {
                let piece = self.piece(&bytes[at..], at);
                let (Piece::Code { len, .. } | Piece::Error { len, .. }) = piece;
                pieces.push(piece);
                at += len;
            }
        }
    }

    /// The first piece of `rest`, which begins at `at`.
    fn piece(&self, rest: &[u8], at: usize) -> Piece {
        let first = rest[0];
        if first < self.ascii_end {
            return Piece::Code { value: u32::from(first), at, len: 1 };
        }
        let announced = first.leading_ones() as usize;
        if !(2..=7).contains(&announced) {
            return Piece::Error { at, len: 1 };
        }
        let mut value = u64::from(first) & (0x7F >> announced);
        for len in 1..=announced {
            if !self.can_become(value, announced, announced - len) {
                return Piece::Error { at, len: (len - 1).max(1) };
            }
            if len == announced {
                return Piece::Code { value: value as u32, at, len };
            }
            match rest.get(len) {
                Some(byte @ 0x80..=0xBF) => value = value << 6 | u64::from(byte & 0x3F),
                _ => return Piece::Error { at, len },
            }
        }
        Piece::Error { at, len: announced }
    }

    /// Whether some number that is permitted begins with `value`, so many bytes being missing.
    fn can_become(&self, value: u64, announced: usize, missing: usize) -> bool {
        let permitted = &self.permitted[announced - 2];
        let bits = 6 * missing;
        let highest = (((value + 1) << bits) - 1).min(*permitted.end());
        let lowest = (value << bits).max(*permitted.start());
        let past =
            |lowest, gap: &RangeInclusive<u64>| if gap.contains(&lowest) { gap.end() + 1 } else { lowest };
        self.gaps.iter().fold(lowest, past) <= highest
    }
}
