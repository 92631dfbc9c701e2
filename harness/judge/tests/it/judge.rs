//! Verdicts beside those of the golden file, through the whole of the judging line.

use illformed_codec::{Policy, Profile};
use illformed_judge::case::Case;
use illformed_judge::claim::{Bom, Claim, Kind, OutputKind, Refusal, ScriptSupport};
use illformed_judge::completion::vector_of;
use illformed_judge::expected::{Replacements, Ruling};
use illformed_judge::judge::{CaseToJudge, Judged, Response, judge_case};
use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
use illformed_vectors::{Vector, VectorId};
use serde_json::Value;

/// A vector of that input.
fn vector(input: &str) -> Vector {
    vector_of(VectorId::new("t/t").expect("an id"), input.parse().expect("an input"))
}

/// The observation that `answer` tells, the keys of an answer of the protocol.
fn observation(answer: &str, out: OutputKind) -> Observation {
    let keys: Value = serde_json::from_str(&format!("{{{answer}}}")).expect("keys and values");
    let number = |key: &str| keys[key].as_u64().map(|number| number as usize);
    let text = |word: &str| Text::from_wire(out, word).expect("a text of that form");
    let answer = match keys["answer"].as_str().expect("an answer") {
        "accept" => Answer::Accept,
        "reject" => Answer::Reject,
        _ => Answer::Incomplete,
    };
    let call = |word: &str| match word.strip_prefix('!') {
        Some("") => CallOutcome::Failed(None),
        Some(before) => CallOutcome::Failed(Some(text(before))),
        None if word == "x" => CallOutcome::NotMade,
        None if word == "-" => CallOutcome::Done(Text::empty(out)),
        None => CallOutcome::Done(text(word)),
    };
    let whole = keys["out"].as_str().map(text);
    let calls = match (keys["outs"].as_str(), answer) {
        (Some(words), _) => words.split(' ').map(call).collect(),
        (None, Answer::Accept) => vec![CallOutcome::Done(whole.unwrap_or(Text::None))],
        (None, _) => vec![CallOutcome::Failed(whole)],
    };
    let failed = calls.iter().position(|call| matches!(call, CallOutcome::Failed(_)));
    Observation { answer, at: number("at"), len: number("len"), call: failed, calls }
}

/// What the judge says of `answer`, the keys of an answer of the protocol, to an input, perhaps with `@` and a recipe.
fn judged(claim: &Claim, input: &str, answer: &str, ruling: Option<Ruling>) -> Judged {
    let (input, recipe) = input.split_once('@').unwrap_or((input, ""));
    let vector = vector(input);
    let case = match recipe {
        "" => Case::of(&vector),
        recipe => Case::derived(&vector, recipe.parse().expect("a recipe")).expect("it applies"),
    };
    let to_judge = CaseToJudge { case: &case, claim, ruling, replacements: &Replacements::default() };
    judge_case(&to_judge, &[Response::Observed(observation(answer, claim.out()))])
}

#[track_caller]
fn assert_verdict(claim: &Claim, case: &str, answer: &str, verdict: &str) {
    let judged = judged(claim, case, answer, None);
    let given = format!("{} ({})", judged.claim.verdict.name(), judged.claim.verdict);
    assert!(given.starts_with(&format!("{verdict} (")), "{case} {answer}: {given}, should be {verdict}");
}

fn strict() -> Claim {
    Claim::strict(Profile::Rfc3629)
}

#[test]
fn counts_whose_sum_is_right_only_when_it_is_cut_to_64_bits_are_wrong() {
    let lossy = Claim::lossy(Policy::MaximalSubpart);
    let count = Claim { kind: Kind::Count { policy: lossy.policy() }, ..lossy };
    let streaming = Claim { script: ScriptSupport::Reset, ..count };
    let cut = r#""answer":"accept","outs":"18446744073709551615 3 0""#;
    assert_verdict(&streaming, "calls e0 80 .", cut, "fail");
    assert_verdict(&streaming, "calls e0 80 .", r#""answer":"accept","outs":"0 2 0""#, "pass");
    // What is missing may still come.
    assert_verdict(&streaming, "calls e0 80", r#""answer":"accept","outs":"0 0""#, "late-error");
}

#[test]
fn claims_of_stripping_and_refusing_change_what_is_expected() {
    let strip = Claim { bom: Bom::Strip, ..strict() };
    assert_verdict(&strip, "efbbbf41", r#""answer":"accept","out":"00000041""#, "pass");
    assert_verdict(&strict(), "efbbbf41", r#""answer":"accept","out":"00000041""#, "fail");
    let refuses = Claim { refuses: vec![Refusal::Noncharacters], ..strict() };
    assert_verdict(&refuses, "efbfbe", r#""answer":"reject","at":0"#, "pass");
    let judged = judged(&refuses, "efbfbe", r#""answer":"reject","at":0"#, None);
    assert_eq!(judged.shown.verdict.name(), "fail", "RFC 3629 excuses nobody");
    assert_verdict(&refuses, "efbfbe", r#""answer":"accept","out":"0000fffe""#, "fail");
    assert_verdict(&strict(), "efbfbe", r#""answer":"reject","at":0"#, "fail");
    let both = Claim { bom: Bom::Strip, ..refuses };
    assert_verdict(&both, "efbbbf41", r#""answer":"accept","out":"00000041""#, "pass");
    assert_verdict(&both, "efbbbfefbfbe", r#""answer":"reject","at":3,"out":"""#, "pass");
}

#[test]
fn scripts_are_judged_call_by_call() {
    let streaming = Claim { script: ScriptSupport::Reset, ..strict() };
    let table = [
        ("calls e0 80 .", r#""answer":"reject","call":1,"at":0,"outs":"- ! x""#, "pass"),
        ("calls e0 80 .", r#""answer":"reject","call":2,"at":0,"outs":"- - !""#, "late-error"),
        ("calls e0 80 .", r#""answer":"reject","call":0,"at":0,"outs":"! x x""#, "wrong-reason"),
        ("calls e0 80 .", r#""answer":"reject","call":2,"at":1,"outs":"- - !""#, "wrong-reason"),
        // A wrong text weighs more than a late error.
        ("calls e0 80 .", r#""answer":"reject","call":2,"at":0,"outs":"- - !00000042""#, "wrong-reason"),
        ("calls e0 80 .", r#""answer":"accept","outs":"- - -""#, "fail"),
        ("calls c3", r#""answer":"accept","outs":"-""#, "pass"),
        ("calls c3", r#""answer":"incomplete","outs":"-""#, "pass"),
        ("calls c3", r#""answer":"reject","call":0,"outs":"!""#, "fail"),
        ("calls c3", r#""answer":"accept","outs":"000000c3""#, "fail"),
        ("calls ff . ~ 41 .", r#""answer":"reject","call":0,"outs":"! x - 00000041 -""#, "pass"),
        ("calls ff . ~ 41 .", r#""answer":"reject","call":0,"outs":"! x - - 00000041""#, "late-error"),
        ("calls ff . ~ 41 .", r#""answer":"reject","call":0,"outs":"! x - 0000fffd -""#, "fail"),
        ("calls ff . ~ 41 .", r#""answer":"reject","call":0,"outs":"! x - ! x""#, "fail"),
        // The length is that of the second error; the first was not reported.
        ("calls ff ~ e18041", r#""answer":"reject","call":2,"at":0,"len":2,"outs":"- - !""#, "late-error"),
        ("calls ff ~ e18041", r#""answer":"reject","call":0,"at":0,"len":1,"outs":"! - !""#, "pass"),
        ("calls ff ~ e18041", r#""answer":"reject","call":0,"at":0,"len":2,"outs":"! - !""#, "wrong-reason"),
        ("efbbbf41@split=1", r#""answer":"accept","outs":"- 0000feff00000041 -""#, "pass"),
        ("efbbbf41@split=1", r#""answer":"incomplete","outs":"- 0000feff00000041 -""#, "fail"),
        ("efbbbf41@split=3", r#""answer":"accept","outs":"- 0000feff00000041 -""#, "late-error"),
    ];
    for (case, answer, verdict) in table {
        assert_verdict(&streaming, case, answer, verdict);
    }
    // Calls are numbered through the resets.
    let unsaid = r#""answer":"reject","call":0,"at":0,"len":1,"outs":"! - -""#;
    let verdict = judged(&streaming, "calls ff ~ e18041", unsaid, None).claim.verdict;
    assert_eq!(verdict.to_string(), "decided by call 2, not said by the last call");
}

#[test]
fn a_decoder_without_an_end_is_not_blamed_for_an_open_one() {
    let feed = Claim { script: ScriptSupport::Feed, ..strict() };
    assert_verdict(&feed, "41e282", r#""answer":"accept","out":"00000041""#, "pass");
    assert_verdict(&feed, "c080", r#""answer":"accept","out":"""#, "fail");
    // The finish is left out of what it is sent, so there is one word less.
    assert_verdict(&feed, "41e282@split=2", r#""answer":"accept","outs":"00000041 -""#, "pass");
}

#[test]
fn where_the_standard_is_silent_the_user_decides() {
    let rfc2279 = Claim::strict(Profile::Rfc2279);
    let accepts = r#""answer":"accept","out":"0000d800""#;
    let rejects = r#""answer":"reject","at":0,"len":1"#;
    let ruled = |claim: &Claim, case: &str, answer: &str, ruling| {
        judged(claim, case, answer, ruling).claim.verdict.name()
    };
    let verdict = |answer, ruling| ruled(&rfc2279, "eda080", answer, ruling);
    for answer in [accepts, rejects] {
        assert_eq!(verdict(answer, None), "unspecified");
    }
    assert_eq!(verdict(accepts, Some(Ruling::Accept)), "pass");
    assert_eq!(verdict(rejects, Some(Ruling::Accept)), "fail");
    assert_eq!(verdict(accepts, Some(Ruling::Reject)), "fail");
    assert_eq!(verdict(rejects, Some(Ruling::Reject)), "pass");
    // So does the byte that decides: the second of a surrogate, or the one behind its first two.
    let streaming = Claim { script: ScriptSupport::Reset, ..rfc2279.clone() };
    let second = r#""answer":"reject","at":0,"len":1,"outs":"- ! x x""#;
    assert_eq!(ruled(&streaming, "eda080@bytes", second, Some(Ruling::Reject)), "pass");
    let behind = r#""answer":"reject","at":0,"len":2,"outs":"- ! x""#;
    let cut = "41@before=eda0,after=61,chunk=2";
    assert_eq!(ruled(&streaming, cut, behind, Some(Ruling::Accept)), "pass");
    let shown = judged(&rfc2279, "eda080", accepts, None).shown;
    assert_eq!(shown.verdict.name(), "fail", "shown against RFC 3629 all the same");
}

#[test]
fn two_answers_are_flaky_where_they_differ_and_no_answer_is_judged_alike_by_all() {
    let vector = vector("41");
    let case = Case::of(&vector);
    let claim = strict();
    let judged = |responses: &[Response]| {
        let to_judge =
            CaseToJudge { case: &case, claim: &claim, ruling: None, replacements: &Replacements::default() };
        let judged = judge_case(&to_judge, responses);
        assert_eq!(judged.claim, judged.shown);
        (judged.claim.verdict.name(), judged.claim.verdict.to_string())
    };
    let observed = |answer: &str| Response::Observed(observation(answer, claim.out()));
    let accept = || observed(r#""answer":"accept","out":"00000041""#);
    let flaky = judged(&[accept(), observed(r#""answer":"reject""#)]);
    assert_eq!(flaky, ("flaky", "answered `accept 00000041`, then `reject`".to_owned()));
    assert_eq!(judged(&[accept(), accept()]).0, "pass");
    assert_eq!(judged(&[Response::Skipped("no".to_owned())]).0, "declined");
}
