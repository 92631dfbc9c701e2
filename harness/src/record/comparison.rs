//! What two decoders make of the same inputs: which one accepts what the other refuses, and where their texts differ.

use crate::record::as_text;
use crate::record::hazard::made;
use crate::record::run::{FinishedDecoder, Observer};
use crate::record::run_record::Tool;
use illformed_judge::case::Plan;
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::claim::{Claim, DecoderInfo, Kind, OutputKind};
use illformed_judge::judge::{Judged, Response, VerdictKind};
use illformed_judge::named_enum;
use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
use illformed_judge::shown::given_answer;
use illformed_vectors::Input;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

/// What two decoders make of the same inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DecoderComparison {
    pub kind: &'static str,
    pub schema: u32,
    pub tool: Tool,
    pub decoders: [ComparedSide; 2],
    /// How many different inputs both answered.
    pub compared: usize,
    /// How many of these are not alike.
    pub differing: usize,
    /// How many inputs only one of the two can be asked, such as chunks.
    pub asked_of_one: usize,
    /// The differences, of each kind those with the most inputs first.
    pub groups: Vec<DifferenceGroup>,
}

/// One of the two decoders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ComparedSide {
    pub name: String,
    pub implementation: String,
    pub version: String,
    pub claim: Claim,
    pub declined: usize,
    /// How many inputs it was not asked: it was given up.
    pub not_asked: usize,
    /// Why, if there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not_asked: Option<String>,
    /// Whether it gives no text, so that only its answers are compared.
    pub is_without_text: bool,
    /// Whether it answers differently from time to time.
    pub is_unstable: bool,
}

named_enum! {
    /// How two answers to one input differ.
    pub enum DifferenceKind {
        /// The first accepts what the second refuses.
        FirstAccepts = "first-accepts",
        /// The second accepts what the first refuses.
        SecondAccepts = "second-accepts",
        /// Both accept, as other text or as another number of characters.
        OtherText = "other-text",
        /// One gives no answer: it crashes, hangs or breaks the protocol.
        NoAnswer = "no-answer",
    }
}

/// Inputs on which the two differ in the same way, for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DifferenceGroup {
    pub difference_kind: DifferenceKind,
    /// What one of them does that RFC 3629 does not allow, if that is it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Why they differ: the cause, or that one replaces errors.
    pub why: String,
    /// The inputs, the shortest first.
    pub inputs: Vec<DifferingInput>,
}

/// An input on which the two differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DifferingInput {
    pub case: String,
    #[serde(serialize_with = "as_text::serialize")]
    pub input: Input,
    pub answers: [String; 2],
    /// Text that is dangerous and not in the input, and comes of it all the same, such as `../`: from each.
    #[serde(skip_serializing_if = "is_harmless")]
    pub made: [Option<&'static str>; 2],
}

fn is_harmless(made: &[Option<&'static str>; 2]) -> bool {
    *made == [None; 2]
}

#[derive(Debug)]
struct CaseAnswer {
    /// None that can be compared where the decoder declined, was not asked, or answers something else each time.
    response: Option<Response>,
    cause: Option<Cause>,
}

/// A decoder, with what it answers to the cases of a plan.
pub struct AnsweredDecoder {
    side: ComparedSide,
    answers: BTreeMap<usize, CaseAnswer>,
}

impl AnsweredDecoder {
    /// Watches the decoder of `adapter` that is about to be asked.
    pub fn of(adapter: &str, info: &DecoderInfo) -> Self {
        let side = ComparedSide {
            name: format!("{adapter}/{}", info.name),
            implementation: info.implementation.clone(),
            version: info.version.clone(),
            claim: info.claim.clone(),
            declined: 0,
            not_asked: 0,
            why_not_asked: None,
            is_without_text: matches!(info.claim.out(), OutputKind::None | OutputKind::Count),
            is_unstable: false,
        };
        Self { side, answers: BTreeMap::new() }
    }
}

impl Observer for AnsweredDecoder {
    type Seen = Self;

    fn case(&mut self, case: usize, _: &Judged, response: Option<&Response>, _: &[usize]) {
        let mut given = None;
        match response {
            Some(Response::Skipped(_)) => self.side.declined += 1,
            Some(Response::NotAsked(why)) => {
                self.side.not_asked += 1;
                self.side.why_not_asked.get_or_insert_with(|| why.clone());
            }
            Some(response) => given = Some(response.clone()),
            None => return,
        }
        self.answers.insert(case, CaseAnswer { response: given, cause: None });
    }

    fn correct(&mut self, case: usize, _: [VerdictKind; 2], _: &str) {
        if let Some(answer) = self.answers.get_mut(&case) {
            answer.response = None;
        }
    }

    fn finish(mut self, finished: &FinishedDecoder) -> Self {
        // Which cause it is, only all answers together can tell.
        let [_, by_rfc3629] = &finished.causes;
        for found in by_rfc3629.iter().filter(|found| found.cause.severity() != Severity::Imprecise) {
            for case in &found.cases {
                if let Some(answer) = self.answers.get_mut(case) {
                    answer.cause = Some(found.cause);
                }
            }
        }
        self.side.is_unstable = finished.asked_again.as_ref().is_some_and(|again| again.unstable);
        self
    }
}

impl DecoderComparison {
    /// What `first` and `second` make of the cases of `plan`. Each input counts once, however many cases ask it.
    pub fn of(plan: &Plan<'_>, first: AnsweredDecoder, second: AnsweredDecoder) -> Self {
        let mut groups: BTreeMap<(DifferenceKind, String), DifferenceGroup> = BTreeMap::new();
        let (mut compared, mut differing, mut asked_of_one) = (0, 0, 0);
        let mut seen: HashSet<&Input> = HashSet::new();
        for (number, case) in plan.cases.iter().enumerate() {
            let answers = [first.answers.get(&number), second.answers.get(&number)];
            if !seen.insert(case.input()) {
                continue;
            }
            let [Some(one), Some(other)] = answers else {
                asked_of_one += usize::from(answers.iter().any(Option::is_some));
                continue;
            };
            let [Some(one_response), Some(other_response)] = [&one.response, &other.response] else {
                continue;
            };
            let responses = [one_response, other_response];
            compared += 1;
            let Some(difference_kind) = difference_kind(responses) else { continue };
            differing += 1;
            let kinds = [first.side.claim.kind, second.side.claim.kind];
            let (cause, why) = reason(difference_kind, [one, other], kinds);
            let group = groups.entry((difference_kind, why.clone())).or_insert_with(|| DifferenceGroup {
                difference_kind,
                cause,
                why,
                inputs: Vec::new(),
            });
            group.inputs.push(DifferingInput {
                case: case.id.to_string(),
                input: case.input().clone(),
                answers: responses.map(given_answer),
                made: responses.map(|one| made(case.input(), &accepted(one)?.code_points()?)),
            });
        }
        let mut groups: Vec<DifferenceGroup> = groups.into_values().collect();
        for group in &mut groups {
            group.inputs.sort_by_cached_key(|one| (one.input.bytes().len(), one.input.to_string().len()));
        }
        groups.sort_by_key(|group| (group.difference_kind, Reverse(group.inputs.len())));
        let mut decoders = [first.side, second.side];
        // Two counts are compared.
        if decoders.iter().all(|side| side.claim.out() == OutputKind::Count) {
            for side in &mut decoders {
                side.is_without_text = false;
            }
        }
        Self {
            kind: "illformed-comparison",
            schema: 1,
            tool: Tool { name: "illformed".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
            decoders,
            compared,
            differing,
            asked_of_one,
            groups,
        }
    }
}

/// What was observed, if the input was accepted.
fn accepted(response: &Response) -> Option<&Observation> {
    let Response::Observed(observation) = response else { return None };
    Some(observation).filter(|observation| observation.answer == Answer::Accept)
}

/// How many characters it counted, in all calls, if it counts.
fn count(observation: &Observation) -> Option<u64> {
    let counts = observation.calls.iter().filter_map(|call| match call {
        CallOutcome::Done(Text::Count(count)) => Some(*count),
        _ => None,
    });
    counts.reduce(u64::saturating_add)
}

/// How two answers differ; `None` if they do not, as far as they can be compared.
fn difference_kind(responses: [&Response; 2]) -> Option<DifferenceKind> {
    let are_answers = responses.map(|response| matches!(response, Response::Observed(_)));
    match (are_answers, responses.map(accepted)) {
        ([true, true], [Some(one), Some(other)]) => {
            let is_other = match (count(one), count(other)) {
                (Some(one), Some(other)) => one != other,
                _ => one.code_points()? != other.code_points()?,
            };
            is_other.then_some(DifferenceKind::OtherText)
        }
        ([true, true], [Some(_), None]) => Some(DifferenceKind::FirstAccepts),
        ([true, true], [None, Some(_)]) => Some(DifferenceKind::SecondAccepts),
        ([one, other], _) => (one != other).then_some(DifferenceKind::NoAnswer),
    }
}

/// Why two answers differ: what one does that RFC 3629 does not allow, that of the one that accepts first; or that it replaces
/// errors, or does so otherwise.
fn reason(
    difference_kind: DifferenceKind,
    answers: [&CaseAnswer; 2],
    kinds: [Kind; 2],
) -> (Option<Cause>, String) {
    let accepting = usize::from(difference_kind == DifferenceKind::SecondAccepts);
    let cause = answers[accepting].cause.or(answers[1 - accepting].cause);
    let is_lossy = |side: usize| matches!(kinds[side], Kind::Lossy { .. });
    let why = match (difference_kind, cause) {
        (_, Some(cause)) => cause.name().to_owned(),
        (DifferenceKind::OtherText, None) if kinds.iter().all(|kind| matches!(kind, Kind::Count { .. })) => {
            "characters are counted otherwise".to_owned()
        }
        (DifferenceKind::OtherText, None) => "errors are replaced otherwise".to_owned(),
        (DifferenceKind::NoAnswer, None) => "no answer".to_owned(),
        (_, None) if is_lossy(accepting) => "errors are replaced".to_owned(),
        (_, None) => "RFC 3629 leaves it open".to_owned(),
    };
    (cause, why)
}
