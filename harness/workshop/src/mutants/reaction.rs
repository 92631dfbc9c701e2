//! What a decoder makes of the pieces that it found: faults that are not in the finding.

use crate::mutants::MutantPiece;
use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reaction {
    ErrorPerByte,
    /// Has one error for all that stand beside each other.
    OneErrorARun,
    /// Has one error for a first byte, whatever is wrong with it, and as many continuation bytes as it announces.
    ErrorPerAnnouncedSequence,
    Silent,
    /// Takes each byte of an error for the Latin-1 character of its number.
    Latin1,
    /// Has an unpaired surrogate for each byte of an error, from which it can be had back.
    Escaped,
    OffsetOfTheOffendingByte,
    OffsetInCharacters,
    OffsetInUtf16Units,
    LengthOne,
    /// Has no character at all when there is an error.
    AllOrNothing,
}

impl Reaction {
    /// What becomes of the pieces of `bytes`.
    pub(crate) fn react(self, bytes: &[u8], mut pieces: Vec<MutantPiece>) -> Vec<MutantPiece> {
        let code = |at: usize, offset| MutantPiece::Code { value: offset + u32::from(bytes[at]), at, len: 1 };
        let mut before = 0;
        match self {
            Self::ErrorPerByte => {
                return each_byte_of_an_error(pieces, |at| MutantPiece::Error { at, len: 1 });
            }
            Self::Latin1 => return each_byte_of_an_error(pieces, |at| code(at, 0)),
            Self::Escaped => return each_byte_of_an_error(pieces, |at| code(at, 0xDC00)),
            Self::Silent => pieces.retain(|piece| !piece.is_error()),
            Self::AllOrNothing if pieces.iter().any(MutantPiece::is_error) => {
                pieces.retain(MutantPiece::is_error);
            }
            Self::AllOrNothing => {}
            Self::OneErrorARun => pieces.dedup_by(|next, piece| match (piece, next) {
                (MutantPiece::Error { len, .. }, MutantPiece::Error { len: more, .. }) => {
                    *len += *more;
                    true
                }
                _ => false,
            }),
            Self::ErrorPerAnnouncedSequence => pieces.retain_mut(|piece| {
                if piece.at() < before {
                    return false;
                }
                if let MutantPiece::Error { at, len } = piece {
                    *len = announced_sequence(&bytes[*at..]);
                }
                before = piece.end();
                true
            }),
            Self::OffsetOfTheOffendingByte
            | Self::OffsetInCharacters
            | Self::OffsetInUtf16Units
            | Self::LengthOne => {
                for piece in &mut pieces {
                    let units =
                        if piece.shown() > 0xFFFF && self == Self::OffsetInUtf16Units { 2 } else { 1 };
                    if let MutantPiece::Error { at, len } = piece {
                        match self {
                            Self::LengthOne => *len = 1,
                            Self::OffsetOfTheOffendingByte if *len > 1 => *at += *len,
                            Self::OffsetOfTheOffendingByte => {}
                            _ => *at = before,
                        }
                    }
                    before += units;
                }
            }
        }
        pieces
    }
}

/// How many bytes the first one and what continues it are, as many as it announces at most.
fn announced_sequence(bytes: &[u8]) -> usize {
    let announced = match bytes[0] {
        0xC0..=0xFD => bytes[0].leading_ones() as usize,
        _ => 1,
    };
    1 + bytes[1..].iter().take(announced - 1).take_while(|byte| matches!(byte, 0x80..=0xBF)).count()
}

fn each_byte_of_an_error(
    pieces: Vec<MutantPiece>,
    becomes: impl Fn(usize) -> MutantPiece,
) -> Vec<MutantPiece> {
    let each = |piece: MutantPiece| match piece {
        MutantPiece::Error { at, len } => (at..at + len).map(&becomes).collect(),
        code @ MutantPiece::Code { .. } => vec![code],
    };
    pieces.into_iter().flat_map(each).collect()
}
