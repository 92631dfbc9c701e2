//! What the judge says of the answers that decoders give: the rows of `golden/verdicts.txt`.
//!
//! Behind `==` stands what a decoder claims, under it the cases that it is asked, each the id of one or an input, and under a
//! case its answers, with what the judge says of them behind `=>`. What is behind `??` speaks against a row: it may not be
//! as it should, and stays so until the judge or the row is changed.

use crate::words::{case, verdict_words};
use illformed_codec::Profile;
use illformed_judge::case::{Case, FittedInput};
use illformed_judge::claim::{Claim, Kind, OutputKind};
use illformed_judge::completion::vector_of;
use illformed_judge::expected::{Expected, Replacements, Ruling, case_events};
use illformed_judge::judge::{CaseToJudge, Response, Screen, judge_case};
use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
use illformed_judge::shown::shown_input;
use illformed_vectors::{Input, VectorId};
use snapbox::{assert_data_eq, file};
use std::fmt::Write;

/// A decoder: its claim, and what else is known when its answers are judged.
struct Asked {
    claim: Claim,
    /// What the user says where the standard is silent.
    ruling: Option<Ruling>,
    /// What it gives for other errors.
    replacements: Replacements,
}

impl Asked {
    /// The kind of a claim, the keys in which it is not the plainest of its kind, `ruling`, and `learned`: a text that the
    /// decoder gave for an error between `a` and `b`.
    fn read(words: &str) -> Self {
        let (kind, others) = words.split_once(' ').unwrap_or((words, ""));
        let claim = match kind {
            "strict" => Claim::strict(Profile::Rfc3629),
            "validate" => Claim::validate(Profile::Rfc3629),
            "lossy" => Claim::lossy(None),
            "count" => Claim { kind: Kind::Count { policy: None }, ..Claim::lossy(None) },
            _ => panic!("no kind of claim: {kind}"),
        };
        let mut written = serde_json::to_value(claim).expect("a claim is JSON");
        let (mut ruling, mut replacements) = (None, Replacements::default());
        for option in others.split_whitespace() {
            match option.split_once('=').expect(option) {
                ("ruling", "accept") => ruling = Some(Ruling::Accept),
                ("ruling", "reject") => ruling = Some(Ruling::Reject),
                ("learned", word) => {
                    let text = Text::from_wire(OutputKind::Utf32, word).expect(word);
                    replacements.learn(&text, 0x61, 0x62);
                }
                ("max_bytes", number) => written["max_bytes"] = number.parse::<usize>().expect(number).into(),
                ("refuses", name) => written["refuses"] = vec![name].into(),
                (key, word) => written[key] = word.into(),
            }
        }
        Self { claim: serde_json::from_value(written).expect(words), ruling, replacements }
    }

    /// What is expected of it in `case`, or why it is not asked.
    fn expected(&self, case: &Case<'_>) -> String {
        let fitted_input = match FittedInput::of(case, &self.claim) {
            Ok(fitted_input) => fitted_input,
            Err(why) => return why,
        };
        let profile = self.claim.profile.unwrap_or(Profile::Rfc3629);
        match case_events(case, profile, self.ruling) {
            Ok(events) => Expected::new(&fitted_input, &events, profile, &self.claim).to_string(),
            Err(question) => format!("not specified, {question}"),
        }
    }

    /// An answer as it is told, with what was compared if it passes, which says how much that is worth; and what the judge
    /// says of it, and of all others where it was asked more than once.
    fn judged(&self, case: &Case<'_>, told: &str) -> (String, String) {
        let read = |told: &str| response(told, self.claim.out());
        let responses: Vec<Response> = told.split(", then ").map(read).collect();
        let Self { claim, ruling, replacements } = self;
        let judged = judge_case(&CaseToJudge { case, claim, ruling: *ruling, replacements }, &responses);
        let verdict = &judged.claim.verdict;
        if let (Some(screen), Input::Bytes(bytes), [response]) =
            (Screen::new(claim), case.input(), &*responses)
            && (ruling, replacements) == (&None, &Replacements::default())
        {
            let bad = Some(verdict.kind()).filter(|kind| kind.is_bad());
            let screened = [screen.failure(bytes, response), screen.failure_of(case.input(), response)];
            let screened = screened.map(|failure| failure.map(|failure| failure.verdict));
            assert_eq!(screened, [bad; 2], "{}: {response} by {claim}", case.id);
        }
        let mut told = responses.iter().map(Response::to_string).collect::<Vec<_>>().join(", then ");
        let checked = judged.claim.checked.names();
        if !verdict.is_bad() && !checked.is_empty() {
            let _ = write!(told, " [{}]", checked.join(" "));
        }
        (told, verdict_words(&judged, &responses[0]))
    }

    /// A row anew: a line for each thing that the judge says of its answers.
    fn row(&self, case: &Case<'_>, row: &str) -> String {
        let (row, doubt) = row.split_at(row.find(" ?? ").unwrap_or(row.len()));
        let answers = row.split(" => ").next().unwrap_or_default();
        let mut said: Vec<(String, Vec<String>)> = Vec::new();
        for answer in answers.split(" | ") {
            let (told, words) = self.judged(case, answer.split(" [").next().unwrap_or_default());
            match said.iter_mut().find(|(earlier, _)| *earlier == words) {
                Some((_, answers)) => answers.push(told),
                None => said.push((words, vec![told])),
            }
        }
        let lines =
            said.iter().map(|(words, answers)| format!("  {} => {words}{doubt}\n", answers.join(" | ")));
        lines.collect()
    }
}

/// The case of that id, or of a vector of an input, perhaps with `@` and a recipe.
fn case_of(name: &str) -> Case<'static> {
    if name.contains('/') {
        return case(name);
    }
    let (input, recipe) = name.split_once('@').map_or((name, None), |(input, recipe)| (input, Some(recipe)));
    let vector = vector_of(VectorId::new("t/t").expect("an id"), input.parse().expect(name));
    let vector = Box::leak(Box::new(vector));
    recipe.map_or_else(
        || Case::of(vector),
        |recipe| Case::derived(vector, recipe.parse().expect(name)).expect("it applies"),
    )
}

/// The response that `told` tells, as it is shown.
pub(crate) fn response(told: &str, out: OutputKind) -> Response {
    if let Some(why) = told.strip_prefix("skip: ") {
        return Response::Skipped(why.to_owned());
    }
    let text = |word: &str| match (word, Text::empty(out)) {
        ("-", Text::Count(_)) => Text::None,
        ("-", empty) => empty,
        _ => Text::from_wire(out, word).expect(told),
    };
    let call = |word: &str| match word.strip_prefix('!') {
        Some("") => CallOutcome::Failed(None),
        Some(before) => CallOutcome::Failed(Some(text(before))),
        None if word == "x" => CallOutcome::NotMade,
        None => CallOutcome::Done(text(word)),
    };
    let accepts = told.starts_with("accept");
    let (head, calls) = match (told.split_once(": "), told.split_once(' ')) {
        (Some((head, words)), _) => (head, words.split(' ').map(call).collect()),
        (None, Some((head, word))) if accepts => (head, vec![call(word)]),
        (None, Some((head, word))) => (head, vec![CallOutcome::Failed(Some(text(word)))]),
        (None, None) if accepts => (told, vec![CallOutcome::Done(Text::None)]),
        (None, None) => (told, vec![CallOutcome::Failed(None)]),
    };
    let number = |mark| head.split(mark).nth(1)?.split(['+', ' ']).next()?.parse().ok();
    let answer = match head.split(['@', '+', ' ']).next() {
        Some("accept") => Answer::Accept,
        Some("reject") => Answer::Reject,
        Some("incomplete") => Answer::Incomplete,
        _ => panic!("no answer: {told}"),
    };
    let call = calls.iter().position(|call| matches!(call, CallOutcome::Failed(_)));
    Response::Observed(Observation { answer, at: number('@'), len: number('+'), call, calls })
}

/// What is judged of a decoder is an interface. Where a line differs, hold it against RFC 3629 and Table 3-7 of Unicode;
/// `SNAPSHOTS=overwrite cargo test -p illformed-judge --test it` writes what the judge says behind the answers.
#[test]
fn the_verdicts_on_the_answers_of_decoders_are_those_of_the_golden_file() {
    let mut text = String::new();
    let (mut asked, mut case) = (Asked::read("strict"), case_of("41"));
    for line in include_str!("../golden/verdicts.txt").lines() {
        if let Some(heading) = line.strip_prefix("== ") {
            let words = heading.split(": ").next().unwrap_or_default();
            asked = Asked::read(words);
            writeln!(text, "== {words}: {}", asked.claim).unwrap();
        } else if let Some(row) = line.strip_prefix("  ") {
            text += &asked.row(&case, row);
        } else if line.is_empty() || line.starts_with('#') {
            writeln!(text, "{line}").unwrap();
        } else {
            let name = line.split(": ").next().unwrap_or_default();
            case = case_of(name);
            writeln!(text, "{name}: {}: {}", shown_input(case.input()), asked.expected(&case)).unwrap();
        }
    }
    assert_data_eq!(text, file!["../golden/verdicts.txt"].raw());
}
