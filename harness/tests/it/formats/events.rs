//! The lines of events, each held to its schema.

use crate::reports::small;
use crate::typed::{Folder, Said, illformed, schema, typed};
use illformed::record::run_record::{AdapterNote, RunRecord};
use illformed::tell::report::EventLines;
use illformed_judge::case::Plan;
use illformed_vectors::Suite;
use serde_json::Value;
use std::io::{self, Write};

/// The lines of `text`, each of which keeps to the schema.
#[track_caller]
fn events(text: &str) -> Vec<Value> {
    let validator = schema("events");
    assert!(text.ends_with('\n'), "the last line is whole");
    let parse = |line: &str| {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let errors: Vec<String> = validator.iter_errors(&event).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{line}: {errors:?}");
        event
    };
    text.lines().map(parse).collect()
}

fn of_name<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == name).collect()
}

#[test]
fn a_run_tells_what_happens_in_order() {
    let folder = Folder::new();
    let decoders = "--adapter codec --adapter acc* --decoder codec/events-rfc3629 --decoder */blind -- \
                    sh tests/adapters/accepts-everything.sh";
    let out = folder.at("");
    typed(&format!("run --format jsonl --out {out} --only overlong/nul-* {decoders}")).ends(1);
    let events = events(&folder.read("events.jsonl"));
    assert_eq!(events[0]["event"], "run-started");
    assert_eq!(events[events.len() - 1]["event"], "run-finished");
    let findings = of_name(&events, "finding");
    for finished in of_name(&events, "decoder-finished") {
        let tally = |key: &str| finished["tally"][key].as_u64().expect("a number");
        let of_decoder = findings.iter().filter(|event| event["decoder"] == finished["decoder"]);
        let bad = tally("judged") - tally("pass");
        assert_eq!(of_decoder.count() as u64, bad, "every case that counts has its line");
    }
    assert_eq!(findings[0]["decoder"], "accepts-everything/blind");
    assert_eq!(findings[0]["observed"], "accept 00000041");
}

#[test]
fn absent_and_broken_adapters_have_their_lines() {
    for (adapters, code, name) in [
        ("-- sh -c 'echo no hello'", 3, "adapter-broken"),
        ("--adapter tcl --adapter codec", 0, "adapter-absent"),
    ] {
        let folder = Folder::new();
        let out = folder.at("");
        let command = illformed(&format!("run --format jsonl --out {out} --only overlong/nul-* {adapters}"));
        // Where there is no Tcl.
        Said::of(if code == 0 { command.env("PATH", folder.path("")) } else { command }).ends(code);
        let events = events(&folder.read("events.jsonl"));
        assert!(!of_name(&events, name).is_empty(), "{events:?}");
    }
}

#[test]
fn the_schema_refuses_what_is_no_event() {
    let validator = schema("events");
    for text in [
        r#"{"event":"unused-of"}"#,
        r#"{"event":"interrupted","why":"x"}"#,
        r#"{"event":"adapter-absent","adapter":"x"}"#,
        r#"{"event":"run-finished","complete":true,"exit_codes":[],"took_ms":-1}"#,
    ] {
        assert!(!validator.is_valid(&serde_json::from_str(text).expect("it is JSON")), "{text}");
    }
}

#[derive(Default)]
struct Writes(Vec<Vec<u8>>);

impl Write for &mut Writes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn written(absent: Vec<AdapterNote>) -> Vec<Vec<u8>> {
    let plan = Plan::selected(Suite::embedded(), |_| false);
    let mut writes = Writes::default();
    let lines = EventLines::new(&plan, &mut writes);
    lines.finish(&RunRecord { absent, ..small() }).expect("memory takes all");
    writes.0
}

#[test]
fn every_write_is_of_whole_lines() {
    let absent = |number: usize| AdapterNote { adapter: "x".to_owned(), why: "y".repeat(number * 100) };
    let writes = written((0..750).map(absent).collect());
    // The last lines are longer than what waits, 64 KiB.
    assert!(writes.len() > 400, "{}", writes.len());
    assert!(writes.iter().all(|written| written.is_empty() || written.ends_with(b"\n")));
}

#[test]
fn no_text_ends_a_line_for_a_reader_who_knows_more_ends_than_we() {
    let why = "a\u{85}b\u{2028}c\u{2029}d\u{b}\u{c}\u{1c}\r\ne é";
    let writes = written(vec![AdapterNote { adapter: "x".to_owned(), why: why.to_owned() }]);
    let text = String::from_utf8(writes.concat()).expect("it is UTF-8");
    assert!(!text.contains(['\u{85}', '\u{2028}', '\u{2029}', '\u{b}', '\u{c}', '\u{1c}', '\r']), "{text:?}");
    let told: Value = serde_json::from_str(text.lines().nth(1).expect("three lines")).expect("it is JSON");
    assert_eq!(told["why"], why);
}

/// The words of a run that keeps its lines in this folder, with that adapter of the tests.
fn run(words: &str, adapter: &str) -> String {
    let adapters = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/adapters");
    format!("illformed run --format jsonl --out . {words} -- sh '{adapters}/{adapter}.sh'")
}

#[test]
fn a_disk_without_room_keeps_the_lines_before_and_no_half_of_one() {
    let folder = Folder::new();
    let run = run("--only 'overlong/*' --decoder '*/blind'", "accepts-everything");
    // A file may have so many blocks here, whatever a block is; the signal would end the program, as a full disk does not.
    let said = folder.sh(&format!("trap '' XFSZ; ulimit -f 9; exec {run}"));
    said.ends(2).complains(&["events.jsonl"]);
    let text = folder.read("events.jsonl");
    assert!(text.len() <= 9 * 1024, "{} bytes", text.len());
    assert_eq!(events(&text)[0]["event"], "run-started");
}

#[test]
fn what_was_told_before_a_kill_is_whole() {
    let folder = Folder::new();
    let words = "--only 'overlong/*' --timeout 600 --decoder '*/silent' --decoder codec/events-rfc3629";
    let run = run(words, "falls-silent");
    let waits = "until grep -q '\"decoder-started\"' events.jsonl; do sleep 0.02; done 2>&1";
    folder.sh(&format!("exec >out 2>&1; {run} & {waits}; kill -9 $!")).ends(0);
    let events = events(&folder.read("events.jsonl"));
    assert!(of_name(&events, "run-finished").is_empty(), "{events:?}");
}
