//! Of each failure, every format shows what was sent, and names a case only where that is certainly not accepted.

use crate::reports::{accept_all, blind, deviation, small};
use illformed::record::run_record::{BaselineDeviation, DeviationKind, Ranges, RunRecord};
use illformed::tell::report::{
    Style, TerminalOptions, annotations, html, junit, markdown, sarif, summary, terminal,
};
use illformed_judge::shown::shown_input;

type Render = fn(&RunRecord) -> String;

fn printed(record: &RunRecord, findings: usize) -> String {
    terminal(record, TerminalOptions { style: Style::Plain, findings, matrix: false })
}

const FORMATS: [(&str, Render); 8] = [
    ("terminal", |record| printed(record, 0)),
    ("findings", |record| printed(record, 1)),
    ("markdown", markdown),
    ("summary", summary),
    ("annotations", |record| annotations(record, None)),
    ("sarif", |record| sarif(record, None)),
    ("junit", junit),
    ("html", html),
];

/// A record in which a baseline accepts all failures but that of one case, which is derived by a recipe that begins so.
fn failing_in(recipe: &str, is_certain: bool) -> (RunRecord, usize) {
    let mut record = small();
    let blind = blind(&mut record).clone();
    let failing: Vec<usize> = blind.by_claim.bad().flat_map(|group| group.cases.iter()).collect();
    let is_wanted = |case: &usize| record.case_id(*case).contains(&format!("@{recipe}"));
    let case =
        failing.iter().copied().filter(is_wanted).min_by_key(|case| shown_input(&record.input(*case)).len());
    let case = case.unwrap_or_else(|| panic!("no case is derived by {recipe}"));
    let causes = &blind.by_claim.causes;
    let cause = causes.iter().find(|cause| cause.cases.contains(case)).expect("each failure has a cause");
    let subject = format!("{} in overlong", cause.id);
    let deviation = deviation(DeviationKind::Regressed, 1, &subject, 0, "2 cases fail, 1 accepted");
    let example = is_certain.then_some(case);
    let baseline = accept_all(&mut record);
    baseline.known = baseline.known.iter().filter(|known| *known != case).collect();
    let set: Ranges = [case].into_iter().collect();
    *(if is_certain { &mut baseline.new } else { &mut baseline.undecided }) = set;
    baseline.deviations = vec![BaselineDeviation { example, ..deviation }];
    record.check().expect("its numbers name cases");
    (record, case)
}

#[test]
fn every_format_shows_the_bytes_that_were_sent() {
    for recipe in ["after=", "before=", "at=", "times="] {
        let (record, case) = failing_in(recipe, true);
        let sent = shown_input(&record.input(case));
        for (format, render) in FORMATS {
            let text = render(&record);
            assert!(text.contains(&sent), "{format} of {}: no {sent} in {text}", record.case_id(case));
        }
    }
}

#[test]
fn no_format_names_a_case_that_may_be_accepted() {
    let (record, case) = failing_in("after=", false);
    let id = record.case_id(case);
    for (format, render) in FORMATS {
        let text = render(&record);
        assert!(!text.contains(&id), "{format}: {id} in {text}");
        assert!(text.contains("2 cases fail, 1 accepted"), "{format}: {text}");
    }
}
