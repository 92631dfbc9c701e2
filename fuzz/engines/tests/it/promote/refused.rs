//! What is refused, and leaves no trace.

use crate::promote::artifact::{promote, witness};
use crate::promotion_folder::{PromotionFolder, stderr, stdout};
use std::fs;

#[test]
fn what_does_not_fail_or_cannot_be_read_is_refused_and_nothing_is_written() {
    let folder = PromotionFolder::new();
    let before = folder.files();
    let fine = folder.artifact("crash-fine", b"fine");
    assert!(stdout(&promote(&folder, &[&fine]).code(1)).contains("the property holds for it"));
    let artifacts = folder.path("artifacts").display().to_string();
    let nameless = folder.path("crash-1").display().to_string();
    fs::write(&nameless, witness()).unwrap();
    for (arguments, why) in [
        (&[][..], "nothing to promote"),
        (&["gone"], "gone"),
        (&[&*artifacts], "a folder"),
        (&[&*nameless], "which property failed?"),
        (&["--property", "gone", "--bytes", "41"], "none of decoders_agree"),
        (&["--property", "decoders_agree", "--bytes", "4"], "--bytes 4"),
        (&["--property", "decoders_agree", "--calls", "c3 ."], "takes no calls"),
        (&["--suite", "gone", "--property", "decoders_agree", "--bytes", "41"], "cannot be used"),
        (&[&*fine, &*nameless, "--name", "two"], "which property failed?"),
    ] {
        let asserted = promote(&folder, arguments).code(2);
        let complaint = stderr(&asserted);
        assert!(complaint.contains(why) || why == "cannot be used", "{arguments:?}: {complaint}");
    }
    assert_eq!(folder.files(), before);
}

#[cfg(unix)]
#[test]
fn a_write_that_fails_leaves_neither_half() {
    let folder = PromotionFolder::new();
    let artifact = folder.artifact("crash-1", witness());
    // Where the seed's folder should be made there is a file.
    fs::write(folder.path("corpus/regressions"), b"").unwrap();
    let before = folder.files();
    promote(&folder, &[&artifact]).code(2);
    assert_eq!(folder.files(), before);
    fs::remove_file(folder.path("corpus/regressions")).unwrap();
    // The group's file cannot take its place.
    fs::create_dir_all(folder.path("suite/found.json/inside")).unwrap();
    let before = folder.files();
    promote(&folder, &[&artifact]).code(2);
    assert_eq!(folder.files(), before);
}
