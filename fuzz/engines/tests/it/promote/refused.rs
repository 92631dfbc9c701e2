//! What is refused, and prints no vector.

use crate::promote::artifact::{promote, witness};
use crate::promotion_folder::{PromotionFolder, stderr, stdout};
use std::fs;

#[test]
fn what_does_not_fail_or_cannot_be_read_is_refused_and_nothing_is_written() {
    let folder = PromotionFolder::new();
    let before = folder.files();
    let fine = folder.artifact("crash-fine", b"fine");
    let refused = promote(&folder, &[&fine]).code(1);
    assert!(stderr(&refused).contains("planted_fault does not fail on it"), "{}", stderr(&refused));
    assert_eq!(stdout(&refused), "");
    let artifacts = folder.path("artifacts").display().to_string();
    let nameless = folder.path("crash-1").display().to_string();
    fs::write(&nameless, witness()).unwrap();
    for (arguments, why) in [
        (&[][..], "nothing to promote"),
        (&["gone"], "gone"),
        (&[&*artifacts], "Is a directory"),
        (&[&*nameless], "which property failed?"),
        (&["--property", "gone", "--bytes", "41"], "none of decoders_agree"),
        (&["--property", "decoders_agree", "--bytes", "4"], "--bytes 4"),
        (&["--property", "decoders_agree", "--calls", "c3 ."], "takes no calls"),
        (&[&*fine, &*nameless], "which property failed?"),
    ] {
        let asserted = promote(&folder, arguments).code(2);
        let complaint = stderr(&asserted);
        assert!(complaint.contains(why), "{arguments:?}: {complaint}");
    }
    let elsewhere = ["promote", "--suite", "gone", "--property", "decoders_agree", "--bytes", "41"];
    assert!(stderr(&folder.run("engines", &elsewhere).code(2)).contains("gone: "));
    assert_eq!(folder.files(), before);
}
