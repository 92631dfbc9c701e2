//! The badge, as the endpoint of shields.io takes it.

use super::records::{accept_all, baselined, small};
use illformed::record::run_record::{DeviationKind, RunRecord};
use illformed::tell::report::shields;
use illformed_judge::cause::{Cause, Severity};
use serde_json::{Value, json};

/// The message and the colour of a badge that has what the endpoint asks for, and nothing else.
#[track_caller]
fn badge(record: &RunRecord) -> (String, String) {
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
    let text = |key: &str| badge[key].as_str().unwrap_or_default().to_owned();
    (text("message"), text("color"))
}

fn only_blind(mut record: RunRecord) -> RunRecord {
    record.decoders.drain(..record.decoders.len() - 1);
    record
}

#[test]
fn a_badge_says_in_a_few_words_how_the_run_went() {
    let mut conforms = small();
    conforms.decoders.truncate(1);
    let mut all = small();
    all.decoders.pop();
    let mut interrupted = small();
    interrupted.footer.complete = false;
    let mut known = only_blind(small());
    accept_all(&mut known);
    let failing = only_blind(small());
    let blind = &failing.decoders[0].by_claim;
    let causes = &blind.causes;
    let fails = format!("{} and {} more", causes[0].id, causes.len() - 1);
    let mut imprecise = only_blind(small());
    let of_imprecise = &mut imprecise.decoders[0].by_claim.causes;
    of_imprecise.truncate(1);
    of_imprecise[0].id = Cause::Late;
    of_imprecise[0].severity = Severity::Imprecise;
    for (record, message, color) in [
        (small(), "2/3 decoders conform", "orange"),
        (all, "2/2 decoders conform", "brightgreen"),
        (conforms, "conforms", "brightgreen"),
        (known, "conforms as known", "yellowgreen"),
        (failing.clone(), &fails, "red"),
        (imprecise, "imprecise: late", "red"),
        (interrupted, "interrupted", "lightgrey"),
        (RunRecord { decoders: Vec::new(), ..small() }, "nothing judged", "lightgrey"),
    ] {
        assert_eq!(badge(&record), (message.to_owned(), color.to_owned()));
    }
}

#[test]
fn with_a_baseline_a_badge_names_the_causes_that_are_not_accepted() {
    let regressed = only_blind(baselined(false));
    assert_eq!(badge(&regressed), ("accepts-surrogate and 2 more".to_owned(), "red".to_owned()));
}

#[test]
fn a_badge_tells_a_stale_baseline_from_a_decoder_that_fails() {
    let mut stale = baselined(true);
    accept_all(&mut stale);
    let all = ("3/3 decoders conform, 1 baseline is stale".to_owned(), "orange".to_owned());
    assert_eq!(badge(&stale), all);
    let mut alone = only_blind(stale);
    assert_eq!(badge(&alone), ("2 entries are stale".to_owned(), "orange".to_owned()));
    let baseline = alone.decoders[0].baseline.as_mut().expect("it has one");
    baseline.stale_is_error = false;
    assert_eq!(badge(&alone), ("conforms as known, run failed".to_owned(), "orange".to_owned()));
    alone.broken.clear();
    assert_eq!(badge(&alone), ("conforms as known".to_owned(), "yellowgreen".to_owned()));
}

#[test]
fn no_badge_is_red_of_a_run_that_exits_with_0_and_none_is_green_of_another() {
    let mut tolerated = only_blind(small());
    for cause in &mut tolerated.decoders[0].by_claim.causes {
        cause.severity = Severity::Imprecise;
    }
    tolerated.fail_on = Severity::Wrong;
    let mut regressed = only_blind(baselined(false));
    regressed.broken.clear();
    let blind = &mut regressed.decoders[0];
    for cause in &mut blind.by_claim.causes {
        cause.severity = Severity::Wrong;
    }
    let baseline = blind.baseline.as_mut().expect("it has one");
    baseline.deviations.retain(|one| one.kind == DeviationKind::Regressed);
    regressed.fail_on = Severity::Critical;
    let surveyed = RunRecord { survey_of_all_but: Some("illformed-codec".to_owned()), ..only_blind(small()) };
    let mut kept = small();
    kept.decoders.pop();
    let missed = RunRecord { missed_baselines: vec!["a.json: a/b was not asked".to_owned()], ..kept.clone() };
    let broken = RunRecord { broken: baselined(false).broken, ..kept.clone() };
    for (name, record, codes, color) in [
        ("all failures are below --fail-on", tolerated, &[][..], "yellow"),
        ("so is all that regressed", regressed, &[], "yellow"),
        ("a survey", surveyed, &[], "yellow"),
        ("a decoder that fails", only_blind(small()), &[1], "red"),
        ("a baseline without its decoder", missed, &[3], "orange"),
        ("an adapter that is broken", broken, &[3], "orange"),
        ("no failure", kept, &[], "brightgreen"),
    ] {
        let mut settled = record.clone();
        settled.finalize();
        assert_eq!(settled.footer.exit_codes, codes, "{name}");
        assert_eq!(badge(&record).1, color, "{name}");
    }
}
