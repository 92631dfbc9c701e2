//! How changes are told, and of which cases.

use super::world::World;
use snapbox::{assert_data_eq, file};
use std::fs;

const NUL: &str = "overlong/nul-two-bytes";

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
    let said = world.diff_of("", "small", "large").ends(0);
    said.has(&["\nsuite.digest ", "\nnew-failing   overlong/solidus-two-bytes\n", "3 new-failing, "]);
    world.diff_of("--fail-on regressed,changed-wrong,fixed,flaky", "large", "small").ends(0);
}
