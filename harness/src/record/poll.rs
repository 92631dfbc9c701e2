//! One input asked of many decoders: who answers what.

use crate::ask::adapter::Adapter;
use crate::record::run::{RunEvent, RunOptions, run};
use crate::record::run_record::AdapterNote;
use illformed_judge::case::{Case, Plan};
use illformed_judge::completion::{differing, expectation};
use illformed_judge::judge::Response;
use illformed_judge::shown::brief_answer;
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
    pub input: String,
    /// What RFC 3629 says of it.
    pub rfc3629: String,
    /// The answers, those that RFC 3629 allows first, and of these the most frequent.
    pub answers: Vec<PolledAnswer>,
    /// Decoders that could not be asked, with the reason.
    pub not_asked: BTreeMap<String, Vec<String>>,
    /// Adapters that could not be asked: what they drive is missing, or they do not answer.
    pub absent: Vec<AdapterNote>,
}

/// An answer, with all decoders that gave it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PolledAnswer {
    /// The answer in words.
    pub answer: String,
    /// Whether RFC 3629 allows it, wherever an error is said to be and whatever replaces it.
    pub is_allowed: bool,
    /// Whether it is an answer; a crash or silence is none.
    pub is_answer: bool,
    /// The decoders, by `adapter/decoder`, in the order of the adapters.
    pub decoders: Vec<String>,
}

impl Poll {
    /// Asks all decoders of `adapters` that `options` want for `input`, once.
    pub fn take(input: Input, adapters: &[Box<dyn Adapter>], options: RunOptions) -> Result<Self, String> {
        let vector = vector(input)?;
        let plan = Plan { suite: Suite::embedded(), cases: vec![Case::of(&vector)] };
        let options = RunOptions { asks_again: false, keeps_responses: true, ..options };
        let mut poll = Self {
            input: vector.input.to_string(),
            rfc3629: reference(&vector.rfc3629),
            answers: Vec::new(),
            not_asked: BTreeMap::new(),
            absent: Vec::new(),
        };
        let mut name = String::new();
        // The whole words of each answer: long texts may begin alike.
        let mut whole = Vec::new();
        run(&plan, adapters, &options, &mut |event| match event {
            RunEvent::DecoderStarted { adapter, decoder, .. } => name = format!("{adapter}/{}", decoder.name),
            RunEvent::AdapterAbsent { adapter, why } | RunEvent::AdapterBroken { adapter, why } => {
                poll.absent.push(AdapterNote { adapter: adapter.to_owned(), why });
            }
            RunEvent::CaseJudged { judged, response, .. } => match response {
                Some(response @ (Response::Skipped(why) | Response::NotAsked(why))) => {
                    let why = if matches!(response, Response::Skipped(_)) {
                        format!("declined: {why}")
                    } else {
                        why.clone()
                    };
                    poll.not_asked.entry(why).or_default().push(name.clone());
                }
                Some(response) => {
                    let is_answer = matches!(response, Response::Observed(_));
                    let accepts =
                        judged.shown_wrong.as_ref().is_some_and(|wrong| wrong.deviation.is_severe());
                    poll.add(response, &mut whole, is_answer && !accepts, &name);
                }
                None => {
                    let why = judged.shown.verdict.cause().map_or_else(String::new, Into::into);
                    poll.not_asked.entry(why).or_default().push(name.clone());
                }
            },
            _ => {}
        });
        poll.answers.sort_by_key(|answer| {
            (!answer.is_allowed, !answer.is_answer, Reverse(answer.decoders.len()), answer.answer.clone())
        });
        Ok(poll)
    }

    /// Whether somebody answered.
    pub fn has_answer(&self) -> bool {
        self.answers.iter().any(|answer| answer.is_answer)
    }

    fn add(&mut self, response: &Response, whole: &mut Vec<String>, is_allowed: bool, name: &str) {
        let (answer, words) = brief_answer(response);
        let known = whole
            .iter()
            .zip(&self.answers)
            .position(|(other, one)| *other == words && one.is_allowed == is_allowed);
        if let Some(known) = known {
            self.answers[known].decoders.push(name.to_owned());
            return;
        }
        let is_answer = matches!(response, Response::Observed(_));
        self.answers.push(PolledAnswer { answer, is_allowed, is_answer, decoders: vec![name.to_owned()] });
        whole.push(words);
    }
}

/// `input` as a vector, with what each profile expects.
fn vector(input: Input) -> Result<Vector, String> {
    let rfc3629 = expectation(&input, illformed_vectors::Profile::Rfc3629);
    let mut vector = Vector {
        id: VectorId::new("asked/input")?,
        input,
        comment: String::new(),
        flags: Vec::new(),
        refs: Vec::new(),
        found: None,
        rfc3629,
        also: Vec::new(),
    };
    vector.also = differing(&vector);
    Ok(vector)
}

/// What RFC 3629 says, in words: `well-formed: U+20AC`, `ill-formed: overlong at byte 0`.
fn reference(expectation: &Expectation) -> String {
    let Expectation::Specified(readings) = expectation else { return String::new() };
    if let Some(error) = readings.iter().flat_map(|reading| &reading.errors).next() {
        return format!("ill-formed: {} at byte {}", error.kind, error.at);
    }
    let codes = readings.iter().flat_map(|reading| &reading.text).take(NAMED);
    let codes: Vec<String> = codes.map(|code| format!("U+{code:04X}")).collect();
    let pending: usize = readings.iter().map(|reading| reading.pending).sum();
    let pending = if pending > 0 { format!(", {pending} bytes pending") } else { String::new() };
    format!("well-formed: {}{pending}", if codes.is_empty() { "no text".to_owned() } else { codes.join(" ") })
}
