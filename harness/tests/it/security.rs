//! `--security`, and the incidents that a decoder would repeat.

use crate::whole::stride;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder, Stream, StreamError};
use illformed::ask::adapter::{Adapter, in_process};
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, RunRecord, record_run};
use illformed::record::security::{is_security, replayed};
use illformed_codec::Profile;
use illformed_judge::case::Plan;
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::{Importance, IncidentFile, Suite};
use serde_json::Value;
use snapbox::cmd::{Command, cargo_bin};
use std::collections::{BTreeMap, BTreeSet};
use tempfile::TempDir;

fn run(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(cargo_bin!("illformed"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .assert()
        .get_output()
        .clone();
    (String::from_utf8(output.stdout).expect("output is UTF-8"), output.status.code())
}

#[test]
fn what_is_about_attacks_is_what_is_critical_and_what_replays_an_incident() {
    let suite = Suite::embedded();
    let selected: BTreeSet<&str> = suite
        .vectors()
        .filter(|vector| is_security(suite, vector))
        .map(|vector| vector.id.as_str())
        .collect();
    for vector in suite.vectors() {
        let critical = suite.importance(vector) == Importance::Critical;
        let named = IncidentFile::embedded().names(&vector.id);
        assert_eq!(selected.contains(vector.id.as_str()), critical || named, "{}", vector.id);
    }
    // Neither reason alone would do.
    assert!(selected.contains("out-of-range/value-123456") && selected.contains("swallow/c2-before-22"));
    assert!(!selected.contains("standard/letter-a") && !selected.contains("noncharacter/1fffe"));
    let (vectors, _) = run(&["list", "--security"]);
    let listed: BTreeSet<&str> = vectors.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(listed, selected);
    let (cases, _) = run(&["list", "cases", "--security"]);
    let plan = Plan::selected(suite, |id| selected.contains(id.vector.as_str()));
    assert!(cases.lines().eq(plan.cases.iter().map(|case| case.id.to_string())));
    assert_eq!(run(&["list", "flags", "--security"]).1, Some(2));
}

/// A stream that accepts everything.
struct Lax;

impl Stream for Lax {
    fn feed(&mut self, _: &[u8]) -> Result<Text, StreamError> {
        Ok(Text::None)
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        Ok(Text::None)
    }

    fn reset(&mut self) {}
}

/// Accepts every input in one call: it fails far more vectors than a record keeps the details of.
fn lax() -> InProcessDecoder {
    let claim = Claim::validate(Profile::Rfc3629);
    InProcessDecoder::one_shot("accepts-all", "lax", claim, |_: &[u8]| Observation::accept(Text::None))
}

/// Accepts everything that comes in several calls, and is right about the rest: it fails cases that are derived from
/// vectors, of which a record keeps even fewer.
fn lax_in_chunks() -> InProcessDecoder {
    let claim = Claim { script: ScriptSupport::Reset, ..Claim::validate(Profile::Rfc3629) };
    let whole = |bytes: &[u8]| match str::from_utf8(bytes) {
        Ok(_) => Observation::accept(Text::None),
        Err(_) => Observation::reject(None, None),
    };
    let stream = || -> Box<dyn Stream> { Box::new(Lax) };
    let one_shot = InProcessDecoder::one_shot("accepts-chunks", "lax", claim, whole);
    InProcessDecoder { stream: Some(Box::new(stream)), ..one_shot }
}

/// The record of those vectors, asked of some decoders of this process and of two that accept too much.
fn asked_of_some(plan: &Plan<'_>, wanted: impl Fn(&str) -> bool) -> RunRecord {
    let mut plan = plan.clone();
    plan.cases.retain(|case| wanted(case.id.vector.as_str()));
    let own = in_process::all().into_iter();
    let mut adapters: Vec<Box<dyn Adapter>> =
        own.map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) }).collect();
    adapters
        .push(Box::new(InProcessAdapter::new("planted", "planted", "0", || vec![lax(), lax_in_chunks()])));
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
            let id = |vector: &usize| record.vectors[*vector].id.clone();
            (one.incident.number, (one.repeated_by, one.failed.iter().map(id).collect()))
        })
        .collect()
}

#[test]
fn an_incident_has_the_same_decoders_and_vectors_among_all_others_as_alone() {
    let suite = Suite::embedded();
    let security: BTreeSet<&str> = suite
        .vectors()
        .filter(|vector| is_security(suite, vector))
        .map(|vector| vector.id.as_str())
        .collect();
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
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let decoders = ["--decoder", "std/from-utf8", "--decoder", "codec/*-mutf8"];
    let more = ["--security", "--format", "terminal,json,html,markdown,summary", "--out", out];
    let (printed, code) = run(&[&["run"], &decoders[..], &more].concat());
    assert_eq!(code, Some(0), "{printed}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let record: Value = serde_json::from_str(&read("report.json")).unwrap();
    assert!(record["selection"].as_array().unwrap().contains(&"--security".into()));
    let suite = Suite::embedded();
    let asked = record["vectors"].as_array().unwrap();
    assert_eq!(asked.len(), suite.vectors().filter(|vector| is_security(suite, vector)).count());
    let incidents =
        printed.split_once("Incidents that a decoder would repeat, judged by RFC 3629").expect(&printed).1;
    let line_that_reproduces = |line: &&str| line.trim_start().starts_with("illformed run ");
    assert!(
        incidents
            .lines()
            .filter(|line| !line_that_reproduces(line))
            .all(|line| line.chars().count() <= 80 && line == line.trim_end()),
        "{incidents}"
    );
    // Modified UTF-8 takes an overlong NUL, and D's decoder did; the standard library does not.
    let of_d = incidents.split_once("critical  47 D, std.uri.decodeComponent\n").expect(incidents).1;
    let lines: Vec<&str> = of_d.lines().map(str::trim).take(2).collect();
    assert_eq!(
        lines[0], "C0 80: codec/validate-mutf8, codec/events-mutf8, codec/decoder-mutf8",
        "{incidents}"
    );
    assert!(
        lines[1].starts_with("illformed run --decoder codec/") && lines[1].contains("--only "),
        "{incidents}"
    );
    let severities: Vec<&str> = incidents
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split(' ').next())
        .collect();
    let place = |word: &str| ["critical", "wrong", "imprecise"].iter().position(|one| *one == word);
    assert!(severities.iter().filter_map(|word| place(word)).is_sorted(), "{severities:?}");
    assert!(!incidents.contains("std/from-utf8"), "{incidents}");
    assert!(printed.lines().last().unwrap().starts_with("Incidents: "), "{printed}");
    // What a run says is in its report, and so in everything that is made of one.
    assert_eq!(run(&["render", &format!("{out}/report.json")]), (printed, Some(0)));
    for name in ["report.md", "summary.md"] {
        let text = read(name);
        assert!(text.contains(" replayed"), "{name}: {text}");
        assert!(
            text.contains("\n- incident 47, `D, std.uri.decodeComponent`: `codec/validate-mutf8`"),
            "{text}"
        );
        assert!(text.lines().filter(|line| line.starts_with("- incident ")).count() <= 50, "{text}");
    }
    let page = read("report.html");
    let section =
        page.split_once("<section id=\"incidents\"").and_then(|(_, rest)| rest.split_once("</section>"));
    let (section, _) = section.expect("the page has them");
    let row = section.split("<tr").find(|row| row.contains("std.uri.decodeComponent")).expect(section);
    assert!(row.contains("href=\"#/decoder/codec/validate-mutf8\""), "{row}");
    assert!(row.contains("href=\"#/vector/overlong/nul-two-bytes\""), "{row}");
    let (printed, code) =
        run(&["run", "--security", "--decoder", "std/from-utf8", "--only", "security/c0-*"]);
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("no decoder repeats one."), "{printed}");
    let (printed, _) = run(&["run", "--decoder", "codec/validate-mutf8", "--only", "security/c0-*"]);
    assert!(!printed.contains("Incidents"), "nobody asked: {printed}");
    assert_eq!(
        run(&["run", "--security", "--only", "standard/letter-a"]).1,
        Some(2),
        "nothing is left to ask"
    );
}

#[test]
fn a_vector_is_shown_with_its_flags_and_incidents() {
    let (shown, _) = run(&["show", "security/four-byte-alone"]);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        shown.contains("flag value-cut (critical): ")
            && shown.contains("CVEs of this kind of fault: CVE-2015-3438 (unverified: "),
        "{shown}"
    );
    let (shown, _) = run(&["show", "security/c8-before-quote"]);
    assert!(
        shown.contains("\nincidents   incident-11: PostgreSQL, lead before a quote (2006) CVE-2006-2313\n"),
        "{shown}"
    );
}
