//! Each kind of change, with its exit code and the lines that tell it.

use super::world::{World, assert_narrow};
use snapbox::{assert_data_eq, file};

const NUL: &str = "overlong/nul-two-bytes";

#[test]
fn each_change_has_its_line_and_its_exit_code() {
    let accepts = "fail accepts-ill-formed: accept 00000041";
    let other = "fail accepts-ill-formed: accept 00000042";
    // What the decoder answers to C0 80 before and after; the change, what it was and is; the exit code.
    for (before, after, change, was, is, code) in [
        ("strict,c080=accept", "strict", "fixed", accepts, "pass", 0),
        ("strict", "strict,c080=accept", "regressed", "pass", accepts, 1),
        ("strict,c080=accept", "strict,c080=accept-b", "changed-wrong", accepts, other, 1),
        (
            "strict,c080=accept",
            "strict,c080=crash",
            "changed-wrong",
            accepts,
            "crashed exited with code 7",
            1,
        ),
        ("strict,c080=skip", "strict", "new", "declined not today", "pass", 0),
        // It was asked before; now it is known to be wrong.
        ("strict,c080=skip", "strict,c080=accept", "new-failing", "declined not today", accepts, 1),
        ("strict", "strict,c080=skip", "gone", "pass", "declined not today", 0),
    ] {
        let result = format!("\nResult: 1 {change}");
        let text = World::of(before, after).diff("").ends(code).has(&[&result]).stdout;
        assert_narrow(&text);
        // The cause comes first.
        let first = text.split_once("\nsteered/strict\n").expect(&text).1.lines().next().unwrap_or_default();
        let (start, numbers) = match change {
            "fixed" => ("fixed         ", "1 -> 0 cases"),
            "regressed" => ("new           ", "0 -> 1 cases"),
            _ => ("", ""),
        };
        assert!(first.starts_with(start) && first.ends_with(numbers), "{text}");
        assert!(text.contains(&format!("\n{change:<13} {NUL}\n  itself")), "{text}");
        let flat = text.replace("\n    was ", ": ").replace("\n    is  ", " -> ");
        assert!(flat.contains(&format!(": {was}")) && flat.contains(&format!(" -> {is}")), "{flat}");
    }
}

#[test]
fn what_is_answered_differently_in_either_run_is_flaky() {
    let world = World::of("strict", "strict");
    let run = |name: &str, decoder: &str| {
        let adapter = "python3 -S tests/adapters/steered.py 1";
        world.run(name, &format!("--only overlong/nul-* --repeat 2 -- {adapter} {decoder}"));
    };
    run("sure", "strict");
    run("flaky", "strict,c080=flaky");
    // What passed and is flaky now got worse.
    for (old, new, worse) in [("sure", "flaky", 1), ("flaky", "sure", 0), ("flaky", "flaky", 0)] {
        world.diff_of("", old, new).ends(worse).has(&[&format!("\nflaky         {NUL}\n")]);
        world.diff_of("--fail-on flaky", old, new).ends(1);
    }
}

#[test]
fn a_decoder_or_a_case_of_one_report_alone_is_new_or_gone() {
    let world = World::of("strict", "strict other,c080=accept");
    for (old, new, mark, column, side) in
        [("old", "new", '+', "new", "new"), ("new", "old", '-', "gone", "old")]
    {
        let said = world.diff_of("--allow-missing */other", old, new).ends(0);
        let heading = format!("\n{mark} steered/other ");
        let only = format!("\n    only in the {side} report: ");
        said.has(&[&heading, &only, ", 1 fail\n", &format!(" {column}")]);
        world.diff_of(&format!("--allow-missing */other --fail-on {column}"), old, new).ends(1);
    }
    world.diff("--fail-on new-failing").ends(1);
    world.diff_of("--fail-on new-failing", "new", "new").ends(0);

    let adapter = "python3 -S tests/adapters/steered.py 1 strict,c0af=accept";
    world.run("more", &format!("--only overlong/* -- {adapter}"));
    let said = world.diff_of("--only overlong/* --changes 1000", "old", "more").ends(0);
    let text =
        said.has(&["selection      --only overlong/nul-* --only standard/* -> --only overlong/*\n"]).stdout;
    // What fails comes first.
    let of_decoder = text.split_once("\nsteered/strict\n").expect(&text).1;
    let vectors = of_decoder.split_once("cases\n").map_or(of_decoder, |(_, vectors)| vectors);
    assert!(vectors.starts_with(NEW_FAILING), "{text}");
}

/// The lines of a vector that only the new report has, and that fails.
pub(crate) const NEW_FAILING: &str = "new-failing   overlong/solidus-two-bytes
  itself warm=100,with=61 warm=100,with=e282ac
    was not in the old report
    is  fail ";

#[test]
fn what_may_explain_a_change_is_said_before_it_and_markdown_is_for_a_comment() {
    let world = World::of("strict", "strict");
    world.steered("old", "1.0", "strict");
    world.steered("new", "2.0", "strict,c080=accept");
    let said = world.diff("").ends(1);
    assert_data_eq!(said.stdout, file!["../golden/diff.txt"]);
    assert_eq!(said.stderr, "illformed: found a change that --fail-on names, see above\n");
    world.steered("old", "1.0", "strict,e08080=accept");
    // Made anew too: a comparison says of an old report that it was made after the new one.
    world.steered("new", "2.0", "strict,c080=accept");
    assert_data_eq!(world.diff("--format markdown").ends(1).stdout, file!["../golden/diff.md"]);
}

#[test]
fn cases_of_one_vector_are_folded_with_their_recipes() {
    let world = World::of("strict", "strict");
    for (name, decoder) in [("old", "chunks"), ("new", "chunks,c080=accept")] {
        world.run(name, &format!("--only {NUL} -- python3 -S tests/adapters/steered.py 1 {decoder}"));
    }
    let regressed = format!("\nregressed     {NUL}\n  itself");
    let text = world.diff("").ends(1).has(&[&regressed, "split=1", " -> "]).stdout;
    assert_eq!(text.matches(NUL).count(), 1, "{text}");
}
