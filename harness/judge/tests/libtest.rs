//! A test for each vector, as the author of a decoder has it: the test programs of the crate in `fixtures/own-decoder`.
//!
//! They are in this program, which starts itself as each of them. The long tests build the crate as its author does, with
//! cargo and with cargo-nextest.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the place, here too")]

use illformed_judge::case::Plan;
use illformed_judge::complete::default_suite;
use illformed_vectors::Input;
use libtest_mimic::{Arguments, Trial};
use snapbox::{assert_data_eq, file};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::LazyLock;
use std::{env, fs};

// The programs name the crate that they are tests of.
extern crate self as own_decoder;

#[expect(dead_code, reason = "no table is taken by stride here")]
#[path = "../../tests/support/whole.rs"]
mod whole;

#[path = "fixtures/own-decoder/src/lib.rs"]
mod decoders;

pub use decoders::*;

/// Includes test programs of the fixture, each as a module with its `main`.
macro_rules! programs {
    ($($name:ident),+) => {
        $(mod $name {
            include!(concat!("fixtures/own-decoder/tests/", stringify!($name), ".rs"));

            pub(super) fn run() {
                main();
            }
        })+

        /// Is the test program `name`, if it is one.
        fn run_program(name: &str) {
            match name {
                $(stringify!($name) => $name::run(),)+
                _ => panic!("no test program `{name}`"),
            }
        }
    };
}

programs!(right, wrong, chunks, several, wears, blocks);

/// Names the program that this one is started as.
const PROGRAM: &str = "ILLFORMED_TEST_PROGRAM";

/// Trials named after their functions.
macro_rules! trials {
    ($($test:ident),+ $(,)?) => {
        vec![$(Trial::test(stringify!($test), || {
            $test();
            Ok(())
        })),+]
    };
}

fn main() -> ExitCode {
    if let Ok(program) = env::var(PROGRAM) {
        run_program(&program);
        return ExitCode::SUCCESS;
    }
    let mut trials = trials![
        a_right_decoder_passes_a_test_for_each_vector,
        a_decoder_that_takes_c0_80_fails_exactly_the_tests_of_that,
        a_failure_says_what_a_report_does,
        what_fails_after_many_inputs_alone_is_said_to,
        a_fault_of_a_place_fails_a_test,
        one_test_is_chosen_by_its_whole_name,
        a_decoder_of_chunks_is_asked_scripts_too,
        each_of_several_decoders_is_judged_by_its_own_claim,
        an_ignored_test_says_why_when_it_is_asked_all_the_same,
    ];
    let long = trials![
        cargo_builds_and_runs_the_tests_of_a_crate_that_knows_one_crate_of_ours,
        nextest_runs_the_same_tests,
    ];
    // They build the crate, and one needs cargo-nextest: make test-long.
    trials.extend(long.into_iter().map(|trial| trial.with_ignored_flag(!whole::is_whole())));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// What a test program printed.
struct Outcome {
    success: bool,
    stdout: String,
    stderr: String,
}

impl Outcome {
    /// The tests in whose line `word` stands last.
    fn with(&self, word: &str) -> BTreeSet<String> {
        let lines = self.stdout.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... "));
        let matching = lines.filter(|(_, outcome)| *outcome == word);
        matching.map(|(name, _)| name.trim_end().to_owned()).collect()
    }
}

/// What the test program prints with these words behind it.
fn tested(program: &str, words: &[&str]) -> Outcome {
    outcome(Command::new(env::current_exe().unwrap()).args(words).env(PROGRAM, program))
}

/// `cargo <words>` in a copy of the crate of the fixture: cargo writes into the folder that it is started in.
fn cargo(words: &[&str]) -> Outcome {
    static COPY: LazyLock<PathBuf> = LazyLock::new(copy_of_the_fixture);
    let copy = &*COPY;
    let (command, options) = words.split_at(words.iter().position(|word| word.starts_with('-')).unwrap_or(1));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(command).args(["--offline", "--target-dir"]).arg(copy.join("target")).args(options);
    outcome(cargo.current_dir(copy).env("CARGO_TERM_COLOR", "never"))
}

fn copy_of_the_fixture() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fixture = root.join("tests/fixtures/own-decoder");
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-decoder");
    for folder in ["src", "tests"] {
        fs::create_dir_all(copy.join(folder)).unwrap();
        for entry in fs::read_dir(fixture.join(folder)).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), copy.join(folder).join(entry.file_name())).unwrap();
        }
    }
    let manifest = fs::read_to_string(fixture.join("Cargo.toml")).unwrap();
    let place = format!("path = {:?}", root.display().to_string());
    assert!(manifest.contains("path = \"../../..\""));
    fs::write(copy.join("Cargo.toml"), manifest.replace("path = \"../../..\"", &place)).unwrap();
    // The versions that the workspace was built with are on this machine, whether or not there is a network.
    fs::copy(root.join("../../Cargo.lock"), copy.join("Cargo.lock")).unwrap();
    copy
}

fn outcome(command: &mut Command) -> Outcome {
    let Output { status, stdout, stderr } = command
        .envs([("NO_COLOR", "1"), ("RUST_BACKTRACE", "0")])
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    Outcome {
        success: status.success(),
        stdout: String::from_utf8(stdout).expect("output is UTF-8"),
        stderr: String::from_utf8(stderr).expect("messages are UTF-8"),
    }
}

/// The tests of a decoder of one call, or of several `calls`, each with the bytes of its cases of one call.
fn tests(calls: bool) -> BTreeMap<&'static str, Vec<Vec<u8>>> {
    static PLAN: LazyLock<Plan<'static>> = LazyLock::new(|| Plan::everything(default_suite()));
    let mut tests: BTreeMap<&str, Vec<Vec<u8>>> = BTreeMap::new();
    for case in PLAN.cases.iter().filter(|case| calls || !case.is_script()) {
        let vector = case.id.vector.as_str();
        let test =
            tests.entry(if vector.starts_with("complete/") { "complete" } else { vector }).or_default();
        if let Input::Bytes(bytes) = case.input() {
            test.push(bytes.clone());
        }
    }
    tests
}

/// The names of the tests of a decoder of one call of which `is_so` for one of the inputs.
fn tests_with(is_so: impl Fn(&[u8]) -> bool) -> BTreeSet<String> {
    let any_is_so = |inputs: &Vec<Vec<u8>>| inputs.iter().any(|bytes| is_so(bytes));
    tests(false).iter().filter(|(_, inputs)| any_is_so(inputs)).map(|(test, _)| (*test).to_owned()).collect()
}

/// The tests of a decoder which takes `C0 80` for U+0000 that ask anything which is ill-formed for that alone.
fn ill_formed_by_c0_80_alone() -> BTreeSet<String> {
    let replaced = |bytes: &[u8]| {
        let mut replaced = bytes.to_vec();
        while let Some(at) = replaced.windows(2).position(|pair| pair == [0xC0, 0x80]) {
            replaced.splice(at..at + 2, [0]);
        }
        replaced
    };
    let names =
        tests_with(|bytes| str::from_utf8(bytes).is_err() && str::from_utf8(&replaced(bytes)).is_ok());
    assert!(names.contains("overlong/nul-two-bytes"));
    names
}

fn a_right_decoder_passes_a_test_for_each_vector() {
    let outcome = tested("right", &[]);
    assert!(outcome.success, "{}{}", outcome.stdout, outcome.stderr);
    assert_eq!(outcome.with("ok"), tests_with(|_| true));
}

/// Many failures of one cause are one block, and a line each.
fn a_decoder_that_takes_c0_80_fails_exactly_the_tests_of_that() {
    let outcome = tested("wrong", &[]);
    assert!(!outcome.success);
    assert_eq!(outcome.with("FAILED"), ill_formed_by_c0_80_alone());
    let wrong = ill_formed_by_c0_80_alone().len();
    assert_eq!(outcome.with("ok").len(), tests(false).len() - wrong);
    let lines = outcome.stdout.lines().filter(|line| line.contains(": accepts ill-formed bytes")).count();
    assert_eq!(lines, wrong, "{}", outcome.stdout);
    assert_eq!(outcome.stdout.matches("\naccepts-overlong-2: ").count(), 1);
    let blocks: Vec<&str> = outcome.stdout.split("tests fail. ").collect();
    assert_eq!(blocks.len(), 2, "{}", outcome.stdout);
    assert!(blocks[0].ends_with(&format!("accepts-overlong-2: {wrong} ")), "{}", blocks[0]);
    assert!(blocks[1].contains("  input     C0 80 ("), "{}", blocks[1]);
    assert_eq!(outcome.stdout.matches("reproduce ").count(), 1);
}

fn a_failure_says_what_a_report_does() {
    let outcome = tested("wrong", &["--exact", "overlong/nul-two-bytes"]);
    let (_, cause) = outcome.stdout.split_once("\n\naccepts-").expect("a block for the cause");
    assert_data_eq!(format!("accepts-{cause}"), file!["golden/libtest-failure.txt"]);
}

/// They fail when all tests are asked, and not when they are asked alone.
fn what_fails_after_many_inputs_alone_is_said_to() {
    let outcome = tested("wears", &["--test-threads", "1"]);
    assert!(!outcome.success);
    let causes = outcome.stdout.lines().filter(|line| line.contains("fail. ")).count();
    assert!(outcome.stdout.contains("\nstate-leaks: ") && causes > 0, "{}", outcome.stdout);
    assert_eq!(outcome.stdout.matches("\nstate-leaks: ").count(), causes, "{}", outcome.stdout);
    assert!(outcome.stdout.contains("  reproduce cargo test  # passes alone"), "{}", outcome.stdout);
}

/// A block of 32 bytes that are read at once, behind a character that is cut: no vector is so long.
fn a_fault_of_a_place_fails_a_test() {
    let outcome = tested("blocks", &[]);
    assert!(!outcome.success);
    assert!(outcome.stdout.contains("\nposition-sensitive: "), "{}", outcome.stdout);
}

fn one_test_is_chosen_by_its_whole_name() {
    for (name, is_there) in [
        ("overlong/nul-two-bytes", true),
        ("overlong/nul-two-byte", false),
        ("no-such-group/nul-two-bytes", false),
    ] {
        let outcome = tested("right", &["--exact", name]);
        let chosen = is_there.then(|| name.to_owned());
        assert_eq!(outcome.with("ok"), chosen.into_iter().collect(), "{name}: {}", outcome.stderr);
    }
}

fn a_decoder_of_chunks_is_asked_scripts_too() {
    let outcome = tested("chunks", &[]);
    assert!(outcome.success, "{}{}", outcome.stdout, outcome.stderr);
    let all: BTreeSet<String> = tests(true).into_keys().map(str::to_owned).collect();
    assert!(all.len() > tests(false).len());
    assert_eq!(outcome.with("ok"), all);
}

fn each_of_several_decoders_is_judged_by_its_own_claim() {
    let outcome = tested("several", &[]);
    let replacement = |bytes: &[u8]| str::from_utf8(bytes).is_ok_and(|text| text.contains('\u{FFFD}'));
    let of = |decoder: &str, names: BTreeSet<String>| -> BTreeSet<String> {
        assert!(!names.is_empty());
        names.iter().map(|name| format!("{decoder}::{name}")).collect()
    };
    let mut failed = of("panics", tests_with(replacement));
    failed.insert("nothing::nothing-can-be-judged".to_owned());
    assert_eq!(outcome.with("FAILED"), failed);
    assert!(outcome.stdout.contains("panicked: U+FFFD, of all characters"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("crashes: "), "{}", outcome.stdout);

    let all_have_nul = |inputs: &Vec<Vec<u8>>| inputs.iter().all(|bytes| bytes.contains(&0));
    let with_nul = tests(false).into_iter().filter(|(_, inputs)| all_have_nul(inputs));
    let with_nul = with_nul.map(|(test, _)| test.to_owned()).collect();
    assert_eq!(outcome.with("ignored"), of("no-nul", with_nul));
    for decoder in ["lossy", "offset-only"] {
        let own = outcome.with("ok").iter().filter(|name| name.starts_with(decoder)).count();
        assert_eq!(own, tests(false).len(), "{decoder}");
    }
}

fn an_ignored_test_says_why_when_it_is_asked_all_the_same() {
    let outcome = tested("several", &["--include-ignored", "--exact", "no-nul::standard/nul"]);
    assert!(outcome.success, "{}", outcome.stdout);
    assert!(outcome.stdout.contains("ignored (cannot be given byte 00)"), "{}", outcome.stdout);
}

fn cargo_builds_and_runs_the_tests_of_a_crate_that_knows_one_crate_of_ours() {
    for program in ["right", "wrong", "chunks", "several", "blocks"] {
        let of_cargo = cargo(&["test", "--test", program]);
        let own = tested(program, &[]);
        assert_eq!(of_cargo.success, own.success, "{program}: {}", of_cargo.stderr);
        assert!(!own.with("ok").is_empty());
        for word in ["ok", "FAILED", "ignored"] {
            assert_eq!(of_cargo.with(word), own.with(word), "{program}: {}", of_cargo.stderr);
        }
    }
}

fn nextest_runs_the_same_tests() {
    let words =
        ["nextest", "run", "--test", "wrong", "--no-fail-fast", "--status-level=all", "-E", "test(overlong)"];
    let outcome = cargo(&words);
    let names = |word: &str| -> BTreeSet<String> {
        let lines = outcome.stderr.lines().filter(|line| line.trim_start().starts_with(word));
        let names = lines.filter_map(|line| line.split_once("own-decoder::wrong "));
        names.map(|(_, name)| name.trim().to_owned()).collect()
    };
    let wrong = ill_formed_by_c0_80_alone();
    let chosen = tests_with(|_| true).into_iter().filter(|id| id.contains("overlong"));
    let (failed, passed): (BTreeSet<_>, BTreeSet<_>) = chosen.partition(|id| wrong.contains(id));
    assert!(!outcome.success);
    assert_eq!(names("FAIL"), failed, "{}", outcome.stderr);
    assert_eq!(names("PASS"), passed, "{}", outcome.stderr);
}
