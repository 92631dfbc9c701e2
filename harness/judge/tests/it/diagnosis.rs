//! Which causes are told of decoders with one fault each, by all their answers.

use crate::decoders::{lossy_decoders, strict_decoders};
use crate::streams::Fault;
use crate::words::{case, judged};
use illformed_judge::case::{Case, FittedInput, Plan};
use illformed_judge::cause::{Diagnosis, FoundCause};
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_judge::shown::{fit, shown_input};
use illformed_vectors::{Input, Suite};
use snapbox::{assert_data_eq, file};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The groups whose vectors are asked.
const GROUPS: &str =
    "standard boundary overlong surrogate out-of-range legacy-form never-valid stray truncated bom";

/// What speaks against the diagnosis of `fault` in a golden file, with the mark before it: the diagnosis may not be as it should,
/// and stays so until the judge or the file is changed.
fn doubt<'a>(golden: &'a str, fault: &str) -> &'a str {
    let mut headings = golden.lines().filter_map(|line| line.strip_prefix("== ")?.strip_prefix(fault));
    headings.find(|doubt| doubt.starts_with(" ?? ")).unwrap_or_default()
}

/// What `ask` answers to the cases of `plan`, as a line for each cause that is told of it.
fn diagnosed(plan: &Plan<'_>, claim: &Claim, ask: impl Fn(&Case<'_>) -> Response) -> String {
    let mut diagnosis = Diagnosis::default();
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, case) in plan.cases.iter().enumerate() {
        if FittedInput::of(case, claim).is_err() {
            continue;
        }
        let response = ask(case);
        let judged = judged(case, claim, std::slice::from_ref(&response));
        *verdicts.entry(judged.claim.verdict.name()).or_default() += 1;
        diagnosis.take((number, case), &judged.claim, Some(&response));
    }
    let counts: Vec<String> = verdicts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let mut lines = counts.join(", ") + "\n";
    for found in diagnosis.causes(&plan.cases, &BTreeSet::new()) {
        lines += &told(&found, &plan.cases);
    }
    lines
}

/// A cause, with its number of cases and vectors, what is known of it, and its example.
fn told(found: &FoundCause, cases: &[Case<'_>]) -> String {
    let FoundCause { cause, cases: numbers, example, errors, classes, relation } = found;
    let vectors: BTreeSet<_> = numbers.iter().map(|number| &cases[*number].vector.id).collect();
    let mut line = format!("  {cause}: {} cases of {} vectors", numbers.len(), vectors.len());
    for kind in errors {
        let _ = write!(line, ", {}", kind.name());
    }
    for class in classes {
        let _ = write!(line, ", {class}");
    }
    if let Some(relation) = relation {
        let _ = write!(line, ", {relation}");
    }
    let case = &cases[example.case];
    let _ = writeln!(
        line,
        "\n    {} {}: {}, not {}",
        case.id,
        fit(&shown_input(case.input()), 120),
        example.observed,
        example.expected
    );
    line
}

fn of_group(id: &str) -> bool {
    GROUPS.split(' ').any(|group| id.split('/').next() == Some(group))
}

#[test]
fn the_causes_told_of_decoders_with_one_fault_are_those_of_the_golden_file() {
    // Of most surrogates and of most characters the only cases are the long inputs with many of them.
    let mut plan =
        Plan::selected(Suite::embedded(), |id| id.recipe.is_none() && of_group(id.vector.as_str()));
    for id in ["boundary/empty@surrogates=d800", "boundary/empty@scalars=2000"] {
        plan.insert(case(id));
    }
    let mut text = String::new();
    for (kind, decoders) in [("strict", strict_decoders()), ("lossy", lossy_decoders())] {
        for (fault, claim, decode) in decoders {
            let told = diagnosed(&plan, &claim, |case| match case.input() {
                Input::Bytes(bytes) => decode(bytes),
                Input::Calls(_) => Response::Skipped("no chunks".to_owned()),
            });
            let fault = format!("{kind}: {fault}");
            let doubt = doubt(include_str!("../golden/diagnoses.txt"), &fault);
            let _ = writeln!(text, "== {fault}{doubt}\n{told}");
        }
    }
    assert_data_eq!(text, file!["../golden/diagnoses.txt"].raw());
}

#[test]
fn the_causes_told_of_decoders_of_chunks_are_those_of_the_golden_file() {
    // Short inputs enough to say what they show, and what is derived of a few. Thousands of bytes show nothing more.
    let derived = ["overlong/nul-two-bytes", "surrogate/single-d800"];
    let mut plan = Plan::selected(Suite::embedded(), |id| {
        let (recipe, id) = (id.recipe, id.vector.as_str());
        let is_derived =
            derived.contains(&id) || id.starts_with("standard/") || id.starts_with("boundary/row");
        recipe.map_or_else(|| of_group(id) || id.starts_with("script/"), |_| is_derived)
    });
    plan.cases.retain(|case| case.input().bytes().len() < 100);
    let mut text = String::new();
    for fault in Fault::ALL {
        let told = diagnosed(&plan, &Fault::claim(), |case| fault.answer(case));
        let doubt = doubt(include_str!("../golden/diagnoses-of-chunks.txt"), &format!("{fault:?}"));
        let _ = writeln!(text, "== {fault:?}{doubt}\n{told}");
    }
    assert_data_eq!(text, file!["../golden/diagnoses-of-chunks.txt"].raw());
}
