//! Reports of some kilobytes that claim to be large: each command that reads one refuses it with the place, at once and in
//! little memory.

use crate::typed::{Folder, Said, recorded};
use illformed::record::run_record::{
    BaselineRecord, Finding, ObservedGroup, OutcomeGroup, Ranges, RunRecord,
};
use illformed::tell::report::json;
use illformed_judge::judge::VerdictKind;

/// The most address space that a command may take, in KiB: the program itself is a fourth of it.
const MOST_KIB: usize = 200_000;

/// The most seconds that it may compute, however many others do.
const MOST_SECONDS: usize = 20;

/// What `illformed` says in the folder with no more address space and time of a processor than that.
fn limited(folder: &Folder, words: &str) -> Said {
    folder.sh(&format!("ulimit -v {MOST_KIB}; ulimit -t {MOST_SECONDS}; exec illformed {words}"))
}

/// A small report with one finding and a baseline; the folder has it as `report.json`, as it was written.
fn small() -> (Folder, RunRecord) {
    let folder = Folder::new();
    let adapter = "-- sh tests/adapters/accepts-everything.sh";
    let (mut record, said) = recorded(&format!("--only overlong/nul-* --decoder */blind {adapter}"));
    said.ends(1);
    folder.write("report.json", json(&record));
    record.decoders[0].baseline = Some(BaselineRecord { file: "b".to_owned(), ..BaselineRecord::default() });
    (folder, record)
}

fn many(text: &str) -> Vec<Ranges> {
    vec![text.parse().expect("it is a set"); 40]
}

fn group(cases: Ranges) -> OutcomeGroup {
    let cause = Some("accepts-ill-formed".to_owned());
    OutcomeGroup { verdict: VerdictKind::Fail, cause, checked: vec!["answer".to_owned()], cases }
}

type Fill = fn(&mut RunRecord, Vec<Ranges>);

#[test]
fn a_set_that_claims_more_than_there_is_ends_every_command_with_its_place_and_a_good_report_does_not() {
    let (folder, small) = small();
    let fills: [(&str, Fill); 5] = [
        ("/by_claim/groups/0/cases", |record, sets| {
            record.decoders[0].by_claim.groups = sets.into_iter().map(group).collect();
        }),
        ("/by_claim/observed/0/cases", |record, sets| {
            let observed = |cases| ObservedGroup { observed: "accept".to_owned(), cases };
            record.decoders[0].by_claim.observed = sets.into_iter().map(observed).collect();
        }),
        ("/by_claim/findings/0/window", |record, sets| {
            let first = record.decoders[0].by_claim.findings[0].clone();
            let finding = |window| Finding { window, ..first.clone() };
            record.decoders[0].by_claim.findings = sets.into_iter().map(finding).collect();
        }),
        ("/baseline/known", |record, sets| {
            let known = sets.into_iter().next().expect("there is one");
            record.decoders[0].baseline.as_mut().expect("it was put there").known = known;
        }),
        ("/baseline/new", |record, sets| {
            let new = sets.into_iter().next().expect("there is one");
            record.decoders[0].baseline.as_mut().expect("it was put there").new = new;
        }),
    ];
    let formats = "terminal,json,html,junit,sarif,github,markdown,summary,shields";
    let commands = [
        &format!("render hostile.json --format {formats} --out out"),
        "diff report.json hostile.json",
        "diff hostile.json report.json",
        "baseline write hostile.json --out baselines --reason because",
    ];
    for text in ["0-33554430/2", "0-3999999999"] {
        for (place, fill) in fills {
            let mut record = small.clone();
            fill(&mut record, many(text));
            record.finalize();
            let json = serde_json::to_string_pretty(&record).expect("it is JSON");
            assert!(json.len() < 50_000, "it is small: {}", json.len());
            folder.write("hostile.json", json);
            for command in commands {
                limited(&folder, command).ends(2).complains(&["hostile.json", place]);
            }
        }
    }
    // A good one is read in as little memory.
    limited(&folder, "render report.json --format terminal,json,html,junit,sarif --out out").ends(0);
}

#[test]
fn cases_that_several_groups_name_or_of_no_vector_are_refused_before_anything_goes_by_them() {
    let (_, mut record) = small();
    let all = format!("0-{}", record.cases.len() - 1);
    record.decoders[0].by_claim.groups = many(&all).into_iter().map(group).collect();
    record.finalize();
    let refused = record.check().expect_err("each case is in one group");
    assert!(refused.contains("/by_claim/groups/1/cases: a case is named twice"), "{refused}");
    record.cases[0].vector = 99;
    assert_eq!(record.check(), Err("case 0: no vector 99".to_owned()));
}
