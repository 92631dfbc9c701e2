//! What is compared with what, and which changes count.

use super::world::{World, illformed, text, told};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::json;
use std::fs;

#[test]
fn fail_on_says_which_changes_end_with_1() {
    let world = World::new();
    let old = world.steered("old", "1", &["strict,c080=accept,e08080=accept,f0808080=skip"]);
    let new = world.steered("new", "1", &["strict,c080=accept-b,41=skip"]);
    let (_, text) = told(&["diff", &old, &new]);
    for (words, code) in [
        ("fixed", 1),
        ("changed-wrong", 1),
        ("regressed", 0),
        ("new-failing", 0),
        ("new", 1),
        ("flaky", 0),
        ("none", 0),
        ("any", 1),
        ("regressed,flaky", 0),
        ("regressed,new", 1),
    ] {
        assert_eq!(told(&["diff", "--fail-on", words, &old, &new]).0, Some(code), "{words}: {text}");
    }
}

#[test]
fn a_pair_is_compared_under_two_names() {
    let world = World::new();
    let both = world.steered("both", "1", &["before", "after,c080=accept"]);
    let (code, text) = told(&["diff", "--pair", "steered/before=steered/after", &both, &both]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("\n    was steered/before\n"), "{text}");
    assert!(text.contains("\nregressed     overlong/nul-two-bytes\n"), "{text}");
    // Both reports have the other, too: it is compared with itself, and none is missing.
    assert!(text.contains("\n  steered/before ") && text.contains("\nCompared: 2 decoders, "), "{text}");
    let narrowed = ["diff", "--decoder", "*/after", "--pair", "steered/before=steered/after", &both, &both];
    let (_, text) = told(&narrowed);
    assert!(!text.contains("\n  steered/before ") && text.contains("Compared: 1 decoder,"), "{text}");
}

#[test]
fn an_adapter_is_paired_with_another_decoder_by_decoder() {
    let world = World::new();
    let [old, new] = ["std", "bstr"]
        .map(|adapter| world.run(adapter, &["--only", "overlong/nul-*", "--adapter", adapter]));
    let (code, text) = told(&["diff", "--pair", "std=bstr", "--allow-missing", "std/*", &old, &new]);
    assert_eq!(code, Some(0), "{text}");
    // Only these two have a name in common.
    for decoder in ["utf8-chunks", "chars-rev"] {
        assert!(text.contains(&format!("\n  bstr/{decoder} ")), "{text}");
        assert!(text.contains(&format!("\n    was std/{decoder}\n")), "{text}");
    }
    assert!(text.contains("\nCompared: 2 decoders, "), "{text}");
    let refused = illformed(&["diff", "--pair", "std=codec", &old, &new]).code(2).get_output().clone();
    let stderr = String::from_utf8(refused.stderr).unwrap();
    assert!(stderr.contains("--pair std=codec: the new report has no `codec`"), "{stderr}");
    let twice = illformed(&["diff", "--pair", "std=bstr", "--pair", "std=bstr", &old, &new])
        .code(2)
        .get_output()
        .clone();
    let stderr = String::from_utf8(twice.stderr).unwrap();
    assert!(stderr.contains("--pair std=bstr: no decoder is left that both have"), "{stderr}");
}

#[test]
fn decoders_of_one_name_are_joined_in_their_order() {
    let world = World::new();
    let file = world.steered("both", "1", &["strict", "other,c080=accept"]);
    let mut record = RunRecord::from_json(&file, &fs::read_to_string(&file).unwrap()).unwrap();
    let both = world.path("both.json");
    record.decoders[1].decoder = "strict".to_owned();
    record.finalize();
    fs::write(&both, json(&record)).unwrap();
    let (code, told_text) = told(&["diff", text(&both), text(&both)]);
    assert_eq!(code, Some(0), "{told_text}");
    assert!(told_text.ends_with("\nResult: no change.\n"), "{told_text}");
    // The second is lost, though the first has its name.
    let one = world.steered("one", "1", &["strict"]);
    assert_eq!(told(&["diff", text(&both), &one]).0, Some(3));
}

#[test]
fn decoders_and_cases_can_be_chosen() {
    let world = World::new();
    let old = world.steered("old", "1", &["one", "two"]);
    let new = world.steered("new", "1", &["one,c080=accept", "two,e08080=accept"]);
    for (words, code) in [
        (&["--decoder", "*/one", "--only", "standard/*"][..], 0),
        (&["--decoder", "*/one", "--only", "overlong/nul-three-bytes"], 0),
        (&["--decoder", "*/one", "--only", "overlong/nul-two-bytes"], 1),
        (&["--decoder", "*/two", "--only", "overlong/nul-three-bytes"], 1),
        (&["--decoder", "steered/*"], 1),
        (&["--only", "*@bytes"], 4),
    ] {
        let (told_code, text) = told(&[&["diff", &old, &new], words].concat());
        assert_eq!(told_code, Some(code), "{words:?}: {text}");
    }
}

#[test]
fn nothing_that_is_judged_in_both_is_exit_4() {
    let world = World::new();
    let [old, new] = ["one", "two"].map(|decoder| world.steered(decoder, "1", &[decoder]));
    illformed(&["diff", "--allow-missing", "*/one", &old, &new])
        .code(4)
        .stderr_eq("illformed: nothing was compared: no case is judged in both reports\n");
    assert_eq!(told(&["diff", "--pair", "steered/one=steered/two", &old, &new]).0, Some(0));
}

#[test]
fn reports_of_different_suites_are_compared_on_what_both_have() {
    let world = World::new();
    let lacking = "\"overlong/solidus-two-bytes\"";
    let suites = [("large", ""), ("small", lacking)].map(|(name, lacking)| {
        let dir = world.path(&format!("{name}-suite"));
        fs::create_dir(&dir).unwrap();
        for entry in fs::read_dir("../vectors/suite").unwrap() {
            let path = entry.unwrap().path();
            let whole = fs::read_to_string(&path).unwrap();
            let kept: Vec<&str> =
                whole.lines().filter(|line| lacking.is_empty() || !line.contains(lacking)).collect();
            let count = |lines: &[&str]| lines.iter().filter(|line| line.starts_with("{\"id\":")).count();
            let all: Vec<&str> = whole.lines().collect();
            let number = |vectors: usize| format!("\"number_of_tests\":{vectors},");
            let kept_text = kept.join("\n").replace(&number(count(&all)), &number(count(&kept)));
            fs::write(dir.join(path.file_name().unwrap()), kept_text).unwrap();
        }
        dir
    });
    let [large, small] =
        [(0, "large", "strict,c0af=accept"), (1, "small", "strict")].map(|(suite, name, decoder)| {
            let suite = ["--only", "overlong/*", "--suite", text(&suites[suite])];
            world.steered_on(name, &suite, "1", &[decoder])
        });
    let (code, told_text) = told(&["diff", &small, &large]);
    assert_eq!(code, Some(0), "{told_text}");
    let vector = "\nnew-failing   overlong/solidus-two-bytes\n  itself warm=100,with=61 warm=100,with=e282ac\n    was not in the old report\n    is  fail ";
    assert!(told_text.contains("\nsuite.digest ") && told_text.contains(vector), "{told_text}");
    assert!(told_text.contains("3 new-failing, "), "{told_text}");
    assert_eq!(
        told(&["diff", "--fail-on", "regressed,changed-wrong,fixed,flaky", &large, &small]).0,
        Some(0)
    );
}
