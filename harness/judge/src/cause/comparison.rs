//! A text held against the pieces that it should have.

use crate::cause::deviation::Segment;
use crate::cause::reference::{Reference, units};
use crate::cause::{Cause, Deviation, refused};
use crate::claim::{Bom, Claim, OutputKind};
use crate::expected::{Element, ExpectedPiece, Fault, Part, Replacements, Undocumented, replaced_text};
use crate::observation::{CallOutcome, Text};
use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::{ErrorKind, Event, Policy};
use std::collections::BTreeMap;

/// How many characters behind an error may vanish with it: as many as the longest form has continuation bytes.
const NEAR: usize = 5;

/// How many ill-formed sequences are looked at alone to find the one that is accepted: each takes a look at the whole text.
const MOST_ALONE: usize = 16;

/// The text of a segment, and what it is held against.
pub(super) struct Comparison<'a> {
    pub(super) reference: &'a Reference,
    pub(super) claim: &'a Claim,
    /// The units of all that the calls put out.
    pub(super) observed: Vec<u32>,
    replacements: &'a Replacements,
    /// The units of characters that are not there, and those that are there and of no character, each as often.
    missing: Vec<u32>,
    extra: Vec<u32>,
}

impl<'a> Comparison<'a> {
    /// That of the text of `segment`; `None` if the decoder shows no text.
    pub(super) fn of(
        segment: &'a Segment<'_>,
        claim: &'a Claim,
        replacements: &'a Replacements,
    ) -> Option<Self> {
        let texts = segment.calls.iter().map_while(CallOutcome::text);
        let observed = texts.map(Text::units).collect::<Option<Vec<_>>>()?.concat();
        let reference = &segment.reference;
        let (missing, extra) = difference(&units(reference.characters()), &observed);
        Some(Self { reference, claim, observed, replacements, missing, extra })
    }

    /// The parts of the text, as if the decoder documented no policy; `None` if it has none.
    pub(super) fn divided(&self) -> Option<Undocumented> {
        let Reference { segment, profile, .. } = self.reference;
        let divided = Undocumented::of(segment, *profile, self.claim)?;
        Some(Undocumented { replacements: self.replacements.clone(), ..divided })
    }

    /// The units of the text that is claimed.
    pub(super) fn expected(&self) -> Vec<u32> {
        units(&self.reference.pieces)
    }

    /// What is wrong with the text of a segment with errors, where it is more than how they are replaced.
    pub(super) fn explained(&self, divided: &Undocumented) -> Option<Deviation> {
        if let Some(deviation) = self.ends_at_nul().or_else(|| self.mark()) {
            return Some(deviation);
        }
        let read = self.read(false);
        let kin = |read: Option<&Deviation>| read.map_or_else(Vec::new, |read| read.all().collect());
        let fault = divided.fault(&self.observed);
        if fault != Some(Fault::Accepts) && read.is_none() && self.is_ill_formed() {
            return Some(Deviation::new(Cause::InventsText));
        }
        match fault {
            Some(Fault::Accepts) => {
                let accepts = self.accepts_at(accepted_offset(divided, &self.observed)?);
                Some(accepts.with_kin(kin(read.as_ref())))
            }
            Some(Fault::Drops) => {
                let loses = Deviation { at: self.error()?.kind(), ..Deviation::new(Cause::LosesText) };
                let literal = self.reference.characters().any(|piece| piece.event.value() == Some(0xFFFD));
                let loses = loses.with_kin(kin(self.read(true).as_ref()));
                let swallows = [Cause::SwallowsNext, Cause::RefusesReplacementCharacter];
                Some(loses.with_kin(swallows.into_iter().filter(|_| literal)))
            }
            Some(Fault::Misses) => read.or_else(|| self.missing()),
            None => read,
        }
    }

    /// The errors from the start of the run in which the text begins to differ from the one that the policy yields, each
    /// with the text from there on.
    fn suspects(&self) -> Vec<(&ExpectedPiece, &[u32])> {
        let mut place = 0;
        let mut run = Vec::new();
        let mut is_in_run = false;
        for piece in &self.reference.pieces {
            let rest = &self.observed[place..];
            if piece.is_error {
                if !is_in_run {
                    run.clear();
                }
                run.push((piece, rest));
            }
            is_in_run = piece.is_error;
            let units = piece.units();
            if !rest.starts_with(&units) {
                break;
            }
            place += units.len();
        }
        run
    }

    fn error(&self) -> Option<&ExpectedPiece> {
        self.suspects().last().map(|(error, _)| *error).or_else(|| self.reference.first_error())
    }

    /// What accepts the bytes at that offset.
    fn accepts_at(&self, offset: usize) -> Deviation {
        let covers = |piece: &&ExpectedPiece| {
            piece.is_error && piece.event.at() <= offset && offset < piece.event.end()
        };
        let error = self.reference.pieces.iter().find(covers).or_else(|| self.reference.first_error());
        error.map_or_else(|| Deviation::new(Cause::HidesErrors), |error| self.reference.accepts(error))
    }

    /// What is wrong if an error where the text differs was read as a lax decoder reads it; with `by_chance` also where the
    /// next character is what would be read.
    fn read(&self, by_chance: bool) -> Option<Deviation> {
        let suspects = self.suspects();
        let (error, _) = suspects.iter().find(|(error, rest)| {
            self.reference.lax_texts(error, self.claim.out).iter().any(|reading| {
                let is_replacement = reading.iter().all(|unit| self.is_replacement(*unit));
                !is_replacement && rest.starts_with(reading) && (by_chance || !self.follows(error, reading))
            })
        })?;
        // A byte that stands for its number is Latin-1, too.
        Some(
            self.reference
                .accepts(error)
                .with_kin(self.follows_a_policy().then_some(Cause::ReplacesOtherwise)),
        )
    }

    /// Whether the character behind `error` and what stands beside it is `reading`, too.
    fn follows(&self, error: &ExpectedPiece, reading: &[u32]) -> bool {
        let next = self.reference.characters().find(|piece| piece.event.at() > error.event.at());
        next.is_some_and(|next| next.units() == reading)
    }

    /// What is wrong if characters are missing and nothing but replacements is there instead.
    fn missing(&self) -> Option<Deviation> {
        let error = self.error()?;
        if !self.extra_is_replacement() {
            return None;
        }
        let errors = units(self.reference.pieces.iter().filter(|piece| piece.is_error));
        let refuses = refused::of_any(self.missing_events());
        if self.extra.len() > errors.len() {
            return Some(refuses.with_kin([Cause::SwallowsNext, Cause::LosesText, Cause::DecodesWrongly]));
        }
        let (elsewhere, _) = difference(&self.missing, &self.units_near_errors());
        let last = self.reference.characters().last();
        let is_last_there = last.is_some_and(|piece| self.observed.ends_with(&piece.units()));
        // U+FFFD in the input looks like a replacement.
        let is_seen = is_last_there && !self.missing.iter().all(|unit| self.is_replacement(*unit));
        let kin: Vec<Cause> = if is_seen { Vec::new() } else { refuses.all().collect() };
        let deviation = if elsewhere.is_empty() {
            let accepts =
                self.suspects().into_iter().flat_map(|(error, _)| self.reference.accepts(error).all());
            Deviation::new(Cause::SwallowsNext)
                .with_kin([Cause::LosesText])
                .with_kin(accepts.collect::<Vec<_>>())
        } else {
            Deviation::new(Cause::LosesText)
        };
        Some(Deviation { at: error.kind(), ..deviation }.with_kin(kin))
    }

    /// What is wrong if a well-formed character comes out as a replacement.
    pub(super) fn refused(&self) -> Option<Deviation> {
        let is_replaced = !self.extra.is_empty() && self.extra_is_replacement();
        let mut refused = self.missing_events();
        if self.missing.is_empty() {
            refused = self.reference.characters().map(|piece| piece.event).collect();
            refused.retain(|event| event.value() == Some(0xFFFD));
        }
        (is_replaced && !refused.is_empty())
            .then(|| refused::of_any(refused).with_kin([Cause::DecodesWrongly]))
    }

    /// The characters that have a unit that is missing.
    fn missing_events(&self) -> Vec<Event> {
        let has = |piece: &&ExpectedPiece| piece.units().iter().any(|unit| self.missing.contains(unit));
        self.reference.characters().filter(has).map(|piece| piece.event).collect()
    }

    /// What is wrong where all characters are there, or where nothing else explains the text.
    pub(super) fn replaced_otherwise(&self) -> Deviation {
        let Some(error) = self.error() else { return Deviation::new(Cause::DecodesWrongly) };
        let errors = self.reference.pieces.iter().filter(|piece| piece.is_error);
        let kin: Vec<Cause> =
            errors.flat_map(|error| self.reference.kin(error)).chain([Cause::SwallowsNext]).collect();
        let cause = if self.follows_a_policy() || self.missing.is_empty() && self.extra_is_replacement() {
            Cause::ReplacesOtherwise
        } else if self.missing.is_empty() {
            Cause::InventsText
        } else {
            // A character that stood behind the error is gone, and something else than a replacement is there.
            return self.reference.accepts(error).with_kin(kin).with_kin([Cause::DecodesWrongly]);
        };
        let deviation = Deviation { at: error.kind(), ..Deviation::new(cause) };
        if cause == Cause::InventsText {
            return deviation.with_kin(kin).with_kin([Cause::DecodesWrongly]);
        }
        if !self.extra_is_replacement() {
            let suspects = self.suspects().into_iter().map(|(error, _)| error);
            let strays = suspects.filter(|error| error.kind() == Some(ErrorKind::UnexpectedContinuation));
            return deviation.with_kin(strays.map(|_| Cause::AcceptsStrayContinuation));
        }
        let loses = is_within(&self.observed, &self.expected()).then_some(Cause::LosesText);
        deviation.with_kin(kin.into_iter().chain(loses))
    }

    /// What is wrong if the text ends at the first U+0000.
    pub(super) fn ends_at_nul(&self) -> Option<Deviation> {
        let pieces = &self.reference.pieces;
        let nul = pieces.iter().position(|piece| piece.event.value() == Some(0))?;
        let rest = &pieces[nul + 1..];
        let ends = [units(&pieces[..nul]), units(&pieces[..=nul])];
        let is_end = ends[0] == self.observed || !rest.is_empty() && ends[1] == self.observed;
        let errors = pieces.iter().filter(|piece| piece.is_error);
        let kin = errors.flat_map(|error| self.reference.accepts(error).all()).chain([Cause::LosesText]);
        let swallows = pieces[..nul].iter().any(|piece| piece.is_error).then_some(Cause::SwallowsNext);
        is_end.then(|| Deviation::new(Cause::EndsAtNul).with_kin(kin.chain(swallows)))
    }

    /// What is wrong if U+FEFF at the start alone is.
    pub(super) fn mark(&self) -> Option<Deviation> {
        let first = self.reference.pieces.first().filter(|piece| piece.event.value() == Some(0xFEFF))?;
        let rest = units(&self.reference.pieces[1..]);
        match self.claim.bom {
            Bom::Keep => (rest == self.observed)
                .then(|| Deviation::new(Cause::BomStripped).with_kin([Cause::LosesText])),
            Bom::Strip => {
                let kept = self.observed.strip_suffix(rest.as_slice())?;
                let is_kept = first.units().is_empty() && matches!(kept, [0xFEFF] | [0xEF, 0xBB, 0xBF]);
                is_kept.then(|| Deviation::new(Cause::BomKept))
            }
        }
    }

    /// The units of the characters close behind errors.
    fn units_near_errors(&self) -> Vec<u32> {
        let mut since_error = usize::MAX;
        let is_near = |piece: &&ExpectedPiece| {
            since_error = if piece.is_error { 0 } else { since_error.saturating_add(1) };
            (1..=NEAR).contains(&since_error)
        };
        units(self.reference.pieces.iter().filter(is_near))
    }

    /// Whether all that is not a character is a replacement.
    pub(super) fn extra_is_replacement(&self) -> bool {
        self.extra.iter().all(|unit| self.is_replacement(*unit))
    }

    /// Whether the text is itself no UTF-8, in whatever profile.
    pub(super) fn is_ill_formed(&self) -> bool {
        let bytes: Vec<u8> = self.observed.iter().filter_map(|unit| u8::try_from(*unit).ok()).collect();
        let is_error = |event: &Event| event.error_kind().is_some();
        self.claim.out == OutputKind::Utf8 && arithmetic::events(&bytes, Limits::RFC2279).iter().any(is_error)
    }

    fn is_replacement(&self, unit: u32) -> bool {
        self.replacements.has(unit, self.claim.out)
    }

    /// Whether some policy yields the text.
    pub(super) fn follows_a_policy(&self) -> bool {
        let Reference { segment, profile, .. } = self.reference;
        let policies = Policy::ALL.iter().copied().filter(|policy| *policy != Policy::Fatal);
        policies.into_iter().any(|policy| {
            let text = replaced_text(segment, *profile, self.claim, policy);
            text.and_then(|text| text.units()).is_some_and(|units| units == self.observed)
        })
    }
}

/// The offset of the ill-formed sequence that comes out as what it encodes: that which alone explains the text, or the first.
fn accepted_offset(divided: &Undocumented, observed: &[u32]) -> Option<usize> {
    let offsets = divided.parts.iter().filter_map(|part| match part {
        Part::Run(elements) => Some(elements),
        Part::Known(_) => None,
    });
    let offsets: Vec<usize> = offsets.flatten().filter_map(Element::offset).collect();
    let alone = |offset: &usize| {
        let mut divided = divided.clone();
        for part in &mut divided.parts {
            if let Part::Run(elements) = part {
                for element in elements.iter_mut().filter(|element| element.offset() != Some(*offset)) {
                    *element = Element::Nothing;
                }
            }
        }
        divided.fault(observed) == Some(Fault::Accepts)
    };
    offsets.iter().copied().take(MOST_ALONE).find(alone).or_else(|| offsets.first().copied())
}

/// What of `one` is missing in `other`, and what of `other` is missing in `one`, each as often.
fn difference(one: &[u32], other: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut counts: BTreeMap<u32, isize> = BTreeMap::new();
    for (units, sign) in [(one, 1), (other, -1)] {
        for unit in units {
            *counts.entry(*unit).or_default() += sign;
        }
    }
    let side = |sign: isize| {
        let counts = counts.iter().map(move |(unit, count)| (*unit, (count * sign).max(0).unsigned_abs()));
        counts.flat_map(|(unit, count)| std::iter::repeat_n(unit, count)).collect()
    };
    (side(1), side(-1))
}

/// Whether `part` is `whole` without some units.
pub(super) fn is_within(part: &[u32], whole: &[u32]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|unit| whole.any(|other| other == unit))
}
