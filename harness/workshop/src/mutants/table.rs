//! A decoder of two tables: one puts each byte into a class, the other says where a class leads from a state.

use crate::mutants::Piece;

/// The classes, in the order of the columns of the transitions.
pub(crate) mod class {
    pub(crate) const ASCII: u8 = 0;
    pub(crate) const TAIL_LOW: u8 = 1;
    pub(crate) const TAIL_MIDDLE: u8 = 2;
    pub(crate) const TAIL_HIGH: u8 = 3;
    pub(crate) const TWO: u8 = 4;
    pub(crate) const E0: u8 = 5;
    pub(crate) const THREE: u8 = 6;
    pub(crate) const ED: u8 = 7;
    pub(crate) const F0: u8 = 8;
    pub(crate) const FOUR: u8 = 9;
    pub(crate) const F4: u8 = 10;
    /// What is in no sequence.
    pub(crate) const NEVER: u8 = 11;
}

const START: u8 = 0;
const ERROR: u8 = 8;

/// From each state but the error by each class. States 1 to 3 miss so many bytes; 4 to 7 follow E0, ED, F0 and F4.
const STEPS: [[u8; 12]; 8] = [
    [0, 8, 8, 8, 1, 4, 2, 5, 6, 3, 7, 8],
    [8, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8],
    [8, 1, 1, 1, 8, 8, 8, 8, 8, 8, 8, 8],
    [8, 2, 2, 2, 8, 8, 8, 8, 8, 8, 8, 8],
    [8, 8, 8, 1, 8, 8, 8, 8, 8, 8, 8, 8],
    [8, 1, 1, 8, 8, 8, 8, 8, 8, 8, 8, 8],
    [8, 8, 2, 2, 8, 8, 8, 8, 8, 8, 8, 8],
    [8, 2, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8],
];

/// The bits that count of the first byte of each class.
const PAYLOADS: [u8; 12] = [0x7F, 0, 0, 0, 0x1F, 0x0F, 0x0F, 0x0F, 0x07, 0x07, 0x07, 0];

/// The decoder's first table.
#[derive(Clone, Copy)]
pub struct Table {
    classes: [u8; 256],
}

impl Table {
    pub fn correct() -> Self {
        let ranges = [
            (0x00..=0x7F, class::ASCII),
            (0x80..=0x8F, class::TAIL_LOW),
            (0x90..=0x9F, class::TAIL_MIDDLE),
            (0xA0..=0xBF, class::TAIL_HIGH),
            (0xC2..=0xDF, class::TWO),
            (0xE0..=0xE0, class::E0),
            (0xE1..=0xEF, class::THREE),
            (0xED..=0xED, class::ED),
            (0xF0..=0xF0, class::F0),
            (0xF1..=0xF3, class::FOUR),
            (0xF4..=0xF4, class::F4),
        ];
        let mut classes = [class::NEVER; 256];
        for (range, class) in ranges {
            classes[range].fill(class);
        }
        Self { classes }
    }

    /// With other classes for some bytes.
    pub fn with(cells: &[(u8, u8)]) -> Self {
        let mut table = Self::correct();
        for &(byte, class) in cells {
            table.classes[usize::from(byte)] = class;
        }
        table
    }

    /// Appends the pieces of `bytes`.
    pub fn decode(&self, bytes: &[u8], pieces: &mut Vec<Piece>) {
        let (mut state, mut value, mut start, mut next) = (START, 0, 0, 0);
        while let Some(&byte) = bytes.get(next) {
            let class = usize::from(self.classes[usize::from(byte)]);
            let was_start = state == START;
            state = STEPS[usize::from(state)][class];
            if state == ERROR {
                // A byte that starts nothing is consumed; one that only does not continue is looked at again.
                next += usize::from(was_start);
                pieces.push(Piece::Error { at: start, len: next - start });
                (state, start) = (START, next);
                continue;
            }
            value = if was_start {
                u32::from(byte & PAYLOADS[class])
            } else {
                value << 6 | u32::from(byte & 0x3F)
            };
            next += 1;
            if state == START {
                pieces.push(Piece::Code { value, at: start, len: next - start });
                start = next;
            }
        }
        if start < next {
            pieces.push(Piece::Error { at: start, len: next - start });
        }
    }
}
