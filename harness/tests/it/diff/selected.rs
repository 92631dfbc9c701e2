//! What is compared with what, and which changes count.

use super::changes::NEW_FAILING;
use super::world::World;
use std::fs;

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
