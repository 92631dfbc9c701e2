//! Failures that depend on what was asked before, and answers that differ from time to time: both are said, and whatever
//! line a report prints fails again in a fresh process.

use crate::typed::{recorded, typed};
use crate::whole::is_whole;
use illformed::record::run_record::RunRecord;

/// More than 256 cases, with C0 80, E2 82 AC and ED A0 80 among them.
const SELECTION: &str = "--only standard/*@- --only standard/copyright-sign@* --only overlong/c0-alone@* \
    --only overlong/*@- --only surrogate/*@-";

/// It is started hundreds of times, and what is installed beside Python would be looked at each time.
const ADAPTER: &str = "-- python3 -S tests/adapters/remembers.py";

#[track_caller]
fn judged(words: &str, fault: &str) -> (RunRecord, String) {
    let (record, said) = recorded(&format!("--format html,junit {words} {ADAPTER} {fault}"));
    (record, said.ends(1).stdout)
}

/// The command lines that `text` prints, each of which fails again.
#[track_caller]
fn lines_that_fail_again(text: &str) -> Vec<&str> {
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("reproduce "));
    let lines: Vec<&str> = lines.filter_map(|line| line.trim().strip_prefix("illformed ")).collect();
    assert!(!lines.is_empty(), "{text}");
    for line in &lines {
        typed(line).ends(1);
    }
    lines
}

fn flaky(record: &RunRecord) -> usize {
    record.decoders.iter().map(|decoder| decoder.by_claim.tally.flaky).sum()
}

#[test]
fn what_goes_wrong_after_many_inputs_has_a_cause_of_its_own_and_fails_again_alone() {
    let selection = "--only standard/*@- --only never-valid/*@- --only never-valid/ff-alone@*";
    let (record, text) = judged(&format!("{selection} --findings 1"), "warm");
    let causes: Vec<&str> = record.decoders[0].by_claim.causes.iter().map(|one| one.id.name()).collect();
    assert_eq!(causes, ["changes-with-use"], "{text}");
    assert!(text.contains("derived   after 61 was decoded 100 times"), "{text}");
    for line in lines_that_fail_again(&text) {
        assert!(line.contains("never-valid/ff-alone@warm=100,with=61"), "{line}");
    }
}

/// What a decoder that remembers is told, and the shortest sequence of cases that shows its failure, with the other decoders
/// that are asked them.
type Row = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const AFTER: Row =
    ("after", "depends on earlier cases", &["overlong/c0-alone@after=80", "surrogate/single-d800"], &[]);

#[test]
fn what_a_failure_depends_on_is_said_with_the_shortest_sequence_that_shows_it_or_that_it_is_unstable() {
    let unstable = "remembers/one: unstable: ";
    let table: [Row; 9] = [
        AFTER,
        ("other", "depends on other decoders asked in the same process", &["standard/euro-sign"], &["one"]),
        ("random", unstable, &[], &[]),
        ("object", AFTER.1, AFTER.2, &[]),
        ("address", unstable, &[], &[]),
        ("clock", unstable, &[], &[]),
        // These take many cases, or a crash.
        ("third", AFTER.1, &[], &[]),
        ("256th", AFTER.1, &[], &[]),
        ("crash", AFTER.1, &[], &[]),
    ];
    for (number, (fault, words, sequence, decoders)) in table.into_iter().enumerate() {
        if number >= 6 && !is_whole() {
            continue;
        }
        let (record, text) = judged(&format!("{SELECTION} --findings 2"), fault);
        assert!(text.contains(words), "{fault}: {text}");
        let again = record.decoders.last().and_then(|decoder| decoder.asked_again.as_ref());
        let again = again.expect("it was asked again");
        if words == unstable {
            assert!(again.unstable && flaky(&record) > 0, "{fault}: {text}");
            assert_eq!(again.dependences, [], "{fault}");
        }
        if !sequence.is_empty() {
            let [dependence] = again.dependences.as_slice() else { panic!("{fault}: {again:?}, {text}") };
            let ids: Vec<String> = dependence.sequence.iter().map(|case| record.case_id(case)).collect();
            assert_eq!(
                (ids.iter().map(String::as_str).collect::<Vec<_>>(), again.unstable),
                (sequence.to_vec(), false),
                "{fault}"
            );
            assert_eq!(dependence.decoders, decoders, "{fault}");
            assert_eq!(flaky(&record), 0, "{fault}: {text}");
            let mut others = record.decoders.iter().rev().skip(1);
            assert!(others.all(|other| other.by_claim.tally.bad() == 0), "{fault}");
        }
        if number < 3 || is_whole() {
            lines_that_fail_again(&text);
        }
    }
}

#[test]
fn the_settings_of_a_run_belong_to_the_line_and_to_its_selection() {
    let settings = ["--repeat 2", "--timeout 7", "--max-memory 512"];
    let (record, text) = judged(&format!("{SELECTION} {}", settings.join(" ")), "after");
    let lines = text.lines().filter(|line| line.trim_start().starts_with("reproduce "));
    for words in settings {
        assert!(record.selection.iter().any(|word| word == words), "{:?}", record.selection);
        assert!(lines.clone().all(|line| line.contains(words)), "{words}: {text}");
    }
}

#[test]
fn the_report_does_not_depend_on_how_many_decoders_are_asked_at_a_time() {
    for fault in ["third", "other"] {
        let of = |jobs: usize| judged(&format!("{SELECTION} --jobs {jobs}"), fault).0.decoders;
        assert_eq!(of(1), of(4), "{fault}");
    }
}
