//! From the cases of a vector to a test.

use crate::case::{Case, FittedInput};
use crate::claim::{Claim, Kind, OutputKind, Profile};
use crate::expected::{Expected, Ruling, SegmentEvents, case_events};
use crate::judge::{Response, Verdict};
use crate::libtest::tested_decoder::{AnsweredCase, TestedDecoder};
use crate::libtest::vector_test::VectorTest;
use crate::observation::{Answer, CallOutcome, Text};
use crate::shown::{Failing, FailureWords, Style, Surroundings, again_line, failing, fit, shown_input};
use libtest_mimic::{Completion, Failed, Trial};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many characters of an input are shown in the line of a failed test.
const SHOWN: usize = 60;

/// The tests of `decoder`, see [`some_trials`]; where all would be ignored, one that fails.
pub(super) fn all_trials(tests: &[VectorTest], decoder: &Arc<TestedDecoder>) -> Vec<Trial> {
    let trials = some_trials(tests, decoder);
    if trials.iter().any(|trial| !trial.has_ignored_flag()) {
        return trials;
    }
    let claim = decoder.claim.to_string();
    vec![Trial::test(decoder.named("nothing-can-be-judged"), move || {
        Err(Failed::from(format!("no vector can be judged by the claim `{claim}`")))
    })]
}

/// Those of `tests` that `decoder` has calls for.
pub(super) fn some_trials(tests: &[VectorTest], decoder: &Arc<TestedDecoder>) -> Vec<Trial> {
    let one_call = decoder.claim.script.is_one_call();
    let asked = tests.iter().filter(|test| !(one_call && test.cases.iter().all(Case::is_script)));
    asked.map(|test| trial(*test, Arc::clone(decoder))).collect()
}

fn trial(test: VectorTest, decoder: Arc<TestedDecoder>) -> Trial {
    let name = decoder.named(test.name);
    match why_ignored(&test, &decoder.claim) {
        None => Trial::test(name, move || run(&test, &decoder)),
        // Known before it runs: cargo-nextest would take a test that ignores itself for a pass.
        Some(why) => {
            Trial::ignorable_test(name, || Ok(Completion::ignored_with(why))).with_ignored_flag(true)
        }
    }
}

/// Why no case of `test` can be judged by `claim`, if that is so: the reason of the first.
fn why_ignored(test: &VectorTest, claim: &Claim) -> Option<String> {
    let mut reasons = test.cases.iter().map(|case| why_unjudged(case, claim));
    let first = reasons.next()??;
    reasons.all(|reason| reason.is_some()).then_some(first)
}

/// Why the answer to `case` cannot be judged by `claim`, if that is so.
fn why_unjudged(case: &Case<'_>, claim: &Claim) -> Option<String> {
    let Some(profile) = claim.profile else { return Some("no profile is claimed".to_owned()) };
    let fitted_input = match FittedInput::of(case, claim) {
        Ok(fitted_input) => fitted_input,
        Err(why) => return Some(why),
    };
    let has_error = |segments: &Vec<SegmentEvents>| {
        segments.iter().flat_map(|segment| &segment.events).any(|event| event.error_kind().is_some())
    };
    let events = match case_events(case, profile, None) {
        Ok(events) => events,
        // Something besides the surrogate may be wrong, and an answer with it.
        Err(question) => match case_events(case, profile, Some(Ruling::Accept)) {
            Ok(events) if has_error(&events) => events,
            _ => return Some(format!("not specified: {question}")),
        },
    };
    // Only its text says something, so there has to be one. What every policy must do can be told of any text.
    let has_to_be_known = claim.replaces_errors() && !matches!(claim.kind, Kind::Lossy { policy: None, .. });
    let is_unknown = has_to_be_known && {
        let expected = Expected::new(&fitted_input, &events, profile, claim);
        expected.segments.iter().all(|segment| segment.calls.contains(&None))
    };
    is_unknown
        .then(|| "its text cannot be judged: no replacement is documented, or no form can hold it".to_owned())
}

/// Asks the cases of `test` and judges the answers. What fails is kept, and the test has a line of the shortest input.
fn run(test: &VectorTest, decoder: &TestedDecoder) -> Result<(), Failed> {
    let mut failed = BTreeMap::new();
    let (mut asked, mut compared) = (0, false);
    for (place, case) in test.cases.iter().enumerate() {
        let Some(AnsweredCase { judgement, response }) = decoder.answered(case) else { continue };
        if let Some(form) = other_form(&response, decoder.claim.out()) {
            return Err(Failed::from(format!(
                "the decoder gives {form}, which its claim does not: see Claim::giving"
            )));
        }
        asked += 1;
        // Who accepts and shows no text, though the claim has one, shows nothing.
        let lacks_text = decoder.claim.out() != OutputKind::None
            && matches!(&response, Response::Observed(one) if one.answer == Answer::Accept)
            && !case.input().bytes().is_empty()
            && !has_text(&response);
        let is_decided =
            judgement.verdict.is_judged() || matches!(judgement.verdict, Verdict::Unspecified(_));
        compared |= has_text(&response) || is_decided && !lacks_text;
        if judgement.verdict.is_bad() {
            // One that panics does so often, and each writes to stderr.
            let is_crashed = matches!(judgement.verdict, Verdict::Crashed(_));
            failed.insert(place, AnsweredCase { judgement, response });
            if is_crashed {
                break;
            }
        }
    }
    let shortest =
        failed.iter().min_by_key(|(place, _)| (test.cases[**place].input().bytes().len(), **place));
    let Some((place, shown)) = shortest else {
        // Whatever cannot be judged was ignored before: a test that compares nothing does not pass.
        return if compared {
            Ok(())
        } else {
            Err(Failed::from("no answer has a text that could be judged"))
        };
    };
    // Which cause it is, only all failures together can tell.
    let detail = FailureWords::of(&shown.judgement, Some(&shown.response)).detail;
    let line = format!("{}: {detail}", fit(&shown_input(test.cases[*place].input()), SHOWN));
    let others = if asked > 1 { format!("; {} of {asked} cases fail", failed.len()) } else { String::new() };
    decoder.failures().extend(failed.into_iter().map(|(place, failed)| (test.first + place, failed)));
    Err(Failed::from(line + &others))
}

fn has_text(response: &Response) -> bool {
    texts(response).any(|text| *text != Text::None)
}

fn texts(response: &Response) -> impl Iterator<Item = &Text> {
    let calls =
        if let Response::Observed(observation) = response { observation.calls.as_slice() } else { &[] };
    calls.iter().filter_map(CallOutcome::text)
}

/// The form of a text of `response` that is not that of `claimed`, in words.
fn other_form(response: &Response, claimed: OutputKind) -> Option<&'static str> {
    texts(response).find_map(|text| match text {
        Text::Utf8(_) if claimed != OutputKind::Utf8 => Some("UTF-8"),
        Text::Utf16(_) if claimed != OutputKind::Utf16 => Some("UTF-16"),
        Text::Utf32(_) if claimed != OutputKind::Utf32 => Some("code points"),
        Text::Count(_) if claimed != OutputKind::Count => Some("a number"),
        _ => None,
    })
}

/// All that is to say of `failed`, a failure of `case`, as lines; `again` is the command that shows it again.
pub(super) fn message(case: &Case<'_>, failed: &AnsweredCase, claim: &Claim, again: &str) -> String {
    let words = FailureWords::of(&failed.judgement, Some(&failed.response));
    let whole = Surroundings {
        expected: words.expected.unwrap_or_else(|| "an answer".to_owned()),
        observed: words.observed,
    };
    let (detail, Surroundings { expected, observed }) = (words.detail, words.around.unwrap_or(whole));
    let vector = case.vector;
    let message = failing(
        &Failing {
            title: &case.id.to_string(),
            verdict: failed.judgement.verdict.name(),
            detail: &detail,
            input: case.input(),
            comment: &vector.comment,
            refs: &vector.refs,
            profile: claim.profile.unwrap_or(Profile::Rfc3629),
            expected: &expected,
            observed: &observed,
        },
        Style::Plain,
    );
    message + &again_line(again, Style::Plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{CaseId, Plan};
    use crate::claim::{ScriptSupport, TextForm};
    use crate::libtest::tested_decoder::RespondFn;
    use crate::observation::Observation;
    use illformed_codec::Policy;
    use illformed_vectors::Suite;
    use std::sync::Mutex;

    fn case(id: &str) -> Case<'static> {
        let id: CaseId = id.parse().unwrap();
        Plan::find(Suite::embedded(), &id).unwrap()
    }

    #[test]
    fn what_cannot_be_judged_is_ignored_and_nothing_else() {
        let strict = Claim::strict(Profile::Rfc3629);
        let lossy = Claim::lossy(Policy::MaximalSubpart);
        let undocumented = Claim::lossy(None);
        let counts = Claim { kind: undocumented.kind.returning(OutputKind::Count), ..undocumented.clone() };
        let c0_80 = "overlong/nul-two-bytes";
        let surrogate = "surrogate/single-d800";
        let table = [
            (&strict, c0_80, None),
            (&lossy, c0_80, None),
            (&undocumented, "standard/nul", None),
            (&undocumented, c0_80, None),
            (&counts, "standard/nul", None),
            (&counts, c0_80, Some("its text cannot be judged")),
            (&Claim { profile: None, ..strict.clone() }, c0_80, Some("no profile is claimed")),
            (&Claim { cannot: vec![0x80], ..strict.clone() }, c0_80, Some("cannot be given byte 80")),
            (&Claim { max_bytes: Some(1), ..strict.clone() }, c0_80, Some("takes at most 1 byte")),
            (
                &Claim { script: ScriptSupport::Finish, ..strict.clone() },
                "overlong/nul-two-bytes@split=1",
                None,
            ),
            (&strict, surrogate, None),
            (&Claim::strict(Profile::Rfc2279), surrogate, Some("not specified: rfc2279-surrogate")),
        ];
        for (claim, id, expected) in table {
            let why = why_unjudged(&case(id), claim);
            match (why.as_deref(), expected) {
                (None, None) => {}
                (Some(why), Some(start)) if why.starts_with(start) => {}
                _ => panic!("{claim}, {id}: {why:?}, expected {expected:?}"),
            }
        }
    }

    /// What comes of the test of C0 80 alone for a lossy decoder that gives `text` and documents no policy.
    fn outcome(text: Text) -> Result<(), Failed> {
        let ask: RespondFn = Box::new(move |_| Observation::accept(text.clone()).into());
        let decoder = TestedDecoder {
            name: String::new(),
            claim: Claim::lossy(None).giving(TextForm::Utf8),
            ask,
            failures: Mutex::default(),
        };
        let cases: &'static [Case<'static>] = Box::leak(Box::new([case("overlong/nul-two-bytes")]));
        run(&VectorTest { name: "overlong/nul-two-bytes", first: 0, cases }, &decoder)
    }

    #[test]
    fn text_without_a_documented_policy_is_held_to_what_every_policy_does() {
        assert!(outcome("\u{FFFD}\u{FFFD}".into()).is_ok());
        let failed = outcome("\0".into()).unwrap_err();
        assert!(failed.message().unwrap().starts_with("C0 80: "), "{failed:?}");
    }

    #[test]
    fn a_test_that_compares_nothing_fails() {
        let failed = outcome(Text::None).unwrap_err();
        assert_eq!(failed.message(), Some("no answer has a text that could be judged"));
    }
}
