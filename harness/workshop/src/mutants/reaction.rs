//! What a decoder makes of the pieces that it found: faults that are not in the finding.

use crate::mutants::Piece;

/// From the input and its pieces to other pieces.
pub type Reaction = fn(bytes: &[u8], pieces: Vec<Piece>) -> Vec<Piece>;

/// An error for each byte of an error.
pub(crate) fn error_per_byte(_: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
    each_byte_of_an_error(pieces, |at| Some(Piece::Error { at, len: 1 }))
}

/// Each byte of an error as the Latin-1 character of its number.
pub(crate) fn latin_1(bytes: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
    each_byte_of_an_error(pieces, |at| Some(Piece::Code { value: bytes[at].into(), at, len: 1 }))
}

/// Each byte of an error as an unpaired surrogate, from which it can be had back.
pub(crate) fn escaped(bytes: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
    let escape = |at: usize| 0xDC00 + u32::from(bytes[at]);
    each_byte_of_an_error(pieces, |at| Some(Piece::Code { value: escape(at), at, len: 1 }))
}

pub(crate) fn silent(_: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
    each_byte_of_an_error(pieces, |_| None)
}

/// One error for all that stand beside each other.
pub(crate) fn one_error_a_run(_: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
    let mut merged: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (merged.last_mut(), piece) {
            (Some(Piece::Error { len, .. }), Piece::Error { len: more, .. }) => *len += more,
            _ => merged.push(piece),
        }
    }
    merged
}

/// One error for a first byte, whatever is wrong with it, and as many continuation bytes as it announces.
pub(crate) fn error_per_announced_sequence(bytes: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
    let mut grouped: Vec<Piece> = Vec::new();
    let mut covered = 0;
    for piece in pieces {
        let (Piece::Code { at, len, .. } | Piece::Error { at, len }) = piece;
        if at < covered {
            continue;
        }
        covered = at + len;
        grouped.push(if piece.is_error() {
            let announced = match bytes[at] {
                0xC0..=0xDF => 2,
                0xE0..=0xEF => 3,
                0xF0..=0xF7 => 4,
                0xF8..=0xFB => 5,
                0xFC..=0xFD => 6,
                _ => 1,
            };
            let tail = bytes[at + 1..].iter().take(announced - 1);
            let len = 1 + tail.take_while(|byte| matches!(byte, 0x80..=0xBF)).count();
            covered = at + len;
            Piece::Error { at, len }
        } else {
            piece
        });
    }
    grouped
}

/// The offset of the byte that does not continue, for that of the sequence.
pub(crate) fn offset_of_the_offending_byte(_: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
    let offset = |piece| match piece {
        Piece::Error { at, len } if len > 1 => Piece::Error { at: at + len, len },
        piece => piece,
    };
    pieces.into_iter().map(offset).collect()
}

/// The offsets of errors in characters.
pub(crate) fn offset_in_characters(_: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
    offset_in_units(pieces, |_| 1)
}

/// The offsets of errors in units of UTF-16.
pub(crate) fn offset_in_utf16_units(_: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
    offset_in_units(pieces, |code| if code > 0xFFFF { 2 } else { 1 })
}

/// The offsets of errors in what each character counts.
fn offset_in_units(mut pieces: Vec<Piece>, units: fn(u32) -> usize) -> Vec<Piece> {
    let mut before = 0;
    for piece in &mut pieces {
        if let Piece::Error { at, .. } = piece {
            *at = before;
        }
        before += units(piece.shown());
    }
    pieces
}

/// The length 1 for every error.
pub(crate) fn length_one(_: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
    let shorten = |piece| match piece {
        Piece::Error { at, .. } => Piece::Error { at, len: 1 },
        code @ Piece::Code { .. } => code,
    };
    pieces.into_iter().map(shorten).collect()
}

/// No character at all when there is an error.
pub(crate) fn all_or_nothing(_: &[u8], mut pieces: Vec<Piece>) -> Vec<Piece> {
    if pieces.iter().any(Piece::is_error) {
        pieces.retain(Piece::is_error);
    }
    pieces
}

fn each_byte_of_an_error(pieces: Vec<Piece>, becomes: impl Fn(usize) -> Option<Piece>) -> Vec<Piece> {
    let mut all = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Error { at, len } => all.extend((at..at + len).filter_map(&becomes)),
            code @ Piece::Code { .. } => all.push(code),
        }
    }
    all
}
