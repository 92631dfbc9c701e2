//! A decoder that goes from the end to the start, as a cursor does when somebody presses the left arrow.

use crate::mutants::{CheckedSlice, MutantPiece, OneShot, OutOfBoundsRead};
use serde::Deserialize;

/// What the decoder does wrong when it looks for the start of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// Appends the pieces of `bytes`, from the first to the last, and says what it read outside.
    pub fn decode(self, bytes: &[u8], pieces: &mut Vec<MutantPiece>) -> OutOfBoundsRead {
        let input = CheckedSlice::new(bytes);
        let first = pieces.len();
        let mut end = input.len();
        while end > 0 {
            // It ends early when it is told that it must be stuck.
            let Some(piece) = self.last_piece(&input, end) else { break };
            pieces.push(piece);
            end = piece.at();
        }
        pieces[first..].reverse();
        input.out_of_bounds_read()
    }

    /// The last piece of what is before `end`.
    fn last_piece(self, input: &CheckedSlice<'_>, end: usize) -> Option<MutantPiece> {
        let last = MutantPiece::Error { at: end - 1, len: 1 };
        let most = match self {
            Self::CrossesAll | Self::MergesRun => usize::MAX,
            Self::CrossesFourth => 4,
            Self::Right | Self::PassesStart => 3,
        };
        let mut crossed = 0;
        while crossed < most && matches!(input.byte((end - crossed).cast_signed() - 1)?, 0x80..=0xBF) {
            crossed += 1;
            if end == crossed {
                if self == Self::PassesStart {
                    input.byte(-1)?;
                }
                return Some(match self {
                    Self::CrossesAll | Self::MergesRun => MutantPiece::Error { at: 0, len: end },
                    _ => last,
                });
            }
        }
        let at = end - crossed - 1;
        let piece = OneShot::default().piece(input, at, end)?;
        let leads = input.byte(at.cast_signed())? >= 0xC0;
        Some(match (self, piece) {
            _ if piece.end() == end => piece,
            (Self::CrossesAll, MutantPiece::Code { value, .. }) if crossed > 3 => {
                MutantPiece::Code { value, at, len: end - at }
            }
            (Self::CrossesFourth, _) if crossed == 4 && leads => MutantPiece::Error { at, len: end - at },
            (Self::MergesRun, _) => MutantPiece::Error { at: piece.end(), len: end - piece.end() },
            _ => last,
        })
    }
}
