//! The report of a run, and what is made of it.

use super::{assert_refused, read_record, run, temporary};
use crate::whole::is_whole;
use illformed::record::run_record::RunRecord;
use illformed_vectors::{Origin, Suite};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn a_report_holds_every_case_once_and_two_runs_differ_in_times_alone() {
    // Two of the first fail thousands of cases by RFC 3629.
    let (selected, wanted, least): (&[&str], &[&str], usize) = if is_whole() {
        (&[], &["std/*", "codec/*"], 30)
    } else {
        (
            &["--only=overlong/*", "--only=surrogate/*", "--only=truncated/*"],
            &["std/*", "codec/decoder-rfc2279", "codec/decoder-cesu8", "codec/lossy-java"],
            10,
        )
    };
    let folder = temporary();
    let dir = folder.path().join("new/folder");
    let wanted: Vec<String> = wanted.iter().map(|name| format!("--decoder={name}")).collect();
    let arguments: Vec<&str> = ["run"]
        .into_iter()
        .chain(selected.iter().copied())
        .chain(wanted.iter().map(String::as_str))
        .chain(["--format", "json", "--out"])
        .collect();
    let record = |jobs: &str| {
        run(&[&arguments[..], &[dir.to_str().expect("the path is UTF-8"), "--jobs", jobs]].concat())
            .success()
            .stdout_eq("");
        let left = fs::read_dir(&dir).expect("there is a folder").count();
        assert_eq!(left, 1, "the report and nothing else");
        read_record(&dir.join("report.json"))
    };
    let (first, second) = (record("1"), record("3"));
    assert_eq!(
        RunRecord { began_at: 0, took_ms: 0, ..first.clone() },
        RunRecord { began_at: 0, took_ms: 0, ..second }
    );
    assert!(first.footer.complete && first.footer.decoders >= least && first.footer.implementations == 2);
    for decoder in &first.decoders {
        for outcomes in [Some(&decoder.by_claim), decoder.by_rfc3629.as_ref()].into_iter().flatten() {
            let mut cases: Vec<usize> = outcomes.groups.iter().flat_map(|group| group.cases.iter()).collect();
            cases.sort_unstable();
            assert!(cases.into_iter().eq(0..first.cases.len()), "{}", decoder.name());
            let tally = &outcomes.tally;
            let sum = tally.judged + tally.unjudged();
            assert_eq!(sum, first.cases.len());
            let bad: BTreeSet<usize> = outcomes.bad().flat_map(|group| group.cases.iter()).collect();
            assert_eq!(bad.len(), tally.bad());
            let found: BTreeSet<usize> = outcomes.findings.iter().map(|finding| finding.case).collect();
            assert!(found.is_subset(&bad));
            // Of derived cases the details may be left out, and of vectors that are not written by hand.
            let group = |case: &usize| first.vectors[first.cases[*case].vector].id.split('/').next();
            let written = |case: &usize| {
                let file =
                    Suite::embedded().files().iter().find(|file| Some(file.group.as_str()) == group(case));
                file.is_some_and(|file| file.origin == Origin::Written)
            };
            let large = |case: &usize| {
                !written(case) && found.iter().filter(|other| group(other) == group(case)).count() >= 3
            };
            let plain = bad.iter().filter(|case| first.cases[**case].recipe.is_empty());
            let lost = plain.copied().find(|case| !found.contains(case) && !large(case));
            assert_eq!(lost, None, "{}", decoder.name());
        }
    }
}

#[test]
fn a_report_is_rendered_again_as_the_run_rendered_it() {
    let folder = temporary();
    let [first, again] = ["first", "again"].map(|name| folder.path().join(name));
    let [first, again] = [&first, &again].map(|path| path.to_str().unwrap());
    let selected = ["--decoder", "codec/*-rfc2279", "--only", "overlong/*"];
    let written = ["--format", "html,json,terminal", "--out"];
    let printed =
        run(&[&["run"], &selected[..], &written, &[first]].concat()).success().get_output().stdout.clone();
    let report = format!("{first}/report.json");
    run(&[&["render", &report], &written[..], &[again]].concat()).success().stdout_eq(printed);
    for name in ["report.html", "report.json"] {
        let read = |dir: &str| fs::read_to_string(Path::new(dir).join(name)).unwrap();
        assert!(read(first) == read(again), "{name}");
    }
}

#[test]
fn what_is_no_report_is_not_rendered() {
    let folder = temporary();
    let path = folder.path().join("report.json");
    let refused = |text: &str, line: &str| {
        fs::write(&path, text).unwrap();
        assert_refused(&["render", path.to_str().unwrap()], line);
    };
    refused("{}", "report.json: not a file of illformed: it has no `kind`");
    let dir = folder.path().to_str().unwrap();
    run(&[
        "run",
        "--decoder",
        "codec/events-rfc3629",
        "--only",
        "overlong/nul-*",
        "--format",
        "json",
        "--out",
        dir,
    ])
    .success();
    let record = read_record(&path);
    let mut wrong = record.clone();
    wrong.cases[0].vector = 99;
    refused(&serde_json::to_string(&wrong).unwrap(), "case 0: no vector 99");
    let mut wrong = record;
    wrong.decoders[0].by_claim.groups[0].cases = "0-3999999999".parse().unwrap();
    refused(&serde_json::to_string(&wrong).unwrap(), "/groups/0/cases: no case 3999999999");
    assert_refused(&["render", "gone.json"], "gone.json: ");
}

#[cfg(unix)]
#[test]
fn a_crash_that_does_not_come_again_keeps_what_was_outstanding_and_says_how_to_ask_it_again() {
    let folder = temporary();
    let (out, state) = (folder.path().join("out"), folder.path().join("state"));
    fs::create_dir(&state).unwrap();
    let ask = |selection: &[&str]| {
        let files = ["--findings", "3", "--format", "terminal,json", "--out", out.to_str().unwrap()];
        let adapter = ["--", "sh", "tests/adapters/crashes-once.sh", state.to_str().unwrap()];
        let output = run(&[&["run"], &files[..], selection, &adapter[..]].concat()).get_output().clone();
        (String::from_utf8_lossy(&output.stdout).into_owned(), read_record(&out.join("report.json")))
    };
    let (text, record) = ask(&["--only", "standard/*@-"]);
    let [finding] = &record.decoders[0].by_claim.findings[..] else { panic!("{text}") };
    let window: Vec<String> = finding.window.iter().map(|case| record.case_id(case)).collect();
    assert_eq!((window[0].as_str(), record.case_id(finding.case)), ("standard/euro-sign", window[0].clone()));
    assert!(finding.detail.ends_with(&format!("not reproduced alone (window of {})", window.len())));
    let last = &window[window.len() - 1];
    assert!(text.contains(&format!("{} cases were outstanding;", window.len())));
    let again = format!("--only 'standard/*@-' --from {} --to {last} --", window[0]);
    assert!(text.contains(&again), "{again}\n{text}");

    let (_, record) = ask(&["--only", "standard/*@-", "--from", &window[0], "--to", last]);
    let asked: Vec<String> = (0..record.cases.len()).map(|case| record.case_id(case)).collect();
    assert_eq!(asked, window, "the same cases are asked again");
    assert_eq!(record.decoders[0].by_claim.tally.bad(), 0, "it crashes the first time only");
}

#[cfg(unix)]
#[test]
fn a_decoder_that_fails_thousands_of_cases_is_told_in_few_lines_and_little_json() {
    let folder = temporary();
    let dir = folder.path().to_str().unwrap();
    let files = ["run", "--findings", "3", "--format", "terminal,json,html", "--out", dir];
    let adapter = ["--", "sh", "tests/adapters/accepts-everything.sh"];
    let output =
        run(&[&files[..], &["--only", "overlong/*", "--only", "never-valid/*"], &adapter].concat()).code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let record = read_record(&folder.path().join("report.json"));
    let bad = record.footer.tally.bad();
    assert!(bad > 900, "{bad}");
    assert!(text.lines().count() < 100, "{text}");
    assert!(
        text.contains(&format!("\n{} more findings; ", illformed_judge::shown::thousands(bad as u64 - 3))),
        "{text}"
    );
    let written = fs::metadata(folder.path().join("report.json")).unwrap().len();
    let vectors = record.vectors.len() as u64;
    assert!(written < 2_000 * vectors, "{written} bytes for {vectors} vectors");
}
