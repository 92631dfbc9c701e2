//! `.clusterfuzzlite/build.sh`, which ClusterFuzzLite and OSS-Fuzz run.

use crate::beside_manifest;
use std::fs;
use std::process::Command;

#[test]
fn the_build_script_refuses_what_it_cannot_build_before_any_work() {
    let original = beside_manifest("../.clusterfuzzlite/build.sh");
    for (variable, value) in
        [("SANITIZER", "memory"), ("FUZZING_ENGINE", "afl"), ("ARCHITECTURE", "i386"), ("SRC", "/nowhere")]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut script = original.clone();
        if variable == "SRC" {
            // A copy beside no sources.
            fs::create_dir(folder.path().join("deeper")).unwrap();
            script = folder.path().join("deeper/build.sh");
            fs::copy(&original, &script).unwrap();
        }
        let out = folder.path().join("out");
        let mut command = Command::new("bash");
        for unset in ["SANITIZER", "FUZZING_ENGINE", "ARCHITECTURE", "SRC"] {
            command.env_remove(unset);
        }
        let output = command.arg(script).env("OUT", &out).env(variable, value).output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{variable}: {complaint}");
        assert!(complaint.starts_with("build.sh: ") && complaint.contains(value), "{complaint}");
        assert!(!out.exists(), "{variable}");
    }
}
