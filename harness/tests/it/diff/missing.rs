//! Decoders that the new report does not have.

use super::world::{World, illformed};

/// The exit code with these words, and what is said on standard error.
fn complained(words: &[&str]) -> (Option<i32>, String) {
    let output = illformed(words).get_output().clone();
    (output.status.code(), String::from_utf8(output.stderr).expect("messages are UTF-8"))
}

#[test]
fn a_decoder_that_the_new_report_lacks_is_exit_3_unless_it_is_allowed() {
    let world = World::new();
    let old = world.steered("old", "1", &["kept", "lost", "lost-too"]);
    let new = world.steered("new", "1", &["kept"]);
    let allow = "`--allow-missing GLOB` allows that such a decoder is not there\n";
    let both = format!("illformed: only the old report has steered/lost, steered/lost-too\n{allow}");
    let one = format!("illformed: only the old report has steered/lost-too\n{allow}");
    for (words, code, message) in [
        (&[][..], 3, both.as_str()),
        (&["--fail-on", "none"], 3, &both),
        (&["--allow-missing", "other/*"], 3, &both),
        (&["--allow-missing", "steered/lost"], 3, &one),
        (&["--allow-missing", "steered/lost", "--allow-missing", "*-too"], 0, ""),
        (&["--decoder", "*/kept"], 0, ""),
    ] {
        let said = complained(&[&["diff", &old, &new], words].concat());
        assert_eq!(said, (Some(code), message.to_owned()), "{words:?}");
    }
    // What only the new report has is not lost.
    assert_eq!(complained(&["diff", &new, &old]), (Some(0), String::new()));
}

#[test]
fn a_decoder_under_another_name_is_lost_until_it_is_paired() {
    let world = World::new();
    let [old, new] = ["before", "after"].map(|decoder| world.steered(decoder, "1", &[decoder]));
    let (code, stderr) = complained(&["diff", &old, &new]);
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stderr.ends_with("\n`--pair OLD=NEW` compares decoders of different names\n"), "{stderr}");
    assert_eq!(complained(&["diff", "--pair", "steered/before=steered/after", &old, &new]).0, Some(0));
}

#[test]
fn of_a_lost_decoder_and_a_worse_one_both_are_said_and_the_lost_one_decides() {
    let world = World::new();
    let old = world.steered("old", "1", &["kept", "lost"]);
    let new = world.steered("new", "1", &["kept,c080=accept"]);
    let (code, stderr) = complained(&["diff", &old, &new]);
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stderr.contains("only the old report has steered/lost\n"), "{stderr}");
    assert!(stderr.contains("found a change that --fail-on names"), "{stderr}");
    assert_eq!(complained(&["diff", "--allow-missing", "*/lost", &old, &new]).0, Some(1));
}
