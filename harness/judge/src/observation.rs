//! What came back from a decoder, as it came.

use crate::claim::OutputKind;
use crate::named_enum;
use illformed_codec::{Profile, events};
use illformed_vectors::hex;
use std::{fmt, iter};

/// What a decoder did with one case. An input of bytes is one call.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Observation {
    /// The first word of it.
    pub answer: Answer,
    /// The error's byte offset since the last reset, as the API reports it.
    pub at: Option<usize>,
    /// The error's length in bytes, as the API reports it.
    pub len: Option<usize>,
    /// The number of the call that reported the first error.
    pub call: Option<usize>,
    /// What each call did.
    pub calls: Vec<CallOutcome>,
}

named_enum! {
    /// What a decoder said of the input.
    pub enum Answer {
        /// Fine.
        Accept = "accept",
        /// Ill-formed.
        Reject = "reject",
        /// It ends too early, said as a thing of its own.
        Incomplete = "incomplete",
    }
}

/// What one call did.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CallOutcome {
    /// It went through.
    Done(Text),
    /// It reported an error; text that it handed out before the error, if the API does that.
    Failed(Option<Text>),
    /// It was not made, since an earlier one failed.
    NotMade,
}

/// Text in the form in which the decoder gives it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Text {
    /// None, by the nature of the call.
    None,
    /// Bytes, whatever they are.
    Utf8(Vec<u8>),
    /// 16-bit units.
    Utf16(Vec<u16>),
    /// Code points.
    Utf32(Vec<u32>),
    /// How many characters.
    Count(u64),
}

impl Observation {
    /// One call that went through with `text`.
    pub fn accept(text: Text) -> Self {
        Self { answer: Answer::Accept, at: None, len: None, call: None, calls: vec![CallOutcome::Done(text)] }
    }

    /// One call that failed at `at`, over `len` bytes, where the API says so.
    pub fn reject(at: Option<usize>, len: Option<usize>) -> Self {
        Self { answer: Answer::Reject, at, len, call: Some(0), calls: vec![CallOutcome::Failed(None)] }
    }

    /// One call that failed since the input ends too early.
    pub fn incomplete(at: Option<usize>) -> Self {
        Self { answer: Answer::Incomplete, ..Self::reject(at, None) }
    }

    /// The code points of all text that came, whatever its form, with `0x8000_0000` added to each byte or unit that is part
    /// of none; `None` where no text can be told, such as from a validator or a count.
    pub fn code_points(&self) -> Option<Vec<u32>> {
        const NONE: u32 = 0x8000_0000;
        let mut all: Option<Vec<u32>> = None;
        for text in self.calls.iter().filter_map(CallOutcome::text) {
            match text {
                Text::None => continue,
                Text::Count(_) => return None,
                Text::Utf8(_) | Text::Utf16(_) | Text::Utf32(_) => {}
            }
            let all = all.get_or_insert_default();
            for character in text.characters(0) {
                match character.code {
                    Some(code) => all.push(code),
                    None => {
                        all.extend(text.units_from(character.at).take(character.len).map(|byte| NONE | byte));
                    }
                }
            }
        }
        all
    }

    /// The calls of each segment, which has as many as `counts` says, as far as they were made, with the number of the first.
    /// The reset between two segments is a call too.
    pub(crate) fn segments(
        &self,
        counts: impl IntoIterator<Item = usize>,
    ) -> impl Iterator<Item = (usize, &[CallOutcome])> {
        let mut next = 0;
        counts.into_iter().map(move |count| {
            let first = next;
            next += count + 1;
            let calls = self.calls.get(first..).unwrap_or_default();
            (first, &calls[..count.min(calls.len())])
        })
    }
}

impl CallOutcome {
    /// The text that the call put out, as far as the API shows it.
    pub(crate) const fn text(&self) -> Option<&Text> {
        match self {
            Self::Done(text) | Self::Failed(Some(text)) => Some(text),
            Self::Failed(None) | Self::NotMade => None,
        }
    }
}

/// What stands at a place of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Character {
    /// The number of its first unit.
    pub(crate) at: usize,
    /// How many units it has.
    pub(crate) len: usize,
    /// The code point, up to 31 bits, or a lone surrogate; `None` of bytes that are part of none.
    pub(crate) code: Option<u32>,
}

impl Text {
    /// No text yet, in the form `kind`.
    pub fn empty(kind: OutputKind) -> Self {
        match kind {
            OutputKind::None => Self::None,
            OutputKind::Utf8 => Self::Utf8(Vec::new()),
            OutputKind::Utf16 => Self::Utf16(Vec::new()),
            OutputKind::Utf32 => Self::Utf32(Vec::new()),
            OutputKind::Count => Self::Count(0),
        }
    }

    /// The text that `word` writes, as the protocol has it, or what is wrong with it.
    pub fn from_wire(kind: OutputKind, word: &str) -> Result<Self, String> {
        let digits = match kind {
            OutputKind::None => {
                return Err(format!("text `{}` from a decoder that declares none", short(word)));
            }
            OutputKind::Count => {
                // The number's own reader would take a plus sign, too.
                let count = word.parse().ok().filter(|_| !word.starts_with('+'));
                return count.map(Self::Count).ok_or_else(|| format!("`{}` is not a count", short(word)));
            }
            OutputKind::Utf8 => 2,
            OutputKind::Utf16 => 4,
            OutputKind::Utf32 => 8,
        };
        let bytes = hex::decode(word).filter(|_| word.len().is_multiple_of(digits) && is_lower_hex(word));
        let bytes = bytes.ok_or_else(|| format!("`{}` is not hex of {digits} digits a unit", short(word)))?;
        Ok(match kind {
            OutputKind::Utf16 => {
                Self::Utf16(bytes.as_chunks().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect())
            }
            OutputKind::Utf32 => {
                Self::Utf32(bytes.as_chunks().0.iter().map(|four| u32::from_be_bytes(*four)).collect())
            }
            _ => Self::Utf8(bytes),
        })
    }

    /// Appends `other`, which has the same form.
    pub fn append(&mut self, other: &Self) {
        match (self, other) {
            // What a decoder says that it counted need not have a sum; the greatest count is as wrong.
            (Self::Count(all), Self::Count(more)) => *all = all.saturating_add(*more),
            (Self::Utf8(all), Self::Utf8(more)) => all.extend_from_slice(more),
            (Self::Utf16(all), Self::Utf16(more)) => all.extend_from_slice(more),
            (Self::Utf32(all), Self::Utf32(more)) => all.extend_from_slice(more),
            (all @ Self::None, more) => *all = more.clone(),
            _ => {}
        }
    }

    /// The units, of whatever width; `None` where there are none to compare.
    pub fn units(&self) -> Option<Vec<u32>> {
        let has_units = !matches!(self, Self::None | Self::Count(_));
        has_units.then(|| self.units_from(0).collect())
    }

    /// The units from `from` on, of whatever width.
    pub(crate) fn units_from(&self, from: usize) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Self::Utf8(bytes) => Box::new(bytes[from..].iter().copied().map(u32::from)),
            Self::Utf16(units) => Box::new(units[from..].iter().copied().map(u32::from)),
            Self::Utf32(codes) => Box::new(codes[from..].iter().copied()),
            Self::None | Self::Count(_) => Box::new(iter::empty()),
        }
    }

    /// The characters that the units from `from` on are; none of what has no units.
    pub(crate) fn characters(&self, from: usize) -> Box<dyn Iterator<Item = Character> + '_> {
        match self {
            Self::Utf8(bytes) => Box::new(events(&bytes[from..], Profile::Rfc2279).map(move |event| {
                Character { at: from + event.at(), len: event.len(), code: event.value() }
            })),
            Self::Utf16(units) => {
                let mut at = from;
                Box::new(char::decode_utf16(units[from..].iter().copied()).map(move |unit| {
                    let (code, len) = match unit {
                        Ok(scalar) => (scalar.into(), scalar.len_utf16()),
                        Err(lone) => (lone.unpaired_surrogate().into(), 1),
                    };
                    at += len;
                    Character { at: at - len, len, code: Some(code) }
                }))
            }
            Self::Utf32(codes) => Box::new((from..).zip(&codes[from..]).map(|(at, code)| Character {
                at,
                len: 1,
                code: Some(*code),
            })),
            Self::None | Self::Count(_) => Box::new(iter::empty()),
        }
    }

    /// `character` of this text by its name, such as `U+20AC`; bytes that are part of none as `byte` with the first of them.
    pub(crate) fn name(&self, character: Character) -> String {
        match character.code {
            Some(code) => format!("U+{code:04X}"),
            None => format!("byte {:02X}", self.units_from(character.at).next().unwrap_or_default()),
        }
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Utf8(bytes) => bytes.len(),
            Self::Utf16(units) => units.len(),
            Self::Utf32(codes) => codes.len(),
            Self::Count(count) => usize::try_from(*count).unwrap_or(usize::MAX),
        }
    }

    /// Whether there is no unit.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn is_lower_hex(word: &str) -> bool {
    word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// At most forty characters of `word`, so that an error line stays a line.
fn short(word: &str) -> String {
    let mut shortened: String = word.chars().take(40).collect();
    if shortened.len() < word.len() {
        shortened.push_str("...");
    }
    shortened.escape_debug().to_string()
}

impl fmt::Display for Text {
    /// As the protocol writes it; `-` for nothing.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(formatter, "{count}"),
            text if text.is_empty() => formatter.write_str("-"),
            Self::None => Ok(()),
            Self::Utf8(bytes) => formatter.write_str(&hex::encode(bytes)),
            Self::Utf16(units) => units.iter().try_for_each(|unit| write!(formatter, "{unit:04x}")),
            Self::Utf32(codes) => codes.iter().try_for_each(|code| write!(formatter, "{code:08x}")),
        }
    }
}

impl fmt::Display for CallOutcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done(text) => text.fmt(formatter),
            Self::Failed(None) => formatter.write_str("!"),
            Self::Failed(Some(text)) => write!(formatter, "!{text}"),
            Self::NotMade => formatter.write_str("x"),
        }
    }
}

impl fmt::Display for Observation {
    /// In one line: `accept 0000002f`, `reject@1+1`, `reject@1 call 2: 00000041 - ! x`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.answer.name())?;
        if let Some(at) = self.at {
            write!(formatter, "@{at}")?;
        }
        if let Some(len) = self.len {
            write!(formatter, "+{len}")?;
        }
        match self.calls.as_slice() {
            [CallOutcome::Done(Text::None) | CallOutcome::Failed(None)] => Ok(()),
            [CallOutcome::Done(text) | CallOutcome::Failed(Some(text))] => write!(formatter, " {text}"),
            calls => {
                if let Some(call) = self.call {
                    write!(formatter, " call {call}")?;
                }
                formatter.write_str(":")?;
                calls.iter().try_for_each(|call| write!(formatter, " {call}"))
            }
        }
    }
}
