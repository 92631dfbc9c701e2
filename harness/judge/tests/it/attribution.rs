//! Which cause the cases of a plan are put down to, and which of them is the example.

use crate::streams::Fault;
use crate::words::{case, judged};
use illformed_judge::case::{Case, Plan};
use illformed_judge::cause::{Diagnosis, FoundCause};
use illformed_judge::judge::Response;
use illformed_judge::observation::{CallOutcome, Observation, Text};
use illformed_vectors::{Input, Suite};
use std::collections::BTreeSet;

/// What is found in `cases`, as `ask` answers them.
fn found(cases: &[Case<'static>], ask: impl Fn(&Case<'_>) -> Response) -> Vec<FoundCause> {
    let claim = Fault::claim();
    let mut diagnosis = Diagnosis::default();
    for (number, case) in cases.iter().enumerate() {
        let response = ask(case);
        let judged = judged(case, &claim, std::slice::from_ref(&response));
        diagnosis.take((number, case), &judged.claim, Some(&response));
    }
    diagnosis.causes(cases, &BTreeSet::new())
}

fn names(found: &[FoundCause]) -> Vec<&'static str> {
    found.iter().map(|found| found.cause.name()).collect()
}

fn cases(ids: &[&str]) -> Vec<Case<'static>> {
    ids.iter().map(|id| case(id)).collect()
}

/// A vector of four bytes, and cases of it in which they stand behind many others.
const ALONE: &str = "boundary/row-four-first";
const LONG: &str = "boundary/row-four-first@at=64,fill=61,tail=0";
const CHUNKS: &str = "boundary/row-four-first@at=64,fill=61,tail=0,chunk=16";

#[test]
fn a_case_is_sensitive_to_its_place_where_the_same_bytes_are_right_alone() {
    let loses_late = |case: &Case<'_>| Fault::LosesLate.answer(case);
    assert_eq!(names(&found(&cases(&[ALONE, LONG]), loses_late)), ["position-sensitive"]);
    assert_eq!(names(&found(&cases(&[ALONE, LONG, CHUNKS]), loses_late)), ["position-sensitive"]);
    assert_eq!(
        names(&found(&cases(&[ALONE, CHUNKS]), loses_late)),
        ["cut-sensitive"],
        "uncut it may be right"
    );
    assert_eq!(names(&found(&cases(&[LONG]), loses_late)), ["loses-text"], "nothing is known of them alone");
    // A hundred short inputs would have shown what short inputs can show.
    let short = Plan::selected(Suite::embedded(), |id| id.recipe.is_none() && id.vector.as_str() != ALONE);
    let short =
        short.cases.into_iter().filter(|case| matches!(case.input(), Input::Bytes(bytes) if bytes.len() < 9));
    let mut all: Vec<Case<'static>> = short.take(100).chain(cases(&[LONG])).collect();
    assert_eq!(names(&found(&all, loses_late)), ["position-sensitive"]);
    all.remove(0);
    assert_eq!(names(&found(&all, loses_late)), ["loses-text"]);
}

#[test]
fn a_derived_case_has_the_cause_of_its_vector_unless_it_is_less_severe() {
    let ids = ["overlong/nul-two-bytes", "overlong/nul-two-bytes@before=ff,after=61,chunk=1"];
    let both = |first: CallOutcome, others: CallOutcome, answer: Observation| {
        let mut calls = vec![others; 5];
        calls[0] = first;
        let derived = Observation { calls, ..answer };
        let found = found(&cases(&ids), |case| match case.id.recipe {
            None => Observation::accept(Text::Utf32(vec![0])).into(),
            Some(_) => derived.clone().into(),
        });
        names(&found)
    };
    let text = |codes: &[u32]| CallOutcome::Done(Text::Utf32(codes.to_vec()));
    assert_eq!(both(text(&[0x58, 0x59]), text(&[]), Observation::accept(Text::None)), ["accepts-overlong-2"]);
    let misplaced = both(CallOutcome::Failed(None), CallOutcome::NotMade, Observation::reject(Some(1), None));
    assert_eq!(misplaced, ["accepts-overlong-2", "wrong-offset"]);
}

#[test]
fn the_example_is_the_plainest_case_and_of_equally_plain_ones_the_shortest() {
    let lax = |case: &Case<'_>| Fault::AcceptsNulAndFf.answer(case);
    let nul = "overlong/nul-two-bytes";
    let of_nul = |recipe: &str| format!("{nul}@{recipe}");
    for (first, second) in [
        // What is within text is long, however short it is, and what stands beside bytes is plain.
        (of_nul("after=616161616161"), of_nul("at=1,fill=61,tail=1")),
        (of_nul("before=6161616161616161,after=6161616161"), of_nul("at=1,fill=61,tail=1")),
        (of_nul("at=64,fill=61,tail=0"), of_nul("split=1")),
        (of_nul("split=1"), of_nul("reuse")),
        // An error behind a reset is one of a decoder that was used.
        ("never-valid/ff-after-four-byte@split=4".to_owned(), "script/good-reset-error".to_owned()),
    ] {
        for ids in [[&*first, &*second], [&*second, &*first]] {
            let found = found(&cases(&ids), lax);
            let examples: Vec<&str> = found.iter().map(|found| ids[found.example.case]).collect();
            assert_eq!(examples, [&*first], "not {second}");
        }
    }
}

#[test]
fn a_cause_has_an_example_of_its_own_where_another_cause_has_a_shorter_one_of_the_same_fault() {
    // Both long cases lose text, the shorter where nothing is known of its bytes alone.
    let ids = [ALONE, LONG, "boundary/row-four-last@at=32,fill=61,tail=0"];
    let found = found(&cases(&ids), |case| Fault::LosesLate.answer(case));
    let examples: Vec<(&str, usize)> =
        found.iter().map(|found| (found.cause.name(), found.example.case)).collect();
    assert_eq!(examples, [("loses-text", 2), ("position-sensitive", 1)]);
    assert!(found.iter().all(|found| !found.example.expected.is_empty()), "{found:?}");
}

#[test]
fn of_wrong_texts_before_errors_that_of_a_decoder_that_was_not_used_is_the_example() {
    let text = |codes: &[u32]| Text::Utf32(codes.to_vec());
    let done = |codes: &[u32]| CallOutcome::Done(text(codes));
    let invents = || CallOutcome::Failed(Some(text(&[0x58])));
    // F0 9F 98 80, FF, the end; and 41, the end, reset, FF, the end.
    let ids = ["never-valid/ff-after-four-byte@split=4", "script/good-reset-error"];
    let ask = |case: &Case<'_>| {
        let (calls, at) = match case.id.recipe {
            Some(_) => (vec![done(&[0x1_F600]), invents(), CallOutcome::NotMade], 4),
            None => (vec![done(&[0x41]), done(&[]), done(&[]), invents(), CallOutcome::NotMade], 0),
        };
        Observation { calls, ..Observation::reject(Some(at), None) }.into()
    };
    for ids in [[ids[0], ids[1]], [ids[1], ids[0]]] {
        let found = found(&cases(&ids), ask);
        assert_eq!(names(&found), ["wrong-text-before-error"]);
        assert_eq!(ids[found[0].example.case], "never-valid/ff-after-four-byte@split=4");
    }
}
