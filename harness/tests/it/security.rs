//! `--security`, and the incidents that a decoder would repeat.

use crate::planted::{in_process, never, planted, validator, with_chunks};
use crate::typed::typed;
use crate::whole::stride;
use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, RunRecord, record_run};
use illformed::record::security::{is_security, replayed};
use illformed_judge::case::Plan;
use illformed_vectors::{Importance, IncidentFile, Suite};
use std::collections::{BTreeMap, BTreeSet};

fn selected() -> BTreeSet<&'static str> {
    let suite = Suite::embedded();
    let vectors = suite.vectors().filter(|vector| is_security(suite, vector));
    vectors.map(|vector| vector.id.as_str()).collect()
}

#[test]
fn what_is_about_attacks_is_what_is_critical_and_what_replays_an_incident() {
    let suite = Suite::embedded();
    let selected = selected();
    for vector in suite.vectors() {
        let critical = suite.importance(vector) == Importance::Critical;
        let named = IncidentFile::embedded().names(&vector.id);
        assert_eq!(selected.contains(vector.id.as_str()), critical || named, "{}", vector.id);
    }
    // Neither reason alone would do.
    assert!(selected.contains("out-of-range/value-123456") && selected.contains("swallow/c2-before-22"));
    assert!(!selected.contains("standard/letter-a") && !selected.contains("noncharacter/1fffe"));
    let vectors = typed("list --security").stdout;
    let listed: BTreeSet<&str> = vectors.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(listed, selected);
    let cases = typed("list cases --security").stdout;
    let plan = Plan::selected(suite, |id| selected.contains(id.vector.as_str()));
    assert!(cases.lines().eq(plan.cases.iter().map(|case| case.id.to_string())));
    typed("list flags --security").ends(2);
}

/// One accepts every input in one call: it fails far more vectors than a record keeps the details of. One accepts what comes
/// in several calls, and is right about the rest: it fails cases that are derived from vectors, of which a record keeps even
/// fewer.
fn lax() -> Vec<InProcessDecoder> {
    let in_chunks = with_chunks(validator("accepts-chunks", never, never), |_| true);
    vec![validator("accepts-all", |_| true, never), in_chunks]
}

/// The record of those vectors, asked of some decoders of this process and of two that accept too much.
fn asked_of_some(plan: &Plan<'_>, wanted: impl Fn(&str) -> bool) -> RunRecord {
    let mut plan = plan.clone();
    plan.cases.retain(|case| wanted(case.id.vector.as_str()));
    let mut adapters = in_process();
    adapters.push(planted(lax));
    let few = ["bstr/", "codec/validate-mutf8", "planted/", "std/"];
    let wants = move |name: &str| few.iter().any(|start| name.starts_with(start));
    let options = RunOptions { wants_decoder: Box::new(wants), ..RunOptions::default() };
    record_run(&plan, &adapters, &options, RunFacts::default()).0
}

/// For each incident who repeats it, and on which vectors.
type Told = BTreeMap<usize, (Vec<String>, Vec<String>)>;

fn told(record: &RunRecord, wanted: impl Fn(usize) -> bool) -> Told {
    let all = replayed(record, IncidentFile::embedded()).into_iter();
    all.filter(|one| wanted(one.incident.number))
        .map(|one| {
            let id = |vector: &usize| record.vectors[*vector].id.to_string();
            (one.incident.number, (one.repeated_by, one.failed.iter().map(id).collect()))
        })
        .collect()
}

#[test]
fn an_incident_has_the_same_decoders_and_vectors_among_all_others_as_alone() {
    let (suite, security) = (Suite::embedded(), selected());
    let plan = Plan::selected(suite, |id| security.contains(id.vector.as_str()));
    let together = asked_of_some(&plan, |_| true);
    let among_all = told(&together, |_| true);
    let mut alone = BTreeMap::new();
    let stride = stride("incidents", 20);
    let incidents = || IncidentFile::embedded().incidents().iter().step_by(stride);
    for incident in incidents() {
        let names = |id: &str| incident.vectors.iter().any(|pattern| pattern.matches(id));
        if suite.vectors().any(|vector| names(vector.id.as_str())) {
            alone.extend(told(&asked_of_some(&plan, names), |number| number == incident.number));
        }
    }
    let mut expected = among_all.clone();
    expected.retain(|number, _| incidents().any(|incident| incident.number == *number));
    assert_eq!(expected, alone);
    // Otherwise it would show nothing: the details of most of what the planted decoder fails are not kept.
    for planted in &together.decoders[together.decoders.len() - 2..] {
        let failed: usize = planted.by_claim.bad().map(|group| group.cases.len()).sum();
        assert!(planted.by_claim.findings.len() * 2 < failed, "{failed}");
        let name = planted.name();
        let repeated = among_all.values().filter(|(by, _)| by.contains(&name)).count();
        assert!(repeated > 40, "{name}: {repeated}");
    }
}
