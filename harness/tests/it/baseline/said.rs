//! The table of `said.txt`: what is said of a decoder and its baseline, step by step.

use super::stage::Stage;
use crate::cli::said::at_once;
use crate::said::{hold, printed};

#[test]
fn each_step_has_its_exit_code_and_its_words() {
    at_once(include_str!("said.txt").split("\n==").skip(1), |rows| {
        let rows = rows.replace("$OS", std::env::consts::OS);
        let (head, rows) = rows.split_once('\n').expect("a stage has steps");
        let mut written = head.split(" | ").map(str::trim);
        let mut next = || written.next().unwrap_or_default();
        let stage = match (next(), next(), next()) {
            ("", ..) => Stage::new(),
            (faults, reason, more) => Stage::accepting(faults, reason, more),
        };
        hold(rows, |step| {
            let (step, more) = step.split_once(" | ").unwrap_or((step, ""));
            match step.split_once(' ').unwrap_or((step, "")) {
                ("held", faults) => stage.held(faults, more),
                ("run", faults) => stage.run(faults, more),
                ("write", reason) => stage.write(reason, more),
                ("update", "") => stage.update(more),
                ("show", "") => stage.typed("baseline show --groups baselines"),
                ("change" | "copy", edit) => {
                    let edit = edit.replace("\\n", "\n");
                    let (from, to) = edit.split_once(" ->").expect("it has two texts");
                    assert!(stage.text().contains(from), "{from}: {}", stage.text());
                    let file = if step.starts_with("copy") { "another" } else { "turned/strict" };
                    let text = stage.text().replacen(from, to.trim_start(), 1);
                    stage.0.write(&format!("baselines/{file}.json"), text);
                    printed(String::new())
                }
                ("report", "") => printed(stage.0.read("report.json")),
                ("file", "") => printed(stage.text()),
                ("entries", "") => {
                    printed(stage.text().split_once("\"entries\"").expect("it has entries").1.to_owned())
                }
                _ => panic!("`{step}` is no step"),
            }
        });
    });
}
