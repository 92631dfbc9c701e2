//! From a case to a test.

use crate::case::{Case, FittedInput, Plan};
use crate::claim::{Claim, Profile};
use crate::expected::{Expected, segment_events};
use crate::in_process::response_or_panic;
use crate::judge::{CaseToJudge, Response, judge_case};
use crate::libtest::failure_log::LoggedFailure;
use crate::shown::{
    Failing, FailureWords, Style, Surroundings, again_line, failing, fit, quoted, shown_input,
};
use libtest_mimic::{Completion, Failed, Trial};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A decoder that is tested.
pub(super) struct TestedDecoder {
    /// What stands before the names of its tests; may be empty.
    pub(super) name: String,
    /// What it promises.
    pub(super) claim: Claim,
    /// How it is asked.
    pub(super) ask: RespondFn,
    /// What failed, by the number of the case in the plan.
    pub(super) failures: Mutex<BTreeMap<usize, LoggedFailure>>,
}

impl TestedDecoder {
    /// A panic in another test thread leaves whole entries.
    pub(super) fn failures(&self) -> MutexGuard<'_, BTreeMap<usize, LoggedFailure>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many characters of an input are shown in the line of a failed test.
const SHOWN: usize = 60;

/// What a decoder answers to a case, given as it fits.
pub(super) type RespondFn = Box<dyn Fn(&Case<'static>, &FittedInput<'_>) -> Response + Send + Sync>;

/// The tests of `decoder`, see [`case_trials`]; where all would be ignored, one that fails.
pub(super) fn all_trials(plan: &Plan<'static>, decoder: &Arc<TestedDecoder>, is_logged: bool) -> Vec<Trial> {
    let trials = case_trials(plan, decoder, is_logged);
    if trials.iter().any(|trial| !trial.has_ignored_flag()) {
        return trials;
    }
    let claim = decoder.claim.to_string();
    vec![Trial::test(named(decoder, "nothing-can-be-judged"), move || {
        Err(Failed::from(format!("no vector can be judged by the claim `{claim}`")))
    })]
}

/// One test for each case of `plan`, but for scripts that `decoder` has no calls for. If it `is_logged` what fails, a test has one
/// line; otherwise it has everything.
pub(super) fn case_trials(plan: &Plan<'static>, decoder: &Arc<TestedDecoder>, is_logged: bool) -> Vec<Trial> {
    let one_call = decoder.claim.script.is_one_call();
    let asked = plan.cases.iter().enumerate().filter(|(_, case)| !(one_call && case.is_script()));
    let trial = |(number, case): (usize, &Case<'static>)| {
        trial(case.clone(), Arc::clone(decoder), is_logged.then_some(number))
    };
    asked.map(trial).collect()
}

/// The test of `case`. If it fails, that is logged under that number, if there is one.
fn trial(case: Case<'static>, decoder: Arc<TestedDecoder>, number: Option<usize>) -> Trial {
    let name = named(&decoder, &case.id.to_string());
    match fitted_input(&case, &decoder.claim).map(FittedInput::into_owned) {
        Ok(fitted_input) => {
            Trial::test(name.clone(), move || test(&name, &case, &fitted_input, &decoder, number))
        }
        // Known before it runs: cargo-nextest would take a test that ignores itself for a pass.
        Err(why) => Trial::ignorable_test(name, || Ok(Completion::ignored_with(why))).with_ignored_flag(true),
    }
}

fn named(decoder: &TestedDecoder, case: &str) -> String {
    match decoder.name.as_str() {
        "" => case.to_owned(),
        name => format!("{name}::{case}"),
    }
}

/// `case` as a decoder with `claim` is asked it, or why that makes no sense.
fn fitted_input<'a>(case: &'a Case<'_>, claim: &Claim) -> Result<FittedInput<'a>, String> {
    let profile = claim.profile.ok_or("no profile is claimed")?;
    let fitted_input = FittedInput::of(case, claim)?;
    let events = segment_events(case.vector, profile, None)
        .map_err(|question| format!("not specified: {question}"))?;
    if claim.replaces_errors() {
        // Only its text says something, so there has to be one.
        let expected = Expected::new(&fitted_input, &events, profile, claim);
        if expected.segments.iter().all(|segment| segment.calls.contains(&None)) {
            return Err(
                "its text cannot be judged: no replacement is documented, or no form can hold it".to_owned()
            );
        }
    }
    Ok(fitted_input)
}

/// Asks and judges.
fn test(
    name: &str,
    case: &Case<'static>,
    fitted_input: &FittedInput<'_>,
    decoder: &TestedDecoder,
    number: Option<usize>,
) -> Result<(), Failed> {
    let response = response_or_panic(|| (decoder.ask)(case, fitted_input));
    let given = response.clone();
    let judgement = judge_case(&CaseToJudge::new(case, &decoder.claim), &[response]).claim;
    let verdict = &judgement.verdict;
    // Whatever cannot be judged was ignored before: a test that compares nothing does not pass.
    if verdict.is_judged() && !verdict.is_bad() {
        return Ok(());
    }
    let words = FailureWords::of(&judgement, Some(&given));
    let whole = Surroundings {
        expected: words.expected.unwrap_or_else(|| "an answer".to_owned()),
        observed: words.observed,
    };
    let (detail, Surroundings { expected, observed }) = (words.detail, words.around.unwrap_or(whole));
    let vector = case.vector;
    let message = failing(
        &Failing {
            title: name,
            verdict: verdict.name(),
            detail: &detail,
            input: case.input(),
            comment: &vector.comment,
            refs: &vector.refs,
            profile: decoder.claim.profile.unwrap_or(Profile::Rfc3629),
            expected: &expected,
            observed: &observed,
        },
        Style::Plain,
    );
    let again = format!("cargo test -- --exact {}", quoted(name));
    let message = message + &again_line(&again, Style::Plain);
    let (Some(number), Some(deviation)) = (number, judgement.deviation) else {
        return Err(Failed::from(message));
    };
    decoder.failures().insert(number, LoggedFailure { deviation: *deviation, message });
    // Which cause it is, only all failures together can tell.
    Err(Failed::from(format!("{}: {detail}", fit(&shown_input(case.input()), SHOWN))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::CaseId;
    use crate::claim::ScriptSupport;
    use crate::observation::{Observation, Text};
    use illformed_codec::Policy;
    use illformed_vectors::Suite;

    fn case(id: &str) -> Case<'static> {
        let id: CaseId = id.parse().unwrap();
        Plan::find(Suite::embedded(), &id).unwrap()
    }

    #[test]
    fn what_cannot_be_judged_is_ignored_and_nothing_else() {
        let strict = Claim::strict(Profile::Rfc3629);
        let lossy = Claim::lossy(Policy::MaximalSubpart);
        let undocumented = Claim::lossy(None);
        let c0_80 = "overlong/nul-two-bytes";
        let surrogate = "surrogate/single-d800";
        let table = [
            (&strict, c0_80, None),
            (&lossy, c0_80, None),
            (&undocumented, "standard/nul", None),
            (&undocumented, c0_80, Some("its text cannot be judged")),
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
            let why = fitted_input(&case(id), claim).err();
            match (why.as_deref(), expected) {
                (None, None) => {}
                (Some(why), Some(start)) if why.starts_with(start) => {}
                _ => panic!("{claim}, {id}: {why:?}, expected {expected:?}"),
            }
        }
    }

    #[test]
    fn a_test_that_compares_nothing_fails() {
        let claim = Claim::lossy(None);
        let silent = |_: &Case<'static>, _: &FittedInput<'_>| Observation::accept(Text::None).into();
        let decoder =
            TestedDecoder { name: String::new(), claim, ask: Box::new(silent), failures: Mutex::default() };
        let case = case("overlong/nul-two-bytes");
        let fitted_input = FittedInput::of(&case, &decoder.claim).unwrap();
        let failed = test("silent", &case, &fitted_input, &decoder, None).unwrap_err();
        assert!(failed.message().unwrap().starts_with("NO-POLICY silent\n"), "{failed:?}");
    }
}
