//! The replay program, as it is run.

#![cfg(not(any(feature = "libfuzzer", feature = "afl")))]

use illformed_fuzz::replay;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Output};

fn run(arguments: &[&Path]) -> Output {
    let program = env!("CARGO_BIN_EXE_decoders_agree");
    Command::new(program).args(arguments).output().expect("Cargo built it for this test")
}

#[test]
fn files_and_folders_are_replayed_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("deeper")).unwrap();
    fs::write(folder.path().join("one"), b"\xC0\x80").unwrap();
    fs::write(folder.path().join("deeper/two"), b"").unwrap();
    fs::write(folder.path().join("README.md"), b"no input").unwrap();
    let output = run(&[folder.path(), &folder.path().join("one")]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "3 inputs replayed\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn replaying_nothing_fails() {
    let empty = tempfile::tempdir().unwrap();
    for arguments in [&[][..], &[empty.path()]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{output:?}");
    }
}

#[test]
fn an_argument_that_cannot_be_read_is_named_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let output = run(&[&missing]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with(missing.to_str().unwrap()));
}

#[test]
fn a_property_that_fails_makes_the_replay_fail() {
    let refuses_ff: fn(&[u8]) = |bytes| assert_ne!(bytes, b"\xFF");
    let folder = tempfile::tempdir().unwrap();
    let [bad, good] = ["bad", "good"].map(|name| folder.path().join(name));
    fs::write(&bad, b"\xFF").unwrap();
    fs::write(&good, b"\xFE").unwrap();
    assert_eq!(replay("refuses_ff", refuses_ff, [good.into()]), ExitCode::SUCCESS);
    assert_eq!(replay("refuses_ff", refuses_ff, [bad.into()]), ExitCode::from(101));
}
