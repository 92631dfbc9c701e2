//! A decoder that goes through memory by an index, as one in C does: nothing keeps it inside but its own tests.

use crate::mutants::{CheckedSlice, OutOfBoundsRead, Piece};
use std::sync::LazyLock;

/// How many bytes are looked at at once where the text may be ASCII.
const BLOCK: usize = 16;

/// Where the decoder does not stay where it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerFault {
    None,
    /// Reads a whole block where less is left.
    ReadsWholeBlocks,
    /// Reads four bytes at every sequence of several.
    ReadsFourBytes,
    /// Reads as many bytes as the first one announces, and then asks whether there were so many.
    ReadsAnnounced,
    /// Goes as far as the first byte announces, over the NUL that ends the text.
    StepsOverNul,
    /// Goes as far as the first byte announces, and ends only exactly at the end.
    StepsPastEnd,
    /// Takes NUL for the end, though it is told a length.
    EndsAtNul,
    /// Looks a byte up in its table as a number with a sign.
    IndexesSigned,
    /// Does not go on after a byte that starts nothing.
    StaysAtStray,
    /// Does not go on after a sequence that the end cuts.
    StaysAtCutEnd,
}

#[derive(Debug, Clone, Copy)]
pub struct Pointer {
    pub fault: PointerFault,
    /// The end of its input is the first NUL, and not told otherwise.
    pub terminated: bool,
}

/// How long the sequence is that each byte starts; 0 where it starts none.
static LENGTHS: LazyLock<[u8; 256]> = LazyLock::new(|| {
    let mut lengths = [0; 256];
    for (range, len) in [(0x00..=0x7F, 1), (0xC2..=0xDF, 2), (0xE0..=0xEF, 3), (0xF0..=0xF4, 4)] {
        lengths[range].fill(len);
    }
    lengths
});

impl Pointer {
    /// Without a fault, told the length.
    pub const CORRECT: Self = Self { fault: PointerFault::None, terminated: false };

    /// Whether it needs a NUL behind its input.
    pub fn wants_nul(self) -> bool {
        self.terminated || self.fault == PointerFault::EndsAtNul
    }

    /// Appends the pieces of `input`; what it reads outside is in what comes back, and of the input that of its tables.
    pub fn decode(self, input: &CheckedSlice<'_>, pieces: &mut Vec<Piece>) -> OutOfBoundsRead {
        // A look into the table is no step.
        let lengths = CheckedSlice::table(&*LENGTHS);
        // It ends early when it is told that it must be stuck.
        let _ = self.run(input, &lengths, pieces);
        lengths.out_of_bounds_read()
    }

    fn run(
        self,
        input: &CheckedSlice<'_>,
        lengths: &CheckedSlice<'_>,
        pieces: &mut Vec<Piece>,
    ) -> Option<()> {
        let mut at = 0;
        while self.goes_on(input, at)? {
            if !self.wants_nul() && self.skip_ascii(input, &mut at, pieces)? {
                continue;
            }
            let first = byte(input, at)?;
            let index = if self.fault == PointerFault::IndexesSigned {
                first.cast_signed().into()
            } else {
                isize::from(first)
            };
            let announced = usize::from(lengths.byte(index)?);
            let piece = self.piece(input, first, announced, at)?;
            let (Piece::Code { len, .. } | Piece::Error { len, .. }) = piece;
            pieces.push(piece);
            at += self.step(input, first, piece.is_error(), at, len)?;
        }
        Some(())
    }

    fn goes_on(self, input: &CheckedSlice<'_>, at: usize) -> Option<bool> {
        match self.fault {
            PointerFault::StepsPastEnd => Some(at != input.len()),
            _ if self.wants_nul() => Some(byte(input, at)? != 0),
            _ => Some(at < input.len()),
        }
    }

    /// Takes a block of ASCII, if there is one.
    fn skip_ascii(self, input: &CheckedSlice<'_>, at: &mut usize, pieces: &mut Vec<Piece>) -> Option<bool> {
        let fits = *at + BLOCK <= input.len();
        if !at.is_multiple_of(BLOCK) || (!fits && self.fault != PointerFault::ReadsWholeBlocks) {
            return Some(false);
        }
        let mut block = [0; BLOCK];
        for (index, slot) in block.iter_mut().enumerate() {
            *slot = byte(input, *at + index)?;
        }
        if !fits || !block.is_ascii() {
            return Some(false);
        }
        pieces.extend((*at..).zip(block).map(|(at, byte)| Piece::Code { value: byte.into(), at, len: 1 }));
        *at += BLOCK;
        Some(true)
    }

    fn piece(self, input: &CheckedSlice<'_>, first: u8, announced: usize, at: usize) -> Option<Piece> {
        let ahead = match self.fault {
            PointerFault::ReadsFourBytes if announced > 1 => 4,
            PointerFault::ReadsAnnounced => announced,
            _ => 1,
        };
        (1..ahead).try_for_each(|index| byte(input, at + index).map(|_| ()))?;
        let mut value = match announced {
            0 => return Some(Piece::Error { at, len: 1 }),
            1 => u32::from(first),
            _ => u32::from(first & (0x7F >> announced)),
        };
        let (mut low, mut high) = match first {
            0xE0 => (0xA0, 0xBF),
            0xED => (0x80, 0x9F),
            0xF0 => (0x90, 0xBF),
            0xF4 => (0x80, 0x8F),
            _ => (0x80, 0xBF),
        };
        for len in 1..announced {
            // Before a NUL that ends the text there is no need to ask: it continues nothing.
            if !self.wants_nul() && at + len >= input.len() {
                return Some(Piece::Error { at, len });
            }
            let next = byte(input, at + len)?;
            if !(low..=high).contains(&next) {
                return Some(Piece::Error { at, len });
            }
            value = value << 6 | u32::from(next & 0x3F);
            (low, high) = (0x80, 0xBF);
        }
        Some(Piece::Code { value, at, len: announced })
    }

    /// How far it goes after a piece.
    fn step(self, input: &CheckedSlice<'_>, first: u8, error: bool, at: usize, len: usize) -> Option<usize> {
        let announced = (first.leading_ones() as usize).max(1);
        Some(match self.fault {
            PointerFault::StaysAtStray if error && len == 1 && LENGTHS[usize::from(first)] == 0 => 0,
            PointerFault::StaysAtCutEnd
                if error && at + len == input.len() && LENGTHS[usize::from(first)] > 0 =>
            {
                0
            }
            PointerFault::StepsOverNul if error && byte(input, at + len)? == 0 => announced.max(len),
            PointerFault::StepsPastEnd if error && at + len == input.len() => announced.max(len),
            _ => len,
        })
    }
}

fn byte(input: &CheckedSlice<'_>, index: usize) -> Option<u8> {
    input.byte(index.cast_signed())
}
