//! What a decoder should answer to a case.

use crate::case::FittedInput;
use crate::claim::{Claim, Kind, OffsetMeaning, OutputKind, ScriptSupport};
use crate::expected::SegmentEvents;
use crate::expected::segment::{Step, known_after_calls, steps};
use crate::expected::undocumented::{Replacements, Undocumented};
use crate::observation::{CallOutcome, Observation, Text};
use illformed_codec::{ErrorKind, Event, Policy, Profile, Replacer, encode, utf16_units};
use std::borrow::Cow;
use std::{fmt, iter};

/// What is expected, segment by segment; an input of bytes is one segment of one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The segments.
    pub segments: Vec<ExpectedSegment>,
}

/// What is expected between two resets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExpectedSegment {
    /// How many calls the segment has.
    pub call_count: usize,
    /// The decoder could be told where the segment ends and is not: it may still say later what it has not said.
    pub open: bool,
    /// What each call should put out, in the form the decoder declares; `None` where it is not defined. After a failure
    /// there is only the text before it, in the call that fails.
    pub calls: Vec<Option<Text>>,
    /// The error at which a strict decoder stops.
    pub failure: Option<ExpectedFailure>,
    /// Bytes at the end are undecided, so that the decoder may call the input incomplete.
    pub pending: bool,
    /// What is known of the text although no replacement policy says what it should be.
    pub(crate) undocumented: Option<Undocumented>,
}

impl ExpectedSegment {
    /// What is expected of each of `calls` and what came, up to the first call without a text; `None` where what is expected is
    /// not defined. Calls after an expected failure should put out nothing.
    pub(crate) fn compared<'a>(&'a self, calls: &'a [CallOutcome]) -> Option<Vec<(&'a Text, &'a Text)>> {
        let expected = self.calls.iter().map(Option::as_ref).chain(iter::repeat(Some(&Text::None)));
        let given = calls.iter().map_while(CallOutcome::text);
        iter::zip(expected, given).map(|(expected, given)| Some((expected?, given))).collect()
    }
}

/// Where a strict decoder should stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpectedFailure {
    /// Number of the call within the segment.
    pub call: usize,
    /// The offset, in the meaning that the decoder declares; `None` when it reports none.
    pub at: Option<usize>,
    /// The length of the ill-formed subsequence; `None` where the profile's definition does not say.
    pub len: Option<usize>,
    /// The input just ends too early, so that both `reject` and `incomplete` are right.
    pub incomplete: bool,
}

/// The whole text that a lossy decoder with `claim` makes of a segment when it follows `policy`; `None` where it is not
/// defined.
pub(crate) fn replaced_text(
    segment: &SegmentEvents,
    profile: Profile,
    claim: &Claim,
    policy: Policy,
) -> Option<Text> {
    let mut replacer = Some(Replacer::new(policy));
    let mut codes = Vec::with_capacity(segment.bytes.len());
    for step in steps(segment, profile, claim, false) {
        step.add_to(&mut codes, &mut replacer)?;
    }
    text(&codes, profile, claim.out())
}

impl Expected {
    /// What `claim` promises for a case whose segments hold `events`, read under `profile`.
    pub fn new(
        fitted_input: &FittedInput<'_>,
        events: &[SegmentEvents],
        profile: Profile,
        claim: &Claim,
    ) -> Self {
        let policy = defined(profile, claim.policy());
        let segments = known_after_calls(fitted_input);
        let expected = segments.iter().zip(events).map(|(calls, segment)| {
            let mut segment = Cow::Borrowed(segment);
            if calls.last() != Some(&None) {
                let segment = segment.to_mut();
                let open = segment.events.pop_if(|event| event.error_kind() == Some(ErrorKind::Incomplete));
                segment.pending += open.map_or(0, |event| event.len());
            }
            let is_timed = *calls != [None] || claim.at == OffsetMeaning::Offending;
            let steps = steps(&segment, profile, claim, is_timed);
            let expected = expected_segment(calls, steps, policy, segment.pending > 0, profile, claim);
            // In an open segment a decoder may keep back text until the end of the input.
            let is_undocumented =
                policy.is_none() && matches!(claim.kind, Kind::Lossy { .. }) && !expected.open;
            let undocumented = is_undocumented.then(|| Undocumented::of(&segment, profile, claim));
            ExpectedSegment { undocumented: undocumented.flatten(), ..expected }
        });
        Self { segments: expected.collect() }
    }

    /// Each segment with the calls that were made of it, and the number of the first.
    pub(crate) fn with_calls<'a>(
        &'a self,
        observation: &'a Observation,
    ) -> impl Iterator<Item = (&'a ExpectedSegment, (usize, &'a [CallOutcome]))> {
        let counts = self.segments.iter().map(|segment| segment.call_count);
        self.segments.iter().zip(observation.segments(counts))
    }

    /// The same, for a decoder that was seen to replace errors by these texts.
    #[must_use]
    pub fn with_replacements(mut self, replacements: &Replacements) -> Self {
        for undocumented in self.segments.iter_mut().filter_map(|segment| segment.undocumented.as_mut()) {
            undocumented.replacements.clone_from(replacements);
        }
        self
    }
}

/// An event of a segment, and what it should add to the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExpectedPiece {
    /// The event as it was read.
    pub(crate) event: Event,
    /// Whether the decoder should show an error, since there is one or since it documents to refuse the character.
    pub(crate) is_error: bool,
    /// The text; `None` where it is not defined.
    pub(crate) text: Option<Text>,
}

impl ExpectedPiece {
    /// The kind of the error; `None` also for a character that the decoder documents to refuse.
    pub(crate) fn kind(&self) -> Option<ErrorKind> {
        self.event.error_kind()
    }

    /// The units of the text; none where it is not defined.
    pub(crate) fn units(&self) -> Vec<u32> {
        self.text.as_ref().and_then(Text::units).unwrap_or_default()
    }
}

/// The text that `claim` promises of `segment`, event by event, up to the error at which a strict decoder stops.
pub(crate) fn expected_pieces(
    segment: &SegmentEvents,
    profile: Profile,
    claim: &Claim,
) -> Vec<ExpectedPiece> {
    let pieces = replaced_pieces(segment, profile, claim, claim.policy());
    let stops = |piece: &ExpectedPiece| piece.is_error && !claim.replaces_errors();
    pieces.into_iter().take_while(|piece| !stops(piece)).collect()
}

/// The text of `segment`, event by event, where each error is replaced by `policy`, whatever `claim` does with it.
pub(crate) fn replaced_pieces(
    segment: &SegmentEvents,
    profile: Profile,
    claim: &Claim,
    policy: Option<Policy>,
) -> Vec<ExpectedPiece> {
    let mut replacer = defined(profile, policy).map(Replacer::new);
    let piece = |(event, step): (&Event, Step<'_>)| {
        let mut codes = Vec::new();
        let added = step.add_to(&mut codes, &mut replacer);
        let text = added.and_then(|()| text(&codes, profile, claim.out()));
        ExpectedPiece { event: *event, is_error: step.event.error_kind().is_some(), text }
    };
    segment.events.iter().zip(steps(segment, profile, claim, false)).map(piece).collect()
}

/// `policy`, if that says what is expected under `profile`. Unicode says how much one replacement stands for, and the RFCs' sequences
/// are its sequences. The definitions of the other formats do not: there it is open how long an error is and what replaces it.
pub(crate) fn defined(profile: Profile, policy: Option<Policy>) -> Option<Policy> {
    policy.filter(|policy| !is_dialect(profile) || *policy == Policy::Fatal)
}

/// Whether `profile` is another format than the two RFCs'.
fn is_dialect(profile: Profile) -> bool {
    !matches!(profile, Profile::Rfc3629 | Profile::Rfc2279)
}

fn expected_segment<'a>(
    calls: &[Option<usize>],
    steps: impl Iterator<Item = Step<'a>>,
    policy: Option<Policy>,
    pending: bool,
    profile: Profile,
    claim: &Claim,
) -> ExpectedSegment {
    let open = claim.script > ScriptSupport::Feed && calls.last() != Some(&None);
    let mut replacer = policy.map(Replacer::new);
    let mut codes = vec![Some(Vec::new()); calls.len()];
    if let [Some(codes)] = codes.as_mut_slice() {
        codes.reserve(steps.size_hint().0);
    }
    let mut expected_failure = None;
    let mut call = 0;
    for step in steps {
        let Some(more) = calls[call..].iter().position(|known| step.is_decided(*known)) else {
            break;
        };
        call += more;
        if step.event.error_kind().is_some() && !claim.replaces_errors() {
            expected_failure = Some(failure(call, &step, profile, claim));
            codes.truncate(call + 1);
            break;
        }
        if let Some(known) = &mut codes[call]
            && step.add_to(known, &mut replacer).is_none()
        {
            codes[call] = None;
        }
    }
    ExpectedSegment {
        call_count: calls.len(),
        open,
        calls: codes.iter().map(|codes| text(codes.as_deref()?, profile, claim.out())).collect(),
        failure: expected_failure,
        pending: pending && expected_failure.is_none(),
        undocumented: None,
    }
}

fn failure(call: usize, error: &Step<'_>, profile: Profile, claim: &Claim) -> ExpectedFailure {
    let at = match claim.at {
        OffsetMeaning::ValidUpTo => Some(error.event.at()),
        OffsetMeaning::Offending => (!is_dialect(profile)).then(|| error.offending()),
        OffsetMeaning::None => None,
    };
    let len = error.error_len().filter(|_| !is_dialect(profile));
    let incomplete = error.event.error_kind() == Some(ErrorKind::Incomplete);
    ExpectedFailure { call, at, len, incomplete }
}

/// `codes`, decoded under `profile`, in the form `out`; `None` when that form cannot hold one of them, or when it is
/// open: Modified UTF-8 is about UTF-16, and a surrogate pair may or may not be one character elsewhere.
pub fn text(codes: &[u32], profile: Profile, out: OutputKind) -> Option<Text> {
    let surrogate = |code: &u32| (0xD800..=0xDFFF).contains(code);
    match out {
        OutputKind::Utf8 | OutputKind::Utf32 | OutputKind::Count
            if profile == Profile::Mutf8 && codes.iter().any(surrogate) =>
        {
            None
        }
        OutputKind::None => Some(Text::None),
        OutputKind::Count => Some(Text::Count(codes.len() as u64)),
        OutputKind::Utf32 => Some(Text::Utf32(codes.to_vec())),
        OutputKind::Utf16 => {
            let mut units = Vec::with_capacity(codes.len());
            for &code in codes {
                match code {
                    // A code that is a surrogate (utf8b's escapes, RFC 2279) is itself a unit.
                    0xD800..=0xDFFF => units.push(code as u16),
                    _ => units.extend_from_slice(&utf16_units(code).ok()?),
                }
            }
            Some(Text::Utf16(units))
        }
        OutputKind::Utf8 => {
            let mut bytes = Vec::with_capacity(codes.len());
            for &code in codes {
                match u8::try_from(code) {
                    Ok(byte) if byte.is_ascii() => bytes.push(byte),
                    _ => bytes.extend_from_slice(&encode(code, Profile::Rfc2279).ok()?),
                }
            }
            Some(Text::Utf8(bytes))
        }
    }
}

impl fmt::Display for Expected {
    /// In the words of an observation, the segments with `~` between.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let segments: Vec<String> = self.segments.iter().map(ToString::to_string).collect();
        formatter.write_str(&segments.join(" ~ "))
    }
}

impl fmt::Display for ExpectedSegment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.failure {
            None if self.pending => formatter.write_str("accept (more to come)")?,
            None => formatter.write_str("accept")?,
            Some(failure) => {
                formatter.write_str(if failure.incomplete { "incomplete" } else { "reject" })?;
                if let Some(at) = failure.at {
                    write!(formatter, "@{at}")?;
                }
                if let (Some(_), Some(len)) = (failure.at, failure.len) {
                    write!(formatter, "+{len}")?;
                }
                if self.call_count > 1 {
                    write!(formatter, " call {}", failure.call)?;
                }
            }
        }
        if let [Some(Text::None)] = self.calls.as_slice() {
            return Ok(());
        }
        for call in &self.calls {
            match call {
                Some(text) => write!(formatter, " {text}")?,
                None => formatter.write_str(" ?")?,
            }
        }
        Ok(())
    }
}
