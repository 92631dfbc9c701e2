//! A decoder that takes its input in wide blocks, as one with vector instructions does, and what it does wrong at their
//! edges.

use crate::mutants::Piece;

/// What the decoder does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockFault {
    None,
    /// Forgets at the end of a block what it has of a sequence.
    ForgetsAtEdge,
    /// Takes a byte that starts nothing for a character where it is the last of a block.
    PassesLastByte,
    /// Takes a lead for a character where it is the last byte of a block and nothing continues it in the next.
    PassesLastLead,
    /// Says of an error that it sees in the next block that it is where that block begins.
    CountsFromBlock,
    /// Takes a block for ASCII when all but its first byte are.
    IgnoresFirstByte,
    /// Does not ask before a block of ASCII whether a sequence was open.
    IgnoresOpenSequence,
    /// Does not look at the bytes that stand before whole blocks, counted from the end.
    IgnoresHead,
    /// Does not look at the last byte where some bytes stand after whole blocks.
    IgnoresLastOfRest,
    /// Errs with a sequence that starts so many bytes, one to four, before the end of a block: does not miss the rest of
    /// one that is cut there; with four, refuses it.
    LooksBackWrongly(usize),
    /// Has another way for inputs of a block or more, and that takes surrogates.
    HasOtherKernel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wide {
    /// How many bytes a block has.
    pub width: usize,
    pub fault: BlockFault,
}

impl Wide {
    pub const CORRECT: Self = Self { width: 16, fault: BlockFault::None };

    /// Appends the pieces of `bytes`.
    pub fn decode(&self, bytes: &[u8], pieces: &mut Vec<Piece>) {
        let rest = bytes.len() % self.width;
        let unseen =
            usize::from(self.fault == BlockFault::IgnoresLastOfRest && rest > 0 && bytes.len() > self.width);
        let bytes = &bytes[..bytes.len() - unseen];
        let surrogates = self.fault == BlockFault::HasOtherKernel && bytes.len() >= self.width;
        let mut at = 0;
        while at < bytes.len() {
            let piece = sequence(&bytes[at..], at, surrogates);
            at = match self.taken(bytes, piece) {
                Taken::Piece(piece) => {
                    let (Piece::Code { len, .. } | Piece::Error { len, .. }) = piece;
                    pieces.push(self.shown(bytes, piece));
                    at + len
                }
                Taken::UpTo(edge) => edge,
            };
        }
    }

    /// What the fault makes of the piece that is there.
    fn taken(&self, bytes: &[u8], piece: Piece) -> Taken {
        let (Piece::Code { at, len, .. } | Piece::Error { at, len }) = piece;
        let first = bytes[at];
        let passed = Taken::Piece(Piece::Code { value: u32::from(first), at, len: 1 });
        let edge = (at / self.width + 1) * self.width;
        let next = bytes.get(edge..).filter(|next| !next.is_empty());
        let leads = matches!(first, 0xC2..=0xF4);
        // A sequence is open at the edge, and there is a next block in which that is seen.
        let crosses = leads && next.is_some() && (at + len > edge || piece.is_error() && at + len == edge);
        let cut = crosses && piece.is_error() && at + len == edge;
        let ascii_block = || next.and_then(|next| next.get(..self.width)).is_some_and(<[u8]>::is_ascii);
        match self.fault {
            BlockFault::ForgetsAtEdge if crosses => Taken::UpTo(edge),
            BlockFault::PassesLastByte if piece.is_error() && !leads && at + 1 == edge => passed,
            BlockFault::PassesLastLead if cut && len == 1 => passed,
            BlockFault::IgnoresFirstByte if at.is_multiple_of(self.width) => {
                let others = bytes.get(at + 1..edge);
                if others.is_some_and(<[u8]>::is_ascii) { passed } else { Taken::Piece(piece) }
            }
            BlockFault::IgnoresOpenSequence if cut && ascii_block() => Taken::UpTo(edge),
            BlockFault::IgnoresHead if bytes.len() >= self.width && at < bytes.len() % self.width => {
                if piece.is_error() { passed } else { Taken::Piece(piece) }
            }
            BlockFault::LooksBackWrongly(4) if len == 4 && at + 4 == edge => {
                Taken::Piece(Piece::Error { at, len })
            }
            BlockFault::LooksBackWrongly(back) if cut && at + back == edge => Taken::UpTo(edge),
            _ => Taken::Piece(piece),
        }
    }

    /// Where it says that a piece is.
    fn shown(&self, bytes: &[u8], piece: Piece) -> Piece {
        match piece {
            Piece::Error { at, len } if self.fault == BlockFault::CountsFromBlock => {
                let edge = (at / self.width + 1) * self.width;
                let seen_later = matches!(bytes[at], 0xC2..=0xF4) && at + len >= edge && edge < bytes.len();
                Piece::Error { at: if seen_later { edge } else { at }, len }
            }
            piece => piece,
        }
    }
}

/// What becomes of a piece.
enum Taken {
    Piece(Piece),
    /// Nothing, and it goes on there.
    UpTo(usize),
}

/// The first piece of `rest`, which begins at `at`.
fn sequence(rest: &[u8], at: usize, surrogates: bool) -> Piece {
    let first = rest[0];
    let announced = match first {
        ..0x80 => return Piece::Code { value: u32::from(first), at, len: 1 },
        0xC2..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0..=0xF4 => 4,
        _ => return Piece::Error { at, len: 1 },
    };
    let mut value = u32::from(first) & (0x7F >> announced);
    for len in 1..announced {
        let second = |lowest, highest| if len == 1 { lowest..=highest } else { 0x80..=0xBF };
        let allowed = match first {
            0xE0 => second(0xA0, 0xBF),
            0xED if !surrogates => second(0x80, 0x9F),
            0xF0 => second(0x90, 0xBF),
            0xF4 => second(0x80, 0x8F),
            _ => 0x80..=0xBF,
        };
        match rest.get(len) {
            Some(byte) if allowed.contains(byte) => value = value << 6 | u32::from(byte & 0x3F),
            _ => return Piece::Error { at, len },
        }
    }
    Piece::Code { value, at, len: announced }
}
