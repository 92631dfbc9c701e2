//! The failures of a decoder by cause: one is shown in full, the others are counted.

use crate::case::Plan;
use crate::cause::{Cause, Diagnosis};
use crate::libtest::tested_decoder::TestedDecoder;
use crate::libtest::trial::message;
use crate::libtest::vector_test::test_name;
use crate::shown::{quoted, thousands};
use std::collections::BTreeSet;
use std::fmt::Write;

/// For each cause how many tests of `decoder` fail, what the cause means, and the failure with the shortest input; empty if no test
/// failed. `passes_alone` says whether the test of a name passes in a process of its own: then it fails for what was asked before it.
pub(super) fn summary(
    decoder: &TestedDecoder,
    plan: &Plan<'_>,
    passes_alone: &dyn Fn(&str) -> bool,
) -> String {
    let failures = decoder.failures();
    let cases = plan.cases.as_slice();
    let mut diagnosis = Diagnosis::default();
    for (case, failed) in failures.iter() {
        if let Some(deviation) = &failed.judgement.deviation {
            diagnosis.insert(*case, (**deviation).clone());
        }
    }
    diagnosis.ask_parts(cases, &BTreeSet::new(), &mut |parts| decoder.asked(parts));
    // Each cause with the failure that shows it best, and all that it explains.
    let mut told: Vec<(Cause, bool, usize, Vec<usize>)> = Vec::new();
    for found in diagnosis.causes(cases, &BTreeSet::new()) {
        let shortest = found.cases.iter().min_by_key(|case| {
            let deviation = failures[*case].judgement.deviation.as_ref();
            let is_own = deviation.is_some_and(|deviation| deviation.cause == found.cause);
            (!is_own, cases[**case].input().bytes().len(), **case)
        });
        let Some(shortest) = shortest else { continue };
        let is_of_history = passes_alone(&decoder.named(&cases[*shortest].id.to_string()));
        let cause = if is_of_history { Cause::StateLeaks } else { found.cause };
        match told.iter_mut().find(|(_, other_is, ..)| is_of_history && *other_is) {
            Some((.., all)) => all.extend(found.cases),
            None => told.push((cause, is_of_history, *shortest, found.cases)),
        }
    }
    let mut text = String::new();
    let of_decoder = if decoder.name.is_empty() { String::new() } else { format!(" of {}", decoder.name) };
    for (cause, is_of_history, shortest, explained) in told {
        let again = if is_of_history {
            "cargo test  # passes alone: it depends on what was asked before, or on other threads".to_owned()
        } else {
            format!("cargo test -- --exact {}", quoted(&decoder.named(&cases[shortest].id.to_string())))
        };
        let tests: BTreeSet<&str> = explained.iter().map(|case| test_name(&cases[*case].id)).collect();
        let noun = if tests.len() == 1 { "test fails" } else { "tests fail" };
        let number = thousands(tests.len() as u64);
        let _ = writeln!(text, "\n{cause}: {number} {noun}{of_decoder}. {}", cause.page().says);
        for line in message(&cases[shortest], &failures[&shortest], &decoder.claim, &again).lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::summary;
    use crate::case::Plan;
    use crate::cause::{Cause, Deviation};
    use crate::claim::{Claim, Profile};
    use crate::expected::Failure;
    use crate::judge::{Judgement, Response, Verdict};
    use crate::libtest::tested_decoder::{AnsweredCase, TestedDecoder};
    use crate::observation::{Observation, Text};
    use illformed_vectors::Suite;
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    #[test]
    fn the_shortest_input_of_a_cause_is_shown_whatever_the_order() {
        let plan = Plan::selected(Suite::embedded(), |id| id.recipe.is_none());
        let number = |id: &str| plan.cases.iter().position(|case| case.id.to_string() == id).unwrap();
        let longer = number("standard/dot-dot-slash-overlong");
        let overlong = ["overlong/nul-two-bytes", "overlong/solidus-two-bytes"].map(number);
        let response: Response = Observation::accept(Text::None).into();
        let decoder = |failures| TestedDecoder {
            name: "mine".to_owned(),
            claim: Claim::strict(Profile::Rfc3629),
            ask: Box::new(|_| Observation::accept(Text::None).into()),
            failures: Mutex::new(failures),
        };
        let mut failures = BTreeMap::new();
        for case in [longer, overlong[1], overlong[0]] {
            // An offset that an accepted overlong form explains, as each such test alone cannot know.
            let is_echo = case == longer;
            let cause = if is_echo { Cause::WrongOffset } else { Cause::AcceptsOverlong2 };
            let kin = is_echo.then_some(Cause::AcceptsOverlong2).into_iter().collect();
            let deviation = Some(Box::new(Deviation { kin, ..Deviation::new(cause) }));
            let verdict = Verdict::Fail(Failure::AcceptsIllFormed);
            let judgement = Judgement { deviation, ..Judgement::unchecked(verdict) };
            failures.insert(case, AnsweredCase { judgement, response: response.clone() });
        }
        let failing = decoder(failures);
        let text = summary(&failing, &plan, &|_| false);
        assert!(text.contains("accepts-overlong-2: 3 tests fail of mine."), "{text}");
        assert!(text.contains("  FAIL overlong/nul-two-bytes\n"), "{text}");
        assert_eq!(text.matches("FAIL ").count(), 1, "{text}");
        let text = summary(&failing, &plan, &|test| test == "mine::overlong/nul-two-bytes");
        assert!(text.contains("state-leaks: 3 tests fail of mine."), "{text}");
        assert_eq!(summary(&decoder(BTreeMap::new()), &plan, &|_| false), "");
    }
}
