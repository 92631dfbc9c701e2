//! A decoder that writes into little space: when it is full, it is emptied, and the decoder goes on.

use crate::mutants::MutantPiece;
use illformed_judge::claim::TextForm;
use illformed_judge::observation::Text;
use serde::Deserialize;

/// The decoder's way of writing. What it finds is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounded {
    /// The form of its text: UTF-16, or else UTF-8.
    pub out: TextForm,
    pub space: Space,
    /// What it does wrong where a character does not fit.
    #[serde(default)]
    pub overflow: Overflow,
}

/// The space for what is put out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Space {
    /// So many units, emptied whenever it is full; one at least.
    Units(usize),
    /// Estimated for each call: so many units for each of its bytes, of which the end is one, and so many more for what is
    /// left over from earlier calls. What does not fit is lost.
    Estimate(usize, usize),
}

/// What happens to a character that does not fit into what is left of the space.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overflow {
    /// A part of it is written, and the rest when there is space again, as it should be.
    #[default]
    Resumes,
    LosesRest,
    LosesRestOfReplacement,
    LosesReplacement,
    /// It is written once more from its first unit on.
    BeginsAgain,
    /// It is lost if it is longer than all of the space.
    LosesTooLong,
    LosesRestAtEndOfCall,
}

impl Bounded {
    pub const fn correct(out: TextForm, space: Space) -> Self {
        Self { out, space, overflow: Overflow::Resumes }
    }

    /// The same without its fault.
    pub(crate) fn without_fault(self) -> Self {
        let space = match self.space {
            Space::Units(units) => Space::Units(units),
            Space::Estimate(per_byte, _) => Space::Estimate(per_byte.max(3), 3),
        };
        Self::correct(self.out, space)
    }

    /// The text of `pieces`, errors as U+FFFD, as the call writes it that is given `fed` bytes, or the end.
    pub fn write(self, pieces: &[MutantPiece], fed: usize) -> Text {
        let mut written = match self.space {
            Space::Units(capacity) => self.write_into(pieces, capacity.max(1)),
            Space::Estimate(..) => pieces.iter().flat_map(|piece| self.units(piece)).collect(),
        };
        if let Space::Estimate(per_byte, more) = self.space {
            written.truncate(per_byte * fed.max(1) + more);
        }
        match self.out {
            TextForm::Utf16 => Text::Utf16(written),
            _ => Text::Utf8(written.into_iter().map(|unit| unit as u8).collect()),
        }
    }

    fn write_into(self, pieces: &[MutantPiece], capacity: usize) -> Vec<u16> {
        let (mut written, mut left) = (Vec::new(), capacity);
        for (number, piece) in pieces.iter().enumerate() {
            let units = self.units(piece);
            if left == 0 {
                left = capacity;
            }
            if units.len() <= left {
                left -= units.len();
                written.extend(units);
                continue;
            }
            let rest_is_lost = match self.overflow {
                Overflow::LosesReplacement if piece.is_error() => continue,
                Overflow::LosesTooLong if units.len() > capacity => continue,
                Overflow::LosesRest => true,
                Overflow::LosesRestOfReplacement => piece.is_error(),
                Overflow::LosesRestAtEndOfCall => number + 1 == pieces.len(),
                _ => false,
            };
            if rest_is_lost || self.overflow == Overflow::BeginsAgain {
                written.extend_from_slice(&units[..left]);
            }
            let rest = if rest_is_lost { 0 } else { units.len() - left };
            if !rest_is_lost {
                written.extend(units);
            }
            left = (capacity - rest % capacity) % capacity;
        }
        written
    }

    fn units(self, piece: &MutantPiece) -> Vec<u16> {
        let character = char::from_u32(piece.shown()).unwrap_or(char::REPLACEMENT_CHARACTER);
        match self.out {
            TextForm::Utf16 => character.encode_utf16(&mut [0; 2]).to_vec(),
            _ => character.encode_utf8(&mut [0; 4]).bytes().map(u16::from).collect(),
        }
    }
}
