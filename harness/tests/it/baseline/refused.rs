//! Baselines that cannot be used: refused with the file, the line and the place, before anything is asked.

use super::stage::{BOTH, Stage};
use illformed::record::baseline::Baseline;
use std::fs;

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place_before_anything_is_asked() {
    let stage = Stage::accepting(BOTH, "Both are bug 2 of this decoder.", "");
    let good = stage.text();
    for row in include_str!("refused.txt").lines().filter(|row| !row.starts_with("# ")) {
        let (edit, wanted) = row.split_once(" => ").expect("a row has a message");
        let edit = edit.replace("\\n", "\n");
        let (from, to) = edit.split_once(" ->").expect("it has two texts");
        assert!(good.contains(from), "{from}: {good}");
        stage.put(&good.replacen(from, to.trim_start(), 1));
        let _ = fs::remove_file(stage.path("report.json"));
        stage.held("", "").ends(2).complains(&[wanted]);
        assert!(!stage.path("report.json").exists(), "{row}: something was asked");
    }
}

#[test]
fn an_instability_has_a_reason_and_a_place_in_the_file() {
    let text = "{\n\"kind\":\"illformed-baseline\",\n\"schema\":3,\n\"decoder\":\"a/b\",\n\"unstable\":\"c\",\n\
                \"reasons\":[\n],\n\"entries\":[\n\n]\n}\n";
    let errors = Baseline::from_json("x", text).unwrap_err();
    assert!(errors[0].to_string().contains("no reason `c`"), "{errors:?}");
    let text = text.replace("[\n],\n\"e", "[\n{\"id\":\"c\",\"reason\":\"It throws dice.\"}],\n\"e");
    assert_eq!(Baseline::from_json("x", &text).unwrap().to_canonical(), text);
}
