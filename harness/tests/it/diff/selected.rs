//! What is compared with what, and which changes count.

use super::changes::NEW_FAILING;
use super::world::World;
use std::fs;

#[test]
fn fail_on_says_which_changes_end_with_1() {
    let world = World::of("strict,c080=accept,e08080=accept,f0808080=skip", "strict,c080=accept-b,41=skip");
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
        world.diff(&format!("--fail-on {words}")).ends(code);
    }
}

#[test]
fn a_pair_is_compared_under_two_names() {
    let world = World::of("before after,c080=accept", "before");
    let pair = "--pair steered/before=steered/after";
    // Both reports have the other, too: it is compared with itself, and none is missing.
    world.diff_of(pair, "old", "old").ends(1).has(&[
        "\n    was steered/before\n",
        "\nregressed     overlong/nul-two-bytes\n",
        "\n  steered/before ",
        "\nCompared: 2 decoders, ",
    ]);
    let said = world.diff_of(&format!("--decoder */after {pair}"), "old", "old");
    let text = said.has(&["Compared: 1 decoder,"]).stdout;
    assert!(!text.contains("\n  steered/before "), "{text}");
}

#[test]
fn an_adapter_is_paired_with_another_decoder_by_decoder() {
    let world = World::of("strict", "strict");
    for (name, adapter) in [("old", "std"), ("new", "bstr")] {
        world.run(name, &format!("--only overlong/nul-* --adapter {adapter}"));
    }
    // Only these two have a name in common.
    world.diff("--pair std=bstr --allow-missing std/*").ends(0).has(&[
        "\n  bstr/utf8-chunks ",
        "\n    was std/utf8-chunks\n",
        "\n  bstr/chars-rev ",
        "\n    was std/chars-rev\n",
        "\nCompared: 2 decoders, ",
    ]);
    world.diff("--pair std=codec").refuses("--pair std=codec: the new report has no `codec`");
    let left = "--pair std=bstr: no decoder is left that both have";
    world.diff("--pair std=bstr --pair std=bstr").refuses(left);
}

#[test]
fn decoders_of_one_name_are_joined_in_their_order() {
    let world = World::of("strict other,c080=accept", "strict");
    world.edit("old", "both", |record| record.decoders[1].decoder = "strict".to_owned());
    let text = world.diff_of("", "both", "both").ends(0).stdout;
    assert!(text.ends_with("\nResult: no change.\n"), "{text}");
    // The second is lost, though the first has its name.
    world.diff_of("", "both", "new").ends(3);
}

#[test]
fn decoders_and_cases_can_be_chosen() {
    let world = World::of("one two", "one,c080=accept two,e08080=accept");
    for (words, code) in [
        ("--decoder */one --only standard/*", 0),
        ("--decoder */one --only overlong/nul-three-bytes", 0),
        ("--decoder */one --only overlong/nul-two-bytes", 1),
        ("--decoder */two --only overlong/nul-three-bytes", 1),
        ("--decoder steered/*", 1),
        ("--only *@bytes", 4),
    ] {
        world.diff(words).ends(code);
    }
}

#[test]
fn nothing_that_is_judged_in_both_is_exit_4() {
    let world = World::of("one", "two");
    let said = world.diff("--allow-missing */one").ends(4);
    assert_eq!(said.stderr, "illformed: nothing was compared: no case is judged in both reports\n");
    world.diff("--pair steered/one=steered/two").ends(0);
}

#[test]
fn reports_of_different_suites_are_compared_on_what_both_have() {
    let world = World::of("strict", "strict");
    fs::create_dir(world.0.path("suite")).unwrap();
    for entry in fs::read_dir("../vectors/suite").unwrap() {
        let path = entry.unwrap().path();
        let whole = fs::read_to_string(&path).unwrap();
        let left_out = "{\"id\":\"overlong/solidus-two-bytes\"";
        let kept: Vec<&str> = whole.lines().filter(|line| !line.starts_with(left_out)).collect();
        let count = |lines: &str| lines.lines().filter(|line| line.starts_with("{\"id\":")).count();
        let number = |lines: &str| format!("\"number_of_tests\":{},", count(lines));
        let kept = kept.join("\n");
        let name = path.file_name().unwrap().to_str().unwrap();
        world.0.write(&format!("suite/{name}"), kept.replace(&number(&whole), &number(&kept)));
    }
    let adapter = "python3 -S tests/adapters/steered.py 1";
    world.run("large", &format!("--only overlong/* -- {adapter} strict,c0af=accept"));
    let suite = world.0.at("suite");
    world.run("small", &format!("--only overlong/* --suite {suite} -- {adapter} strict"));
    let vector = format!("\n{NEW_FAILING}");
    let said = world.diff_of("", "small", "large").ends(0);
    said.has(&["\nsuite.digest ", &vector, "3 new-failing, "]);
    world.diff_of("--fail-on regressed,changed-wrong,fixed,flaky", "large", "small").ends(0);
}
