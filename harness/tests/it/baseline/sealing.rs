//! Entries that hold a decoder without telling what it fails.

use super::stage::Stage;
use std::fs;

/// A stage whose baseline accepts, sealed, that the decoder takes C0 80 for NUL.
fn sealed() -> Stage {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    let said = stage.write("Its authors will hear of it first.", &["--why", "untold", "--sealed"]);
    assert_eq!(said.code, 0, "{}", said.stderr);
    stage
}

#[test]
fn a_sealed_baseline_tells_no_case_and_no_answer() {
    let text = sealed().text();
    for told in ["overlong", "nul", "rfc3629", "fail", "accept", "reuse", "split"] {
        assert!(!text.contains(told), "{told}: {text}");
    }
}

#[test]
fn a_sealed_baseline_holds_both_ways() {
    let stage = sealed();
    let table: [(&str, &[&str], i32, &str); 6] = [
        ("c080=00", &["--stale", "error"], 0, "as listed in"),
        ("c080=00 eda080=3f", &[], 1, "Regressed surrogate/single-d800: not listed, accept 3f"),
        ("c080=20", &[], 1, "fails otherwise than was sealed: fail `accept 20`"),
        ("c080!", &[], 1, "fails otherwise than was sealed: crashed"),
        ("", &[], 0, "Fixed"),
        ("", &["--stale", "error"], 1, "Fixed"),
    ];
    for (faults, more, code, wanted) in table {
        let said = stage.held(faults, more);
        assert_eq!(said.code, code, "{faults}: {}{}", said.stdout, said.stderr);
        assert!(said.stdout.contains(wanted), "{wanted}: {}", said.stdout);
    }
}

#[test]
fn the_patch_that_is_printed_is_the_line_of_the_file() {
    let stage = sealed();
    for (faults, lines) in [("", 1), ("c080=20", 2)] {
        let said = stage.held(faults, &["--stale", "error"]);
        let patch = |sign: char| {
            let lines = said.stdout.lines().map(str::trim_start);
            lines
                .filter_map(move |line| line.strip_prefix(sign))
                .filter(|line| line.starts_with('{'))
                .collect::<Vec<_>>()
        };
        let gone = patch('-');
        assert!(!gone.is_empty() && gone.iter().all(|line| stage.text().contains(line)), "{}", said.stdout);
        let come = patch('+');
        assert_eq!(come.len() / gone.len() + 1, lines, "{}", said.stdout);
        assert!(come.iter().all(|line| line.starts_with("{\"case\":\"#")), "{}", said.stdout);
    }
}

#[test]
fn update_takes_out_and_seals_anew() {
    let stage = Stage::new();
    stage.run("c080=00 eda080=3f", &[]);
    stage.write("Its authors will hear of it first.", &["--sealed"]);
    let before = stage.text();
    stage.run("eda080=20", &[]);
    stage.illformed(&["baseline", "update", "--only-fixed", "report.json", "baselines"]);
    let after = stage.text();
    assert!(after.len() < before.len(), "{after}");
    assert!(after.lines().all(|line| before.contains(line.trim_end_matches(','))), "{after}");
    assert_eq!(stage.held("eda080=3f", &["--stale", "error"]).code, 0);
    assert_eq!(stage.held("eda080=20", &[]).code, 1);
    stage.run("eda080=20", &[]);
    stage.illformed(&["baseline", "update", "report.json", "baselines"]);
    assert!(!stage.text().contains("accept "), "{}", stage.text());
    assert_eq!(stage.held("eda080=20", &["--stale", "error"]).code, 0);
    stage.run("", &[]);
    stage.illformed(&["baseline", "update", "--only-fixed", "report.json", "baselines"]);
    assert!(!stage.text().contains("sealed"), "{}", stage.text());
}

#[test]
fn what_was_not_asked_says_nothing_and_stays() {
    let stage = sealed();
    let before = stage.text();
    let only = ["run", "--format", "json", "--out", ".", "--only", "standard/letter-a"];
    let program = format!("{}/tests/adapters/turned.py", env!("CARGO_MANIFEST_DIR"));
    let held =
        [&only[..], &["--baseline", "baselines", "--stale", "error", "--", "python3", &program]].concat();
    assert_eq!(stage.illformed(&held).code, 0);
    stage.illformed(&["baseline", "update", "report.json", "baselines"]);
    assert_eq!(stage.text(), before);
}

#[test]
fn a_sealed_entry_of_no_vector_or_that_stands_twice_is_refused_with_its_place() {
    let stage = sealed();
    let good = stage.text();
    let line = good.lines().find(|line| line.contains("\"observed\":\"#")).unwrap().trim_end_matches(',');
    let digest = &line[9..26];
    let open = r#""entries":[
{"case":"overlong/nul-two-bytes","profile":"rfc3629","verdict":"fail","observed":"accept 00","why":"untold"}
]"#;
    let table = [
        (
            good.replacen(digest, "#0123456789abcdef", 1),
            "/sealed/0/case: no vector has a case of the digest #01234567",
        ),
        (good.replacen(line, &format!("{line},\n{line}"), 1), "/sealed/1/case: listed twice: /sealed/0 is"),
        (good.replacen("\"entries\":[\n\n]", open, 1), "/case: listed twice: /entries/0 is the same"),
        (good.replacen(digest, "#0123456789ABCDEF", 1), "is no digest"),
        (good.replacen("\"why\":\"untold\"", "\"why\":\"gone\"", 1), "/sealed/0/why: no reason `gone`"),
    ];
    for (text, wanted) in table {
        assert_ne!(text, good, "{wanted}");
        fs::write(stage.baseline(), &text).unwrap();
        let said = stage.held("c080=00", &[]);
        assert_eq!(said.code, 2, "{wanted}: {}{text}", said.stderr);
        assert!(said.stderr.contains(wanted), "{wanted}: {}", said.stderr);
    }
}

#[test]
fn show_counts_what_is_sealed() {
    let said = sealed().illformed(&["baseline", "show", "--entries", "baselines"]);
    assert!(said.stdout.contains("sealed: Its authors will hear of it first."), "{}", said.stdout);
}

#[test]
fn any_answer_is_accepted_where_the_baseline_says_so_and_no_other_verdict() {
    for more in [&["--any"][..], &["--any", "--sealed"]] {
        let stage = Stage::new();
        stage.run("c080=00", &[]);
        stage.write("The text differs from run to run.", more);
        for (faults, code) in [("c080=00", 0), ("c080=20", 0), ("c080!", 1), ("", 1)] {
            let said = stage.held(faults, &["--stale", "error"]);
            assert_eq!(said.code, code, "{more:?} {faults}: {}", said.stdout);
        }
    }
}
