//! Faulty encoders, on one that is right.

use crate::kinds::judging::{Ask, Encoded};
use crate::kinds::mutants::Mutant;
use crate::kinds::vector::{EncodeErrorKind, EncodeInput};
use illformed_codec::Profile;

/// The habits of an encoder; those of [`RIGHT`] are none.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "one fault each")]
struct Habits {
    /// Writes surrogates as any other number.
    takes_surrogates: bool,
    /// Joins a trailing surrogate with a leading one after it.
    joins_reversed: bool,
    /// Joins no pair, and writes each half.
    joins_nothing: bool,
    /// Joins a leading surrogate with whatever comes after it.
    joins_anything: bool,
    /// Writes numbers above U+10FFFF, in up to six bytes.
    takes_beyond: bool,
    /// Looks at so many low bits.
    bits: u32,
    /// Drops U+FEFF at the start.
    drops_mark: bool,
    /// Stops at U+0000.
    ends_at_nul: bool,
    /// Refuses noncharacters.
    refuses_noncharacters: bool,
    /// The last number of two bytes.
    two_bytes_last: u32,
    /// Writes what there is room for of a character.
    cuts_sequences: bool,
    /// Does not look at the room.
    overruns: bool,
    /// The number that it puts for what cannot be encoded, if it does.
    replacement: Option<u32>,
}

const RIGHT: Habits = Habits {
    takes_surrogates: false,
    joins_reversed: false,
    joins_nothing: false,
    joins_anything: false,
    takes_beyond: false,
    bits: 32,
    drops_mark: false,
    ends_at_nul: false,
    refuses_noncharacters: false,
    two_bytes_last: 0x7FF,
    cuts_sequences: false,
    overruns: false,
    replacement: None,
};

impl Habits {
    /// The numbers of `input` with their offsets.
    fn numbers(&self, input: &EncodeInput) -> Vec<(usize, u32)> {
        let units: Vec<u32> = match input {
            EncodeInput::Codes(codes) => return codes.iter().copied().enumerate().collect(),
            EncodeInput::Utf16(units) => units.iter().map(|unit| u32::from(*unit)).collect(),
        };
        let (mut numbers, mut at) = (Vec::new(), 0);
        while let Some(&unit) = units.get(at) {
            let next = units.get(at + 1).copied();
            let pair = next.and_then(|next| self.pair(unit, next));
            numbers.push((at, pair.unwrap_or(unit)));
            at += if pair.is_some() { 2 } else { 1 };
        }
        numbers
    }

    fn pair(&self, first: u32, second: u32) -> Option<u32> {
        let [leading, trailing] = [0xD800..=0xDBFF, 0xDC00..=0xDFFF];
        let joined = |high: u32, low: u32| 0x1_0000 + ((high & 0x3FF) << 10 | low & 0x3FF);
        if leading.contains(&first) && (trailing.contains(&second) || self.joins_anything) {
            return (!self.joins_nothing).then(|| joined(first, second));
        }
        let reversed = trailing.contains(&first) && leading.contains(&second);
        (reversed && self.joins_reversed).then(|| joined(second, first))
    }

    fn refusal(&self, code: u32) -> Option<EncodeErrorKind> {
        match code {
            0xD800..=0xDFFF if !self.takes_surrogates => Some(EncodeErrorKind::Surrogate),
            0x11_0000..=0x7FFF_FFFF if self.takes_beyond => None,
            0x11_0000.. => Some(EncodeErrorKind::OutOfRange),
            0xFDD0..=0xFDEF if self.refuses_noncharacters => Some(EncodeErrorKind::OutOfRange),
            _ if self.refuses_noncharacters && code & 0xFFFE == 0xFFFE => Some(EncodeErrorKind::OutOfRange),
            _ => None,
        }
    }

    fn sequence(&self, code: u32) -> Vec<u8> {
        let tails = match code {
            0..=0x7F => return vec![code as u8],
            _ if code <= self.two_bytes_last => 1,
            0x80..=0xFFFF => 2,
            0x1_0000..=0x1F_FFFF => 3,
            0x20_0000..=0x3FF_FFFF => 4,
            _ => 5,
        };
        let lead = !(0x7F_u8 >> tails) | (code >> (6 * tails)) as u8;
        let tail = |number: u32| 0x80 | (code >> (6 * number) & 0x3F) as u8;
        std::iter::once(lead).chain((0..tails).rev().map(tail)).collect()
    }

    fn encode(&self, input: &EncodeInput, capacity: Option<usize>) -> Encoded {
        let room = if self.overruns { usize::MAX } else { capacity.unwrap_or(usize::MAX) };
        let mut bytes = Vec::new();
        for (at, code) in self.numbers(input) {
            let mut code = if self.bits < 32 { code & ((1 << self.bits) - 1) } else { code };
            if self.ends_at_nul && code == 0 || self.drops_mark && at == 0 && code == 0xFEFF {
                if code == 0 {
                    break;
                }
                continue;
            }
            if let Some(kind) = self.refusal(code) {
                match self.replacement {
                    Some(replacement) => code = replacement,
                    None => {
                        return Encoded::Stopped(Some(kind), Some(at), Some(bytes));
                    }
                }
            }
            let sequence = self.sequence(code);
            if sequence.len() > room.saturating_sub(bytes.len()) {
                if self.cuts_sequences {
                    bytes.extend(&sequence[..room - bytes.len()]);
                }
                return Encoded::Stopped(Some(EncodeErrorKind::NoRoom), Some(at), Some(bytes));
            }
            bytes.extend(sequence);
        }
        Encoded::Whole(bytes)
    }
}

fn asked(habits: Habits) -> Ask {
    let replaces = habits.replacement.is_some();
    let encode = move |input: &EncodeInput, capacity| Some(habits.encode(input, capacity));
    Ask::Encode { profile: Profile::Rfc3629, replaces, encode: Box::new(encode) }
}

/// The encoders without a fault: one that stops, and one that replaces.
pub(super) fn right() -> Vec<Ask> {
    vec![asked(RIGHT), asked(Habits { replacement: Some(0xFFFD), ..RIGHT })]
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mutant = |name, does, habits| Mutant { name, does, ask: asked(habits) };
    let replacing = Habits { replacement: Some(0xFFFD), ..RIGHT };
    vec![
        mutant("s35", "writes a lone surrogate in three bytes", Habits { takes_surrogates: true, ..RIGHT }),
        mutant("s36", "joins a reversed pair of surrogates", Habits { joins_reversed: true, ..RIGHT }),
        mutant("s37", "writes 110000 and on, in up to six bytes", Habits { takes_beyond: true, ..RIGHT }),
        mutant("s37b", "looks at 21 bits of a number", Habits { bits: 21, ..RIGHT }),
        mutant("s37c", "looks at 16 bits of a number", Habits { bits: 16, ..RIGHT }),
        mutant(
            "e01",
            "writes a pair as two surrogates of three bytes",
            Habits { joins_nothing: true, takes_surrogates: true, ..RIGHT },
        ),
        mutant("e02", "joins a leading surrogate with anything", Habits { joins_anything: true, ..RIGHT }),
        mutant("e03", "refuses pairs of surrogates", Habits { joins_nothing: true, ..RIGHT }),
        mutant("e04", "writes U+07FF in three bytes", Habits { two_bytes_last: 0x7FE, ..RIGHT }),
        mutant("e05", "writes U+0800 in two bytes", Habits { two_bytes_last: 0x800, ..RIGHT }),
        mutant("e06", "drops U+FEFF at the start", Habits { drops_mark: true, ..RIGHT }),
        mutant("e07", "stops at U+0000 without a word", Habits { ends_at_nul: true, ..RIGHT }),
        mutant("e08", "refuses noncharacters", Habits { refuses_noncharacters: true, ..RIGHT }),
        mutant("e09", "fills the room with a part of a character", Habits { cuts_sequences: true, ..RIGHT }),
        mutant("e10", "writes past the room", Habits { overruns: true, ..RIGHT }),
        mutant("e11", "replaces by a question mark", Habits { replacement: Some(0x3F), ..RIGHT }),
        mutant("e12", "replaces, and writes 110000 and on", Habits { takes_beyond: true, ..replacing }),
        mutant("e13", "replaces a pair by two U+FFFD", Habits { joins_nothing: true, ..replacing }),
    ]
}
