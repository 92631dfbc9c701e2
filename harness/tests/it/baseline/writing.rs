//! What writes, updates and shows files of baselines.

use super::stage::{BOTH, Stage};

fn accepted() -> Stage {
    Stage::accepting(BOTH, "Both are bug 2 of this decoder.", "")
}

#[test]
fn of_a_newer_suite_or_another_version_as_many_cases_as_are_new_are_forgiven_until_counts_are_updated() {
    let faults = "c080=00 eda080=eda080 2fc0ae2e2f=2f2e2e2f";
    for (is_newer, outdated) in [
        (true, "Outdated asked: counted with the suite 0"),
        (false, "Outdated asked: counted with other cases of this suite"),
    ] {
        let stage = accepted();
        let text = stage.text();
        // One case of the group `standard` is new.
        let (before, rest) = text.split_once("[\"standard\",").unwrap();
        let (count, rest) = rest.split_once(',').unwrap();
        let fewer = count.parse::<usize>().unwrap() - 1;
        if is_newer {
            let before = before.replace(r#""suite":""#, r#""suite":"0"#);
            stage.put(&format!("{before}[\"standard\",{fewer},{rest}"));
        } else {
            let (_, rest) = rest.split_once(']').unwrap();
            stage.put(&format!("{before}[\"standard\",{fewer},\"#0000000000000000\"]{rest}"));
        }
        stage.held(faults, "").ends(0).has(&[outdated]);
        stage.held(faults, "--stale error").ends(1);
        stage.update("");
        stage.held(faults, "--stale error").ends(0);
    }
}
