//! Every fault that the codec can have switched on is noticed by the self-check of a run, or by `workshop vectors lint`;
//! and every public function of the codec has a fault, or a test that stands for it.
//!
//! The switch is one for the process: one test here switches, the others read sources or start programs.

use illformed_codec::{PlantedFault, plant};
use illformed_judge::judge::{judge_observation, self_check};
use illformed_judge::oracle::Oracle;
use illformed_vectors::{KindFile, Kinds, Suite};
use illformed_workshop::kinds::lint_kinds;
use illformed_workshop::lint::{TextSource, lint_texts};
use snapbox::cmd::{Command, cargo_bin};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// How a fault was noticed: the message of a run that refuses to judge, or the first finding of the lint.
fn noticed() -> Option<String> {
    if let Err(failure) = self_check(judge_observation, &Oracle::ALL, Suite::embedded()) {
        return Some(format!("self-check: {failure}"));
    }
    let kinds = Kinds::embedded_sources().into_iter();
    let files: Vec<KindFile> =
        kinds.map(|(name, text)| KindFile::from_source(name, text).expect("it is there")).collect();
    let texts = lint_texts(Suite::embedded(), &TextSource::INDEPENDENT);
    files.iter().flat_map(lint_kinds).chain(texts).next().map(|finding| format!("lint: {finding}"))
}

#[test]
#[expect(clippy::print_stdout, reason = "how each was noticed, for whoever asks with --nocapture")]
fn every_planted_fault_is_noticed() {
    assert_eq!(noticed(), None, "without a fault there is nothing to say");
    let mut missed = Vec::new();
    for &fault in PlantedFault::ALL {
        plant(Some(fault));
        match noticed() {
            Some(how) => println!("{fault:?} ({}: {}): {how}", fault.function(), fault.what()),
            None => missed.push(format!("{fault:?} ({}: {})", fault.function(), fault.what())),
        }
    }
    plant(None);
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_run_refuses_to_judge_with_a_faulty_codec() {
    let run = |fault: &str| {
        let arguments = ["run", "--only", "overlong/nul-two-bytes", "--decoder", "std/from-utf8"];
        let run = Command::new(cargo_bin!("illformed")).args(arguments).env("ILLFORMED_PLANTED_FAULT", fault);
        let output = run.assert().get_output().clone();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(run("").0, Some(0));
    for (fault, said) in [
        ("Utf16High", "Utf16"),
        ("PerRunForgets", "per-run"),
        ("EncodeFour", "Utf8"),
        ("DecoderFeedLate", "f5 41"),
    ] {
        let (code, stderr) = run(fault);
        assert_eq!(code, Some(4), "{fault}: {stderr}");
        assert!(stderr.contains(said), "{fault}: {stderr}");
    }
}

const SMALL: &str = "codec/tests/literals.rs";

/// The public functions and constants that no run reaches, or in which no fault can be switched on, and the test that
/// fails when they are wrong.
const COVERED_BY_TESTS: &[(&str, &str, &str)] = &[
    ("Bom::removes", SMALL, "small_functions_say_what_they_promise"),
    ("floor_char_boundary", SMALL, "small_functions_say_what_they_promise"),
    ("ceil_char_boundary", SMALL, "small_functions_say_what_they_promise"),
    ("is_char_boundary", SMALL, "small_functions_say_what_they_promise"),
    ("Detected::name", SMALL, "names_are_these_and_read_back"),
    ("Detected::fmt", SMALL, "names_are_these_and_read_back"),
    ("decode_detected", SMALL, "small_functions_say_what_they_promise"),
    ("DecodeDetected::detected", SMALL, "small_functions_say_what_they_promise"),
    ("DecodeDetected::next", SMALL, "small_functions_say_what_they_promise"),
    ("Encoded::as_ref", SMALL, "small_functions_say_what_they_promise"),
    ("NotEncodable::code", SMALL, "messages_name_the_thing_and_the_place"),
    ("NotEncodable::fmt", SMALL, "messages_name_the_thing_and_the_place"),
    ("IllFormed::fmt", SMALL, "messages_name_the_thing_and_the_place"),
    ("is_pre_amendment_5_hangul", SMALL, "small_functions_say_what_they_promise"),
    ("NotUtf8Label::fmt", SMALL, "messages_name_the_thing_and_the_place"),
    ("Label::name", SMALL, "names_are_these_and_read_back"),
    ("Label::fmt", SMALL, "names_are_these_and_read_back"),
    ("UnknownPolicy::fmt", SMALL, "messages_name_the_thing_and_the_place"),
    ("escaped_byte", SMALL, "small_functions_say_what_they_promise"),
    ("UnknownProfile::fmt", SMALL, "messages_name_the_thing_and_the_place"),
    ("LoneSurrogate::unit", SMALL, "messages_name_the_thing_and_the_place"),
    ("LoneSurrogate::fmt", SMALL, "messages_name_the_thing_and_the_place"),
    // A constant cannot be switched; the self-check compares these with lists and texts of its own, too.
    ("ErrorKind::ALL", SMALL, "names_are_these_and_read_back"),
    ("Policy::ALL", SMALL, "names_are_these_and_read_back"),
    ("Profile::ALL", SMALL, "names_are_these_and_read_back"),
    ("REPLACEMENT", SMALL, "small_functions_say_what_they_promise"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The public functions and constants in the sources of the codec: `encode`, `Event::at`, `Policy::ALL`,
/// `Units::deref`.
fn public_functions() -> BTreeSet<String> {
    let mut functions = BTreeSet::new();
    for entry in fs::read_dir(root().join("codec/src")).expect("it is there") {
        let path = entry.expect("it is there").path();
        if path.ends_with("planted_fault.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("it is there");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        functions.extend(public_functions_of(code));
    }
    functions
}

fn public_functions_of(code: &str) -> Vec<String> {
    let mut functions = Vec::new();
    // The type that the block at hand is of, and whether it implements a trait.
    let mut block: Option<(String, bool)> = None;
    for line in code.lines() {
        let word = |text: &str| -> String {
            text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
        };
        if let Some(header) = line.strip_prefix("impl") {
            let header = if header.starts_with('<') {
                header.split_once("> ").map_or("", |split| split.1)
            } else {
                header.trim_start()
            };
            let (of, is_trait) = header.split_once(" for ").map_or((header, false), |(_, of)| (of, true));
            block = (!line.ends_with("{}")).then(|| (word(of), is_trait));
        } else if line == "}" {
            block = None;
        }
        let line = line.trim_start();
        let (item, is_public) = line.strip_prefix("pub ").map_or((line, false), |item| (item, true));
        let name = ["const fn ", "fn ", "const "].iter().find_map(|start| item.strip_prefix(start)).map(word);
        match (&block, name) {
            (Some((of, is_trait)), Some(name)) if is_public || *is_trait => {
                functions.push(format!("{of}::{name}"));
            }
            (None, Some(name)) if is_public => functions.push(name),
            _ => {}
        }
    }
    functions
}

#[test]
fn every_public_function_of_the_codec_has_a_fault_or_a_test() {
    let public = public_functions();
    assert!(public.len() > 50, "{public:?}");
    let exported = fs::read_to_string(root().join("codec/src/lib.rs")).unwrap();
    let planted: BTreeSet<String> =
        PlantedFault::ALL.iter().map(|fault| fault.function().to_owned()).collect();
    let tested: BTreeMap<&str, (&str, &str)> =
        COVERED_BY_TESTS.iter().map(|(function, file, test)| (*function, (*file, *test))).collect();
    assert_eq!(tested.len(), COVERED_BY_TESTS.len(), "one line a function");
    let missing: Vec<&String> = public
        .iter()
        .filter(|name| exported.contains(name.split("::").next().unwrap()))
        .filter(|name| !planted.contains(*name) && !tested.contains_key(name.as_str()))
        .collect();
    assert!(missing.is_empty(), "neither a fault nor a test: {missing:?}");
    for function in planted.iter().map(String::as_str).chain(tested.keys().copied()) {
        assert!(public.contains(function), "{function} is no public function of the codec");
    }
    for (function, (file, test)) in tested {
        assert!(!planted.contains(function), "{function} has a fault, its test need not be named");
        let text = fs::read_to_string(root().join(file)).unwrap();
        let body =
            text.split(&format!("fn {test}(")).nth(1).unwrap_or_else(|| panic!("{file} has no {test}"));
        let body = body.split("\n}").next().unwrap_or_default();
        let name = function.rsplit("::").next().unwrap();
        // Traits are used without their functions' names.
        let used = match name {
            "fmt" => "to_string",
            "from_str" => "parse",
            name => name,
        };
        assert!(body.contains(used), "{file}: {test} does not use {function}");
    }
}

#[test]
fn a_new_public_function_is_seen() {
    let code = "pub fn free(bytes: &[u8]) {\n}\n\nimpl<'a> New<'a> {\n    pub const fn made() -> Self {\n    }\n}\n\nimpl Iterator for New<'_> {\n    fn next(&mut self) {\n    }\n}\nfn hidden() {\n}\npub const ONE: u8 = 1;\n";
    assert_eq!(public_functions_of(code), ["free", "New::made", "New::next", "ONE"]);
}

#[test]
fn nothing_is_planted_in_what_is_built_without_asking() {
    let feature = "planted-faults";
    for manifest in [
        "codec/Cargo.toml",
        "harness/Cargo.toml",
        "vectors/Cargo.toml",
        "fuzz/Cargo.toml",
        "fuzz/engines/Cargo.toml",
        "Cargo.toml",
    ] {
        let text = fs::read_to_string(root().join(manifest)).unwrap();
        for line in text.lines().filter(|line| line.contains(feature) && !line.trim_start().starts_with('#'))
        {
            let own =
                line.starts_with("planted-faults = [") || line == "required-features = [\"planted-faults\"]";
            assert!(own, "{manifest}: {line}");
        }
    }
    // Only the command that runs this file asks for it.
    let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
    for line in makefile.lines().filter(|line| line.contains(feature)) {
        assert!(line.contains("--test planted_faults") || line.contains(" clippy "), "{line}");
    }
}
