//! `engines search` over the targets of a checkout, with programs that behave as engines do: what is planned, counted and
//! sorted, and with which exit code. `engines.rs` does it with real ones.

use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Answers what is asked of cargo, and builds nothing.
const CARGO: &str = r#"#!/bin/sh
case "$1 $2" in
"fuzz --version") exit "${FUZZ_IS_THERE:-0}";;
"afl --version") exit 101;;
metadata*) printf '{"target_directory":"%s/target"}\n' "$PWD";;
"fuzz build") echo "built $*" >> "$PWD/built";;
*) exit 9;;
esac
"#;

const RUSTC: &str = "#!/bin/sh\necho 'host: planted-host'\n";

/// Twice finds twenty inputs with a surrogate, then nothing; fails for each file that has one.
const FAILS: &str = r#"#!/bin/sh
for last; do :; done
if [ -f "$last" ]; then
    echo "thread '<unnamed>' (1) panicked at fuzz/src/property/planted_fault.rs:39:5:" >&2
    echo "planted_fault does not hold for 00: m10 accepts what is ill-formed" >&2
    exit 77
fi
for argument; do case $argument in
    -artifact_prefix=*) prefix=${argument#-artifact_prefix=};;
    -runs=*) echo "${argument#-runs=}" >> "$0.runs";;
esac; done
printf '#75\tINITED cov: 385 ft: 1412 corp: 68/1954b exec/s: 0 rss: 27Mb\n' >&2
if [ "$(wc -l < "$0.runs")" -gt 2 ]; then
    printf '#800\tDONE   cov: 386 ft: 1500 corp: 70/2Kb lim: 128 exec/s: 0 rss: 27Mb\n' >&2
    echo 'stat::number_of_executed_units: 800' >&2
    exit 0
fi
for number in 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j; do
    printf 'text %s \355\265\243\355\240\200 more' "$number$(wc -l < "$0.runs")" > "${prefix}crash-$number$$"
done
: > "${prefix}slow-unit-1"
echo 'stat::number_of_executed_units: 100' >&2
exit 77
"#;

const HOLDS: &str = "#!/bin/sh\nprintf '#1000\\tDONE   cov: 9 ft: 8 corp: 7/6b\\n' >&2\n";

const BREAKS: &str = "#!/bin/sh\necho 'ERROR: no such flag' >&2\nexit 1\n";

const NEVER_ENDS: &str = "#!/bin/sh\nfor last; do :; done\n[ -f \"$last\" ] && exit 70\nexit 0\n";

/// A folder that looks like a checkout, with programs instead of targets.
struct Planted {
    folder: TempDir,
}

impl Planted {
    fn new(programs: &[(&str, &str)]) -> Self {
        let planted = Self { folder: TempDir::new().expect("there is room for a folder") };
        planted.write("fuzz/Cargo.toml", "[package]\nname = \"illformed-fuzz\"\n");
        planted.write("corpus/bytes/seed", "A");
        planted.program("bin/cargo", CARGO);
        planted.program("bin/rustc", RUSTC);
        for (name, text) in programs {
            planted.program(&format!("target/planted-host/release/{name}"), text);
        }
        planted
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("it can be made");
        fs::write(path, bytes).expect("it can be written");
    }

    fn program(&self, name: &str, text: &str) {
        self.write(name, text);
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).expect("it is ours");
    }

    fn fuzz(&self, arguments: &[&str]) -> Command {
        let path = format!("{}:/usr/bin:/bin", self.path("bin").display());
        // Anywhere in the checkout.
        let command = Command::new(cargo_bin!("engines")).arg("search").args(arguments);
        command.current_dir(self.path("corpus")).env("PATH", path).env("ILLFORMED_FAULT", "m10")
    }
}

fn record(asserted: &OutputAssert) -> Value {
    let text = String::from_utf8_lossy(&asserted.get_output().stdout).into_owned();
    serde_json::from_str(&text).expect("it is JSON")
}

fn stderr(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stderr).into_owned()
}

fn files(folder: &Path) -> usize {
    fs::read_dir(folder).map(Iterator::count).unwrap_or_default()
}

#[test]
fn all_failing_inputs_of_one_fault_are_one_finding_and_the_budget_is_used_up() {
    let planted = Planted::new(&[("planted_fault", FAILS), ("labels_agree", HOLDS)]);
    let targets = ["--target", "planted_fault", "--target", "labels_*", "--format", "json"];
    let asserted =
        planted.fuzz(&[&targets[..], &["--runs", "1000", "--seed", "5"]].concat()).assert().code(1);
    let record = record(&asserted);
    let search = |target: &str| {
        let searches = record["searches"].as_array().unwrap();
        searches.iter().find(|search| search["target"] == target).unwrap().clone()
    };
    let faulty = search("planted_fault");
    assert_eq!((&faulty["executions"], &faulty["findings"]), (&1000.into(), &1.into()), "{record:#}");
    assert_eq!((&faulty["corpus"], &faulty["features"]), (&70.into(), &1500.into()));
    assert_eq!(search("labels_agree")["executions"], 1000);
    let [finding] = &record["findings"].as_array().unwrap()[..] else { panic!("{record:#}") };
    assert_eq!((&finding["input"], &finding["artifacts"]), (&"eda080".into(), &40.into()), "{finding:#}");
    assert_eq!((&finding["decoder"], &finding["first_execution"]), (&"m10".into(), &100.into()));
    let runs = planted.path("target/planted-host/release/planted_fault.runs");
    assert_eq!(fs::read_to_string(runs).unwrap(), "1000\n900\n800\n");
    // What was only slow is no artifact, and the folders of single runs are gone.
    assert_eq!(files(&planted.path("fuzz/artifacts/planted_fault")), 40);
    let again = ["--target", "planted_fault", "--format", "json", "--replay", "../fuzz/artifacts"];
    let sorted = self::record(&planted.fuzz(&again).assert().code(1));
    assert_eq!((&sorted["artifacts"], sorted["findings"].as_array().map(Vec::len)), (&40.into(), Some(1)));
}

#[test]
fn each_build_and_each_target_is_announced_before_it_begins() {
    let planted = Planted::new(&[("labels_agree", HOLDS)]);
    let asserted = planted.fuzz(&["--target", "labels_agree", "--runs", "1000"]).assert().success();
    let said = stderr(&asserted);
    let lines: Vec<&str> = said.lines().collect();
    let expected = [
        "building the targets with libfuzzer; the first time it takes minutes",
        "labels_agree: searching with libfuzzer, 1000 inputs",
    ];
    assert_eq!(lines, expected, "{said}");
    let built = fs::read_to_string(planted.path("built")).unwrap();
    assert!(built.contains(" --no-trace-compares "), "{built}");
}

#[test]
fn make_fuzz_neither_installs_nor_runs_afl() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let makefile = fs::read_to_string(top.join("Makefile")).unwrap();
    let recipe = makefile.split("\nfuzz: ").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    assert!(recipe.starts_with("cargo-fuzz ") && !recipe.to_lowercase().contains("afl"), "{recipe}");
}

#[test]
fn what_fails_nowhere_is_not_repeated_and_what_never_ends_is_told_by_its_program() {
    let planted = Planted::new(&[("decoders_agree", NEVER_ENDS), ("policies_agree", HOLDS)]);
    planted.write("found/decoders_agree/timeout-1", b"A");
    planted.write("found/decoders_agree/timeout-2", b"B\xFF");
    planted.write("found/policies_agree/crash-1", b"A");
    let asserted = planted.fuzz(&["--replay", "../found", "--format", "json"]).assert().code(1);
    let record = record(&asserted);
    let kind = |finding: &Value| (finding["property"].clone(), finding["kind"].clone());
    let kinds: Vec<_> = record["findings"].as_array().unwrap().iter().map(kind).collect();
    let expected = [("decoders_agree", "timed-out"), ("policies_agree", "not-repeated")];
    assert_eq!(kinds, expected.map(|(property, kind)| (property.into(), kind.into())), "{record:#}");
    // What fails no more is good news.
    let only = ["--replay", "../found/policies_agree", "--target", "policies_agree"];
    planted.fuzz(&only).assert().success();
}

#[test]
fn an_engine_that_breaks_is_exit_3_and_the_other_targets_are_searched() {
    let planted = Planted::new(&[("policies_agree", BREAKS), ("labels_agree", HOLDS)]);
    let asserted = planted.fuzz(&["--target", "policies_agree", "--target", "labels_agree"]).assert().code(3);
    let text = String::from_utf8_lossy(&asserted.get_output().stdout).into_owned();
    assert!(text.contains("  broken: libFuzzer ended without an artifact: ERROR: no such flag"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("labels_agree") && line.contains(" 1000 ")), "{text}");
}

#[test]
fn a_missing_tool_is_exit_2_with_the_command_that_installs_it() {
    let planted = Planted::new(&[]);
    let asserted = planted.fuzz(&[]).env("FUZZ_IS_THERE", "101").assert().code(2);
    assert!(stderr(&asserted).contains("cargo install cargo-fuzz --locked"), "{}", stderr(&asserted));
    let asserted = planted.fuzz(&["--engine", "afl"]).assert().code(2);
    assert!(stderr(&asserted).contains("cargo install cargo-afl --locked"), "{}", stderr(&asserted));
}

#[test]
fn outside_of_a_checkout_the_way_to_name_one_is_told() {
    let folder = TempDir::new().unwrap();
    let here = |arguments: &[&str]| {
        let command = Command::new(cargo_bin!("engines")).arg("search").args(arguments);
        stderr(&command.current_dir(folder.path()).assert().code(2))
    };
    let told = here(&[]);
    assert!(told.contains("--checkout DIR"), "{told}");
    assert!(here(&["--checkout", "."]).contains("no checkout of illformed"));
}

#[test]
fn options_that_make_no_sense_together_are_exit_2() {
    let planted = Planted::new(&[]);
    for arguments in [
        &["--replay", "x", "--runs", "5"][..],
        &["--replay", "x", "--fork", "2"],
        &["--afl-seconds", "5"],
        &["--sanitizer", "address", "--engine", "both"],
        &["--fork", "2", "--engine", "afl"],
        &["--target", "gone"],
        &["--target", "planted_*"],
        &["--target", "[a"],
        &["--replay", "nowhere"],
    ] {
        planted.fuzz(arguments).assert().code(2);
    }
    assert!(!planted.path("built").exists(), "nothing was built for them");
}
