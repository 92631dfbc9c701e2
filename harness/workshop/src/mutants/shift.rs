//! A decoder whose states are shifts: a byte's row holds, six bits each, where it leads from every state.

use crate::mutants::Piece;
use std::ops::RangeInclusive;

pub(crate) mod state {
    pub(crate) const START: u8 = 0;
    /// Nothing well-formed begins so.
    pub(crate) const ERROR: u8 = 1;
    /// One byte is missing.
    pub(crate) const ONE_MORE: u8 = 2;
    /// Two bytes are missing.
    pub(crate) const TWO_MORE: u8 = 3;
    /// Three bytes are missing.
    pub(crate) const THREE_MORE: u8 = 4;
    pub(crate) const AFTER_E0: u8 = 5;
    pub(crate) const AFTER_ED: u8 = 6;
    pub(crate) const AFTER_F0: u8 = 7;
    pub(crate) const AFTER_F4: u8 = 8;
    /// Where nothing leads but a fault.
    pub(crate) const SPARE: u8 = 9;
}
use state::{AFTER_E0, AFTER_ED, AFTER_F0, AFTER_F4, ERROR, ONE_MORE, SPARE, START, THREE_MORE, TWO_MORE};

/// From this state, by these bytes, to that one.
pub(crate) type Edge = (u8, RangeInclusive<u8>, u8);

const EDGES: [Edge; 16] = [
    (START, 0x00..=0x7F, START),
    (START, 0xC2..=0xDF, ONE_MORE),
    (START, 0xE0..=0xE0, AFTER_E0),
    (START, 0xE1..=0xEC, TWO_MORE),
    (START, 0xED..=0xED, AFTER_ED),
    (START, 0xEE..=0xEF, TWO_MORE),
    (START, 0xF0..=0xF0, AFTER_F0),
    (START, 0xF1..=0xF3, THREE_MORE),
    (START, 0xF4..=0xF4, AFTER_F4),
    (ONE_MORE, 0x80..=0xBF, START),
    (TWO_MORE, 0x80..=0xBF, ONE_MORE),
    (THREE_MORE, 0x80..=0xBF, TWO_MORE),
    (AFTER_E0, 0xA0..=0xBF, ONE_MORE),
    (AFTER_ED, 0x80..=0x9F, ONE_MORE),
    (AFTER_F0, 0x90..=0xBF, TWO_MORE),
    (AFTER_F4, 0x80..=0x8F, TWO_MORE),
];

/// The decoder's rows.
#[derive(Clone, Copy)]
pub struct Shift {
    rows: [u64; 256],
}

impl Shift {
    pub fn correct() -> Self {
        let to_error = (START..=SPARE).fold(0, |row, state| row | u64::from(ERROR * 6) << (state * 6));
        let mut shift = Self { rows: [to_error; 256] };
        for edge in &EDGES {
            shift.redirect(edge);
        }
        shift
    }

    pub fn with(edges: &[Edge]) -> Self {
        let mut shift = Self::correct();
        for edge in edges {
            shift.redirect(edge);
        }
        shift
    }

    /// Lets an edge lead elsewhere.
    pub fn redirect(&mut self, (from, bytes, to): &Edge) {
        for row in &mut self.rows[usize::from(*bytes.start())..=usize::from(*bytes.end())] {
            *row = *row & !(0x3F << (from * 6)) | u64::from(to * 6) << (from * 6);
        }
    }

    /// Where `byte` leads from `state`.
    pub fn step(&self, state: u8, byte: u8) -> u8 {
        (self.rows[usize::from(byte)] >> (state * 6) & 0x3F) as u8 / 6
    }

    /// Whether all of `bytes` leads back to the start: what a decoder that only answers makes of the same rows.
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        let shift = u64::from(START * 6);
        bytes.iter().fold(shift, |shift, byte| self.rows[usize::from(*byte)] >> shift & 0x3F) == shift
    }

    /// Appends the pieces of `bytes`.
    pub fn decode(&self, bytes: &[u8], pieces: &mut Vec<Piece>) {
        let mut at = 0;
        while at < bytes.len() {
            let piece = self.piece(bytes, at);
            let (Piece::Code { len, .. } | Piece::Error { len, .. }) = piece;
            pieces.push(piece);
            at += len;
        }
    }

    fn piece(&self, bytes: &[u8], at: usize) -> Piece {
        let mut state = START;
        for (index, &byte) in bytes[at..].iter().enumerate() {
            state = self.step(state, byte);
            match state {
                START => {
                    let len = index + 1;
                    return Piece::Code { value: value(&bytes[at..at + len]), at, len };
                }
                ERROR => return Piece::Error { at, len: index.max(1) },
                _ => {}
            }
        }
        Piece::Error { at, len: bytes.len() - at }
    }
}

/// The bits below the first zero of the first byte, and the low six of all others.
fn value(sequence: &[u8]) -> u32 {
    sequence.iter().fold(0, |value, byte| match byte.leading_ones() {
        1 => value << 6 | u32::from(byte & 0x3F),
        ones => u32::from(*byte) & (0x7F >> ones),
    })
}
