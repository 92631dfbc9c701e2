//! Entries that cover all cases that one kind of recipe makes of a vector, of which one is fixed.

use illformed::record::baseline::{
    ANY, Amendment, Amends, Baseline, CasePattern, Condition, Entry, Reason, SealedEntry, listed,
};
use illformed::record::run_record::RunRecord;
use illformed_judge::judge::VerdictKind;
use snapbox::cmd::{Command, cargo_bin};
use std::fs;

/// What a decoder that accepts everything gives for C2 in many places.
fn blind() -> RunRecord {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let out = folder.path().display().to_string();
    let run = ["run", "--only", "truncated/c2-at-end", "--format", "json", "--out", &out];
    let run = Command::new(cargo_bin!("illformed")).args(run).current_dir(env!("CARGO_MANIFEST_DIR"));
    run.args(["--", "sh", "tests/adapters/accepts-everything.sh"]).assert().code(1);
    let text = fs::read_to_string(folder.path().join("report.json")).expect("there is a report");
    RunRecord::from_json("report.json", &text).expect("it is one")
}

/// The same where the last failing case passes.
fn fixed(mut record: RunRecord) -> RunRecord {
    let bad: Vec<usize> = record.decoders[0].by_claim.bad().flat_map(|group| group.cases.iter()).collect();
    let is_place = |case: &usize| {
        let recipe = &record.cases[*case].recipe;
        recipe.starts_with("at=") && !recipe.contains(",chunk=")
    };
    let last = bad.into_iter().filter(is_place).max().expect("it is wrong somewhere");
    let outcomes = &mut record.decoders[0].by_claim;
    let mut passing = outcomes.groups[0].clone();
    for group in &mut outcomes.groups {
        group.cases = group.cases.iter().filter(|case| *case != last).collect();
    }
    (passing.verdict, passing.cause) = (VerdictKind::Pass, None);
    passing.cases = [last].into_iter().collect();
    outcomes.groups.push(passing);
    record
}

fn baseline(record: &RunRecord, entries: &[Entry], is_sealed: bool) -> Baseline {
    let mut baseline = Baseline::empty(record.decoders[0].name(), Condition::default());
    baseline.reasons.push(Reason {
        id: "why".to_owned(),
        reason: "It is so.".to_owned(),
        link: None,
        until: None,
        only: Condition::default(),
    });
    if is_sealed {
        baseline.sealed = entries.iter().map(SealedEntry::of).collect();
    } else {
        baseline.entries = entries.to_vec();
    }
    baseline.entries.sort_by_key(|entry| entry.case.to_string());
    baseline.sealed.sort();
    baseline
}

#[test]
fn what_is_left_of_a_pattern_is_written_out_as_it_was_listed() {
    let record = blind();
    let cases: Vec<usize> = (0..record.cases.len()).collect();
    let as_given = listed(&record, &record.decoders[0], &cases, "why");
    let pattern = as_given.iter().position(|entry| matches!(entry.case, CasePattern::Every(_, "at")));
    let pattern = pattern.expect("all places fail alike");
    let mut as_any = as_given.clone();
    as_any[pattern].observed = vec![ANY.to_owned()];
    let after = fixed(record.clone());
    for (entries, is_sealed) in [(&as_given, false), (&as_given, true), (&as_any, false), (&as_any, true)] {
        let before = baseline(&record, entries, is_sealed);
        for amends in [Amends::OnlyFixed, Amends::FixedAndChanged] {
            let same = Amendment::of(&record, &record.decoders[0], &before, amends);
            assert_eq!((same.baseline, same.removed), (before.clone(), 0));
            let amendment = Amendment::of(&after, &after.decoders[0], &before, amends);
            assert_eq!(amendment.removed, 1);
            assert!(amendment.added > 1, "{amendment:?}");
            let expected = |entry: &Entry| entries.iter().any(|one| one.observed == entry.observed);
            let cases: Vec<usize> = (0..after.cases.len()).collect();
            let mut left = listed(&after, &after.decoders[0], &cases, "why");
            for entry in &mut left {
                let is_part = !as_given.iter().any(|one| one.case == entry.case);
                if is_part {
                    entry.observed.clone_from(&entries[pattern].observed);
                }
                assert!(expected(entry), "{entry:?}");
            }
            assert_eq!(
                amendment.baseline,
                baseline(&after, &left, is_sealed),
                "sealed: {is_sealed}, {amends:?}"
            );
        }
    }
}
