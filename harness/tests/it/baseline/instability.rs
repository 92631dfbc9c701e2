//! A decoder of which it is accepted that its answers differ.

use crate::typed::{Folder, Said, typed};
use illformed::record::baseline::Baseline;

fn run(folder: &Folder, words: &str, fault: &str) -> Said {
    let selection = "--only standard/* --only overlong/nul-*";
    let adapter = format!("-- python3 tests/adapters/remembers.py {fault}");
    let out = folder.at("");
    typed(&format!("run --format terminal,json --out {out} {selection} {words} {adapter}"))
}

/// The folder of a baseline that was written of a decoder that answers by chance, and the baseline.
fn written() -> (Folder, String, String) {
    let folder = Folder::new();
    run(&folder, "", "random").ends(1);
    let (report, out) = (folder.at("report.json"), folder.at("baselines"));
    typed(&format!("baseline write {report} --out {out} --reason 'It throws dice.' --why dice")).ends(0);
    let (file, text) = (format!("{out}/remembers/one.json"), folder.read("baselines/remembers/one.json"));
    (folder, file, text)
}

#[test]
fn an_unstable_decoder_that_is_listed_so_is_green_each_time() {
    let (folder, file, text) = written();
    assert!(text.contains("\"unstable\":\"dice\",\n"), "{text}");
    assert!(!text.contains("\"verdict\":\"flaky\""), "{text}");
    assert_eq!(Baseline::from_json("x", &text).unwrap().to_canonical(), text);
    let held = format!("--stale error --baseline {file}");
    for (fault, code, words) in [
        ("random", 0, &["unstable as listed", "unstable: "][..]),
        ("address", 0, &["unstable as listed", "unstable: "]),
        // No run is sure to see it.
        ("nothing", 0, &["listed as unstable (not seen in this run)"]),
        // What fails each time and is not listed is a failure of an unstable decoder too.
        ("third", 1, &["Regressed"]),
    ] {
        run(&folder, &held, fault).ends(code).has(words);
    }
}

#[test]
fn an_instability_whose_reason_is_over_makes_the_run_fail_and_one_without_a_reason_is_refused() {
    let (folder, file, text) = written();
    let late = text.replace("It throws dice.\"", "It throws dice.\",\"until\":\"2020-01-01\"");
    folder.write("baselines/remembers/one.json", late);
    let words = "still unstable, and was accepted until 2020-01-01";
    run(&folder, &format!("--baseline {file}"), "random").ends(1).has(&[words]);

    let text = "{\n\"kind\":\"illformed-baseline\",\n\"schema\":3,\n\"decoder\":\"a/b\",\n\"unstable\":\"c\",\n\
                \"reasons\":[\n\n],\n\"entries\":[\n\n]\n}\n";
    let errors = Baseline::from_json("x", text).unwrap_err();
    assert!(errors[0].to_string().contains("no reason `c`"), "{errors:?}");
}
