//! Faults of adapters in Python, which a search finds, shrinks, and asks again.

use crate::typed::typed;
use serde_json::Value;

pub(crate) fn faults_of_a_python_adapter_are_found_and_a_crash_is_not_the_end() {
    let adapter = "-- python3 tests/adapters/searched.py surrogates nul";
    let said = typed(&format!("fuzz --seed 3 --runs 1500 --format json {adapter}")).ends(1);
    let record: Value = serde_json::from_str(&said.stdout).expect("it is JSON");
    for (decoder, verdict, input) in [(0, "fail", "eda080"), (1, "crashed", "c080")] {
        let findings = record["decoders"][decoder]["findings"].as_array().expect("it is a list");
        let [finding] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!((&finding["verdict"], &finding["bytes"]), (&verdict.into(), &input.into()), "{finding}");
        assert!(decoder == 1 || finding["cause"] == "accepts-ill-formed", "{finding}");
    }
    assert_eq!(record["decoders"][1]["executions"], 1500, "a crash is not the end");
}

pub(crate) fn each_reproduce_line_fails_again_alone_and_history_is_named() {
    let adapter = "-- python3 tests/adapters/searched.py poisoned dies runs";
    let text = typed(&format!("fuzz --seed 3 --runs 200 --decoder * {adapter}")).ends(1).stdout;
    for (decoder, wanted) in [
        ("poisoned", "--bytes 'ED A0 80' --bytes 80"),
        ("dies", "--bytes 'F0 9F 98 80' --bytes 00"),
        ("runs", "--bytes 'FF*255'"),
    ] {
        let line = format!("illformed fuzz --decoder searched/{decoder} {wanted} -- python3");
        assert!(text.contains(&line), "{line}\n{text}");
    }
    let depends = text.matches("passes alone, fails after 1 earlier input").count();
    assert_eq!(depends, 2, "{text}");
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("reproduce "));
    let lines: Vec<&str> = lines.map(str::trim).collect();
    assert!(lines.len() >= 3, "{text}");
    for line in lines {
        let again = line.strip_prefix("illformed ").filter(|again| again.starts_with("fuzz "));
        // The line that it prints itself is the same.
        typed(again.expect("it is a search")).ends(1).has(&[line]);
    }
}
