//! Each kind of change, with its exit code and the lines that tell it.

use super::world::{World, assert_narrow, illformed, told};
use snapbox::file;

const NUL: &str = "overlong/nul-two-bytes";

#[test]
fn each_change_has_its_line_and_its_exit_code() {
    let accepts = "fail accepts-ill-formed: accept 00000041";
    let other = "fail accepts-ill-formed: accept 00000042";
    // What the decoder answers to C0 80 before and after; the change, what it was and is; the exit code.
    let table = [
        ("c080=accept", "", "fixed", accepts, "pass", 0),
        ("", "c080=accept", "regressed", "pass", accepts, 1),
        ("c080=accept", "c080=accept-b", "changed-wrong", accepts, other, 1),
        ("c080=accept", "c080=crash", "changed-wrong", accepts, "crashed exited with code 7", 1),
        ("c080=skip", "", "new", "declined not today", "pass", 0),
        // It was asked before; now it is known to be wrong.
        ("c080=skip", "c080=accept", "new-failing", "declined not today", accepts, 1),
        ("", "c080=skip", "gone", "pass", "declined not today", 0),
    ];
    for (number, (before, after, change, was, is, code)) in table.into_iter().enumerate() {
        let world = World::new();
        let decoder = |words: &str| format!("strict,{words}").trim_end_matches(',').to_owned();
        let old = world.steered("old", "1", &[&decoder(before)]);
        let new = world.steered("new", "1", &[&decoder(after)]);
        let (told_code, text) = told(&["diff", &old, &new]);
        assert_narrow(&text);
        assert_eq!(told_code, Some(code), "{number}: {text}");
        let first = format!("\n{change:<13} {NUL}\n  itself");
        let of_decoder = text.split_once("\nsteered/strict\n").expect(&text).1;
        let of_cause = match change {
            "fixed" => Some("fixed         "),
            "regressed" => Some("new           "),
            _ => None,
        };
        // The cause comes first.
        let numbers = if change == "fixed" { "1 -> 0 cases" } else { "0 -> 1 cases" };
        let is_cause = |start| {
            of_decoder
                .lines()
                .next()
                .is_some_and(|line: &str| line.starts_with(start) && line.ends_with(numbers))
        };
        assert!(of_cause.is_none_or(is_cause), "{number}: {text}");
        let flat = text.replace("\n    was ", ": ").replace("\n    is  ", " -> ");
        assert!(text.contains(&first), "{number}: {text}");
        assert!(
            flat.contains(&format!(": {was}")) && flat.contains(&format!(" -> {is}")),
            "{number}: {flat}"
        );
        assert!(text.contains(&format!("\nResult: 1 {change}")), "{number}: {text}");
    }
}

#[test]
fn what_is_answered_differently_in_either_run_is_flaky() {
    let world = World::new();
    let repeated = ["--only", "overlong/nul-*", "--repeat", "2"];
    let sure = world.steered_on("sure", &repeated, "1", &["strict"]);
    let flaky = world.steered_on("flaky", &repeated, "1", &["strict,c080=flaky"]);
    // What passed and is flaky now got worse.
    for (old, new, worse) in [(&sure, &flaky, 1), (&flaky, &sure, 0), (&flaky, &flaky, 0)] {
        let (code, text) = told(&["diff", old, new]);
        assert_eq!(code, Some(worse), "{text}");
        assert!(text.contains(&format!("\nflaky         {NUL}\n")), "{text}");
        assert_eq!(told(&["diff", "--fail-on", "flaky", old, new]).0, Some(1));
    }
}

#[test]
fn the_same_report_twice_has_no_change() {
    let world = World::new();
    let report = world.steered("report", "1", &["strict,c080=accept,c0=crash"]);
    let (code, text) = told(&["diff", "--fail-on", "any", &report, &report]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with("judged in both reports.\nResult: no change.\n"), "{text}");
}

#[test]
fn two_runs_of_one_decoder_have_no_change() {
    let world = World::new();
    let decoder = ["strict,c080=accept,e08080=crash"];
    let [old, new] = ["old", "new"].map(|name| world.steered(name, "1", &decoder));
    let (code, text) = told(&["diff", "--fail-on", "any", &old, &new]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn a_decoder_or_a_case_of_one_report_alone_is_new_or_gone() {
    let world = World::new();
    let both = world.steered("both", "1", &["strict", "other,c080=accept"]);
    let one = world.steered("one", "1", &["strict"]);
    for (old, new, mark, column, line) in [
        (&one, &both, '+', "new", "\n    only in the new report: "),
        (&both, &one, '-', "gone", "\n    only in the old report: "),
    ] {
        let (code, text) = told(&["diff", "--allow-missing", "*/other", old, new]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(&format!("\n{mark} steered/other ")) && text.contains(line), "{text}");
        assert!(text.contains(", 1 fail\n") && text.contains(&format!(" {column}")), "{text}");
        let allowed = ["diff", "--allow-missing", "*/other", "--fail-on"];
        assert_eq!(told(&[&allowed[..], &[column, old, new]].concat()).0, Some(1));
    }
    assert_eq!(told(&["diff", "--fail-on", "new-failing", &one, &both]).0, Some(1));
    assert_eq!(told(&["diff", "--fail-on", "new-failing", &both, &both]).0, Some(0));

    let more = world.steered_on("more", &["--only", "overlong/*"], "1", &["strict,c0af=accept"]);
    let (code, text) = told(&["diff", "--only", "overlong/*", "--changes", "1000", &one, &more]);
    assert_eq!(code, Some(0), "{text}");
    // What fails comes first.
    let of_decoder = text.split_once("\nsteered/strict\n").expect(&text).1;
    let line = "new-failing   overlong/solidus-two-bytes\n  itself warm=100,with=61 warm=100,with=e282ac\n    was not in the old report\n    is  fail ";
    let vectors = of_decoder.split_once("cases\n").map_or(of_decoder, |(_, vectors)| vectors);
    assert!(vectors.starts_with(line), "{text}");
    assert!(text.contains("selection      --only overlong/nul-* --only standard/* -> --only overlong/*\n"));
}

#[test]
fn what_may_explain_a_change_is_said_before_it() {
    let world = World::new();
    let old = world.steered("old", "1.0", &["strict"]);
    let new = world.steered("new", "2.0", &["strict,c080=accept"]);
    illformed(&["diff", &old, &new])
        .code(1)
        .stdout_eq(file!["../golden/diff.txt"])
        .stderr_eq("illformed: found a change that --fail-on names, see above\n");
}

#[test]
fn cases_of_one_vector_are_folded_with_their_recipes() {
    let world = World::new();
    let only = ["--only", "overlong/nul-two-bytes"];
    let old = world.steered_on("old", &only, "1", &["chunks"]);
    let new = world.steered_on("new", &only, "1", &["chunks,c080=accept"]);
    let (code, text) = told(&["diff", &old, &new]);
    assert_eq!(code, Some(1), "{text}");
    assert_eq!(text.matches(NUL).count(), 1, "{text}");
    assert!(text.contains(&format!("\nregressed     {NUL}\n  itself")), "{text}");
    assert!(text.contains("split=1") && text.contains(" -> "), "{text}");
}
