//! `illformed check-out`: a good folder of targets is good, and each way in which one can be bad is named.

#![cfg(all(feature = "cli", target_os = "linux"))]

use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The stand-in for a target, compiled once.
fn stand_in() -> &'static Path {
    static COMPILED: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = COMPILED.get_or_init(|| {
        let folder = tempfile::tempdir().expect("nothing is in the way");
        let path = folder.path().join("stand-in");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engine-stand-in.rs");
        let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
        let mut command = process::Command::new(compiler);
        command.args(["--edition", "2024", "--crate-name", "stand_in", "-o"]).arg(&path).arg(source);
        assert!(command.status().expect("what compiled this test").success());
        (folder, path)
    });
    path
}

fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        writer.start_file(*path, SimpleFileOptions::default()).expect("nothing is in the way");
        writer.write_all(bytes).expect("nothing is in the way");
    }
    writer.finish().expect("nothing is in the way").into_inner()
}

/// A folder with one good target of this name.
fn good(name: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("nothing is in the way");
    let write = |ending: &str, bytes: &[u8]| {
        fs::write(folder.path().join(format!("{name}{ending}")), bytes).expect("nothing is in the way");
    };
    fs::copy(stand_in(), folder.path().join(name)).expect("nothing is in the way");
    let seeds =
        [("bytes/euro", &b"\xE2\x82\xAC"[..]), ("bytes/empty", b""), ("regressions/nul", b"\xC0\x80")];
    write("_seed_corpus.zip", &archive(&seeds));
    write(".dict", b"# overlong\n\"\\xc0\\x80\"\n");
    write(".options", format!("[libfuzzer]\ndict = {name}.dict\nmax_len = 128\n").as_bytes());
    folder
}

fn check_out(folder: &Path, arguments: &[&str]) -> OutputAssert {
    let command = Command::new(cargo_bin!("illformed")).arg("check-out").arg(folder).args(arguments);
    command.env_remove("SANITIZER").env("NO_COLOR", "1").assert()
}

fn stdout(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stdout).into_owned()
}

/// The lines about breaches, without those about targets.
fn breaches(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let text = stdout(&check_out(folder, arguments).code(1));
    let lines =
        text.lines().filter_map(|line| line.strip_prefix("     ").or_else(|| line.strip_prefix("BAD  ")));
    lines.filter(|line| line.contains(": ")).map(str::to_owned).collect()
}

#[test]
fn a_good_folder_is_exit_0_with_one_line_a_target_and_stays_as_it_is() {
    let folder = good("target-1");
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let expected =
        "ok   target-1                        500 edges, 3 seeds, 1 words\n1 target, no rule broken\n";
    assert_eq!(stdout(&check_out(folder.path(), &[]).success()), expected);
    let text = stdout(&check_out(folder.path(), &["--sanitizer", "address"]).success());
    assert!(text.contains("500 edges, 1000 calls to asan, 3 seeds"), "{text}");
    assert_eq!(names(), before);
}

type Break = fn(&Path);

/// How a folder with the target `t` can be broken, and what is said of it.
const WAYS: [(&str, Break, &[&str]); 20] = [
    (
        "no seeds",
        |at| fs::remove_file(at.join("t_seed_corpus.zip")).expect("nothing is in the way"),
        &["seed-corpus: t_seed_corpus.zip is not there"],
    ),
    (
        "seeds that are no zip",
        |at| fs::write(at.join("t_seed_corpus.zip"), b"PK").expect("nothing is in the way"),
        &["seed-corpus: no zip: "],
    ),
    (
        "an empty zip",
        |at| fs::write(at.join("t_seed_corpus.zip"), archive(&[])).expect("nothing is in the way"),
        &["seed-corpus: no file in it"],
    ),
    (
        "a changed seed",
        |at| {
            let path = at.join("t_seed_corpus.zip");
            let mut bytes = archive(&[("seed", b"abcdef")]);
            // The local file header has thirty bytes, then comes the name.
            bytes[30 + "seed".len()] ^= 1;
            fs::write(path, bytes).expect("nothing is in the way");
        },
        &["seed-corpus: seed: "],
    ),
    (
        "seeds that leave their folder",
        |at| {
            fs::write(at.join("t_seed_corpus.zip"), archive(&[("../../up", b"a")]))
                .expect("nothing is in the way");
        },
        &["seed-corpus: \"../../up\" would be unpacked somewhere else"],
    ),
    (
        "no string",
        |at| replace(&at.join("t"), b"LLVMFuzzerTestOneInput", b"LLVMFuzzerTestOneInpux"),
        &["entry-point: it does not contain LLVMFuzzerTestOneInput"],
    ),
    (
        "a script",
        |at| {
            fs::write(at.join("t"), "#!/bin/sh\n# LLVMFuzzerTestOneInput\necho Done 4 runs\n")
                .expect("nothing is in the way");
        },
        &["program: a script, no ELF program"],
    ),
    (
        "half a program",
        |at| {
            fs::write(at.join("t"), &fs::read(at.join("t")).expect("nothing is in the way")[..4000])
                .expect("nothing is in the way");
        },
        &["entry-point: ", "program: a broken ELF file: "],
    ),
    (
        "nobody may execute it",
        |at| {
            fs::set_permissions(at.join("t"), fs::Permissions::from_mode(0o644))
                .expect("nothing is in the way");
        },
        &["program: nobody may execute it"],
    ),
    (
        "a bad dictionary",
        |at| fs::write(at.join("t.dict"), "\"a\"\n\"\\q\"\n").expect("nothing is in the way"),
        &["dictionary: line 2: an escape that is none of"],
    ),
    (
        "an empty dictionary",
        |at| fs::write(at.join("t.dict"), "# none\n").expect("nothing is in the way"),
        &["dictionary: no word in it"],
    ),
    (
        "options of a missing dictionary",
        |at| fs::remove_file(at.join("t.dict")).expect("nothing is in the way"),
        &["options: `dict` names t.dict, which is not in the folder"],
    ),
    (
        "an unknown option",
        |at| fs::write(at.join("t.options"), "[libfuzzer]\nmax_length = 1\n").expect("nothing is in the way"),
        &["options: line 2: libFuzzer has no flag `max_length`"],
    ),
    (
        "options without a section",
        |at| fs::write(at.join("t.options"), "max_len = 1\n").expect("nothing is in the way"),
        &["options: line 1: a line before the first section"],
    ),
    (
        "a runaway option",
        |at| fs::write(at.join("t.options"), "[libfuzzer]\nruns = 5\n").expect("nothing is in the way"),
        &["starts: it does not say that it has done 4 runs"],
    ),
    (
        "a stray file",
        |at| fs::write(at.join("notes.txt"), "to do").expect("nothing is in the way"),
        &["nothing-else: notes.txt belongs to no target"],
    ),
    (
        "a stray companion",
        |at| fs::write(at.join("gone.options"), "[libfuzzer]\n").expect("nothing is in the way"),
        &["nothing-else: gone.options belongs to no target"],
    ),
    (
        "a folder",
        |at| fs::create_dir(at.join("src")).expect("nothing is in the way"),
        &["nothing-else: src is a folder"],
    ),
    (
        "a link to nothing",
        |at| symlink("gone", at.join("link")).expect("nothing is in the way"),
        &["nothing-else: link is a link to nothing"],
    ),
    (
        "a stray program",
        |at| {
            fs::copy("/bin/sh", at.join("sh")).expect("nothing is in the way");
        },
        &["entry-point: it does not contain", "seed-corpus: sh_seed_corpus.zip is not there"],
    ),
];

#[test]
fn each_way_to_break_a_folder_is_named() {
    for (way, break_it, expected) in WAYS {
        let folder = good("t");
        break_it(folder.path());
        let found = breaches(folder.path(), &[]);
        assert_eq!(found.len(), expected.len(), "{way}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{way}: {found}");
        }
    }
}

/// Puts other bytes of the same length in the place of some, wherever they are.
fn replace(path: &Path, old: &[u8], new: &[u8]) {
    let mut bytes = fs::read(path).expect("nothing is in the way");
    let places: Vec<_> = (0..bytes.len() - old.len()).filter(|at| bytes[*at..].starts_with(old)).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + new.len()].copy_from_slice(new);
    }
    fs::write(path, bytes).expect("nothing is in the way");
}

#[test]
fn each_way_in_which_a_target_runs_badly_is_named() {
    for (name, expected) in [
        ("crashes_at_start", &["starts: killed by signal 6"][..]),
        ("exits_at_start", &["starts: exited with code 7 (ERROR: no such luck)"]),
        ("not_instrumented", &["starts: exited with code 1", "coverage: it finds no interesting input"]),
        ("says_no_edges", &["coverage: it tells no number of edges"]),
        ("half_instrumented", &["coverage: 99 edges, not 100"]),
        ("stops_early", &["starts: it does not say that it has done 4 runs"]),
        ("leaves_a_seed_out", &["reads-seeds: it reads 1 of 2 seeds that have bytes"]),
        ("crashes_on_a_seed", &["reads-seeds: exited with code 77 (==1== ERROR: libFuzzer: deadly signal)"]),
        ("a.out", &["name: it has other characters"]),
    ] {
        let folder = good(name);
        let found = breaches(folder.path(), &[]);
        assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{name}: {found}");
        }
    }
    let hung = good("hangs");
    assert_eq!(breaches(hung.path(), &["--timeout", "0.5"]), ["starts: did not end in 0.5 s"]);
    let at_home_nowhere = good("wants_out");
    check_out(at_home_nowhere.path(), &[]).success();
}

#[test]
fn a_target_that_options_name_as_their_dictionary_is_a_target_all_the_same() {
    let folder = good("t");
    fs::copy(stand_in(), folder.path().join("other")).expect("nothing is in the way");
    let options = folder.path().join("t.options");
    let text = fs::read_to_string(&options).expect("it is there");
    fs::write(options, text.replace("t.dict", "other")).expect("nothing is in the way");
    let found = breaches(folder.path(), &[]);
    let seeds = |line: &&String| line.starts_with("seed-corpus: ");
    assert!(found.iter().any(|line| line.starts_with("dictionary: ")), "{found:?}");
    assert_eq!(found.iter().filter(seeds).count(), 1, "other has none: {found:?}");
}

#[test]
fn a_build_without_its_sanitizer_or_coverage_map_or_for_another_machine_is_named() {
    let folder = good("t");
    replace(&folder.path().join("t"), b"__asan_report_load1", b"__usan_report_load1");
    assert_eq!(
        breaches(folder.path(), &["--sanitizer", "address"]),
        ["sanitizer: 0 calls to asan, not 1000"]
    );
    check_out(folder.path(), &["--sanitizer", "none"]).success();
    assert_eq!(breaches(folder.path(), &["--sanitizer", "coverage"]), ["coverage: no section __llvm_covmap"]);
    let other = if cfg!(target_arch = "x86_64") { "aarch64" } else { "x86_64" };
    let found = breaches(folder.path(), &["--architecture", other]);
    assert!(found[0].starts_with("program: for another machine"), "{found:?}");
}

#[test]
fn a_folder_without_a_target_is_bad_and_none_at_all_is_wrong_usage() {
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(breaches(empty.path(), &[]), ["some-target: no file in it is a target"]);
    check_out(&empty.path().join("gone"), &[]).code(2);
    check_out(empty.path(), &["--sanitizer", "memory"]).code(2);
    Command::new(cargo_bin!("illformed")).arg("check-out").assert().code(2);
}

#[test]
fn json_has_all_of_it_and_the_same_verdict() {
    let folder = good("t");
    fs::copy(stand_in(), folder.path().join("stops_early")).unwrap();
    let text = stdout(&check_out(folder.path(), &["--format", "json"]).code(1));
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["verdict"], "bad");
    let targets = value["targets"].as_array().unwrap();
    assert_eq!(targets.len(), 2);
    assert_eq!(targets[0]["breaches"][0]["rule"], "seed-corpus");
    assert_eq!((&targets[1]["name"], &targets[1]["edges"]), (&"t".into(), &500.into()));
    fs::remove_file(folder.path().join("stops_early")).unwrap();
    let text = stdout(&check_out(folder.path(), &["--format", "json"]).success());
    assert!(text.contains("\"verdict\": \"good\""), "{text}");
}
