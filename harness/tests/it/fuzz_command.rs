//! `illformed fuzz` as it is typed.

use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::process;

const BLIND: [&str; 3] = ["--", "sh", "tests/adapters/accepts-everything.sh"];

fn fuzz(arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("illformed")).arg("fuzz").args(arguments).env("NO_COLOR", "1").assert()
}

fn stdout(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stdout).into_owned()
}

#[test]
fn a_right_decoder_is_exit_0_and_the_seed_is_printed() {
    let asserted = fuzz(&["--decoder", "std/from-utf8", "--runs", "500"]).success();
    assert!(stdout(&asserted).contains("\nSeed "), "{}", stdout(&asserted));
}

#[test]
fn what_was_typed_wrongly_is_exit_2() {
    for arguments in [
        &["--adapter", "gone"][..],
        &["--bytes", "c"],
        &["--calls", "c3 . 41"],
        &["--runs", "0"],
        &["--seconds", "never"],
        &["--decoder", "std/gone", "--runs", "10"],
    ] {
        fuzz(arguments).code(2);
    }
}

#[test]
fn nothing_judged_is_exit_4_and_an_adapter_that_cannot_be_judged_exit_3() {
    // RFC 2279 is silent on surrogates.
    fuzz(&["--decoder", "codec/validate-rfc2279", "--bytes", "eda080"]).code(4);
    fuzz(&["--decoder", "*", "--adapter", "std", "--runs", "10", "--", "false"]).code(3);
}

#[cfg(unix)]
#[test]
fn a_name_that_no_decoder_has_is_said() {
    let asserted = fuzz(&[&["--decoder", "nope"], &BLIND[..]].concat()).code(2);
    let error = String::from_utf8_lossy(&asserted.get_output().stderr).into_owned();
    assert!(error.contains("no decoder of that name"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_planted_faulty_adapter_is_found_shrunk_and_asked_again() {
    let asserted = fuzz(&[&["--seed", "1", "--runs", "300"], &BLIND[..]].concat()).code(1);
    let text = stdout(&asserted);
    let again = "illformed fuzz --decoder accepts-everything/blind --bytes 80 -- sh";
    assert!(text.contains(again), "{text}");
    let asserted = fuzz(&[&["--bytes", "80"], &BLIND[..]].concat()).code(1);
    assert!(stdout(&asserted).contains("accepts ill-formed bytes"), "{}", stdout(&asserted));
    // It answers this rightly, if for no good reason.
    fuzz(&[&["--bytes", "41"], &BLIND[..]].concat()).success();
}

#[cfg(unix)]
#[test]
fn a_slow_decoder_does_not_make_the_time_longer() {
    let slow = "sh -c 'sleep 0.1; iconv -f UTF-8 -t UTF-16'";
    let asserted = fuzz(&["--command", slow, "--seconds", "1", "--format", "json"]);
    let record: serde_json::Value = serde_json::from_str(&stdout(&asserted)).expect("it is JSON");
    let executions = record["decoders"][0]["executions"].as_u64().expect("it is a number");
    // It would take 25 seconds to ask as many at once as a fast one is asked.
    assert!((1..100).contains(&executions), "{executions}");
}

#[test]
fn the_record_is_the_same_for_the_same_seed_but_for_the_time() {
    let record = |jobs: &str| {
        let arguments = ["--decoder", "bstr/*", "--seed", "5", "--runs", "400", "--format", "json"];
        let asserted = fuzz(&[&arguments[..], &["--jobs", jobs]].concat()).code(1);
        let mut record: serde_json::Value = serde_json::from_str(&stdout(&asserted)).expect("it is JSON");
        for decoder in record["decoders"].as_array_mut().expect("it has decoders") {
            decoder["milliseconds"].take();
        }
        record
    };
    let first = record("1");
    assert_eq!(first, record("2"));
    assert_eq!(first["seed"], 5);
    assert!(first["decoders"].as_array().is_some_and(|decoders| decoders.len() > 10), "{first}");
}

/// A decoder that takes surrogates, and one that ends its process on an overlong NUL, hidden behind a wait for none.
const FAULTY: &str = r#"
import os, sys
def answer(decoder, data):
    if decoder == "dies" and b"\xc0\x80" in data:
        os._exit(7)
    try:
        text = data.decode("utf-8", "surrogatepass" if decoder == "surrogates" else "strict")
    except UnicodeDecodeError as error:
        return '"answer":"reject","at":%d' % error.start
    return '"answer":"accept","out":"%s"' % "".join("%08x" % ord(c) for c in text)
import json
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        print('{"adapter":"planted","protocol":1,"implementation":"nobody","version":"1","decoders":2}')
        for name in ("surrogates", "dies"):
            print('{"decoder":"%s","api":"decode","kind":"strict","profile":"rfc3629","policy":"fatal","out":"utf32","at":"valid_up_to","bom":"keep","script":"none"}' % name)
    else:
        print('{"seq":%d,%s}' % (request["seq"], answer(request["decoder"], bytes.fromhex(request["bytes"]))))
    sys.stdout.flush()
"#;

#[test]
fn faults_of_a_python_adapter_are_found_and_a_crash_is_not_the_end() {
    if !process::Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success())
    {
        // Without Python there is nothing to be seen here.
        return;
    }
    let arguments = ["--seed", "3", "--runs", "1500", "--format", "json", "--", "python3", "-c", FAULTY];
    let asserted = fuzz(&arguments).code(1);
    let record: serde_json::Value = serde_json::from_str(&stdout(&asserted)).expect("it is JSON");
    let findings = |decoder: usize| {
        let findings = record["decoders"][decoder]["findings"].as_array().cloned().unwrap_or_default();
        let short = |finding: &serde_json::Value| {
            let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
            (text("verdict"), text("cause"), text("input"))
        };
        findings.iter().map(short).collect::<Vec<_>>()
    };
    let (verdict, cause) = ("fail".to_owned(), "accepts-ill-formed".to_owned());
    assert_eq!(findings(0), [(verdict, cause, "eda080".to_owned())]);
    let dying = findings(1);
    assert!(
        matches!(&dying[..], [(verdict, _, input)] if verdict == "crashed" && input == "c080"),
        "{dying:?}"
    );
    assert_eq!(record["decoders"][1]["executions"], 1500, "a crash is not the end");
}

/// Decoders whose answers depend on earlier questions to the process: one takes anything after a surrogate, one ends its
/// process on the first NUL after a character of four bytes; and one is wrong with long runs.
#[cfg(unix)]
const REMEMBERING: &str = r#"
import os, sys, json
poisoned = wide = False
def answer(decoder, data):
    global poisoned, wide
    if decoder == "poisoned":
        was, poisoned = poisoned, poisoned or b"\xed\xa0\x80" in data
        if was:
            return '"answer":"accept"'
    if decoder == "dies":
        if wide and b"\0" in data:
            os._exit(7)
        wide = wide or b"\xf0\x9f\x98\x80" in data
    if decoder == "runs" and b"\xff" * 255 in data:
        return '"answer":"accept"'
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return '"answer":"reject","at":%d' % error.start
    return '"answer":"accept"'
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        print('{"adapter":"remembering","protocol":1,"implementation":"nobody","version":"1","decoders":3}')
        for name in ("poisoned", "dies", "runs"):
            print('{"decoder":"%s","api":"decode","kind":"validate","profile":"rfc3629","policy":"fatal","out":"none","at":"valid_up_to","bom":"keep","script":"none"}' % name)
    else:
        print('{"seq":%d,%s}' % (request["seq"], answer(request["decoder"], bytes.fromhex(request["bytes"]))))
    sys.stdout.flush()
"#;

/// The words of a line that a shell takes.
#[cfg(unix)]
fn words(line: &str) -> Vec<String> {
    shlex::split(line).expect("a shell takes it")
}

#[cfg(unix)]
#[test]
fn each_reproduce_line_fails_again_alone_and_history_is_named() {
    // The interpreter itself: what stands for it in the path may start others first, and many are started here.
    let which = ["-c", "import sys; print(sys.executable)"];
    let Ok(output) = process::Command::new("python3").args(which).output() else {
        // Without Python there is nothing to be seen here.
        return;
    };
    let python = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let folder = tempfile::tempdir().expect("there is a place for files");
    let program = folder.path().join("remembering.py");
    std::fs::write(&program, REMEMBERING).expect("it can be written");
    let program = program.display().to_string();
    let arguments = ["--seed", "3", "--runs", "1200", "--decoder", "*", "--", &python, &program];
    let text = stdout(&fuzz(&arguments).code(1));
    for (decoder, wanted) in [
        ("poisoned", "--bytes eda080 --bytes 80"),
        ("dies", "--bytes f09f9880 --bytes 00"),
        ("runs", "--bytes 'ff*255'"),
    ] {
        let line = format!("illformed fuzz --decoder remembering/{decoder} {wanted} -- {python}");
        assert!(text.contains(&line), "{line}\n{text}");
    }
    let depends = text.matches("passes alone, fails after 1 earlier input").count();
    assert_eq!(depends, 2, "{text}");
    let lines: Vec<&str> =
        text.lines().filter_map(|line| line.trim_start().strip_prefix("reproduce ")).collect();
    assert!(lines.len() >= 3, "{text}");
    for line in lines {
        let words = words(line);
        assert_eq!(words[..2], ["illformed", "fuzz"]);
        let again: Vec<&str> = words[2..].iter().map(String::as_str).collect();
        let text = stdout(&fuzz(&again).code(1));
        // The line that it prints itself is the same.
        assert!(text.contains(line), "{line}\n{text}");
    }
}
