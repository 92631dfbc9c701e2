//! Adapters that cannot be opened.

use super::world::{NEVER, assert_prompt, broken, failure, patient};
use illformed::ask::adapter::process::{ProcessAdapter, Program, Supervision};
use illformed::ask::adapter::{Adapter, OpenFailure};
use std::fs;
use std::time::{Duration, Instant};
use tempfile::TempDir;

#[test]
fn an_introduction_that_breaks_the_contract_says_how() {
    let not_utf8 = r"printf '\377\n'";
    for (body, why) in [
        ("echo hello", "adapter line: not a JSON object"),
        (not_utf8, "hello: a line is not UTF-8"),
        ("introduce | sed 's/\"protocol\":1/\"protocol\":2/'", "adapter line: speaks protocol 2, expected 1"),
        ("introduce | sed 's/\"decoders\":1/\"decoders\":0/'", "adapter line: has no decoder"),
        ("introduce | sed s/rfc3629/rfc9999/", "decoder line of `echo`: unknown profile `rfc9999`"),
        (
            "introduce | sed -e 's/\"decoders\":1/\"decoders\":2/' -e '$p'",
            "hello: two decoders are named `echo`",
        ),
        ("introduce | sed 's/\"decoders\":1/\"decoders\":2/'; exit", "hello: exited with code 0"),
    ] {
        let body = format!("read -r hello; {body}; read -r nothing");
        let OpenFailure::Broken(told) = failure(&body, patient()) else { panic!("{body}: it is there") };
        let (what, quotation) = told.split_once("; it wrote ").unwrap_or((&told, ""));
        assert_eq!(what, why);
        assert_eq!(quotation.is_empty(), why.ends_with("exited with code 0"), "{told}");
    }
}

#[test]
fn a_line_that_is_no_introduction_is_quoted_with_the_end_of_its_process() {
    for (body, why) in [
        (
            "echo 'bad interpreter'; exit 126",
            "adapter line: not a JSON object; it wrote `bad interpreter`; exited with code 126",
        ),
        (r"printf 'a\377\n'; read -r nothing", "hello: a line is not UTF-8; it wrote the bytes 61ff"),
    ] {
        assert_eq!(failure(&format!("read -r hello; {body}"), patient()), broken(why));
    }
}

#[test]
fn one_that_says_nothing_is_given_up_after_the_limit_of_hello() {
    let limit = Duration::from_millis(500);
    let supervision = Supervision { hello_limit: limit, answer_limit: NEVER, ..patient() };
    let start = Instant::now();
    assert_eq!(failure("read -r hello; sleep 100", supervision), broken("hello: nothing in 500 ms"));
    assert!(start.elapsed() >= limit);
    assert_prompt(start);
}

#[test]
fn one_that_dies_before_hello_is_quoted() {
    let body = "echo 'some more' >&2; echo 'cannot load libdecoder.so' >&2; exit 127";
    let why = "hello: exited with code 127; standard error: cannot load libdecoder.so";
    assert_eq!(failure(body, patient()), broken(why));
    assert_eq!(failure("kill -9 $$", patient()), broken("hello: killed by signal 9"));
}

#[test]
fn a_program_that_is_not_there_is_absent_and_one_that_cannot_run_is_broken() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("adapter");
    let program = || Program { executable: path.clone().into(), arguments: Vec::new() };
    let open = || ProcessAdapter::command(program(), patient()).open().err().unwrap();
    assert_eq!(open(), OpenFailure::Absent(format!("{} was not found", path.display())));
    fs::write(&path, "#!/bin/sh\n").unwrap();
    let OpenFailure::Broken(why) = open() else { panic!("a file that is not executable is not absent") };
    assert!(why.starts_with(&format!("cannot start {}: ", path.display())), "{why}");
}
