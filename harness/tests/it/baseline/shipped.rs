//! The baselines of the shipped adapters: their form, and that they notice what is planted. Whether they hold is for
//! `make conformance` to say.

use crate::typed::{recorded, schema};
use crate::whole::is_whole;
use illformed::ask::adapter::{Adapter, in_process};
use illformed::record::baseline::{AskedCases, Baseline, GroupCount, compare, digest};
use illformed::record::run_record::{DecoderRecord, ExitReason, RunRecord};
use illformed::tell::report::{Style, TerminalOptions, terminal};
use illformed_judge::judge::VerdictKind;
use std::fs;
use std::path::Path;

/// How many causes a shipped decoder is told at most.
const MOST_CAUSES: usize = 9;

/// The decoder that each shipped baseline is named after, and its text.
fn shipped() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("baselines");
    let entries = |folder: &Path| {
        fs::read_dir(folder).expect("it is a folder").map(|entry| entry.expect("it is there").path())
    };
    let files = entries(&root).filter(|path| path.is_dir()).flat_map(|adapter| entries(&adapter));
    let shipped = files.map(|path| {
        let name = path.strip_prefix(&root).expect("it is in it").with_extension("").display().to_string();
        (name, fs::read_to_string(path).expect("it is text"))
    });
    shipped.collect()
}

#[test]
fn each_shipped_baseline_is_in_its_form_and_named_after_its_decoder() {
    let (schema, shipped) = (schema("baseline"), shipped());
    for (name, text) in &shipped {
        let baseline = Baseline::from_json(name, text).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(baseline.decoder, *name);
        let json = serde_json::from_str(text).unwrap();
        let faults: Vec<String> = schema.iter_errors(&json).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
        assert!(baseline.to_canonical() == *text, "{name} is not in its form: `baseline update` writes it");
        // A report of more is no diagnosis.
        assert!(baseline.entries.len() <= MOST_CAUSES, "{name}: {} causes", baseline.entries.len());
        for reason in &baseline.reasons {
            assert!(reason.reason.ends_with('.'), "{name}: {} is no sentence", reason.id);
        }
    }
    assert!(!shipped.is_empty(), "no baseline is shipped");
}

#[test]
fn the_schema_refuses_what_is_no_baseline() {
    let schema = schema("baseline");
    let good = r##"{"kind":"illformed-baseline","schema":3,"decoder":"a/d","only":{"os":"linux"},
        "reasons":[{"id":"r","reason":"It is so.","until":"2027-06-30","only":{"version":">=1,<2"}}],
        "asked":{"suite":"0","selection":[],"groups":[["bom",2,"#0123456789abcdef"]]},
        "entries":[{"cause":"accepts-surrogate","why":"r","groups":[["bom",1,"*"]]}]}"##;
    let is_valid = |text: &str| schema.is_valid(&serde_json::from_str(text).expect("it is JSON"));
    assert!(is_valid(good));
    assert!(Baseline::from_json("b", good).is_ok());
    for row in include_str!("schema.txt").lines() {
        let (from, to) = row.split_once(" ->").expect("a row has two texts");
        let to = to.trim_start();
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        assert!(!is_valid(&bad), "{bad}");
        assert!(Baseline::from_json("b", &bad).is_err(), "the command takes {bad}");
    }
}

/// What is done to a group of an entry, so that the decoder differs from its baseline; at that place it passes a case.
type Plant = fn(&mut GroupCount, usize);

/// A change, the word for it, and the exit codes where stale entries count and where they do not.
const CHANGES: [(Plant, &str, [u8; 2]); 4] = [
    (|_, _| {}, "", [0, 0]),
    (one_more_fails, "Regressed", [1, 1]),
    (one_passes, "Fixed", [1, 0]),
    (one_is_answered_otherwise, "ChangedWrong", [1, 1]),
];

fn one_more_fails(group: &mut GroupCount, _: usize) {
    group.count -= 1;
    if let Some(cases) = &mut group.cases {
        *cases = cases.iter().skip(1).collect();
        group.digest.drain(..2);
    }
}

fn one_passes(group: &mut GroupCount, passing: usize) {
    group.count += 1;
    if let Some(cases) = &mut group.cases {
        let before: Vec<usize> = cases.iter().take_while(|place| *place < passing).collect();
        group.digest.insert_str(2 * before.len(), "AA");
        let behind = cases.iter().skip(before.len());
        *cases = before.iter().copied().chain([passing]).chain(behind).collect();
    }
}

fn one_is_answered_otherwise(group: &mut GroupCount, _: usize) {
    match &group.cases {
        Some(_) => group.digest.replace_range(..2, if group.digest.starts_with("AA") { "BB" } else { "AA" }),
        None => group.digest = digest("another answer"),
    }
}

#[cfg(unix)]
#[test]
fn each_shipped_baseline_notices_one_change_of_its_decoder() {
    // Interpreters take their time.
    let here = in_process::all();
    let is_here = |name: &str| here.iter().any(|adapter| name.starts_with(&format!("{}/", adapter.name())));
    let mut shipped = shipped();
    shipped.retain(|(name, _)| is_whole() || is_here(name));
    let decoders: Vec<String> = shipped.iter().map(|(name, _)| format!("--decoder {name}")).collect();
    // Of several causes that explain an answer that is told which is accepted.
    let baselines = concat!("--baseline ", env!("CARGO_MANIFEST_DIR"), "/baselines --allow-missing *");
    let (record, said) = recorded(&format!("--survey {baselines} {}", decoders.join(" ")));
    said.ends(0);
    let asked = AskedCases::of(&record);
    let mut alone = RunRecord { decoders: Vec::new(), broken: Vec::new(), ..record.clone() };
    let mut planted = 0;
    for (name, text) in &shipped {
        let Some(decoder) = record.decoders.iter().find(|decoder| decoder.name() == *name) else { continue };
        let baseline = Baseline::from_json("baseline", text).expect("it is a baseline");
        // Of an unstable decoder any number of cases may fail.
        if baseline.unstable.is_some() || baseline.entries.is_empty() || !baseline.describes(&record, decoder)
        {
            continue;
        }
        let outcomes = &decoder.judged_outcomes().groups;
        let passes = |case: usize| {
            outcomes.iter().any(|one| one.verdict == VerdictKind::Pass && one.cases.contains(case))
        };
        let passing_in = |group: &GroupCount| {
            (0..record.cases.len()).filter(|case| record.group(*case) == group.group).position(&passes)
        };
        let groups = baseline.entries[0].groups.iter().enumerate();
        let mut passing = groups.filter_map(|(at, group)| Some((at, passing_in(group)?)));
        let (at, passing) = passing.next().unwrap_or_default();
        for (plant, word, codes) in CHANGES {
            let mut changed = baseline.clone();
            plant(&mut changed.entries[0].groups[at], passing);
            changed.entries[0].groups.retain(|group| group.count > 0);
            changed.entries.retain(|entry| !entry.groups.is_empty());
            let canonical = changed.to_canonical();
            for (stale_is_error, code) in [true, false].into_iter().zip(codes) {
                let held = compare(&record, decoder, &changed, ("", &canonical), &asked, stale_is_error);
                let baseline = Some(held.expect("no cause is accepted twice"));
                alone.decoders = vec![DecoderRecord { baseline, ..decoder.clone() }];
                let record = &alone;
                let found = ExitReason::of(record).first().map_or(0, |reason| reason.code());
                let text =
                    terminal(record, TerminalOptions { style: Style::Plain, findings: 0, matrix: false });
                let said = &text[text.find("\nBaselines").expect("it has a section")..];
                let (_, said) = said.split_once(&format!("\n  {name}: ")).expect("it has a line");
                assert_eq!(found, code, "{name} {word}: {text}");
                let mut rows = said.lines().skip(1).filter(|line| !line.starts_with("   "));
                let first = rows.next().unwrap_or_default();
                assert_eq!(first.starts_with(&format!("  {word} ")), !word.is_empty(), "{word}: {text}");
            }
            planted += 1;
        }
    }
    assert!(planted > 0, "no decoder with a baseline is on this machine");
}
