//! A decoder that takes its input in wide blocks, as one with vector instructions does, and what it does wrong at their
//! edges.

use crate::mutants::{CheckedSlice, MutantPiece, OneShot};
use serde::Deserialize;

/// What the decoder does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Wide {
    /// How many bytes a block has.
    pub width: usize,
    pub fault: BlockFault,
}

impl Wide {
    pub const CORRECT: Self = Self { width: 16, fault: BlockFault::None };

    /// Appends the pieces of `bytes`.
    pub fn decode(self, bytes: &[u8], pieces: &mut Vec<MutantPiece>) {
        let rest = bytes.len() % self.width;
        let unseen =
            usize::from(self.fault == BlockFault::IgnoresLastOfRest && rest > 0 && bytes.len() > self.width);
        let bytes = &bytes[..bytes.len() - unseen];
        let is_other = self.fault == BlockFault::HasOtherKernel && bytes.len() >= self.width;
        let kernel = if is_other { OneShot::taking_surrogates() } else { OneShot::default() };
        let input = CheckedSlice::new(bytes);
        let mut at = 0;
        while at < bytes.len() {
            let Some(piece) = kernel.piece(&input, at, bytes.len()) else { break };
            let (taken, next) = self.taken(bytes, piece);
            pieces.extend(taken);
            at = next;
        }
    }

    /// What the fault makes of the piece that is there, and where it goes on.
    fn taken(self, bytes: &[u8], piece: MutantPiece) -> (Option<MutantPiece>, usize) {
        let (at, len, is_error) = (piece.at(), piece.len(), piece.is_error());
        let first = bytes[at];
        let passed = (Some(MutantPiece::Code { value: u32::from(first), at, len: 1 }), at + 1);
        let edge = (at / self.width + 1) * self.width;
        let next = bytes.get(edge..).filter(|next| !next.is_empty());
        let leads = matches!(first, 0xC2..=0xF4);
        // A sequence is open at the edge, and there is a next block in which that is seen.
        let crosses = leads && next.is_some() && (at + len > edge || is_error && at + len == edge);
        let cut = crosses && is_error && at + len == edge;
        let is_ascii = |block: Option<&[u8]>| block.is_some_and(<[u8]>::is_ascii);
        match self.fault {
            BlockFault::ForgetsAtEdge if crosses => (None, edge),
            BlockFault::PassesLastByte if is_error && !leads && at + 1 == edge => passed,
            BlockFault::PassesLastLead if cut && len == 1 => passed,
            BlockFault::CountsFromBlock if is_error && leads && at + len >= edge && next.is_some() => {
                (Some(MutantPiece::Error { at: edge, len }), at + len)
            }
            BlockFault::IgnoresFirstByte
                if at.is_multiple_of(self.width) && is_ascii(bytes.get(at + 1..edge)) =>
            {
                passed
            }
            BlockFault::IgnoresOpenSequence
                if cut && is_ascii(next.and_then(|next| next.get(..self.width))) =>
            {
                (None, edge)
            }
            BlockFault::IgnoresHead
                if is_error && bytes.len() >= self.width && at < bytes.len() % self.width =>
            {
                passed
            }
            BlockFault::LooksBackWrongly(4) if len == 4 && at + 4 == edge => {
                (Some(MutantPiece::Error { at, len }), edge)
            }
            BlockFault::LooksBackWrongly(back) if cut && at + back == edge => (None, edge),
            _ => (Some(piece), at + len),
        }
    }
}
