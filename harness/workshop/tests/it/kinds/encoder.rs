//! Faulty encoders, on one that is right.

use crate::kinds::judging::{Ask, Encoded};
use crate::kinds::mutants::Mutant;
use crate::kinds::vector::{EncodeErrorKind, EncodeInput};

/// What may be wrong with an encoder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    TakesSurrogates,
    JoinsReversed,
    JoinsNothing,
    JoinsAnything,
    TakesBeyond,
    /// It looks at so many low bits.
    LooksAt(u32),
    DropsMark,
    EndsAtNul,
    RefusesNoncharacters,
    /// The last number that it writes in two bytes.
    TwoBytesUpTo(u32),
    CutsSequences,
    Overruns,
}

/// An encoder with these faults.
#[derive(Clone, Copy)]
struct Encoder {
    faults: &'static [Fault],
    /// The number that it puts for what cannot be encoded, if it does.
    replacement: Option<u32>,
}

impl Encoder {
    fn has(&self, fault: Fault) -> bool {
        self.faults.contains(&fault)
    }

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
        if leading.contains(&first) && (trailing.contains(&second) || self.has(Fault::JoinsAnything)) {
            return (!self.has(Fault::JoinsNothing)).then(|| joined(first, second));
        }
        let reversed = trailing.contains(&first) && leading.contains(&second);
        (reversed && self.has(Fault::JoinsReversed)).then(|| joined(second, first))
    }

    fn refusal(&self, code: u32) -> Option<EncodeErrorKind> {
        match code {
            0xD800..=0xDFFF if !self.has(Fault::TakesSurrogates) => Some(EncodeErrorKind::Surrogate),
            0x11_0000..=0x7FFF_FFFF if self.has(Fault::TakesBeyond) => None,
            0x11_0000.. => Some(EncodeErrorKind::OutOfRange),
            0xFDD0..=0xFDEF if self.has(Fault::RefusesNoncharacters) => Some(EncodeErrorKind::OutOfRange),
            _ if self.has(Fault::RefusesNoncharacters) && code & 0xFFFE == 0xFFFE => {
                Some(EncodeErrorKind::OutOfRange)
            }
            _ => None,
        }
    }

    fn sequence(&self, code: u32) -> Vec<u8> {
        let last = self.faults.iter().find_map(|fault| match fault {
            Fault::TwoBytesUpTo(last) => Some(*last),
            _ => None,
        });
        let tails = match code {
            0..=0x7F => return vec![code as u8],
            _ if code <= last.unwrap_or(0x7FF) => 1,
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
        let room = if self.has(Fault::Overruns) { usize::MAX } else { capacity.unwrap_or(usize::MAX) };
        let mut bytes = Vec::new();
        for (at, mut code) in self.numbers(input) {
            for fault in self.faults {
                match *fault {
                    Fault::LooksAt(bits) => code &= (1 << bits) - 1,
                    Fault::EndsAtNul if code == 0 => return Ok(bytes),
                    _ => {}
                }
            }
            if self.has(Fault::DropsMark) && at == 0 && code == 0xFEFF {
                continue;
            }
            if let Some(kind) = self.refusal(code) {
                let Some(replacement) = self.replacement else { return Err(Some((kind, at, bytes))) };
                code = replacement;
            }
            let sequence = self.sequence(code);
            if sequence.len() > room.saturating_sub(bytes.len()) {
                if self.has(Fault::CutsSequences) {
                    bytes.extend(&sequence[..room - bytes.len()]);
                }
                return Err(Some((EncodeErrorKind::NoRoom, at, bytes)));
            }
            bytes.extend(sequence);
        }
        Ok(bytes)
    }
}

fn asked(faults: &'static [Fault], replacement: Option<u32>) -> Ask {
    let encoder = Encoder { faults, replacement };
    let encode = move |input: &EncodeInput, capacity| Some(encoder.encode(input, capacity));
    Ask::Encode { replaces: replacement.is_some(), encode: Box::new(encode) }
}

/// The encoders without a fault: one that stops, and one that replaces.
pub(super) fn right() -> [Ask; 2] {
    [None, Some(0xFFFD)].map(|replacement| asked(&[], replacement))
}

pub(super) fn mutants() -> Vec<Mutant> {
    use Fault::{
        CutsSequences, DropsMark, EndsAtNul, JoinsAnything, JoinsNothing, JoinsReversed, LooksAt, Overruns,
        RefusesNoncharacters, TakesBeyond, TakesSurrogates, TwoBytesUpTo,
    };
    let stopping: [(_, _, &[Fault]); 15] = [
        ("s35", "writes a lone surrogate in three bytes", &[TakesSurrogates]),
        ("s36", "joins a reversed pair of surrogates", &[JoinsReversed]),
        ("s37", "writes 110000 and on, in up to six bytes", &[TakesBeyond]),
        ("s37b", "looks at 21 bits of a number", &[LooksAt(21)]),
        ("s37c", "looks at 16 bits of a number", &[LooksAt(16)]),
        ("e01", "writes a pair as two surrogates of three bytes", &[JoinsNothing, TakesSurrogates]),
        ("e02", "joins a leading surrogate with anything", &[JoinsAnything]),
        ("e03", "refuses pairs of surrogates", &[JoinsNothing]),
        ("e04", "writes U+07FF in three bytes", &[TwoBytesUpTo(0x7FE)]),
        ("e05", "writes U+0800 in two bytes", &[TwoBytesUpTo(0x800)]),
        ("e06", "drops U+FEFF at the start", &[DropsMark]),
        ("e07", "stops at U+0000 without a word", &[EndsAtNul]),
        ("e08", "refuses noncharacters", &[RefusesNoncharacters]),
        ("e09", "fills the room with a part of a character", &[CutsSequences]),
        ("e10", "writes past the room", &[Overruns]),
    ];
    let replacing: [(_, _, &[Fault], _); 3] = [
        ("e11", "replaces by a question mark", &[], 0x3F),
        ("e12", "replaces, and writes 110000 and on", &[TakesBeyond], 0xFFFD),
        ("e13", "replaces a pair by two U+FFFD", &[JoinsNothing], 0xFFFD),
    ];
    let stopping = stopping.map(|(name, does, faults)| Mutant { name, does, ask: asked(faults, None) });
    let replacing =
        replacing.map(|(name, does, faults, code)| Mutant { name, does, ask: asked(faults, Some(code)) });
    stopping.into_iter().chain(replacing).collect()
}
