//! Decoders that the new report does not have.

use super::world::World;

#[test]
fn a_decoder_that_the_new_report_lacks_is_exit_3_unless_it_is_allowed() {
    let world = World::of("kept lost lost-too", "kept");
    let allow = "`--allow-missing GLOB` allows that such a decoder is not there\n";
    let lost = |names: &str| format!("illformed: only the old report has {names}\n{allow}");
    for (words, names) in [
        ("", "steered/lost, steered/lost-too"),
        ("--fail-on none", "steered/lost, steered/lost-too"),
        ("--allow-missing other/*", "steered/lost, steered/lost-too"),
        ("--allow-missing steered/lost", "steered/lost-too"),
    ] {
        assert_eq!(world.diff(words).ends(3).stderr, lost(names), "{words}");
    }
    for words in ["--allow-missing steered/lost --allow-missing *-too", "--decoder */kept"] {
        assert_eq!(world.diff(words).ends(0).stderr, "", "{words}");
    }
    // What only the new report has is not lost.
    assert_eq!(world.diff_of("", "new", "old").ends(0).stderr, "");
}

#[test]
fn a_decoder_under_another_name_is_lost_until_it_is_paired() {
    let world = World::of("before", "after");
    let said = world.diff("").ends(3).stderr;
    assert!(said.ends_with("\n`--pair OLD=NEW` compares decoders of different names\n"), "{said}");
    world.diff("--pair steered/before=steered/after").ends(0);
}

#[test]
fn of_a_lost_decoder_and_a_worse_one_both_are_said_and_the_lost_one_decides() {
    let world = World::of("kept lost", "kept,c080=accept");
    let worse = "found a change that --fail-on names";
    world.diff("").ends(3).complains(&["only the old report has steered/lost\n", worse]);
    world.diff("--allow-missing */lost").ends(1);
}
