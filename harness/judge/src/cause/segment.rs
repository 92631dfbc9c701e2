//! A segment of an answer: what it should read as, piece by piece, and what came.

use crate::cause::{Cause, Deviation, refused};
use crate::claim::{Bom, Claim, OutputKind};
use crate::expected::{
    ExpectedPiece, Replacements, SegmentEvents, lax_texts, loose_sequence, replaced_pieces, texts_of,
};
use crate::judge::AnswerToJudge;
use crate::observation::{CallOutcome, Text};
use illformed_codec::{ErrorKind, Event, Policy, Profile};
use illformed_vectors::{Call, Input};
use std::collections::BTreeMap;

/// One segment, with the calls that were made.
pub(super) struct Segment<'a> {
    pub(super) number: usize,
    /// The number of its first call.
    pub(super) first_call: usize,
    pub(super) profile: Profile,
    pub(super) claim: &'a Claim,
    pub(super) replacements: &'a Replacements,
    /// In one that is open, what the end cuts may still go on, and is left out.
    pub(super) events: SegmentEvents,
    /// The characters and errors. Where errors are not to be replaced, their text is that of the usual policy.
    pub(super) pieces: Vec<ExpectedPiece>,
    pub(super) calls: &'a [CallOutcome],
    /// What each call was given; an input of bytes has none.
    pub(super) script: &'a [Call],
    /// Whether the decoder is not told where the segment ends, so that it may keep text back.
    pub(super) is_open: bool,
}

impl<'a> Segment<'a> {
    /// Those of an answer.
    pub(super) fn all(answer: &AnswerToJudge<'a>) -> Vec<Self> {
        let AnswerToJudge { fitted_input, events, profile, claim, replacements, observation } = *answer;
        let scripts: Vec<&[Call]> = match &*fitted_input.input {
            Input::Bytes(_) => vec![&[]],
            Input::Calls(script) => script.segments().collect(),
        };
        // An input of bytes is one call, and a segment of a script may have none.
        let of_bytes = usize::from(matches!(*fitted_input.input, Input::Bytes(_)));
        let calls = observation.segments(scripts.iter().map(|script| script.len() + of_bytes));
        let policy = claim.policy().filter(|policy| *policy != Policy::Fatal);
        let policy = Some(policy.unwrap_or(Policy::MaximalSubpart));
        let mut segments = Vec::with_capacity(events.len());
        for ((events, &script), (first_call, calls)) in events.iter().zip(&scripts).zip(calls) {
            let is_open = script.last().map_or(!fitted_input.finishes, |last| *last != Call::Finish);
            let mut events = events.clone();
            if is_open {
                events.events.pop_if(|event| event.error_kind() == Some(ErrorKind::Incomplete));
            }
            let pieces = replaced_pieces(&events, profile, claim, policy);
            let number = segments.len();
            segments.push(Self {
                number,
                first_call,
                profile,
                claim,
                replacements,
                events,
                pieces,
                calls,
                script,
                is_open,
            });
        }
        segments
    }

    pub(super) fn has_failed(&self) -> bool {
        self.calls.iter().any(|call| matches!(call, CallOutcome::Failed(_)))
    }

    /// The units of all that the calls put out; `None` if the decoder shows no text.
    pub(super) fn observed(&self) -> Option<Vec<u32>> {
        let mut texts: Vec<&Text> = self.calls.iter().map_while(CallOutcome::text).collect();
        if texts.iter().any(|text| **text != Text::None) {
            texts.retain(|text| **text != Text::None);
        }
        Some(texts.into_iter().map(Text::units).collect::<Option<Vec<_>>>()?.concat())
    }

    /// The first error.
    pub(super) fn first_error(&self) -> Option<&ExpectedPiece> {
        self.pieces.iter().find(|piece| piece.is_error)
    }

    /// The first error; of a decoder that replaces errors and tells one too early, in the call of that number of the script, the
    /// last that has begun by then.
    pub(super) fn error_by(&self, early: Option<usize>) -> Option<&ExpectedPiece> {
        let calls = early
            .filter(|_| self.claim.replaces_errors())
            .map(|call| (call + 1).saturating_sub(self.first_call));
        let fed =
            |calls: usize| -> usize { self.script.iter().take(calls).map(|call| call.fed().len()).sum() };
        let begun = calls.and_then(|calls| self.before(fed(calls)).filter(|piece| piece.is_error).last());
        begun.or_else(|| self.first_error())
    }

    /// The pieces before the first error.
    pub(super) fn before_error(&self) -> impl Iterator<Item = &ExpectedPiece> + Clone {
        self.pieces.iter().take_while(|piece| !piece.is_error)
    }

    /// The pieces that begin before an offset.
    pub(super) fn before(&self, at: usize) -> impl Iterator<Item = &ExpectedPiece> {
        self.pieces.iter().take_while(move |piece| piece.event.at() < at)
    }

    /// The characters.
    pub(super) fn characters(&self) -> impl Iterator<Item = &ExpectedPiece> {
        self.pieces.iter().filter(|piece| !piece.is_error)
    }

    /// The bytes from the start of `piece` on.
    pub(super) fn from(&self, piece: &ExpectedPiece) -> &[u8] {
        self.events.bytes.get(piece.event.at()..).unwrap_or_default()
    }

    /// What a decoder that does not look at what is wrong with `error` may give for it.
    pub(super) fn lax_texts(&self, error: &ExpectedPiece) -> Vec<Vec<u32>> {
        lax_texts(self.from(error), error.event.len(), self.claim.out())
    }

    /// What a decoder may give for it that takes a lead byte with as many continuation bytes as it announces for a number.
    pub(super) fn spelled_texts(&self, error: &ExpectedPiece) -> Vec<Vec<u32>> {
        let spelled = loose_sequence(self.from(error)).filter(|(_, bytes)| bytes.len() > 1);
        spelled.map_or_else(Vec::new, |(value, bytes)| texts_of(value, bytes, self.claim.out()))
    }

    /// Whether a lead byte stands at `piece` that announces more bytes than there are.
    pub(super) fn is_cut(&self, piece: &ExpectedPiece) -> bool {
        let rest = self.from(piece);
        let announced = rest.first().map_or(0, |lead| lead.leading_ones() as usize);
        (2..=6).contains(&announced) && announced > rest.len()
    }

    /// What a decoder does that decodes what is at `error`.
    pub(super) fn accepts(&self, error: &ExpectedPiece) -> Deviation {
        accepts(self.from(error), error.event)
    }

    /// What a decoder may do that shows something else than an error of its kind, length or time at `error`: it may accept
    /// such errors, or refuse the character that begins there.
    pub(super) fn kin(&self, error: &ExpectedPiece) -> Vec<Cause> {
        let more = match (error.kind(), self.from(error).first()) {
            (Some(ErrorKind::Surrogate), _) => {
                [Cause::AcceptsSurrogate, Cause::AcceptsSurrogatePair].to_vec()
            }
            (Some(ErrorKind::Truncated | ErrorKind::Incomplete), Some(lead)) => {
                refused::of_lead(*lead, self.claim).collect()
            }
            _ => Vec::new(),
        };
        self.accepts(error).all().chain(more).collect()
    }

    /// What is wrong with the text of `pieces`, from the start of the segment on, if U+FEFF at the start alone is.
    pub(super) fn mark(&self, pieces: &[ExpectedPiece], observed: &[u32]) -> Option<Deviation> {
        let (first, others) =
            pieces.split_first().filter(|(first, _)| first.event.value() == Some(0xFEFF))?;
        let rest = units(others);
        match self.claim.bom {
            Bom::Keep => {
                (rest == observed).then(|| Deviation::new(Cause::BomStripped).with_kin([Cause::LosesText]))
            }
            Bom::Strip => {
                let kept = observed.strip_suffix(rest.as_slice())?;
                let is_kept = first.units().is_empty() && matches!(kept, [0xFEFF] | [0xEF, 0xBB, 0xBF]);
                is_kept.then(|| Deviation::new(Cause::BomKept))
            }
        }
    }

    /// The first byte of what is not decided at the end of one that is open.
    pub(super) fn pending_lead(&self) -> Option<u8> {
        let decided = self.pieces.last().map_or(0, |piece| piece.event.end());
        self.events.bytes.get(decided).copied().filter(|_| self.is_open)
    }
}

/// What a decoder does that decodes `error`, with which `bytes` begin.
pub(super) fn accepts(bytes: &[u8], error: Event) -> Deviation {
    let cause = match error.error_kind() {
        None => Cause::AcceptsRefused,
        Some(ErrorKind::Overlong) => match bytes.first() {
            // Where no continuation byte comes, what is decoded may be a sequence that is cut.
            Some(0xC0..=0xDF) => {
                let cut = match bytes.get(1) {
                    Some(0x80..=0xBF) => None,
                    Some(_) => Some(Cause::AcceptsTruncated),
                    None => Some(Cause::AcceptsIncomplete),
                };
                return Deviation::new(Cause::AcceptsOverlong2).with_kin(cut);
            }
            Some(0xE0..=0xEF) => Cause::AcceptsOverlong3,
            Some(0xF0..=0xF7) => Cause::AcceptsOverlong4,
            Some(0xF8..=0xFB) => Cause::AcceptsOverlong5,
            Some(0xFC..=0xFD) => Cause::AcceptsOverlong6,
            _ => Cause::AcceptsUnsupportedLength,
        },
        // A leading surrogate and a trailing one.
        Some(ErrorKind::Surrogate)
            if matches!(bytes, [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..]) =>
        {
            return Deviation::new(Cause::AcceptsSurrogatePair).with_kin([Cause::AcceptsSurrogate]);
        }
        Some(ErrorKind::Surrogate) => Cause::AcceptsSurrogate,
        Some(ErrorKind::OutOfRange) => Cause::AcceptsOutOfRange,
        Some(ErrorKind::LegacyForm) => Cause::AcceptsLegacyForm,
        Some(ErrorKind::NeverValid) => Cause::AcceptsNeverValid,
        Some(ErrorKind::UnsupportedLength) => Cause::AcceptsUnsupportedLength,
        Some(ErrorKind::UnexpectedContinuation) => Cause::AcceptsStrayContinuation,
        Some(ErrorKind::Truncated) => Cause::AcceptsTruncated,
        Some(ErrorKind::Incomplete) => Cause::AcceptsIncomplete,
    };
    Deviation::new(cause)
}

/// The units that all `pieces` add.
pub(super) fn units<'a>(pieces: impl IntoIterator<Item = &'a ExpectedPiece>) -> Vec<u32> {
    pieces.into_iter().flat_map(ExpectedPiece::units).collect()
}

/// What of `one` is missing in `other`, and what of `other` is missing in `one`, each as often and in ascending order.
pub(super) fn difference(one: &[u32], other: &[u32]) -> (Vec<u32>, Vec<u32>) {
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

/// How many units of the form `out` the character has that begins with `unit`, if it is none above U+FFFF.
pub(super) const fn char_len(unit: u32, out: OutputKind) -> usize {
    match (out, unit) {
        (OutputKind::Utf8, 0xC0..=0xDF) => 2,
        (OutputKind::Utf8, 0xE0..=0xFF) => 3,
        _ => 1,
    }
}
