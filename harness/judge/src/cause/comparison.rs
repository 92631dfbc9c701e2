//! A text held against the pieces that it should have.

use crate::cause::accepted_offsets::accepted_offsets;
use crate::cause::segment::{Segment, difference, is_within, units};
use crate::cause::{Cause, Deviation, refused};
use crate::claim::OutputKind;
use crate::expected::{ExpectedPiece, Failure, Replacements, Undocumented};
use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::{ErrorKind, Event, Policy};
use std::collections::BTreeMap;

/// How many characters behind an error may vanish with it: as many as the longest form has continuation bytes.
const NEAR: usize = 5;

/// The text of a segment, and what it is held against.
pub(super) struct Comparison<'a> {
    pub(super) segment: &'a Segment<'a>,
    /// The units of all that the calls put out.
    pub(super) observed: Vec<u32>,
    /// The units of the text that is claimed.
    pub(super) expected: Vec<u32>,
    /// The units of characters that are not there, and those that are there and of no character, each as often and in ascending
    /// order.
    missing: Vec<u32>,
    extra: Vec<u32>,
    /// The parts of the text, as if the decoder documented no policy; `None` if there is no error or the text has no parts.
    pub(super) divided: Option<Undocumented>,
    /// What is wrong with it whatever the policy is.
    pub(super) fault: Option<Failure>,
}

impl<'a> Comparison<'a> {
    /// That of the text of `segment`; `None` if the decoder shows no text.
    pub(super) fn of(segment: &'a Segment<'_>) -> Option<Self> {
        let observed = segment.observed()?;
        let (missing, extra) = difference(&units(segment.characters()), &observed);
        let mut divided = Undocumented::of(&segment.events, segment.profile, segment.claim);
        if let Some(divided) = &mut divided {
            divided.replacements.clone_from(segment.replacements);
        }
        let fault = divided.as_ref().and_then(|divided| divided.fault(&observed));
        Some(Self { segment, observed, expected: units(&segment.pieces), missing, extra, divided, fault })
    }

    /// Whether the text is the one that is claimed, or begins it where more may come.
    pub(super) fn is_right(&self) -> bool {
        self.observed == self.expected || self.segment.is_open && self.expected.starts_with(&self.observed)
    }

    /// What is wrong with the text of a segment with errors, where it is more than how they are replaced.
    pub(super) fn explained(&self) -> Option<Deviation> {
        if let Some(deviation) = self.ends_at_nul().or_else(|| self.mark()) {
            return Some(deviation);
        }
        let decoded = self.decoded();
        // Of a text that lacks something alone nothing was decoded, where errors become characters or vanish.
        let lacks = self.claims_characters() || self.segment.claim.policy() == Some(Policy::Drop);
        if lacks && is_within(&self.observed, &self.expected) {
            let at = self.error()?.kind();
            let lost = || Some(Deviation { at, ..Deviation::new(Cause::LosesText) });
            let lost = if self.missing.is_empty() { lost() } else { self.missing() };
            return lost.map(|lost| lost.with_kin(decoded.iter().flat_map(Deviation::all)));
        }
        let invents = self.invents().then_some(Cause::InventsText);
        decoded.map(|deviation| deviation.with_kin(invents))
    }

    /// Whether there is more in the place of errors than is decoded from them, or everything twice.
    fn invents(&self) -> bool {
        let errors = || self.segment.pieces.iter().filter(|piece| piece.is_error);
        let others = self.extra.iter().filter(|unit| !self.is_replacement(**unit)).count();
        let is_all_there = self.missing.is_empty() && is_within(&self.expected, &self.observed);
        others > 2 * errors().count() || is_all_there && errors().all(|error| !error.units().is_empty())
    }

    /// What is wrong if something was decoded that should not be, or nothing that should.
    fn decoded(&self) -> Option<Deviation> {
        let read = self.read(false);
        match self.fault {
            Some(Failure::AcceptsIllFormed) => {
                let offsets = accepted_offsets(self)?;
                let accepts = offsets.into_iter().filter_map(|offset| {
                    let covers = |piece: &&ExpectedPiece| {
                        piece.is_error && (piece.event.at()..piece.event.end()).contains(&offset)
                    };
                    Some(self.segment.accepts(self.segment.pieces.iter().find(covers)?))
                });
                accepts.chain(read).reduce(|first, other| first.with_kin(other.all()))
            }
            _ if read.is_none() && self.is_ill_formed() => Some(Deviation::new(Cause::InventsText)),
            Some(Failure::DropsIllFormed) => {
                let loses = Deviation { at: self.error()?.kind(), ..Deviation::new(Cause::LosesText) };
                let literal = self.segment.characters().any(|piece| piece.event.value() == Some(0xFFFD));
                let swallows = [Cause::SwallowsNext, Cause::RefusesReplacementCharacter];
                let read = self.read(true);
                let kin = read.iter().flat_map(Deviation::all);
                Some(loses.with_kin(kin.chain(swallows.into_iter().filter(|_| literal))))
            }
            Some(Failure::WrongText) => match (read, self.missing()) {
                (Some(read), missing) => Some(read.with_kin(missing.iter().flat_map(Deviation::all))),
                (None, missing) => missing,
            },
            Some(Failure::RefusesWellFormed) | None => read,
        }
    }

    /// The errors from the start of the run in which the text begins to differ from the one that the policy yields, each
    /// with the text from there on.
    fn suspects(&self) -> Vec<(&ExpectedPiece, &[u32])> {
        let mut place = 0;
        let mut run = Vec::new();
        let mut is_in_run = false;
        for piece in &self.segment.pieces {
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

    /// Whether the text is as long as expected, and has each replacement of an error in its place.
    fn has_all_errors(&self) -> bool {
        let mut rest = self.observed.as_slice();
        let is_there = |piece: &ExpectedPiece| {
            let units = piece.units();
            let Some((own, behind)) = rest.split_at_checked(units.len()) else { return false };
            rest = behind;
            !piece.is_error || *own == *units
        };
        self.segment.pieces.iter().all(is_there) && rest.is_empty()
    }

    /// The stray continuation byte behind the first character that is another in the text: it may have been taken into that.
    fn stray_behind_wrong(&self) -> Option<&ExpectedPiece> {
        let mut rest = self.observed.as_slice();
        let mut pieces = self.segment.pieces.iter();
        let wrong =
            pieces.find(|piece| rest.strip_prefix(&*piece.units()).map(|left| rest = left).is_none())?;
        pieces.next().filter(|next| !wrong.is_error && next.kind() == Some(ErrorKind::UnexpectedContinuation))
    }

    fn error(&self) -> Option<&ExpectedPiece> {
        self.suspects().last().map(|(error, _)| *error).or_else(|| self.segment.first_error())
    }

    /// What is wrong if an error where the text differs was read as a lax decoder reads it; with `by_chance` also where what would
    /// be read is the next character, or nothing came but characters and replacements.
    fn read(&self, by_chance: bool) -> Option<Deviation> {
        if self.extra_is_replacement() && !by_chance {
            return None;
        }
        let suspects = self.suspects();
        // Suspects follow one another, so that one character is the next for all of them.
        let (last, _) = suspects.last()?;
        let next = self.segment.characters().find(|piece| piece.event.at() > last.event.at());
        let next = next.filter(|_| !by_chance).map(ExpectedPiece::units);
        let reads = |(error, rest): &(&ExpectedPiece, &[u32]), readings: Vec<Vec<u32>>| {
            readings.iter().any(|reading| {
                let is_replacement =
                    *reading == error.units() || reading.iter().all(|unit| self.is_replacement(*unit));
                !is_replacement && rest.starts_with(reading) && next.as_ref() != Some(reading)
            })
        };
        // What the whole sequence spells is likelier than what a lax decoder makes of an error before it.
        let whole = suspects.iter().filter(|suspect| reads(suspect, self.segment.spelled_texts(suspect.0)));
        let lax = || suspects.iter().find(|suspect| reads(suspect, self.segment.lax_texts(suspect.0)));
        let whole: Vec<_> = whole.collect();
        let errors = if whole.is_empty() { lax().into_iter().collect() } else { whole };
        let accepts = errors.into_iter().map(|(error, _)| self.segment.accepts(error));
        // A byte that stands for its number is Latin-1, too.
        let latin1 = self.follows_a_policy().then_some(Cause::ReplacesOtherwise);
        Some(accepts.reduce(|first, other| first.with_kin(other.all()))?.with_kin(latin1))
    }

    /// What is wrong if characters are missing and nothing but what replaces errors is there instead.
    fn missing(&self) -> Option<Deviation> {
        let error = self.error()?;
        let errors = units(self.segment.pieces.iter().filter(|piece| piece.is_error));
        let (unexplained, _) = difference(&self.extra, &errors);
        if !self.extra_is_replacement() && !unexplained.is_empty() {
            return None;
        }
        let refuses = refused::of_any(self.missing_events());
        let (elsewhere, _) = difference(&self.missing, &self.units_near_errors());
        if self.extra.len() > errors.len() && !elsewhere.is_empty() {
            return Some(refuses.with_kin([Cause::SwallowsNext, Cause::LosesText, Cause::DecodesWrongly]));
        }
        // Where all is there in another order nothing vanishes, and what is wrong before the first error does not come of one.
        let is_right_before = self.observed.starts_with(&units(self.segment.before_error()));
        let has_literal = self.literal_replacements().next().is_some();
        let is_mixed = !has_literal && !is_within(&self.expected, &self.observed);
        if self.missing.is_empty() && (self.extra.len() == errors.len() || !is_right_before || is_mixed) {
            let kin = self.refused_replacements().chain([Cause::LosesText]);
            return Some(Deviation::new(Cause::DecodesWrongly).with_kin(kin));
        }
        // What is swallowed leaves no more replacements than there are errors.
        let is_more = self.segment.claim.replaces_errors() && self.extra.len() > errors.len();
        if is_more && self.missing.is_empty() && has_literal {
            let kin = [Cause::InventsText, Cause::SwallowsNext];
            return Some(refused::of_any(self.literal_replacements()).with_kin(kin));
        }
        if self.missing.is_empty() && is_within(&self.expected, &self.observed) {
            let invents = Deviation { at: error.kind(), ..Deviation::new(Cause::InventsText) };
            return Some(invents.with_kin([Cause::ReplacesOtherwise]));
        }
        if is_more && !self.missing.is_empty() {
            return Some(refuses.with_kin([Cause::SwallowsNext, Cause::LosesText]));
        }
        let deviation = if elsewhere.is_empty() {
            let suspects = self.suspects().into_iter();
            let accepts = suspects.flat_map(|(error, _)| self.segment.accepts(error).all());
            Deviation::new(Cause::SwallowsNext).with_kin(accepts.chain([Cause::LosesText]))
        } else {
            Deviation::new(Cause::LosesText)
        };
        Some(Deviation { at: error.kind(), ..deviation.with_kin(refuses.all()) })
    }

    /// What is wrong if a well-formed character comes out as a replacement.
    pub(super) fn refused(&self) -> Option<Deviation> {
        let is_replaced = !self.extra.is_empty() && self.extra_is_replacement();
        let mut refused = self.missing_events();
        if self.missing.is_empty() {
            refused = self.literal_replacements().collect();
        }
        // One for one it may be U+FFFD that is decoded. A text that was seen in the place of errors may be how each byte comes out.
        let usual = Replacements::default();
        let is_usual = |unit: &u32| usual.has(*unit, self.segment.claim.out());
        let decodes = self.extra.len() == refused.len() || !self.extra.iter().all(is_usual);
        let decodes = decodes.then_some(Cause::DecodesWrongly);
        (is_replaced && !refused.is_empty()).then(|| refused::of_any(refused).with_kin(decodes))
    }

    /// Each U+FFFD of the input: one that is refused looks like the replacement of an error.
    fn literal_replacements(&self) -> impl Iterator<Item = Event> {
        self.segment.characters().map(|piece| piece.event).filter(|event| event.value() == Some(0xFFFD))
    }

    /// What a decoder does that refuses one of these.
    fn refused_replacements(&self) -> impl Iterator<Item = Cause> {
        self.literal_replacements().flat_map(|event| refused::of_any([event]).all())
    }

    /// The characters that are missing: those, the shortest first, that account for all units that are, since half a pair may be a unit
    /// of another character; or else those of which some unit is.
    fn missing_pieces(&self) -> Vec<&ExpectedPiece> {
        let mut pieces: Vec<&ExpectedPiece> = self.segment.characters().collect();
        pieces.sort_by_key(|piece| piece.units().len());
        let (mut left, mut whole) = (BTreeMap::new(), Vec::new());
        for unit in &self.missing {
            *left.entry(*unit).or_insert(0_usize) += 1;
        }
        for piece in &pieces {
            let units = piece.units();
            let often = |unit: &u32| units.iter().filter(|other| *other == unit).count();
            if !units.is_empty() && units.iter().all(|unit| left.get(unit) >= Some(&often(unit))) {
                for unit in &units {
                    *left.entry(*unit).or_default() -= 1;
                }
                whole.push(*piece);
            }
        }
        if left.values().all(|count| *count == 0) {
            return whole;
        }
        let is_missing = |unit: &u32| self.missing.binary_search(unit).is_ok();
        pieces.retain(|piece| piece.units().iter().any(is_missing));
        pieces
    }

    fn missing_events(&self) -> Vec<Event> {
        self.missing_pieces().iter().map(|piece| piece.event).collect()
    }

    /// What is wrong where all characters are there, or where nothing else explains the text.
    pub(super) fn replaced_otherwise(&self) -> Option<Deviation> {
        let error = self.error()?;
        let of_error = |cause| Deviation { at: error.kind(), ..Deviation::new(cause) };
        let errors = self.segment.pieces.iter().filter(|piece| piece.is_error);
        let kin = errors.flat_map(|error| self.segment.kin(error)).chain([Cause::SwallowsNext]);
        let kin = kin.chain(self.refused_replacements());
        let is_replaced = self.extra_is_replacement();
        Some(if self.missing.is_empty() && is_replaced || self.follows_a_policy() {
            let deviation = of_error(Cause::ReplacesOtherwise);
            if is_replaced {
                let loses = is_within(&self.observed, &self.expected).then_some(Cause::LosesText);
                // A decoder that swallows gives less text, or more where it breaks a character up.
                let is_longer = self.observed.len() > self.expected.len();
                let swallows = if is_longer {
                    self.segment.characters().next().is_some()
                } else {
                    self.observed.len() < self.expected.len()
                };
                let kin = kin.filter(|cause| swallows || *cause != Cause::SwallowsNext);
                let invents = (is_longer && self.missing.is_empty()).then_some(Cause::InventsText);
                return Some(deviation.with_kin(kin.chain(loses).chain(invents)));
            }
            let suspects = self.suspects().into_iter().map(|(error, _)| error);
            let strays = suspects.filter(|error| error.kind() == Some(ErrorKind::UnexpectedContinuation));
            deviation.with_kin(strays.map(|_| Cause::AcceptsStrayContinuation))
        } else if self.missing.is_empty() && is_within(&self.observed, &self.expected) {
            of_error(Cause::LosesText).with_kin([Cause::ReplacesOtherwise])
        } else if self.missing.is_empty() {
            // Nothing vanished.
            let kin = kin.filter(|cause| *cause != Cause::SwallowsNext);
            of_error(Cause::InventsText).with_kin(kin.chain([Cause::DecodesWrongly]))
        } else if self.has_all_errors() {
            Deviation::new(Cause::DecodesWrongly).with_kin(kin)
        } else {
            // A character that stood behind the error is gone, and something else than a replacement is there.
            let accepted = self.stray_behind_wrong().unwrap_or(error);
            self.segment.accepts(accepted).with_kin(kin.chain([Cause::DecodesWrongly]))
        })
    }

    /// What is wrong if the text ends at the first U+0000.
    pub(super) fn ends_at_nul(&self) -> Option<Deviation> {
        let pieces = &self.segment.pieces;
        let nul = pieces.iter().position(|piece| piece.event.value() == Some(0))?;
        let is_last = nul + 1 == pieces.len();
        if units(&pieces[..nul]) != self.observed && (is_last || units(&pieces[..=nul]) != self.observed) {
            return None;
        }
        let errors = pieces.iter().filter(|piece| piece.is_error);
        let kin = errors.flat_map(|error| self.segment.accepts(error).all()).chain([Cause::LosesText]);
        let swallows = pieces.iter().any(|piece| piece.is_error).then_some(Cause::SwallowsNext);
        Some(Deviation::new(Cause::EndsAtNul).with_kin(kin.chain(swallows)))
    }

    /// What is wrong if U+FEFF at the start alone is.
    pub(super) fn mark(&self) -> Option<Deviation> {
        self.segment.mark(&self.segment.pieces, &self.observed)
    }

    /// Whether of a character some units are there and others are not.
    pub(super) fn divides_characters(&self) -> bool {
        units(self.missing_pieces()).len() > self.missing.len()
    }

    /// The units of the characters close behind errors.
    fn units_near_errors(&self) -> Vec<u32> {
        let mut since_error = usize::MAX;
        let is_near = |piece: &&ExpectedPiece| {
            since_error = if piece.is_error { 0 } else { since_error.saturating_add(1) };
            (1..=NEAR).contains(&since_error)
        };
        units(self.segment.pieces.iter().filter(is_near))
    }

    /// Whether all that is not a character is a replacement.
    pub(super) fn extra_is_replacement(&self) -> bool {
        self.extra.iter().all(|unit| self.is_replacement(*unit))
    }

    /// Whether the text is itself no UTF-8, in whatever profile.
    pub(super) fn is_ill_formed(&self) -> bool {
        let bytes: Vec<u8> = self.observed.iter().filter_map(|unit| u8::try_from(*unit).ok()).collect();
        let is_error = |event: &Event| event.error_kind().is_some();
        self.segment.claim.out() == OutputKind::Utf8
            && arithmetic::events(&bytes, Limits::RFC2279).iter().any(is_error)
    }

    pub(super) fn is_replacement(&self, unit: u32) -> bool {
        self.segment.replacements.has(unit, self.segment.claim.out())
    }
}
