//! What is wrong with one answer.

use crate::cause::segment::{Segment, accepts, units};
use crate::cause::{Cause, Relation, Severity, offset, refused, text};
use crate::claim::{Claim, OutputKind, ScriptSupport};
use crate::expected::{Replacements, SegmentEvents, segment_events};
use crate::judge::{AnswerToJudge, Failure, Reason, Verdict};
use crate::observation::{CallOutcome, Observation, Text};
use illformed_codec::{ErrorKind, Profile};
use illformed_vectors::{Call, Vector};
use std::collections::BTreeSet;

/// What is wrong with the answer to one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation {
    /// The cause, as far as one answer can tell.
    pub cause: Cause,
    /// Other causes that would explain it. If the decoder shows one of them where there is no doubt, it is that one.
    pub(crate) kin: BTreeSet<Cause>,
    /// The first error of the input that has to do with it.
    pub(crate) at: Option<ErrorKind>,
    /// The number of the segment in which the answer deviates: how many resets came before.
    pub(crate) segment: usize,
    /// Of a wrong offset: what it may be instead.
    pub(crate) relations: BTreeSet<Relation>,
    /// Where the text is wrong, if it is that, in words.
    pub(crate) offender: Option<String>,
}

impl Deviation {
    /// That cause, without doubt and without more to say.
    pub(crate) const fn new(cause: Cause) -> Self {
        Self { cause, kin: BTreeSet::new(), at: None, segment: 0, relations: BTreeSet::new(), offender: None }
    }

    /// With more kin.
    pub(super) fn with_kin(mut self, kin: impl IntoIterator<Item = Cause>) -> Self {
        self.kin.extend(kin);
        self.kin.remove(&self.cause);
        self
    }

    /// Whether more than an offset, a length or the time of an error is wrong.
    pub fn is_severe(&self) -> bool {
        self.cause.severity() != Severity::Imprecise
    }

    /// The cause and its kin.
    pub(super) fn all(&self) -> impl Iterator<Item = Cause> + use<> {
        [self.cause].into_iter().chain(self.kin.clone())
    }
}

/// The cause of a decoder that decodes the first error of `vector`, by RFC 3629; `None` if there is none.
pub fn accepting(vector: &Vector) -> Option<Cause> {
    let segments = segment_events(vector, Profile::Rfc3629, None).ok()?;
    segments.iter().find_map(|segment| {
        let error = *segment.events.iter().find(|event| event.error_kind().is_some())?;
        Some(accepts(segment.bytes.get(error.at()..)?, error).cause)
    })
}

/// What the decoder that answers `vector` rightly does not do: refuse a class of its characters, or decode its first error; by
/// RFC 3629.
pub(super) fn ruled_out(vector: &Vector) -> impl Iterator<Item = Cause> + use<> {
    let segments = segment_events(vector, Profile::Rfc3629, None).unwrap_or_default();
    let events = segments.into_iter().flat_map(|segment| segment.events);
    let characters = events.take_while(|event| event.error_kind().is_none());
    let refuses: Vec<Cause> = characters.flat_map(refused::classes).collect();
    refuses.into_iter().chain(accepting(vector))
}

/// What is wrong where there is no answer, or more than one; `None` for all other verdicts.
pub(crate) fn without_answer(verdict: &Verdict) -> Option<Deviation> {
    let cause = match verdict {
        Verdict::Crashed(_) => Cause::Crashes,
        Verdict::Misused { fault, .. } => fault.cause(),
        Verdict::TimedOut(_) => Cause::Hangs,
        Verdict::ProtocolError(_) => Cause::BreaksProtocol,
        Verdict::Flaky(_) => Cause::Unstable,
        Verdict::Pass | Verdict::Fail(_) | Verdict::WrongReason(_) | Verdict::LateError { .. } => {
            return None;
        }
        Verdict::Declined(_) | Verdict::NotAsked(_) | Verdict::NotApplicable(_) => return None,
        Verdict::Unspecified(_) | Verdict::NoPolicy => return None,
    };
    Some(Deviation::new(cause))
}

/// What is wrong with an answer of that verdict; `None` if it does not count against the decoder.
pub(crate) fn deviation(verdict: &Verdict, answer: &AnswerToJudge<'_>) -> Option<Deviation> {
    let in_code_points = if verdict.is_bad() { in_code_points(answer) } else { None };
    let answer = &in_code_points.as_ref().map_or(*answer, |(claim, replacements, observation)| {
        AnswerToJudge { claim, replacements, observation, ..*answer }
    });
    let segments = || Segment::all(answer);
    match verdict {
        Verdict::Fail(failure) => Some(failed(*failure, &segments(), answer)),
        Verdict::WrongReason(reason) => Some(imprecise(*reason, &segments(), answer)),
        Verdict::LateError { decided, .. } => {
            let segments = segments();
            let late = beside_an_error(Cause::Late, &segments, Some(*decided), answer.claim);
            // What never comes is not late.
            let comes = |segment: &Segment<'_>| segment.observed() == Some(units(&segment.pieces));
            let lacks = segments.get(late.segment).is_some_and(|segment| !comes(segment));
            let never = lacks.then_some(Cause::ReplacesOtherwise).filter(|_| answer.claim.replaces_errors());
            Some(late.with_kin([Cause::LosesText, Cause::BomStripped].into_iter().chain(never)))
        }
        _ => without_answer(verdict),
    }
}

/// The parts of an answer whose text is looked at by characters: of two characters in UTF-8 some bytes may be the same, as of
/// U+FFFD and U+FFFF. `None` if the text is in another form, or has bytes in it that are part of no character.
fn in_code_points(answer: &AnswerToJudge<'_>) -> Option<(Claim, Replacements, Observation)> {
    if answer.claim.out() != OutputKind::Utf8 {
        return None;
    }
    let claim = Claim { kind: answer.claim.kind.returning(OutputKind::Utf32), ..answer.claim.clone() };
    let mut observation = answer.observation.clone();
    for call in &mut observation.calls {
        if let CallOutcome::Done(text) | CallOutcome::Failed(Some(text)) = call
            && let Text::Utf8(_) = text
        {
            *text = Text::Utf32(text.characters(0).map(|one| one.code).collect::<Option<_>>()?);
        }
    }
    Some((claim, answer.replacements.in_code_points(), observation))
}

/// Whether a decoder that is not told the end calls what it was given last, and what may go on, an error.
fn goes_on(segment: &Segment<'_>, answer: &AnswerToJudge<'_>) -> bool {
    let SegmentEvents { bytes, events, .. } = &segment.events;
    let start = events.last().map_or(0, |event| event.at() + event.len());
    let is_last =
        answer.observation.call.is_none_or(|call| call + 1 >= segment.first_call + segment.script.len());
    let is_there = answer.observation.at.is_none_or(|at| at == start);
    answer.claim.script == ScriptSupport::Feed && start < bytes.len() && is_last && is_there
}

fn failed(failure: Failure, segments: &[Segment<'_>], answer: &AnswerToJudge<'_>) -> Deviation {
    let is_lossy = answer.claim.replaces_errors();
    if failure == Failure::RefusesWellFormed {
        // The error of another segment may be reported rightly.
        let is_wrong =
            |segment: &&Segment<'_>| segment.has_failed() && (is_lossy || segment.first_error().is_none());
        let failing = segments.iter().find(is_wrong);
        let failing = failing.or(segments.iter().find(|segment| segment.has_failed())).or(segments.last());
        let Some(segment) = failing else { return Deviation::new(Cause::RefusesWellFormed) };
        let deviation = match segment.first_error() {
            Some(error) if is_lossy => Deviation { at: error.kind(), ..Deviation::new(Cause::StopsAtError) },
            // What may go on is no error yet.
            _ if goes_on(segment, answer) => {
                Deviation::new(Cause::Early).with_kin([Cause::CutSensitive, Cause::RefusesWellFormed])
            }
            // The offset is that of the first error that is told.
            _ => {
                let calls = segment.first_call..=segment.first_call + segment.script.len();
                let is_told = answer.observation.call.is_none_or(|call| calls.contains(&call));
                refused::deviation(segment, answer.observation.at.filter(|_| is_told))
            }
        };
        return Deviation { segment: segment.number, ..deviation };
    }
    let wrong = |segment: &Segment<'_>| {
        // Where the text of a character is open none is wrong.
        if segment.characters().any(|piece| piece.text.is_none()) {
            return None;
        }
        let wrong = if is_lossy { text::replaced(segment) } else { accepted_or_wrong(segment) };
        Some(Deviation { segment: segment.number, ..wrong? })
    };
    // A hidden error is worse than another text before one that is told; what nothing ended may be told yet.
    let hides = |segment: &&Segment<'_>| {
        let is_ended = segment.script.contains(&Call::Finish);
        !is_lossy && is_ended && !segment.has_failed() && segment.first_error().is_some()
    };
    let hiding = segments.iter().filter(hides);
    let found = hiding.chain(segments).find_map(wrong);
    found.unwrap_or_else(|| {
        Deviation::new(match failure {
            Failure::AcceptsIllFormed => Cause::HidesErrors,
            Failure::DropsIllFormed => Cause::LosesText,
            _ if answer.claim.out() == OutputKind::Count => Cause::CountsWrongly,
            Failure::WrongText | Failure::RefusesWellFormed => Cause::DecodesWrongly,
        })
    })
}

/// What is wrong with a segment of a decoder that should stop at its first error.
fn accepted_or_wrong(segment: &Segment<'_>) -> Option<Deviation> {
    let Some(error) = segment.first_error() else { return text::well_formed(segment) };
    if segment.has_failed() {
        return text::before_error(segment, false);
    }
    // Who takes a character that it should refuse still finds the errors behind it.
    let ill_formed = segment.pieces.iter().find(|piece| piece.kind().is_some());
    let error = ill_formed.unwrap_or(error);
    let deviation = text::accepted(segment, error).unwrap_or_else(|| segment.accepts(error));
    let has_nul = segment.before(error.event.at()).any(|piece| piece.event.value() == Some(0));
    // A text that goes on behind U+0000 shows that this was read.
    let goes_on = segment.observed().is_some_and(|text| text.iter().rev().skip(1).any(|unit| *unit == 0));
    let nul = (has_nul && !goes_on).then_some(Cause::EndsAtNul);
    let cut = segment.is_cut(error).then_some(Cause::AcceptsIncomplete);
    Some(Deviation { at: error.kind(), ..deviation }.with_kin(nul.into_iter().chain(cut)))
}

fn imprecise(reason: Reason, segments: &[Segment<'_>], answer: &AnswerToJudge<'_>) -> Deviation {
    let beside = |cause, call| beside_an_error(cause, segments, call, answer.claim);
    let failed_call = answer.observation.call;
    match reason {
        Reason::NotIncomplete => beside(Cause::SaysIncomplete, failed_call),
        Reason::TooEarly { reported, .. } => {
            let early = beside(Cause::Early, Some(reported));
            let segment = segments.get(early.segment);
            let lead =
                segment.and_then(|segment| segment.from(segment.error_by(Some(reported))?).first().copied());
            let of_lead = lead.into_iter().flat_map(|lead| refused::of_lead(lead, answer.claim));
            early.with_kin(segment.map_or_else(Vec::new, refused::causes_before_error)).with_kin(of_lead)
        }
        Reason::Length { .. } => beside(Cause::WrongLength, failed_call),
        Reason::Offset { expected, observed } => {
            let deviation = beside(Cause::WrongOffset, failed_call);
            let Some(segment) = segments.iter().find(|segment| segment.has_failed()) else {
                return deviation;
            };
            // Where the text shows that an error was decoded, the next one is that which was found.
            let text = text::before_error(segment, false).filter(|text| text.cause.accepts_ill_formed());
            if let Some(accepts) = text {
                return Deviation { segment: segment.number, ..accepts.with_kin([Cause::WrongOffset]) };
            }
            let relations = offset::relations(segment, expected, observed);
            Deviation { relations, ..deviation.with_kin(refused::causes_at(segment, observed)) }
        }
        Reason::Prefix => {
            let mut failing = segments.iter().filter(|segment| segment.has_failed());
            let found = failing.find_map(|segment| {
                let is_placed = answer.observation.at.is_some();
                Some(Deviation { segment: segment.number, ..text::before_error(segment, is_placed)? })
            });
            found.unwrap_or_else(|| match answer.claim.out() {
                OutputKind::Count => Deviation::new(Cause::CountsWrongly),
                _ => Deviation::new(Cause::WrongTextBeforeError),
            })
        }
    }
}

/// A cause that has to do with an error of the segment of `call`, or of the first segment that has one: the first, or, if it is
/// told too early, the last that has begun by then. If the decoder accepts such errors, it is that.
fn beside_an_error(cause: Cause, segments: &[Segment<'_>], call: Option<usize>, claim: &Claim) -> Deviation {
    let is_of_call = |segment: &&Segment<'_>| {
        let calls = segment.first_call..=segment.first_call + segment.script.len();
        call.is_none_or(|call| calls.contains(&call))
    };
    let counts = (claim.out() == OutputKind::Count).then_some(Cause::CountsWrongly);
    let mut with_error = segments
        .iter()
        .filter(is_of_call)
        .filter_map(|segment| Some((segment, segment.error_by(call.filter(|_| cause == Cause::Early))?)));
    let Some((segment, error)) = with_error.next() else { return Deviation::new(cause).with_kin(counts) };
    let passes = if claim.replaces_errors() { Cause::SwallowsNext } else { Cause::HidesErrors };
    let deviation = Deviation { at: error.kind(), segment: segment.number, ..Deviation::new(cause) };
    // To a decoder that ends at U+0000 what stands before it is all there is: also of an error that goes on behind it.
    let nul = segment.events.bytes[error.event.at()..].contains(&0).then_some(Cause::EndsAtNul);
    let kin = segment.kin(error).into_iter().chain(nul).chain(counts);
    deviation.with_kin(kin.chain([Cause::LosesText, passes]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Plan;
    use crate::claim::ScriptSupport;
    use crate::judge::{CaseToJudge, judge_case};
    use illformed_vectors::Suite;

    /// What is wrong with `observation` of that case.
    fn of(id: &str, claim: Claim, observation: Observation) -> Deviation {
        let case = Plan::find(Suite::embedded(), &id.parse().unwrap()).unwrap();
        let claim = Claim { script: ScriptSupport::Reset, ..claim };
        *judge_case(&CaseToJudge::new(&case, &claim), &[observation.into()]).claim.deviation.unwrap()
    }

    #[test]
    fn the_offset_of_one_text_names_no_character_of_another() {
        let fails = [CallOutcome::Failed(None), CallOutcome::NotMade];
        let calls = [&fails[..], &[CallOutcome::Done(Text::None)], &fails[..]].concat();
        let told = Observation { call: Some(0), calls, ..Observation::reject(Some(0), None) };
        let deviation = of("overlong/c0-alone@reuse", Claim::validate(Profile::Rfc3629), told);
        assert_eq!(deviation.segment, 1);
        assert_ne!(deviation.cause, Cause::RefusesAscii, "U+0041 is at offset 0");
        assert!(deviation.all().any(|cause| cause == Cause::RefusesTwoByte));
    }

    #[test]
    fn an_error_that_is_hidden_is_told_before_another_text_that_is_wrong() {
        let text = |text: &str| CallOutcome::Done(Text::Utf8(text.into()));
        // The calls are those of `C2 | ~ | FF | . | ~ | 41 C3 A9 E2 82 AC | .`
        let calls =
            [text("\u{C2}"), text(""), text("\u{FF}"), text(""), text(""), text("A\u{E9}\u{20AC}"), text("")];
        let taken = Observation { calls: calls.to_vec(), ..Observation::accept(Text::None) };
        let deviation = of("truncated/c2-at-end@reset=ff", Claim::strict(Profile::Rfc3629), taken);
        assert_eq!((deviation.segment, deviation.cause), (1, Cause::AcceptsNeverValid));
    }
}
