//! What a run came to, by its exit codes, the first line of its report, and its badge as the endpoint of shields.io takes it.

use crate::reports::{accept_all, baselined, blind, small};
use illformed::record::run_record::{DeviationKind, RunRecord, Tally};
use illformed::tell::report::{markdown, shields, summary};
use illformed_judge::cause::{Cause, Severity};
use serde_json::{Value, json};
use snapbox::{assert_data_eq, file};

/// The first line of the summary of `record`; the report has the same.
#[track_caller]
fn headline(record: &RunRecord) -> String {
    let (summary, report) = (summary(record), markdown(record));
    let line = summary.lines().next().and_then(|line| line.strip_prefix("## UTF-8 conformance is "));
    let line = line.expect(&summary);
    assert_eq!(report.lines().next(), Some(format!("# UTF-8 conformance is {line}").as_str()));
    assert_eq!(line.starts_with("green: "), record.clone().finalize().is_empty(), "{line}");
    line.to_owned()
}

/// The message and the colour of a badge that has what the endpoint asks for, and nothing else.
#[track_caller]
fn badge(record: &RunRecord) -> String {
    let badge: Value = serde_json::from_str(&shields(record)).expect("it is JSON");
    let schema = json!({
        "type": "object",
        "properties": {
            "schemaVersion": {"const": 1},
            "label": {"const": "UTF-8"},
            "message": {"type": "string", "minLength": 1, "maxLength": 60},
            "color": {"enum": ["brightgreen", "yellowgreen", "yellow", "orange", "red", "lightgrey"]}
        },
        "required": ["schemaVersion", "label", "message", "color"],
        "additionalProperties": false
    });
    assert!(jsonschema::is_valid(&schema, &badge), "{badge}");
    let text = |key: &str| badge[key].as_str().unwrap_or_default();
    format!("{}: {}", text("color"), text("message"))
}

fn only_blind(mut record: RunRecord) -> RunRecord {
    record.decoders.drain(..record.decoders.len() - 1);
    record
}

fn with_severity(mut record: RunRecord, severity: Severity, fail_on: Severity) -> RunRecord {
    blind(&mut record).by_claim.causes.iter_mut().for_each(|cause| cause.severity = severity);
    RunRecord { fail_on, ..record }
}

#[test]
fn each_outcome_of_a_run_has_its_exit_codes_its_first_line_and_its_badge() {
    let mut kept = small();
    kept.decoders.pop();
    let mut one = small();
    one.decoders.truncate(1);
    let mut interrupted = kept.clone();
    interrupted.footer.complete = false;
    let mut fails_and_interrupted = small();
    fails_and_interrupted.footer.complete = false;
    let mut nothing = RunRecord { decoders: Vec::new(), ..kept.clone() };
    nothing.footer.tally = Tally::default();
    let surveyed = RunRecord { survey_of_all_but: Some("illformed-codec".to_owned()), ..small() };
    let missed = RunRecord { missed_baselines: vec!["a.json: a/b was not asked".to_owned()], ..kept.clone() };
    let broken = RunRecord { broken: baselined(false).broken, ..kept.clone() };
    let mut imprecise = only_blind(small());
    let causes = &mut blind(&mut imprecise).by_claim.causes;
    causes.truncate(1);
    (causes[0].id, causes[0].severity) = (Cause::Late, Severity::Imprecise);
    let mut below = with_severity(only_blind(baselined(false)), Severity::Wrong, Severity::Critical);
    below.broken.clear();
    let baseline = blind(&mut below).baseline.as_mut().expect("it has one");
    baseline.deviations.retain(|one| one.kind == DeviationKind::Regressed);
    let mut otherwise = baselined(true);
    otherwise.broken.clear();
    let mut stale = otherwise.clone();
    accept_all(&mut stale);
    let mut known = stale.clone();
    accept_all(&mut known).stale_is_error = false;
    let mut broken_too = only_blind(known.clone());
    broken_too.broken = baselined(false).broken;
    let below_fail_on = with_severity(only_blind(small()), Severity::Imprecise, Severity::Wrong);
    let records = [
        kept,
        one,
        small(),
        only_blind(small()),
        imprecise,
        interrupted,
        fails_and_interrupted,
        nothing,
        surveyed.clone(),
        only_blind(surveyed),
        below_fail_on,
        below,
        missed,
        broken,
        only_blind(baselined(false)),
        otherwise,
        stale.clone(),
        only_blind(stale),
        known.clone(),
        only_blind(known),
        broken_too,
    ];
    let outcomes = records.iter().map(|record| {
        let mut settled = record.clone();
        settled.finalize();
        format!("{:?} | {} | {}\n", settled.footer.exit_codes, headline(record), badge(record))
    });
    assert_data_eq!(outcomes.collect::<String>(), file!["../golden/outcomes.txt"].raw());
}
