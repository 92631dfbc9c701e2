//! A test for each vector, typed as the author of a decoder types it: the crate in `fixtures/own-decoder`, built and run
//! by cargo and by cargo-nextest.

use illformed_judge::case::{Plan, Recipe};
use illformed_vectors::{Input, Suite, Vector};
use snapbox::{assert_data_eq, file};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Once;

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

    /// The names that `--list` prints.
    fn listed(&self) -> Vec<&str> {
        self.stdout.lines().filter_map(|line| line.strip_suffix(": test")).collect()
    }
}

/// `cargo <words>` in the crate of the fixture.
fn cargo(words: &[&str]) -> Outcome {
    static LOCKED: Once = Once::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fixture = root.join("tests/fixtures/own-decoder");
    // The versions that the workspace was built with are on this machine, whether or not there is a network.
    LOCKED.call_once(|| {
        fs::copy(root.join("../../Cargo.lock"), fixture.join("Cargo.lock"))
            .expect("the lock file can be copied");
    });
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-decoder");
    let (command, options) = words.split_at(words.iter().position(|word| word.starts_with('-')).unwrap_or(1));
    let output = Command::new(env!("CARGO"))
        .args(command)
        .args(["--offline", "--target-dir"])
        .arg(target)
        .args(options)
        .current_dir(fixture)
        .envs([("NO_COLOR", "1"), ("CARGO_TERM_COLOR", "never"), ("RUST_BACKTRACE", "0")])
        .stdin(Stdio::null())
        .output()
        .expect("cargo builds us, so it runs");
    outcome(output)
}

fn outcome(output: Output) -> Outcome {
    Outcome {
        success: output.status.success(),
        stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

fn byte_vectors() -> impl Iterator<Item = (&'static Vector, &'static [u8])> {
    Suite::embedded().vectors().filter_map(|vector| match &vector.input {
        Input::Bytes(bytes) => Some((vector, bytes.as_slice())),
        Input::Calls(_) => None,
    })
}

/// The vectors that a decoder takes for well-formed which takes `C0 80` for U+0000, and which are not.
fn ill_formed_by_c0_80_alone() -> BTreeSet<String> {
    let replaced = |bytes: &[u8]| {
        let mut replaced = bytes.to_vec();
        while let Some(at) = replaced.windows(2).position(|pair| pair == [0xC0, 0x80]) {
            replaced.splice(at..at + 2, [0]);
        }
        replaced
    };
    let wrong = byte_vectors()
        .filter(|(_, bytes)| str::from_utf8(bytes).is_err() && str::from_utf8(&replaced(bytes)).is_ok());
    let ids: BTreeSet<String> = wrong.map(|(vector, _)| vector.id.to_string()).collect();
    assert!(ids.contains("overlong/nul-two-bytes"));
    ids
}

#[test]
fn a_right_decoder_passes_a_test_for_each_vector() {
    let outcome = cargo(&["test", "--test", "right"]);
    let ids: BTreeSet<String> = byte_vectors().map(|(vector, _)| vector.id.to_string()).collect();
    assert!(outcome.success, "{}{}", outcome.stdout, outcome.stderr);
    assert_eq!(outcome.with("ok"), ids);
}

#[test]
fn a_decoder_that_takes_c0_80_fails_exactly_the_tests_of_that() {
    let outcome = cargo(&["test", "--test", "wrong"]);
    assert!(!outcome.success);
    assert_eq!(outcome.with("FAILED"), ill_formed_by_c0_80_alone());
    assert_eq!(outcome.with("ok").len(), byte_vectors().count() - ill_formed_by_c0_80_alone().len());
}

#[test]
fn a_failure_says_what_a_report_does() {
    let outcome = cargo(&["test", "--test", "wrong", "--", "--exact", "overlong/nul-two-bytes"]);
    let message = outcome.stdout.split("\n\n").find(|part| part.starts_with("---- "));
    assert_data_eq!(message.expect(&outcome.stdout).to_owned(), file!["golden/libtest-failure.txt"]);
}

#[test]
fn many_failures_of_one_cause_are_one_block_and_a_line_each() {
    let outcome = cargo(&["test", "--test", "wrong"]);
    let wrong = ill_formed_by_c0_80_alone().len();
    let lines = outcome.stdout.lines().filter(|line| line.contains(": accepts ill-formed bytes")).count();
    assert_eq!(lines, wrong, "{}", outcome.stdout);
    assert_eq!(outcome.stdout.matches("\naccepts-overlong-2: ").count(), 1);
    let blocks: Vec<&str> = outcome.stdout.split("tests fail. ").collect();
    assert_eq!(blocks.len(), 2, "{}", outcome.stdout);
    assert!(blocks[0].ends_with(&format!("accepts-overlong-2: {wrong} ")), "{}", blocks[0]);
    assert!(blocks[1].contains("  bytes     C0 80\n"), "{}", blocks[1]);
    assert_eq!(outcome.stdout.matches("reproduce ").count(), 1);
}

#[test]
fn filters_choose_by_name() {
    let all: Vec<String> = byte_vectors().map(|(vector, _)| vector.id.to_string()).collect();
    let having = |word: &str| -> Vec<&str> {
        all.iter().map(String::as_str).filter(|name| name.contains(word)).collect()
    };
    let one = "overlong/nul-two-bytes";
    let table: [(&[&str], Vec<&str>); 5] = [
        (&["--list"], having("")),
        (&["--list", "overlong"], having("overlong")),
        (&["--list", "--exact", one], vec![one]),
        (&["--list", "--exact", "overlong/nul-two-byte"], vec![]),
        (&["--list", "--exact", "no-such-group/nul-two-bytes"], vec![]),
    ];
    for (words, expected) in table {
        let outcome = cargo(&[&["test", "--test", "right", "--"], words].concat());
        assert_eq!(outcome.listed(), expected, "{words:?}: {}", outcome.stderr);
    }
}

#[test]
fn a_decoder_of_chunks_is_asked_scripts_and_splits_too() {
    let outcome = cargo(&["test", "--test", "chunks"]);
    let plan = Plan::selected(Suite::embedded(), |id| matches!(id.recipe, None | Some(Recipe::Split(_))));
    let ids: BTreeSet<String> = plan.cases.iter().map(|case| case.id.to_string()).collect();
    assert!(outcome.success, "{}{}", outcome.stdout, outcome.stderr);
    assert!(ids.contains("overlong/nul-two-bytes@split=1"));
    assert_eq!(outcome.with("ok"), ids);
}

#[test]
fn each_of_several_decoders_is_judged_by_its_own_claim() {
    let outcome = cargo(&["test", "--test", "several"]);
    let replacement = |bytes: &[u8]| str::from_utf8(bytes).is_ok_and(|text| text.contains('\u{FFFD}'));
    let panicked = byte_vectors().filter(|(_, bytes)| replacement(bytes));
    let mut failed: BTreeSet<String> = panicked.map(|(vector, _)| format!("panics::{}", vector.id)).collect();
    assert!(!failed.is_empty());
    failed.insert("nothing::nothing-can-be-judged".to_owned());
    assert_eq!(outcome.with("FAILED"), failed);
    assert!(outcome.stdout.contains("panicked: U+FFFD, of all characters"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("crashes: "), "{}", outcome.stdout);

    let with_nul = byte_vectors().filter(|(_, bytes)| bytes.contains(&0));
    let ignored: BTreeSet<String> = with_nul.map(|(vector, _)| format!("no-nul::{}", vector.id)).collect();
    assert!(!ignored.is_empty());
    assert_eq!(outcome.with("ignored"), ignored);
    for decoder in ["lossy", "offset-only"] {
        let own = outcome.with("ok").iter().filter(|name| name.starts_with(decoder)).count();
        assert_eq!(own, byte_vectors().count(), "{decoder}");
    }
}

#[test]
fn an_ignored_test_says_why_when_it_is_asked_all_the_same() {
    let words = ["test", "--test", "several", "--", "--include-ignored", "--exact", "no-nul::standard/nul"];
    let outcome = cargo(&words);
    assert!(outcome.success, "{}", outcome.stdout);
    assert!(outcome.stdout.contains("ignored (cannot be given byte 00)"), "{}", outcome.stdout);
}

#[test]
#[ignore = "needs cargo-nextest, which .ci/nightly installs: make test-long"]
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
    let chosen = byte_vectors().map(|(vector, _)| vector.id.to_string()).filter(|id| id.contains("overlong"));
    let (failed, passed): (BTreeSet<_>, BTreeSet<_>) = chosen.partition(|id| wrong.contains(id));
    assert!(!outcome.success);
    assert_eq!(names("FAIL"), failed, "{}", outcome.stderr);
    assert_eq!(names("PASS"), passed, "{}", outcome.stderr);
}
