//! A decoder of the whole input at once, whose every constant a fault may change.

use crate::mutants::{CheckedSlice, MutantPiece, OutOfBoundsRead};
use illformed_vectors::hex;
use serde::{Deserialize, Deserializer, de};
use std::iter;

/// The decoder. What a row of the table does not name is right.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OneShot {
    /// Sequences that it takes beside the well-formed ones.
    takes: SequenceRanges,
    /// Well-formed sequences that it refuses, as soon as nothing else can come of what it has read.
    refuses: SequenceRanges,
    /// Which bytes continue a sequence; none: the right ones.
    tails: SequenceRanges,
    /// Which bytes end a sequence; none: those that continue one.
    last: SequenceRanges,
    value: Computation,
    memory: ReadingFault,
    /// Its text ends at the first NUL, and it is not told the length.
    pub terminated: bool,
}

/// How a number is computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Computation {
    #[default]
    Right,
    KeepsSixteenBits,
    WidensFirstOfThree,
    NarrowsFirstOfFour,
    NarrowsTails,
    SwapsTailsOfThree,
    ExtendsSign,
}

/// Where it reads outside of its input, or stays for ever.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ReadingFault {
    #[default]
    None,
    /// Reads a block of 16 where less is left.
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
    /// Looks a byte up in a table as a number with a sign.
    IndexesSigned,
    StaysAtStray,
    StaysAtCutEnd,
}

/// The well-formed sequences, if all bytes after the second continue them.
const WELL_FORMED: [(&[u8], &[u8]); 5] = [
    (b"\x00", b"\x7F"),
    (b"\xC2\x00", b"\xDF\xFF"),
    (b"\xE0\xA0\x00", b"\xED\x9F\xFF"),
    (b"\xEE\x00\x00", b"\xEF\xFF\xFF"),
    (b"\xF0\x90\x00\x00", b"\xF4\x8F\xFF\xFF"),
];

/// The longest sequence that a first byte announces.
const LONGEST: usize = 7;

impl OneShot {
    /// With surrogates beside what is well-formed.
    pub(crate) fn taking_surrogates() -> Self {
        Self {
            takes: SequenceRanges(vec![(b"\xED\xA0\x80".to_vec(), b"\xED\xBF\xBF".to_vec())]),
            ..Self::default()
        }
    }

    /// Whether it errs in what it reads outside, or in staying for ever.
    pub(crate) fn errs_in_memory(&self) -> bool {
        self.memory != ReadingFault::None
    }

    /// The same without its fault.
    pub(crate) fn without_fault(&self) -> Self {
        Self { terminated: self.terminated, ..Self::default() }
    }

    /// Appends the pieces of `bytes`, and says what it read outside.
    pub fn decode(&self, bytes: &[u8], pieces: &mut Vec<MutantPiece>) -> OutOfBoundsRead {
        let input = if self.wants_nul() { CheckedSlice::terminated(bytes) } else { CheckedSlice::new(bytes) };
        // It ends early when it is told that it must be stuck.
        let _ = self.run(&input, pieces);
        input.out_of_bounds_read()
    }

    fn run(&self, input: &CheckedSlice<'_>, pieces: &mut Vec<MutantPiece>) -> Option<()> {
        let mut at = 0;
        while self.goes_on(input, at)? {
            if self.memory == ReadingFault::ReadsWholeBlocks && at % 16 == 0 {
                input.read(at..at + 16)?;
            }
            let first = input.byte(at.cast_signed())?;
            if self.memory == ReadingFault::IndexesSigned && !first.is_ascii() {
                // What it reads there is before the table.
                input.byte(-1)?;
                pieces.push(MutantPiece::Error { at, len: 1 });
                at += 1;
                continue;
            }
            let starts = matches!(first, 0xC2..=0xF4);
            let ahead = match self.memory {
                ReadingFault::ReadsFourBytes if starts => 4,
                ReadingFault::ReadsAnnounced if starts => announced(first),
                _ => 0,
            };
            input.read(at + 1..at + ahead)?;
            let end = if self.wants_nul() { usize::MAX } else { input.len() };
            let piece = self.piece(input, at, end)?;
            pieces.push(piece);
            let (len, cut) = (piece.len(), piece.end() == input.len());
            at += match self.memory {
                ReadingFault::StaysAtStray if piece.is_error() && !first.is_ascii() && !starts => 0,
                ReadingFault::StaysAtCutEnd if piece.is_error() && cut && starts => 0,
                ReadingFault::StepsOverNul
                    if piece.is_error() && input.byte(piece.end().cast_signed())? == 0 =>
                {
                    announced(first).max(len)
                }
                ReadingFault::StepsPastEnd if piece.is_error() && cut => announced(first).max(len),
                _ => len,
            };
        }
        Some(())
    }

    /// Whether it needs a NUL behind its input.
    fn wants_nul(&self) -> bool {
        self.terminated || self.memory == ReadingFault::EndsAtNul
    }

    fn goes_on(&self, input: &CheckedSlice<'_>, at: usize) -> Option<bool> {
        Some(match self.memory {
            ReadingFault::StepsPastEnd => at != input.len(),
            _ if self.wants_nul() => input.byte(at.cast_signed())? != 0,
            _ => at < input.len(),
        })
    }

    /// The piece at `at`, where nothing at or behind `end` is looked at.
    pub(crate) fn piece(&self, input: &CheckedSlice<'_>, at: usize, end: usize) -> Option<MutantPiece> {
        let mut sequence = [0; LONGEST];
        for len in 0..LONGEST {
            if at + len == end {
                return Some(MutantPiece::Error { at, len });
            }
            sequence[len] = input.byte((at + len).cast_signed())?;
            let read = &sequence[..=len];
            if !self.can_begin(read) {
                return Some(MutantPiece::Error { at, len: len.max(1) });
            }
            if read.len() == announced(sequence[0]) {
                return Some(MutantPiece::Code { value: self.value.of(read), at, len: read.len() });
            }
        }
        Some(MutantPiece::Error { at, len: LONGEST })
    }

    /// Whether some sequence that it takes begins so, if all but the last byte may.
    fn can_begin(&self, read: &[u8]) -> bool {
        let continues = match read {
            [_] => true,
            [.., byte] if read.len() == announced(read[0]) && !self.last.0.is_empty() => {
                self.last.have(*byte)
            }
            [.., byte] if !self.tails.0.is_empty() => self.tails.have(*byte),
            [.., byte] => matches!(byte, 0x80..=0xBF),
            [] => false,
        };
        continues && self.is_in_a_range(read) && !self.refuses.have_all(read)
    }

    fn is_in_a_range(&self, read: &[u8]) -> bool {
        let begins = |(first, last): (&[u8], &[u8])| {
            read.len() <= first.len() && first[..read.len()] <= *read && *read <= last[..read.len()]
        };
        WELL_FORMED.into_iter().any(begins) || self.takes.pairs().any(begins)
    }
}

/// How many bytes the sequence has that `first` starts.
fn announced(first: u8) -> usize {
    (first.leading_ones() as usize).max(1)
}

impl Computation {
    /// The number of a whole sequence.
    fn of(self, sequence: &[u8]) -> u32 {
        let (first, tails) = (sequence[0], &sequence[1..]);
        let lead_mask = match self {
            _ if tails.is_empty() => return first.into(),
            Self::WidensFirstOfThree if tails.len() == 2 => 0x1F,
            Self::NarrowsFirstOfFour if tails.len() == 3 => 0x03,
            _ => 0x7F >> (1 + tails.len()),
        };
        let tail_mask = if self == Self::NarrowsTails { 0x1F } else { 0x3F };
        let fold = |value: u32, byte: &u8| value << 6 | u32::from(byte & tail_mask);
        let value = tails.iter().fold(u32::from(first & lead_mask), fold);
        match (self, tails) {
            (Self::KeepsSixteenBits, _) => value & 0xFFFF,
            (Self::SwapsTailsOfThree, [second, third]) => [third, second].into_iter().fold(value >> 12, fold),
            (Self::ExtendsSign, _) => tails.iter().fold(i32::from(first.cast_signed()).cast_unsigned(), fold),
            _ => value,
        }
    }
}

/// Sequences from a first to a last one, both of as many bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct SequenceRanges(Vec<(Vec<u8>, Vec<u8>)>);

impl SequenceRanges {
    fn pairs(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.0.iter().map(|(first, last)| (first.as_slice(), last.as_slice()))
    }

    fn have(&self, byte: u8) -> bool {
        self.pairs().any(|(first, last)| (first[0]..=last[0]).contains(&byte))
    }

    /// Whether all sequences that begin so are among them.
    fn have_all(&self, read: &[u8]) -> bool {
        self.pairs().any(|(first, last)| {
            let filled = |fill| read.iter().copied().chain(iter::repeat(fill)).take(first.len());
            read.len() <= first.len()
                && first.iter().copied().le(filled(0x80))
                && filled(0xBF).le(last.iter().copied())
        })
    }
}

impl<'de> Deserialize<'de> for SequenceRanges {
    /// From `c080..c1bf`, or several with blanks between them; a sequence by itself is a range.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&str>::deserialize(deserializer)?;
        let range = |range: &str| {
            let (first, last) = range.split_once("..").unwrap_or((range, range));
            let (first, last) = (hex::decode(first)?, hex::decode(last)?);
            (!first.is_empty() && first.len() == last.len()).then_some((first, last))
        };
        let ranges: Option<Vec<_>> = text.split_whitespace().map(range).collect();
        ranges.map(Self).ok_or_else(|| de::Error::custom(format_args!("`{text}` are no ranges of sequences")))
    }
}
