//! The lines of events, each held to its schema.

use super::records::{illformed, read, small, temporary};
use illformed::record::run_record::{AdapterNote, RunRecord};
use illformed::tell::report::EventLines;
use illformed_judge::case::Plan;
use illformed_vectors::Suite;
use serde_json::Value;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// Longer than anything here may take.
const NEVER: Duration = Duration::from_mins(2);

/// The lines of `text`, each of which keeps to the schema.
#[track_caller]
fn events(text: &str) -> Vec<Value> {
    let schema =
        serde_json::from_str(include_str!("../../../schema/events.schema.json")).expect("it is JSON");
    jsonschema::meta::validate(&schema).expect("the schema is one");
    let validator = jsonschema::validator_for(&schema).expect("the schema compiles");
    assert!(text.ends_with('\n'), "the last line is whole");
    let parse = |line: &str| {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let errors: Vec<String> = validator.iter_errors(&event).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{line}: {errors:?}");
        event
    };
    text.lines().map(parse).collect()
}

fn names(events: &[Value]) -> Vec<&str> {
    events.iter().filter_map(|event| event["event"].as_str()).collect()
}

/// What a run writes; it ends with that exit code.
#[track_caller]
fn run(arguments: &[&str], code: i32) -> Vec<Value> {
    let folder = temporary();
    let out = folder.path().to_str().expect("a plain path");
    let (own, program) =
        arguments.split_at(arguments.iter().position(|word| *word == "--").unwrap_or(arguments.len()));
    let arguments = [&["run", "--format", "jsonl", "--out", out], own, program].concat();
    illformed(&arguments).assert().code(code);
    events(&read(&folder.path().join("events.jsonl")))
}

#[test]
fn a_run_tells_what_happens_in_order() {
    let only = ["--only", "overlong/nul-*", "--decoder", "codec/events-rfc3629", "--decoder", "*/blind"];
    let events = run(&[only.as_slice(), &["--", "sh", "tests/adapters/accepts-everything.sh"]].concat(), 1);
    let names = names(&events);
    assert_eq!(names[0], "run-started");
    assert_eq!(names.last(), Some(&"run-finished"));
    let finished = events.iter().filter(|event| event["event"] == "decoder-finished");
    for (tally, finding) in finished.map(|event| (&event["tally"], &event["decoder"])) {
        let bad = tally["judged"].as_u64().expect("a number") - tally["pass"].as_u64().expect("a number");
        let findings =
            events.iter().filter(|event| event["event"] == "finding" && event["decoder"] == *finding);
        assert_eq!(findings.count() as u64, bad, "every case that counts has its line");
    }
    let found = events.iter().find(|event| event["event"] == "finding").expect("the blind decoder fails");
    assert_eq!(found["decoder"], "accepts-everything/blind");
    assert_eq!(found["observed"], "accept 00000041");
}

#[test]
fn absent_and_broken_adapters_have_their_lines() {
    let broken = run(&["--only", "overlong/nul-*", "--", "sh", "-c", "echo no hello"], 3);
    assert!(names(&broken).contains(&"adapter-broken"), "{broken:?}");
    let only =
        ["run", "--format", "jsonl", "--only", "overlong/nul-*", "--adapter", "tcl", "--adapter", "codec"];
    let folder = temporary();
    illformed(&only)
        .args(["--out", folder.path().to_str().expect("a plain path")])
        .env("PATH", folder.path())
        .assert()
        .code(0);
    let absent = events(&read(&folder.path().join("events.jsonl")));
    assert!(names(&absent).contains(&"adapter-absent"), "{absent:?}");
}

#[test]
fn the_schema_refuses_what_is_no_event() {
    let schema =
        serde_json::from_str(include_str!("../../../schema/events.schema.json")).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema compiles");
    for text in [
        r#"{"event":"unused-of"}"#,
        r#"{"event":"interrupted","why":"x"}"#,
        r#"{"event":"adapter-absent","adapter":"x"}"#,
        r#"{"event":"run-finished","complete":true,"exit_codes":[],"took_ms":-1}"#,
    ] {
        assert!(!validator.is_valid(&serde_json::from_str(text).expect("it is JSON")), "{text}");
    }
}

/// Remembers what each write brought.
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

#[test]
fn every_write_is_of_whole_lines() {
    let plan = Plan::selected(Suite::embedded(), |id| id.vector.group() == "overlong");
    let mut writes = Writes::default();
    let lines = EventLines::new(&plan, &mut writes);
    let absent = |number: usize| AdapterNote { adapter: "x".to_owned(), why: "y".repeat(number * 100) };
    lines.finish(&RunRecord { absent: (0..750).map(absent).collect(), ..small() }).expect("memory takes all");
    // The last lines are longer than what waits, 64 KiB.
    assert!(writes.0.len() > 400, "{}", writes.0.len());
    assert!(writes.0.iter().all(|written| written.is_empty() || written.ends_with(b"\n")));
}

#[test]
fn no_text_ends_a_line_for_a_reader_who_knows_more_ends_than_we() {
    let plan = Plan::selected(Suite::embedded(), |_| false);
    let mut writes = Writes::default();
    let why = "a\u{85}b\u{2028}c\u{2029}d\u{b}\u{c}\u{1c}\r\ne é";
    let absent = vec![AdapterNote { adapter: "x".to_owned(), why: why.to_owned() }];
    let lines = EventLines::new(&plan, &mut writes);
    lines.finish(&RunRecord { absent, ..small() }).expect("memory takes all");
    let text = String::from_utf8(writes.0.concat()).expect("it is UTF-8");
    assert!(!text.contains(['\u{85}', '\u{2028}', '\u{2029}', '\u{b}', '\u{c}', '\u{1c}', '\r']), "{text:?}");
    let told: Value = serde_json::from_str(text.lines().nth(1).expect("three lines")).expect("it is JSON");
    assert_eq!(told["why"], why);
}

#[test]
fn a_disk_without_room_keeps_the_lines_before_and_no_half_of_one() {
    let folder = temporary();
    // A file may have so many blocks here, whatever a block is; the signal would end the program, as a full disk does not.
    let limited = "trap '' XFSZ; ulimit -f 9; exec \"$@\"";
    let output = Command::new("sh")
        .args(["-c", limited, "sh"])
        .arg(snapbox::cmd::cargo_bin!("illformed"))
        .args(["run", "--format", "jsonl", "--only", "overlong/*", "--decoder", "*/blind", "--out"])
        .arg(folder.path())
        .args(["--", "sh", "tests/adapters/accepts-everything.sh"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("events.jsonl"), "{stderr}");
    let text = read(&folder.path().join("events.jsonl"));
    assert!(text.len() <= 9 * 1024, "{} bytes", text.len());
    assert_eq!(names(&events(&text))[0], "run-started");
}

#[test]
fn what_was_told_before_a_kill_is_whole() {
    let folder = temporary();
    let path = folder.path().join("events.jsonl");
    let mut child = Command::new(snapbox::cmd::cargo_bin!("illformed"))
        .args([
            "run",
            "--format",
            "jsonl",
            "--only",
            "overlong/*",
            "--timeout",
            "600",
            "--decoder",
            "*/silent",
            "--decoder",
            "codec/events-rfc3629",
        ])
        .arg("--out")
        .arg(folder.path())
        .args(["--", "sh", "tests/adapters/falls-silent.sh"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    wait_for(&path, "\"decoder-started\"");
    child.kill().expect("it runs");
    child.wait().expect("it was killed");
    let events = events(&read(&path));
    assert!(names(&events).contains(&"decoder-started"), "{events:?}");
    assert!(!names(&events).contains(&"run-finished"), "{events:?}");
}

#[track_caller]
fn wait_for(path: &Path, text: &str) {
    let began = Instant::now();
    while !fs::read_to_string(path).is_ok_and(|told| told.contains(text)) {
        assert!(began.elapsed() < NEVER, "never told: {text}");
        thread::sleep(Duration::from_millis(20));
    }
}
