//! The failures of a decoder by cause: one is shown in full, the others are counted.

use crate::case::Case;
use crate::cause::{Deviation, Diagnosis};
use crate::shown::thousands;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A failed test.
pub(super) struct LoggedFailure {
    /// What is wrong with the answer.
    pub(super) deviation: Deviation,
    /// All that is to say of it, as lines.
    pub(super) message: String,
}

/// For each cause how many tests of `decoder` fail, what the cause means, and the failure with the shortest input; empty if no test
/// failed. `failures` are by the number of the case in the plan, whose `cases` these are.
pub(super) fn summary(
    decoder: &str,
    failures: &BTreeMap<usize, LoggedFailure>,
    cases: &[Case<'_>],
) -> String {
    let mut text = String::new();
    let of_decoder = if decoder.is_empty() { String::new() } else { format!(" of {decoder}") };
    let mut diagnosis = Diagnosis::default();
    for (case, failure) in failures {
        diagnosis.insert(*case, failure.deviation.clone());
    }
    for found in diagnosis.causes(cases, &BTreeSet::new()) {
        let tests = thousands(found.cases.len() as u64);
        let noun = if found.cases.len() == 1 { "test fails" } else { "tests fail" };
        let says = &found.cause.page().says;
        let _ = writeln!(text, "\n{}: {tests} {noun}{of_decoder}. {says}", found.cause);
        let shortest = found.cases.iter().min_by_key(|case| {
            let is_own = failures[*case].deviation.cause == found.cause;
            (!is_own, cases[**case].input().bytes().len(), **case)
        });
        for line in shortest.into_iter().flat_map(|case| failures[case].message.lines()) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{LoggedFailure, summary};
    use crate::case::Plan;
    use crate::cause::{Cause, Deviation};
    use illformed_vectors::Suite;
    use std::collections::BTreeMap;

    #[test]
    fn the_shortest_input_of_a_cause_is_shown_whatever_the_order() {
        let plan = Plan::selected(Suite::embedded(), |id| id.recipe.is_none());
        let number = |id: &str| plan.cases.iter().position(|case| case.id.to_string() == id).unwrap();
        let longer = number("standard/dot-dot-slash-overlong");
        let overlong = ["overlong/nul-two-bytes", "overlong/solidus-two-bytes"].map(number);
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let mut failures = BTreeMap::new();
            let cases = [longer, overlong[1], overlong[0]];
            for case in order.map(|place| cases[place]) {
                // An offset that an accepted overlong form explains, as each such test alone cannot know.
                let is_echo = case == longer;
                let cause = if is_echo { Cause::WrongOffset } else { Cause::AcceptsOverlong2 };
                let kin = is_echo.then_some(Cause::AcceptsOverlong2).into_iter().collect();
                let deviation = Deviation { kin, ..Deviation::new(cause) };
                let message = format!("FAIL {}", plan.cases[case].id);
                failures.insert(case, LoggedFailure { deviation, message });
            }
            let text = summary("mine", &failures, &plan.cases);
            assert!(text.contains("accepts-overlong-2: 3 tests fail of mine."), "{text}");
            assert!(text.contains("  FAIL overlong/nul-two-bytes\n"), "{text}");
            assert_eq!(text.matches("FAIL ").count(), 1, "{text}");
        }
        assert_eq!(summary("mine", &BTreeMap::new(), &plan.cases), "");
    }
}
