//! `--security`, and the incidents that a decoder would repeat.

use crate::planted::{in_process, never, planted, validator, with_chunks};
use crate::typed::{Folder, typed};
use crate::whole::stride;
use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, RunRecord, record_run};
use illformed::record::security::{is_security, replayed};
use illformed_judge::case::Plan;
use illformed_vectors::{Importance, IncidentFile, Suite};
use serde_json::Value;
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

#[test]
fn a_run_asks_for_them_alone_and_says_who_would_repeat_what() {
    let folder = Folder::new();
    let formats = format!("--format terminal,json,html,markdown,summary --out {}", folder.at(""));
    let run = format!("run --decoder std/from-utf8 --decoder codec/*-mutf8 --security {formats}");
    let printed = typed(&run).ends(0).stdout;
    let record: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert!(record["selection"].as_array().unwrap().contains(&"--security".into()));
    assert_eq!(record["vectors"].as_array().unwrap().len(), selected().len());
    let after = printed.split_once("\nIncidents that a decoder would repeat (").expect(&printed).1;
    let incidents = after.split("\n\n").next().unwrap_or_default();
    let is_command = |line: &&str| line.trim_start().starts_with("illformed run ");
    let is_narrow = |line: &str| line.chars().count() <= 80 && line == line.trim_end();
    assert!(incidents.lines().filter(|line| !is_command(line)).all(is_narrow), "{incidents}");
    // Modified UTF-8 takes an overlong NUL, and D's decoder did; the standard library does not.
    let words = incidents.split_whitespace().collect::<Vec<_>>().join(" ");
    let of_d = "critical: 47 D, std.uri.decodeComponent; C0 80; codec/validate-mutf8, codec/events-mutf8, \
                codec/decoder-mutf8 illformed run --decoder codec/";
    assert!(words.contains(of_d) && !incidents.contains("std/from-utf8"), "{incidents}");
    let rows = incidents.lines().filter_map(|line| line.strip_prefix("  ")?.split(':').next());
    let place = |word: &str| ["critical", "wrong", "imprecise"].iter().position(|one| *one == word);
    let severities: Vec<usize> = rows.filter_map(place).collect();
    assert!(severities.len() > 5 && severities.is_sorted(), "{severities:?}");
    // What a run says is in its report, and so in everything that is made of one.
    assert_eq!(typed(&format!("render {}", folder.at("report.json"))).ends(0).stdout, printed);
    for name in ["report.md", "summary.md"] {
        let text = folder.read(name);
        let incident = "\n- critical: `47 D, std.uri.decodeComponent`; `C0 80`; `codec/validate-mutf8`";
        assert!(text.contains(" replayed") && text.contains(incident), "{name}: {text}");
        assert!(text.lines().filter(|line| line.starts_with("- critical: ")).count() <= 50, "{text}");
    }
    let page = folder.read("report.html");
    let (_, section) = page.split_once("<section id=\"incidents\"").expect("the page has them");
    let section = section.split("</section>").next().unwrap_or_default();
    let row = section.split("<tr").find(|row| row.contains("std.uri.decodeComponent")).expect(section);
    for link in ["decoder/codec/validate-mutf8", "vector/overlong/nul-two-bytes"] {
        assert!(row.contains(&format!("href=\"#/{link}\"")), "{row}");
    }
}
