//! One input asked of many decoders: who answers what.

use crate::ask::adapter::{Adapter, OpenFailure};
use crate::record::as_text;
use crate::record::hazard::made;
use crate::record::run::{FinishedDecoder, Observer, RunOptions, run};
use crate::record::run_record::AdapterNote;
use illformed_codec::{Profile, REPLACEMENT};
use illformed_judge::case::{Case, Plan};
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::completion::vector_of;
use illformed_judge::judge::{Judged, Response};
use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
use illformed_judge::shown::{brief_answer, thousands};
use illformed_vectors::{Expectation, Input, Suite, Vector, VectorId};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How many characters of a well-formed input are named.
const NAMED: usize = 8;

/// What decoders answer to an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Poll {
    /// The input, as a record writes it.
    #[serde(serialize_with = "as_text::serialize")]
    pub input: Input,
    /// What RFC 3629 says of it.
    pub rfc3629: String,
    pub is_well_formed: bool,
    /// The answers: dangerous ones first, then others that RFC 3629 does not allow, then those that differ from most, and
    /// of each the most frequent.
    pub answers: Vec<PolledAnswer>,
    /// The profile of each decoder that answered and does not claim RFC 3629; `none` for those that claim no profile.
    pub claims: BTreeMap<String, &'static str>,
    /// Decoders that could not be asked, with the reason.
    pub not_asked: BTreeMap<String, Vec<String>>,
    /// Adapters that could not be asked since what they drive is missing.
    pub absent: Vec<AdapterNote>,
    /// Adapters that could not be asked since they do not start or break the contract.
    pub broken: Vec<AdapterNote>,
}

/// An answer, with all decoders that gave it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PolledAnswer {
    pub answer: String,
    /// The same in full: long texts may begin alike.
    #[serde(skip)]
    words: String,
    /// Whether RFC 3629 allows it, wherever an error is said to be and whatever replaces it.
    pub is_allowed: bool,
    /// Whether it is an answer; a crash or silence is none.
    pub is_answer: bool,
    /// Whether an attack may rest on it: ill-formed input is accepted, text is lost or invented, or the decoder died.
    pub is_dangerous: bool,
    /// What is wrong with it by RFC 3629, more than an offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What its text has that is dangerous and not in the input, such as `../`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made: Option<&'static str>,
    pub outcome: PollOutcome,
    /// What became of U+FEFF at the start; `None` if the input does not begin with it, or the answer has no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bom: Option<BomOutcome>,
    /// The decoders, by `adapter/decoder`, in the order of the adapters.
    pub decoders: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PollOutcome {
    /// It is decoded, or passes as well-formed.
    Accepted,
    /// It is ill-formed, and text comes that stands for its errors or leaves them out.
    Replaced,
    /// An error is reported, or that the input is incomplete.
    Refused,
    /// Text is lost or invented, or no answer came.
    Other,
}

fn replaces(observation: &Observation) -> bool {
    observation.code_points().is_some_and(|text| text.contains(&REPLACEMENT))
}

/// What becomes of U+FEFF at the start of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BomOutcome {
    Stripped,
    /// It is in the text.
    Kept,
}

impl PollOutcome {
    /// That of `response` to input that is well-formed or not, which deviates for `cause` from RFC 3629, in more than an offset.
    fn of(response: &Response, is_well_formed: bool, cause: Option<Cause>) -> Self {
        let Response::Observed(observation) = response else { return Self::Other };
        match cause {
            _ if observation.answer != Answer::Accept => Self::Refused,
            Some(cause) if cause.accepts_ill_formed() => Self::Accepted,
            // What is accepted depends on more than the bytes of the error.
            Some(Cause::EndsAtNul | Cause::PositionSensitive | Cause::CutSensitive)
                if !is_well_formed && !replaces(observation) =>
            {
                Self::Accepted
            }
            Some(_) => Self::Other,
            None if is_well_formed => Self::Accepted,
            // A validator that is not told the end takes what may go on.
            None if observation.calls.iter().all(|call| *call == CallOutcome::Done(Text::None)) => {
                Self::Accepted
            }
            None => Self::Replaced,
        }
    }
}

struct PolledDecoder {
    name: String,
    profile: Option<Profile>,
    /// The response to the one case, and what is said of it.
    judged: Option<(Option<Response>, Judged)>,
    /// What is wrong with it by RFC 3629.
    cause: Option<Cause>,
}

impl Observer for PolledDecoder {
    type Seen = Self;

    fn case(&mut self, _: usize, judged: &Judged, response: Option<&Response>, _: &[usize]) {
        self.judged = Some((response.cloned(), judged.clone()));
    }

    fn finish(self, finished: &FinishedDecoder) -> Self {
        Self { cause: finished.causes[1].first().map(|found| found.cause), ..self }
    }
}

impl Poll {
    /// Asks all decoders of `adapters` that `options` want for `input`, once.
    pub fn take(input: Input, adapters: &[Box<dyn Adapter>], options: RunOptions) -> Result<Self, String> {
        let vector = vector(input)?;
        let suite = Suite::embedded_part(|_| false);
        let plan = Plan { suite: &suite, cases: vec![Case::of(&vector)] };
        let options = RunOptions { asks_again: false, ..options };
        let mut poll = Self {
            input: vector.input.clone(),
            rfc3629: reference(&vector.rfc3629),
            is_well_formed: vector.rfc3629.well_formed() == Some(true),
            answers: Vec::new(),
            claims: BTreeMap::new(),
            not_asked: BTreeMap::new(),
            absent: Vec::new(),
            broken: Vec::new(),
        };
        let outcome = run(&plan, adapters, &options, &|adapter, _, info| PolledDecoder {
            name: format!("{adapter}/{}", info.name),
            profile: info.claim.profile,
            judged: None,
            cause: None,
        });
        for (adapter, failure) in &outcome.not_opened {
            let notes = match failure {
                OpenFailure::Absent(_) => &mut poll.absent,
                OpenFailure::Broken(_) => &mut poll.broken,
            };
            notes.push(AdapterNote { adapter: adapter.clone(), why: failure.to_string() });
        }
        for decoder in outcome.decoders() {
            poll.take_decoder(decoder);
        }
        poll.sort();
        Ok(poll)
    }

    fn take_decoder(&mut self, decoder: PolledDecoder) {
        let PolledDecoder { name, profile, judged, cause } = decoder;
        let Some((response, judged)) = judged else { return };
        let why = match &response {
            Some(Response::Skipped(why)) => format!("declined: {why}"),
            Some(Response::NotAsked(why)) => why.clone(),
            Some(response) => {
                self.add(response, cause.filter(|cause| cause.severity() != Severity::Imprecise), &name);
                if profile != Some(Profile::Rfc3629) {
                    self.claims.insert(name, profile.map_or("none", Profile::name));
                }
                return;
            }
            None => judged.shown.verdict.cause().map_or_else(String::new, Into::into),
        };
        self.not_asked.entry(why).or_default().push(name);
    }

    pub fn has_answer(&self) -> bool {
        self.answers.iter().any(|answer| answer.is_answer)
    }

    /// The poll without the decoders of `adapter`, and how many those are.
    pub fn without(&self, adapter: &str) -> (Self, usize) {
        let is_other = |decoder: &String| decoder.split('/').next() != Some(adapter);
        let count = |poll: &Self| poll.answers.iter().map(|answer| answer.decoders.len()).sum::<usize>();
        let mut rest = self.clone();
        rest.answers.iter_mut().for_each(|answer| answer.decoders.retain(is_other));
        rest.answers.retain(|answer| !answer.decoders.is_empty());
        rest.not_asked.values_mut().for_each(|decoders| decoders.retain(is_other));
        rest.not_asked.retain(|_, decoders| !decoders.is_empty());
        rest.sort();
        let left_out = count(self) - count(&rest);
        (rest, left_out)
    }

    fn sort(&mut self) {
        let is_well_formed = self.is_well_formed;
        self.answers.sort_by_key(|answer| {
            let is_refusal = is_well_formed && answer.outcome == PollOutcome::Refused;
            let is_unusual = is_refusal || answer.bom == Some(BomOutcome::Stripped);
            let rank = (!answer.is_dangerous, answer.is_allowed, !is_unusual);
            (rank, Reverse(answer.decoders.len()), answer.answer.clone())
        });
    }

    fn add(&mut self, response: &Response, cause: Option<Cause>, name: &str) {
        let (answer, words) = brief_answer(response);
        let outcome = PollOutcome::of(response, self.is_well_formed, cause);
        let is_same =
            |one: &&mut PolledAnswer| (&one.words, one.outcome, one.cause) == (&words, outcome, cause);
        if let Some(known) = self.answers.iter_mut().find(is_same) {
            known.decoders.push(name.to_owned());
            return;
        }
        let observation =
            if let Response::Observed(observation) = response { Some(observation) } else { None };
        let is_answer = observation.is_some();
        let text = observation.and_then(Observation::code_points);
        let made = text.as_deref().and_then(|text| made(&self.input, text));
        self.answers.push(PolledAnswer {
            bom: text.and_then(|text| self.bom(&text, outcome)).filter(|_| cause.is_none()),
            answer,
            words,
            is_allowed: is_answer && cause.is_none(),
            is_answer,
            made,
            is_dangerous: made.is_some()
                || !is_answer
                || cause.is_some_and(|cause| cause.severity() == Severity::Critical),
            cause,
            outcome,
            decoders: vec![name.to_owned()],
        });
    }

    /// What became of U+FEFF at the start by `text`, the code points.
    fn bom(&self, text: &[u32], outcome: PollOutcome) -> Option<BomOutcome> {
        let asked = self.input.bytes().chunks(BOM.len()).take_while(|chunk| *chunk == BOM).count();
        let given = text.iter().take_while(|code| **code == 0xFEFF).count();
        let is_text = matches!(outcome, PollOutcome::Accepted | PollOutcome::Replaced);
        let kept = if given < asked { BomOutcome::Stripped } else { BomOutcome::Kept };
        (asked > 0 && is_text).then_some(kept)
    }
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// `input` as a vector, with what each profile expects.
pub(crate) fn vector(input: Input) -> Result<Vector, String> {
    Ok(vector_of(VectorId::new("asked/input")?, input))
}

/// What RFC 3629 says, in words: `well-formed: U+20AC`, `ill-formed: overlong at byte 0`.
fn reference(expectation: &Expectation) -> String {
    let Expectation::Specified(readings) = expectation else { return String::new() };
    if let Some(error) = readings.iter().flat_map(|reading| &reading.errors).next() {
        return format!("ill-formed: {} at byte {}", error.kind, error.at);
    }
    let text = || readings.iter().flat_map(|reading| &reading.text);
    let mut codes: Vec<String> = text().take(NAMED).map(|code| format!("U+{code:04X}")).collect();
    if let more @ 1.. = text().count().saturating_sub(NAMED) {
        codes.push(format!("and {} more", thousands(more as u64)));
    }
    let pending: usize = readings.iter().map(|reading| reading.pending).sum();
    let pending = if pending > 0 { format!(", {pending} bytes pending") } else { String::new() };
    format!("well-formed: {}{pending}", if codes.is_empty() { "no text".to_owned() } else { codes.join(" ") })
}
