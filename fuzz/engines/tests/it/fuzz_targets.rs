//! `engines search`, with scripts in the place of cargo and of targets that behave as an engine does: what is called, counted
//! and sorted, and with which exit code. `engines.rs` does it with real ones.

use crate::promotion_folder::{stderr, stdout};
use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use tempfile::TempDir;

/// Notes what it is asked, and builds nothing.
const CARGO: &str = r#"
case "$1 $2" in
"fuzz build") exit "${BUILD_ENDS_WITH:-0}";;
*) echo "error: no such command: $1" >&2; exit 101;;
esac
"#;

/// What the scripts begin with: they note their arguments, and read where artifacts go, and which file they are to run.
const BEGIN: &str = r#"#!/bin/sh
echo "$*" >> "$0.asked"
for argument; do case $argument in
    -artifact_prefix=*) prefix=${argument#-artifact_prefix=};;
    */crash-*) file=$argument;;
esac; done
"#;

/// Finds twenty inputs with a surrogate.
const FAILS: &str = r#"
[ -z "$file" ] || exit 0
for number in 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j; do
    printf 'text %s \355\265\243\355\240\200 more' "$number" > "${prefix}crash-$number"
done
: > "${prefix}slow-unit-1"
printf '#1000: cov: 385 ft: 1412 corp: 68 exec/s: 0 oom/timeout/crash: 0/0/20 time: 2s job: 2\n' >&2
exit 77
"#;

/// Finds an input on which it ends in a way of its own, and another on which it does not fail again.
const DIES: &str = r#"
if [ -z "$file" ]; then
    printf 'A' > "${prefix}crash-dies"
    printf 'B' > "${prefix}crash-once"
    echo '#9: cov: 1 ft: 1 corp: 1' >&2
elif [ "$(cat "$file")" = A ]; then
    echo 'SUMMARY: AddressSanitizer: heap-buffer-overflow in decode' >&2
    exit 77
fi
"#;

const HOLDS: &str = "echo '#800: cov: 9 ft: 8 corp: 7' >&2\n";

const BREAKS: &str = "echo 'ERROR: no such flag' >&2\nexit 1\n";

/// Finds an input, and goes on for ever, but who asked is interrupted.
const GOES_ON: &str = r#"
printf '\355\240\200' > "${prefix}crash-1"
echo '#9: ft: 1 corp: 1'
kill -INT $PPID
exec sleep 1000
"#;

/// A folder with the scripts, and what a search keeps.
struct Planted(TempDir);

impl Planted {
    fn new(targets: &[(&str, &str)]) -> Self {
        let planted = Self(TempDir::new().expect("there is room for a folder"));
        let targets = targets.iter().map(|(name, script)| (format!("target/host/release/{name}"), *script));
        for (name, script) in targets.chain([("bin/cargo".to_owned(), CARGO)]) {
            let script = planted.write(&name, &format!("{BEGIN}{script}"));
            fs::set_permissions(script, fs::Permissions::from_mode(0o755)).expect("it is ours");
        }
        planted
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("it can be made");
        fs::write(&path, bytes).expect("it can be written");
        path
    }

    /// The command, of these targets.
    fn command(&self, targets: &[&str]) -> Command {
        let path = format!("{}:/usr/bin:/bin", self.path("bin").display());
        let targets = targets.iter().flat_map(|target| ["--target", target]);
        let command = Command::new(cargo_bin!("engines")).arg("search").args(targets);
        let command = command.current_dir(self.0.path()).env("CARGO_TARGET_DIR", self.path("target"));
        command.env("PATH", path).env("ILLFORMED_FAULT", "m10")
    }

    fn search(&self, targets: &[&str], more: &[&str]) -> OutputAssert {
        self.command(targets).args(["--out", "out", "--format", "json"]).args(more).assert()
    }
}

pub(crate) fn record(asserted: &OutputAssert) -> Value {
    serde_json::from_slice(&asserted.get_output().stdout).expect("it is JSON")
}

#[test]
fn all_failing_inputs_of_one_fault_are_one_finding_and_the_next_target_is_searched() {
    let planted = Planted::new(&[("planted_fault", FAILS), ("boundaries_are_found", HOLDS)]);
    planted.write("out/artifacts/planted_fault/crash-earlier", "text");
    let record = record(&planted.search(&["planted_fault", "boundaries_*"], &[]).code(1));
    let searches = record["searches"].as_array().unwrap();
    let search = |target: &str| searches.iter().find(|search| search["target"] == target).unwrap();
    assert_eq!(
        [&search("planted_fault")["executions"], &search("boundaries_are_found")["executions"]],
        [1000, 800],
        "{record:#}"
    );
    let [finding] = &record["findings"].as_array().unwrap()[..] else { panic!("{record:#}") };
    let fields = ["property", "subject", "differs", "input"].map(|field| finding[field].as_str().unwrap());
    assert_eq!(fields, ["planted_fault", "m10", "accepts what is ill-formed", "eda080"]);
    assert_eq!(finding["artifacts"], 20, "what was only slow, or is of an earlier search, is none");
    // The same files again.
    let again = ["--format", "json", "--replay", "out/artifacts"];
    let sorted = self::record(&planted.command(&["planted_fault"]).args(again).assert().code(1));
    assert_eq!(
        (&sorted["findings"][0]["artifacts"], &sorted["searches"]),
        (&20.into(), &Value::Array(vec![]))
    );
}

#[test]
fn libfuzzer_is_asked_to_go_on_after_failures_and_a_flag_of_ones_own_comes_last() {
    let planted = Planted::new(&[("boundaries_are_found", HOLDS)]);
    planted.search(&["boundaries_are_found"], &["--seconds", "2.5", "--", "-max_len=9"]).success();
    for (program, flags) in [
        ("bin/cargo", " --no-trace-compares "),
        ("target/host/release/boundaries_are_found", " -fork=1 -ignore_crashes=1 "),
        ("target/host/release/boundaries_are_found", " -max_total_time=3 -max_len=9 "),
    ] {
        let asked = fs::read_to_string(planted.path(&format!("{program}.asked"))).unwrap();
        assert!(asked.contains(flags), "{flags}: {asked}");
    }
}

#[test]
fn what_fails_in_its_own_program_alone_or_once_alone_is_told() {
    let planted = Planted::new(&[("decoders_agree", DIES)]);
    let record = record(&planted.search(&["decoders_agree"], &[]).code(1));
    let differs = |finding: &Value| finding["differs"].as_str().unwrap().to_owned();
    let differs: Vec<_> = record["findings"].as_array().unwrap().iter().map(differs).collect();
    let summary = "AddressSanitizer: heap-buffer-overflow in decode";
    assert_eq!(differs, [summary, "failed once, and not when it was tried again"], "{record:#}");
    // Of an earlier search it is good news that it fails no more.
    fs::remove_file(planted.path("out/artifacts/decoders_agree/crash-dies")).unwrap();
    planted.command(&["decoders_agree"]).args(["--replay", "out/artifacts"]).assert().success();
}

#[test]
fn ctrl_c_loses_nothing_that_was_found() {
    let planted = Planted::new(&[("planted_fault", GOES_ON)]);
    let record = record(&planted.search(&["planted_fault"], &[]).code(3));
    assert_eq!((&record["findings"][0]["input"], &record["complete"]), (&"eda080".into(), &false.into()));
}

#[test]
fn an_engine_that_breaks_is_exit_3_and_the_other_targets_are_searched() {
    let planted = Planted::new(&[("policies_agree", BREAKS), ("boundaries_are_found", HOLDS)]);
    let asserted =
        planted.command(&["policies_agree", "boundaries_are_found"]).args(["--out", "out"]).assert().code(3);
    let text = stdout(&asserted);
    assert!(text.contains("  broken: ERROR: no such flag"), "{text}");
    assert!(
        text.lines().any(|line| line.starts_with("boundaries_are_found") && line.contains(" 800 ")),
        "{text}"
    );
}

#[test]
fn a_build_that_fails_is_exit_2_with_the_command_that_installs_the_tool() {
    let planted = Planted::new(&[]);
    let asserted = planted.command(&[]).env("BUILD_ENDS_WITH", "101").assert().code(2);
    assert!(stderr(&asserted).contains("cargo install cargo-fuzz --locked"), "{}", stderr(&asserted));
    let asserted = planted.command(&[]).args(["--engine", "afl"]).assert().code(2);
    assert!(stderr(&asserted).contains("cargo install cargo-afl --locked"), "{}", stderr(&asserted));
}

#[test]
fn options_that_make_no_sense_together_are_exit_2() {
    let planted = Planted::new(&[]);
    for arguments in [
        &["--replay", "x", "--seconds", "5"][..],
        &["--sanitizer", "address", "--engine", "afl"],
        &["--target", "gone"],
        &["--target", "planted_*"],
        &["--target", "[a"],
        &["--replay", "nowhere"],
    ] {
        planted.command(&[]).args(arguments).assert().code(2);
    }
    assert!(!planted.path("bin/cargo.asked").exists(), "nothing was built for them");
}
