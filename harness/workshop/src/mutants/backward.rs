//! A decoder that goes from the end to the start, as a cursor does when somebody presses the left arrow.

use crate::mutants::{CheckedSlice, Piece};

/// What the decoder does wrong when it looks for the start of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retreat {
    Right,
    /// Crosses any number of continuation bytes, and what is too much for the first byte is lost.
    CrossesAll,
    /// Crosses a fourth one, and has one error of all that it crossed.
    CrossesFourth,
    /// Takes each run of continuation bytes that nothing starts for one error.
    MergesRun,
    /// Does not ask whether it is at the start.
    PassesStart,
}

impl Retreat {
    /// Appends the pieces of `input`, from the first to the last.
    pub fn decode(self, input: &CheckedSlice<'_>, pieces: &mut Vec<Piece>) {
        let first = pieces.len();
        let mut end = input.len();
        while end > 0 {
            // It ends early when it is told that it must be stuck.
            let Some(piece) = self.last_piece(input, end) else { break };
            let (Piece::Code { at, .. } | Piece::Error { at, .. }) = piece;
            pieces.push(piece);
            end = at;
        }
        pieces[first..].reverse();
    }

    /// The last piece of what is before `end`.
    fn last_piece(self, input: &CheckedSlice<'_>, end: usize) -> Option<Piece> {
        let last = Piece::Error { at: end - 1, len: 1 };
        let most = match self {
            Self::CrossesAll | Self::MergesRun => usize::MAX,
            Self::CrossesFourth => 4,
            Self::Right | Self::PassesStart => 3,
        };
        let mut crossed = 0;
        while crossed < most && is_continuation(input, end - crossed)? {
            crossed += 1;
            if end == crossed {
                if self == Self::PassesStart {
                    input.byte(-1)?;
                }
                return Some(match self {
                    Self::CrossesAll | Self::MergesRun => Piece::Error { at: 0, len: end },
                    _ => last,
                });
            }
        }
        let at = end - crossed - 1;
        let piece = forward(input, at, end)?;
        let (Piece::Code { len, .. } | Piece::Error { len, .. }) = piece;
        let leads = input.byte(at.cast_signed())? >= 0xC0;
        Some(match (self, piece) {
            _ if at + len == end => piece,
            (Self::CrossesAll, Piece::Code { value, .. }) if crossed > 3 => {
                Piece::Code { value, at, len: end - at }
            }
            (Self::CrossesFourth, _) if crossed == 4 && leads => Piece::Error { at, len: end - at },
            (Self::MergesRun, _) => Piece::Error { at: at + len, len: end - at - len },
            _ => last,
        })
    }
}

/// Whether the byte before `end` continues a sequence.
fn is_continuation(input: &CheckedSlice<'_>, end: usize) -> Option<bool> {
    input.byte(end.cast_signed() - 1).map(|byte| byte & 0xC0 == 0x80)
}

/// The piece that begins at `at` when the input ends at `end`.
fn forward(input: &CheckedSlice<'_>, at: usize, end: usize) -> Option<Piece> {
    let first = input.byte(at.cast_signed())?;
    let (announced, low, high) = match first {
        0x00..=0x7F => return Some(Piece::Code { value: first.into(), at, len: 1 }),
        0xC2..=0xDF => (2, 0x80, 0xBF),
        0xE0 => (3, 0xA0, 0xBF),
        0xED => (3, 0x80, 0x9F),
        0xE1..=0xEF => (3, 0x80, 0xBF),
        0xF0 => (4, 0x90, 0xBF),
        0xF1..=0xF3 => (4, 0x80, 0xBF),
        0xF4 => (4, 0x80, 0x8F),
        _ => return Some(Piece::Error { at, len: 1 }),
    };
    let mut value = u32::from(first) & (0x7F >> announced);
    for len in 1..announced {
        if at + len == end {
            return Some(Piece::Error { at, len });
        }
        let byte = input.byte((at + len).cast_signed())?;
        let bounds = if len == 1 { low..=high } else { 0x80..=0xBF };
        if !bounds.contains(&byte) {
            return Some(Piece::Error { at, len });
        }
        value = value << 6 | u32::from(byte & 0x3F);
    }
    Some(Piece::Code { value, at, len: announced })
}
