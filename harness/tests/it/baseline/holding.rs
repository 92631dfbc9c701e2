//! What a run says of a decoder that is not as its baseline says.

use super::stage::{BOTH, Stage};
use crate::typed::Said;
use snapbox::{Data, assert_data_eq, file};

fn listed() -> Stage {
    let stage = Stage::new();
    stage.run(BOTH, "").ends(1);
    let said = stage.write("Both are bug 1 of this decoder.", "").ends(0);
    said.complains(&["accepted 4 failures for 2 causes"]);
    stage
}

/// The lines from the baseline's on.
fn about_baseline(said: &Said) -> String {
    let lines = said.stdout.lines().skip_while(|line| !line.starts_with("Baselines"));
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    lines.join("\n") + "\n"
}

#[test]
fn each_change_has_its_exit_code_and_its_lines() {
    let stage = listed();
    let error = "--stale error";
    let table: [(&str, &str, i32, Data); 10] = [
        (BOTH, error, 0, file!["../golden/baseline-known.txt"]),
        // Another cause; an accepted cause in another group; more of an accepted cause and group.
        ("c080=00 eda080=eda080 41-", "", 1, file!["../golden/baseline-cause.txt"]),
        ("c080=00 eda080=eda080 2fc0ae2e2f=2f2e2e2f", "", 1, file!["../golden/baseline-group.txt"]),
        ("c080=00 eda080=eda080 edbfbf=edbfbf", "", 1, file!["../golden/baseline-count.txt"]),
        // It fails otherwise; it passes; it crashes; it was not judged.
        ("c080=20 eda080=eda080", "", 1, file!["../golden/baseline-changed-wrong.txt"]),
        ("eda080=eda080", "", 0, file!["../golden/baseline-fixed.txt"]),
        ("eda080=eda080", error, 1, file!["../golden/baseline-stale.txt"]),
        ("c080! eda080=eda080", "", 1, file!["../golden/baseline-crashed.txt"]),
        ("c080? eda080=eda080", "", 0, file!["../golden/baseline-unjudged.txt"]),
        ("c080? eda080=eda080", error, 1, file!["../golden/baseline-unjudged-stale.txt"]),
    ];
    for (faults, more, code, golden) in table {
        let said = stage.held(faults, more).ends(code);
        assert_data_eq!(about_baseline(&said), golden);
        let complains = said.stderr.contains("results differ from a baseline");
        assert_eq!(complains, code == 1, "{faults}: {}", said.stderr);
    }
    // A run that asks a part of the cases says nothing of the others.
    stage.held(BOTH, "--to overlong/nul-two-bytes --stale error").ends(0);
}
