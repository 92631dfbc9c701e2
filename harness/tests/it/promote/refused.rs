//! What is refused, and leaves no trace.

use super::workshop::{Workshop, stderr, stdout, witness};
use std::fs;

#[test]
fn what_does_not_fail_or_cannot_be_read_is_refused_and_nothing_is_written() {
    let workshop = Workshop::new();
    let before = workshop.files();
    let fine = workshop.artifact("crash-fine", b"fine");
    assert!(stdout(&workshop.promote(&[&fine]).code(1)).contains("the property holds for it"));
    let right = workshop.promote(&["--decoder", "std/from-utf8", "--bytes", "c080"]).code(1);
    assert!(stdout(&right).contains("std/from-utf8 keeps its claim"), "{}", stdout(&right));
    let folder = workshop.path("artifacts").display().to_string();
    let nameless = workshop.path("crash-1").display().to_string();
    fs::write(&nameless, witness()).unwrap();
    for (arguments, why) in [
        (&[][..], "nothing to promote"),
        (&["gone"], "gone"),
        (&[&*folder], "a folder"),
        (&[&*nameless], "who failed?"),
        (&["--property", "gone", "--bytes", "41"], "none of decoders_agree"),
        (&["--property", "decoders_agree", "--bytes", "4"], "--bytes 4"),
        (&["--property", "decoders_agree", "--calls", "c3 ."], "takes no calls"),
        (&["--decoder", "gone/gone", "--bytes", "41"], "no adapter of that name"),
        (&["--decoder", "std/gone", "--bytes", "41"], "no decoder of that name"),
        (&["--suite", "gone", "--property", "decoders_agree", "--bytes", "41"], "cannot be used"),
        (&[&*fine, &*nameless, "--name", "two"], "who failed?"),
    ] {
        let asserted = workshop.promote(arguments).code(2);
        let complaint = stderr(&asserted);
        assert!(complaint.contains(why) || why == "cannot be used", "{arguments:?}: {complaint}");
    }
    assert_eq!(workshop.files(), before);
}

#[cfg(unix)]
#[test]
fn a_write_that_fails_leaves_neither_half() {
    let workshop = Workshop::new();
    let artifact = workshop.artifact("crash-1", witness());
    // Where the seed's folder should be made there is a file.
    fs::write(workshop.path("corpus/regressions"), b"").unwrap();
    let before = workshop.files();
    workshop.promote(&[&artifact]).code(2);
    assert_eq!(workshop.files(), before);
    fs::remove_file(workshop.path("corpus/regressions")).unwrap();
    // The group's file cannot take its place.
    fs::create_dir_all(workshop.path("suite/found.json/inside")).unwrap();
    let before = workshop.files();
    workshop.promote(&[&artifact]).code(2);
    assert_eq!(workshop.files(), before);
}
