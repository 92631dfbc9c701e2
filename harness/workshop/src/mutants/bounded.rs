//! A decoder that writes into little space: when it is full, it is emptied, and the decoder goes on.

use crate::mutants::Piece;
use illformed_judge::claim::OutputKind;
use illformed_judge::observation::Text;

/// The decoder's way of writing. What it finds is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounded {
    /// What a unit of its text is.
    pub form: Form,
    /// How much space there is.
    pub space: Space,
    /// What it does wrong where a character does not fit.
    pub overflow: Overflow,
}

/// The form of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Utf8,
    Utf16,
}

/// The space for what is put out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// So many units, emptied whenever it is full; one at least.
    Units(usize),
    /// Estimated for each call from its bytes, of which the end is one; what does not fit is lost.
    Estimate {
        /// How many units for each byte.
        per_byte: usize,
        /// How many more, for what is left over from earlier calls.
        more: usize,
    },
}

/// What happens to a character that does not fit into what is left of the space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// A part of it is written, and the rest when there is space again, as it should be.
    Resumes,
    /// The rest is lost.
    LosesRest,
    /// The rest is lost if it is a replacement.
    LosesRestOfReplacement,
    /// A replacement is lost.
    LosesReplacement,
    /// It is written once more from its first unit on.
    BeginsAgain,
    /// It is lost if it is longer than all of the space.
    LosesTooLong,
    /// The rest is lost if there are no more bytes in the call.
    LosesRestAtEndOfCall,
}

impl Form {
    /// As a claim has it.
    pub const fn output_kind(self) -> OutputKind {
        match self {
            Self::Utf8 => OutputKind::Utf8,
            Self::Utf16 => OutputKind::Utf16,
        }
    }

    /// The units of `code`, which is a scalar value.
    fn units(self, code: u32) -> Vec<u16> {
        let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        match self {
            Self::Utf8 => character.encode_utf8(&mut [0; 4]).bytes().map(u16::from).collect(),
            Self::Utf16 => character.encode_utf16(&mut [0; 2]).to_vec(),
        }
    }

    fn text(self, units: Vec<u16>) -> Text {
        match self {
            Self::Utf8 => Text::Utf8(units.into_iter().map(|unit| unit as u8).collect()),
            Self::Utf16 => Text::Utf16(units),
        }
    }
}

impl Bounded {
    pub const fn correct(form: Form, space: Space) -> Self {
        Self { form, space, overflow: Overflow::Resumes }
    }

    /// The text of `pieces`, errors as U+FFFD, as the call writes it that is given `fed` bytes, or the end.
    pub fn write(self, pieces: &[Piece], fed: usize) -> Text {
        let characters: Vec<(Vec<u16>, bool)> = pieces.iter().map(|piece| self.character(*piece)).collect();
        let capacity = match self.space {
            Space::Units(capacity) => capacity.max(1),
            Space::Estimate { per_byte, more } => {
                let mut units: Vec<u16> = characters.into_iter().flat_map(|(units, _)| units).collect();
                units.truncate(per_byte * fed.max(1) + more);
                return self.form.text(units);
            }
        };
        let mut written = Vec::new();
        let mut left = capacity;
        let count = characters.len();
        for (number, (units, replaces)) in characters.into_iter().enumerate() {
            if left == 0 {
                left = capacity;
            }
            if units.len() <= left {
                left -= units.len();
                written.extend(units);
                continue;
            }
            let part = &units[..left];
            let rest_is_lost = match self.overflow {
                Overflow::LosesRest => true,
                Overflow::LosesRestOfReplacement => replaces,
                Overflow::LosesRestAtEndOfCall => number + 1 == count,
                _ => false,
            };
            match self.overflow {
                Overflow::LosesReplacement if replaces => continue,
                Overflow::LosesTooLong if units.len() > capacity => continue,
                _ if rest_is_lost => written.extend_from_slice(part),
                Overflow::BeginsAgain => {
                    written.extend_from_slice(part);
                    written.extend_from_slice(&units);
                }
                _ => written.extend_from_slice(&units),
            }
            let rest = if rest_is_lost { 0 } else { units.len() - left };
            left = (capacity - rest % capacity) % capacity;
        }
        self.form.text(written)
    }

    /// The units of a piece, and whether it stands for an error.
    fn character(self, piece: Piece) -> (Vec<u16>, bool) {
        match piece {
            Piece::Code { value, .. } => (self.form.units(value), false),
            Piece::Error { .. } => (self.form.units(0xFFFD), true),
        }
    }
}
