//! `illformed promote` as it is typed, on copies of the vectors and the corpus.

#![cfg(feature = "cli")]

use illformed::lint::sealed;
use illformed_vectors::{Input, Origin, Script, Suite, VectorFile};
use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;

/// Copies of a suite that has a hole and of a corpus, and an artifact.
struct Workshop(TempDir);

impl Workshop {
    /// The suite is what somebody wrote, without all vectors that the fault betrays itself by.
    fn new() -> Self {
        let workshop = Self(TempDir::new().unwrap());
        let suite = workshop.path("suite");
        fs::create_dir(&suite).unwrap();
        let shipped = Suite::embedded().files().iter().filter(|file| file.origin == Origin::Written);
        let mut files: Vec<VectorFile> = shipped.filter(|file| !file.vectors.is_empty()).cloned().collect();
        for file in &mut files {
            file.vectors.retain(|vector| !has_surrogate(&vector.input));
        }
        files.retain(|file| !file.vectors.is_empty());
        let used: HashSet<String> =
            files.iter().flat_map(|file| &file.vectors).flat_map(|vector| vector.flags.clone()).collect();
        // A group that is gone may have defined the flag of another.
        let notes = Suite::embedded().files().iter().flat_map(|file| file.notes.clone());
        let mut notes: Vec<_> = notes.filter(|(flag, _)| used.contains(flag)).collect();
        for mut file in files {
            file.notes = std::mem::take(&mut notes);
            fs::write(suite.join(format!("{}.json", file.group)), sealed(&file)).unwrap();
        }
        fs::create_dir_all(workshop.path("corpus/bytes")).unwrap();
        fs::write(workshop.path("corpus/bytes/empty"), b"").unwrap();
        workshop
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file that the planted fault's search might have written.
    fn artifact(&self, name: &str, bytes: &[u8]) -> String {
        let folder = self.path("artifacts/planted_fault");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), bytes).unwrap();
        folder.join(name).display().to_string()
    }

    /// What `illformed promote` does where surrogates are taken for characters.
    fn promote(&self, arguments: &[&str]) -> OutputAssert {
        illformed(
            &[&["promote", "--suite", "suite", "--corpus", "corpus"], arguments].concat(),
            self.0.path(),
        )
    }

    fn vector(&self, id: &str) -> Value {
        let file: Value =
            serde_json::from_str(&fs::read_to_string(self.path("suite/found.json")).unwrap()).unwrap();
        let vectors = file["vectors"].as_array().unwrap().clone();
        vectors.into_iter().find(|vector| vector["id"] == id).unwrap_or_else(|| panic!("no {id} in {file}"))
    }

    /// Every file with its bytes and the time when it was written.
    fn files(&self) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
        let mut files = BTreeMap::new();
        collect(&self.path("suite"), &mut files);
        collect(&self.path("corpus"), &mut files);
        files
    }
}

fn has_surrogate(input: &Input) -> bool {
    let bytes = match input {
        Input::Bytes(bytes) => bytes.clone(),
        Input::Calls(script) => script.segments().flat_map(|calls| Script::segment_bytes(calls).0).collect(),
    };
    bytes.contains(&0xED)
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, (Vec<u8>, SystemTime)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.insert(path.clone(), (Vec::new(), SystemTime::UNIX_EPOCH));
            collect(&path, files);
        } else {
            let written = fs::metadata(&path).unwrap().modified().unwrap();
            files.insert(path.clone(), (fs::read(&path).unwrap(), written));
        }
    }
}

fn illformed(arguments: &[&str], folder: &Path) -> OutputAssert {
    Command::new(cargo_bin!("illformed"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("ILLFORMED_FAULT", FAULT)
        .current_dir(folder)
        .assert()
}

/// A decoder that takes surrogates.
const FAULT: &str = "m10";

fn stdout(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stdout).into_owned()
}

fn stderr(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stderr).into_owned()
}

/// The shortest bytes for which the fault answers wrong.
fn witness() -> &'static [u8] {
    let mutants = illformed::zoo::mutants();
    let named = mutants.iter().find(|mutant| mutant.name == FAULT).unwrap();
    named.answer_witness.unwrap()
}

fn noisy(witness: &[u8]) -> Vec<u8> {
    [&b"some text before, "[..], witness, " and äfter".as_bytes()].concat()
}

#[test]
fn an_artifact_becomes_a_vector_and_a_seed_and_a_second_time_nothing_changes() {
    let workshop = Workshop::new();
    let noisy = noisy(witness());
    let artifact = workshop.artifact("crash-1", &noisy);
    let text = stdout(&workshop.promote(&[&artifact]).success());
    let seeds = workshop.path("corpus/regressions/planted_fault");
    let names: Vec<_> = fs::read_dir(&seeds).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let [name] = names.as_slice() else { panic!("{names:?}") };
    let minimal = fs::read(seeds.join(name)).unwrap();
    assert!(minimal.len() <= witness().len(), "{minimal:02x?}");
    let id = format!("found/{}", name.to_str().unwrap());
    let vector = workshop.vector(&id);
    assert_eq!(vector["bytes"], const_hex::encode(&minimal));
    assert_eq!(vector["found"]["by"], "planted_fault");
    assert_eq!(vector["found"]["bytes"], noisy.len());
    for shown in
        [&*id, "suite/found.json", "corpus/regressions/planted_fault/", "illformed run --suite suite --only"]
    {
        assert!(text.contains(shown), "{shown} is not in {text}");
    }
    illformed(&["vectors", "lint", "suite"], workshop.0.path()).success();
    illformed(&["vectors", "fmt", "--check", "suite"], workshop.0.path()).success();

    let before = workshop.files();
    let again = stdout(&workshop.promote(&[&artifact]).success());
    assert!(again.contains(&format!("already there as {id}")), "{again}");
    assert_eq!(workshop.files(), before);
    // Another artifact of the same fault is a duplicate, and so are the bytes themselves.
    let other = workshop.artifact("crash-2", &[&noisy[..], b"!"].concat());
    for duplicate in
        [&[&*other][..], &["--property", "planted_fault", "--bytes", &const_hex::encode(&minimal)]]
    {
        let refused = stdout(&workshop.promote(duplicate).code(5));
        assert!(refused.contains("duplicate: ") && refused.contains(&id), "{refused}");
    }
    assert_eq!(workshop.files(), before);
}

#[test]
fn the_new_vector_fails_the_faulty_decoder_by_name_and_passes_the_codec() {
    let workshop = Workshop::new();
    let artifact = workshop.artifact("crash-1", &noisy(witness()));
    let record: Value =
        serde_json::from_str(&stdout(&workshop.promote(&[&artifact, "--format", "json"]).success()))
            .expect("it is JSON");
    let id = record[0]["id"].as_str().unwrap();
    let program = cargo_bin!("illformed").display().to_string();
    let own = ["--", &*program, "worker", "zoo"];
    let decoder = format!("zoo/{FAULT}");
    let run = |more: &[&str]| illformed(&[&["run", "--suite", "suite"], more].concat(), workshop.0.path());
    let failed = stdout(&run(&[&["--decoder", &*decoder][..], &own].concat()).code(1));
    assert!(failed.contains(id), "{failed}");
    assert!(
        failed.contains("1 vector") || !failed.contains("security/"),
        "no other vector of this suite sees it: {failed}"
    );
    run(&["--adapter", "codec"]).success();
}

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

#[test]
fn a_dry_run_says_it_all_and_writes_nothing() {
    let workshop = Workshop::new();
    let before = workshop.files();
    let artifact = workshop.artifact("crash-1", &noisy(witness()));
    let same = workshop.artifact("crash-2", witness());
    let text = stdout(&workshop.promote(&["--dry-run", &artifact, &same]).code(5));
    assert!(text.contains("would be new") && text.contains("duplicate: "), "{text}");
    assert_eq!(workshop.files(), before);
}

#[test]
fn names_and_comments_are_checked_and_taken_names_are_not_used() {
    let workshop = Workshop::new();
    let artifact = workshop.artifact("crash-1", witness());
    for (arguments, code, why) in [
        (&["--name", "No Name"][..], 1, "is no id"),
        (&["--comment", "U+20AC in three bytes"], 1, "which the input has not"),
        (&["--comment", "h\u{e4}"], 1, "printable ASCII"),
    ] {
        let refused = stdout(&workshop.promote(&[&[&*artifact], arguments].concat()).code(code));
        assert!(refused.contains(why), "{refused}");
    }
    let seeds = workshop.path("corpus/regressions/planted_fault");
    fs::create_dir_all(&seeds).unwrap();
    fs::write(seeds.join("mine"), b"other bytes").unwrap();
    let refused = stdout(&workshop.promote(&[&*artifact, "--name", "found/mine"]).code(1));
    assert!(refused.contains("in use"), "{refused}");
    workshop.promote(&[&*artifact, "--name", "yours", "--comment", "the planted one"]).success();
    assert_eq!(workshop.vector("found/yours")["comment"], "the planted one");
    assert_eq!(fs::read(seeds.join("mine")).unwrap(), b"other bytes");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_utf8_links_and_a_mebibyte_are_taken() {
    use std::os::unix::ffi::OsStrExt;
    let workshop = Workshop::new();
    let mut long = vec![b'x'; 1 << 20];
    let at = 700_001;
    long.splice(at..at + witness().len(), witness().iter().copied());
    workshop.artifact("crash-1", &long);
    let folder = workshop.path("artifacts/planted_fault");
    let odd = folder.join(std::ffi::OsStr::from_bytes(b"crash-\xFF"));
    std::os::unix::fs::symlink(folder.join("crash-1"), &odd).unwrap();
    let program = cargo_bin!("illformed");
    let output = std::process::Command::new(program)
        .args(["promote", "--suite", "suite", "--corpus", "corpus"])
        .arg(&odd)
        .env("ILLFORMED_FAULT", FAULT)
        .current_dir(workshop.0.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = fs::read_to_string(workshop.path("suite/found.json")).unwrap();
    assert!(file.contains("\"bytes\":1048576"), "{file}");
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

#[test]
fn a_script_on_which_a_decoder_fails_is_a_vector_of_calls_and_a_seed_of_calls() {
    let workshop = Workshop::new();
    let program = cargo_bin!("illformed").display().to_string();
    let mutants = illformed::zoo::mutants();
    let of_calls = mutants.iter().find(|mutant| mutant.witness_calls.is_some()).unwrap();
    let (name, calls) = (format!("zoo/{}", of_calls.name), of_calls.witness_calls.unwrap());
    let own = ["--", &*program, "worker", "zoo"];
    workshop.promote(&[&["--decoder", &*name, "--calls", calls][..], &own].concat()).success();
    let file = fs::read_to_string(workshop.path("suite/found.json")).unwrap();
    assert!(file.contains("\"calls\":") && file.contains(&format!("\"by\":\"{name}\"")), "{file}");
    assert_eq!(fs::read_dir(workshop.path("corpus/calls")).unwrap().count(), 1);
    illformed(&["vectors", "lint", "suite"], workshop.0.path()).success();
}

#[test]
fn every_finding_of_a_report_is_promoted_and_no_command_of_a_report_is_started() {
    let workshop = Workshop::new();
    let program = cargo_bin!("illformed").display().to_string();
    let own = ["--", &*program, "worker", "zoo"];
    let decoder = format!("zoo/{FAULT}");
    let fuzz = ["fuzz", "--seed", "1", "--runs", "3000", "--format", "json", "--decoder", &*decoder];
    let report = stdout(&illformed(&[&fuzz[..], &own].concat(), workshop.0.path()).code(1));
    fs::write(workshop.path("report.json"), &report).unwrap();
    let unasked = stdout(&workshop.promote(&["--from-report", "report.json"]).code(3));
    assert!(unasked.contains("give its command again"), "{unasked}");
    assert!(!workshop.path("suite/found.json").exists());
    let asserted = workshop.promote(&[&["--from-report", "report.json"][..], &own].concat());
    let text = stdout(&asserted);
    assert!(text.contains(", new\n") && text.contains(&decoder), "{text}");
    illformed(&["vectors", "lint", "suite"], workshop.0.path()).success();
    workshop.promote(&[&["--from-report", "report.json"][..], &own].concat());
    for nothing in ["{}", "nonsense"] {
        fs::write(workshop.path("report.json"), nothing).unwrap();
        workshop.promote(&["--from-report", "report.json"]).code(2);
    }
}
