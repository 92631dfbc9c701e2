//! One case, as it came back, to its judgements.

use crate::case::{Case, FittedInput};
use crate::cause::{Deviation, deviation};
use crate::claim::Claim;
use crate::expected::{Expected, Replacements, Ruling, SegmentEvents, case_events, events_of_bytes};
use crate::judge::compare::judge_observation;
use crate::judge::glance;
use crate::judge::memory_fault::MemoryFault;
use crate::judge::offender::offender;
use crate::judge::pairs::with_pairs;
use crate::judge::verdict::{Judgement, Verdict};
use crate::observation::{Answer, Observation};
use illformed_codec::Profile;
use illformed_vectors::Question;
use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

/// The outcome of asking.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Response {
    /// An answer.
    Observed(Observation),
    /// The adapter declined, with its reason.
    Skipped(String),
    /// The adapter died: how.
    Crashed(String),
    /// The decoder did something to memory that is no part of its answer.
    Misused {
        /// What.
        fault: MemoryFault,
        /// Where, as a fragment.
        how: String,
    },
    /// The adapter died or hung, and this case alone was not seen to do it: the ones that were outstanding with it may
    /// be needed too.
    Among {
        /// How, and why the case is not known.
        how: String,
        /// The time in which there was no answer, if it hung.
        limit: Option<Duration>,
        /// How many inputs before this one were outstanding too, in the order in which they were asked.
        before: usize,
        /// How many after it.
        after: usize,
    },
    /// There was no answer within this time.
    TimedOut(Duration),
    /// What came was no answer.
    ProtocolError(String),
    /// It was not asked, since the adapter was given up.
    NotAsked(String),
}

impl Response {
    /// How many inputs before and after this one were outstanding too, where that may matter.
    pub fn window(&self) -> Option<(usize, usize)> {
        if let Self::Among { before, after, .. } = self { Some((*before, *after)) } else { None }
    }

    /// The verdict on what is no answer; `None` for an answer. It says nothing of the inputs that were outstanding too:
    /// how many there were is chance.
    pub fn verdict_without_answer(&self) -> Option<Verdict> {
        Some(match self {
            Self::Observed(_) => return None,
            Self::Skipped(why) => Verdict::Declined(why.clone()),
            Self::NotAsked(why) => Verdict::NotAsked(why.clone()),
            Self::Crashed(how) | Self::Among { how, limit: None, .. } => Verdict::Crashed(how.clone()),
            Self::Misused { fault, how } => Verdict::Misused { fault: *fault, how: how.clone() },
            Self::TimedOut(limit) | Self::Among { limit: Some(limit), .. } => Verdict::TimedOut(*limit),
            Self::ProtocolError(what) => Verdict::ProtocolError(what.clone()),
        })
    }
}

impl From<Observation> for Response {
    fn from(observation: Observation) -> Self {
        Self::Observed(observation)
    }
}

impl fmt::Display for Response {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Observed(observation) => observation.fmt(formatter),
            Self::Skipped(why) => write!(formatter, "skip: {why}"),
            Self::Crashed(how) | Self::Misused { how, .. } => formatter.write_str(how),
            Self::Among { how, before, after, .. } => {
                write!(formatter, "{how} (window of {})", before + 1 + after)
            }
            Self::TimedOut(limit) => write!(formatter, "no answer in {} ms", limit.as_millis()),
            Self::ProtocolError(what) => formatter.write_str(what),
            Self::NotAsked(why) => write!(formatter, "not asked: {why}"),
        }
    }
}

/// A case judged twice: on the decoder's claim, and as if it claimed RFC 3629.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// By its claim. This is what counts.
    pub claim: Judgement,
    /// By RFC 3629. This is what is shown.
    pub shown: Judgement,
}

impl Judged {
    /// The same verdict both ways, without anything compared.
    pub fn both(verdict: Verdict) -> Self {
        let judgement = Judgement::unchecked(verdict);
        Self { claim: judgement.clone(), shown: judgement }
    }
}

/// An answer, and what it is held to.
#[derive(Debug, Clone, Copy)]
pub struct AnswerToJudge<'a> {
    /// What was asked.
    pub fitted_input: &'a FittedInput<'a>,
    /// What is in each segment of it.
    pub events: &'a [SegmentEvents],
    /// The profile under which the events were read.
    pub profile: Profile,
    /// What the decoder claims.
    pub claim: &'a Claim,
    /// What the decoder was seen to replace errors by; it matters only if it documents no policy.
    pub replacements: &'a Replacements,
    /// What it answered.
    pub observation: &'a Observation,
}

impl AnswerToJudge<'_> {
    /// Compares the answer with what is expected; says what is wrong if the verdict counts against the decoder.
    pub fn judge(&self) -> Judgement {
        let Self { fitted_input, events, profile, claim, replacements, observation } = *self;
        if glance::plain_bytes(fitted_input, profile, claim).is_some()
            && let [segment] = events
            && let Some(checked) = glance::checked(claim, segment.events.iter().copied(), observation)
        {
            return Judgement { checked, ..Judgement::unchecked(Verdict::Pass) };
        }
        if let Some((events, observation)) = with_pairs(self) {
            return AnswerToJudge { events: &events, observation: &observation, ..*self }.judge();
        }
        let expected = Expected::new(fitted_input, events, profile, claim).with_replacements(replacements);
        let judgement = judge_observation(&expected, claim, observation);
        let Some(deviation) = deviation(&judgement.verdict, self) else { return judgement };
        let offender = offender(&judgement.verdict, self, &expected);
        let deviation = Some(Box::new(Deviation { offender, ..deviation }));
        Judgement { deviation, expected: Some(Box::new(expected)), ..judgement }
    }
}

/// A case, and what its responses are held to.
#[derive(Debug, Clone, Copy)]
pub struct CaseToJudge<'a> {
    /// The case, which the decoder was asked as it fits its claim.
    pub case: &'a Case<'a>,
    /// The decoder's claim.
    pub claim: &'a Claim,
    /// The answer to what a standard leaves open.
    pub ruling: Option<Ruling>,
    /// What the decoder was seen to replace errors by; it matters only if it documents no policy.
    pub replacements: &'a Replacements,
}

impl<'a> CaseToJudge<'a> {
    /// A case of a decoder of which nothing but its claim is known.
    pub fn new(case: &'a Case<'a>, claim: &'a Claim) -> Self {
        static USUAL: LazyLock<Replacements> = LazyLock::new(Replacements::default);
        Self { case, claim, ruling: None, replacements: &USUAL }
    }
}

/// Judges the responses to a case, which was asked once or several times. Without a response it was not asked; one that the
/// decoder cannot be asked is not applicable.
pub fn judge_case(to_judge: &CaseToJudge<'_>, responses: &[Response]) -> Judged {
    let CaseToJudge { case, claim, ruling, replacements } = *to_judge;
    let fitted_input = match FittedInput::of(case, claim) {
        Ok(fitted_input) => fitted_input,
        Err(why) => return Judged::both(Verdict::NotApplicable(why)),
    };
    let Some(first) = responses.first() else {
        return Judged::both(Verdict::NotAsked("no response".to_owned()));
    };
    if let Some(other) = responses.iter().find(|response| *response != first) {
        return Judged::both(Verdict::Flaky(format!("answered `{first}`, then `{other}`")));
    }
    let observation = match (first, first.verdict_without_answer()) {
        (Response::Observed(observation), _) => observation,
        (among @ Response::Among { limit: None, .. }, _) => {
            return Judged::both(Verdict::Crashed(among.to_string()));
        }
        (_, Some(verdict)) => return Judged::both(verdict),
        (_, None) => return Judged::both(Verdict::NotAsked("no answer".to_owned())),
    };
    let under = |profile, claim: &Claim| {
        let at_a_glance = || {
            let bytes = glance::plain_bytes(&fitted_input, profile, claim)?;
            glance::checked(claim, events_of_bytes(case, bytes)?, observation)
        };
        if let Some(checked) = at_a_glance() {
            return Judgement { checked, ..Judgement::unchecked(Verdict::Pass) };
        }
        let by = |ruling| {
            let (events, fitted_input) = (case_events(case, profile, ruling)?, &fitted_input);
            Ok(AnswerToJudge { fitted_input, events: &events, profile, claim, replacements, observation }
                .judge())
        };
        ruled(ruling, observation, by)
    };
    // RFC 3629 excuses no refusal, however well documented.
    let shown = if claim.refuses.is_empty() {
        under(Profile::Rfc3629, claim)
    } else {
        under(Profile::Rfc3629, &Claim { refuses: Vec::new(), ..claim.clone() })
    };
    let claim = match claim.profile {
        Some(_) if claim.is_unreserved() => shown.clone(),
        Some(profile) => under(profile, claim),
        None => {
            let why = "claims no profile, shown against rfc3629".to_owned();
            Judgement::unchecked(Verdict::NotApplicable(why))
        }
    };
    Judged { claim, shown }
}

/// What `judge` says of `observation` by `ruling`. Without one, where a standard is silent, something else in the input may decide
/// it: an answer that is wrong by either ruling is wrong, and one that is right by both is right. What is wrong is told by the
/// ruling that the answer is nearer to.
pub(super) fn ruled(
    ruling: Option<Ruling>,
    observation: &Observation,
    judge: impl Fn(Option<Ruling>) -> Result<Judgement, Question>,
) -> Judgement {
    judge(ruling).unwrap_or_else(|question| {
        let surrogates = 0xD800..=0xDFFF;
        let has_surrogate = |codes: Vec<u32>| codes.iter().any(|code| surrogates.contains(code));
        let decodes =
            observation.answer == Answer::Accept && observation.code_points().is_none_or(has_surrogate);
        let (near, far) =
            if decodes { (Ruling::Accept, Ruling::Reject) } else { (Ruling::Reject, Ruling::Accept) };
        match [near, far].map(|ruling| judge(Some(ruling))) {
            [Ok(near), Ok(far)] if near.verdict.is_bad() && far.verdict.is_bad() => near,
            [Ok(near), Ok(far)] if near.verdict == Verdict::Pass && far.verdict == Verdict::Pass => near,
            _ => Judgement::unchecked(Verdict::Unspecified(question)),
        }
    })
}
