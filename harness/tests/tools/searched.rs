//! Faults of adapters in Python, which a search finds, shrinks, and asks again.

use crate::interpreters::path_with_python;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};

fn fuzz(arguments: &[&str]) -> OutputAssert {
    let command = Command::new(cargo_bin!("illformed")).arg("fuzz").args(arguments).env("NO_COLOR", "1");
    command.env("PATH", path_with_python()).assert()
}

fn stdout(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stdout).into_owned()
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

pub(crate) fn faults_of_a_python_adapter_are_found_and_a_crash_is_not_the_end() {
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
fn words(line: &str) -> Vec<String> {
    shlex::split(line).expect("a shell takes it")
}

pub(crate) fn each_reproduce_line_fails_again_alone_and_history_is_named() {
    let folder = tempfile::tempdir().expect("there is a place for files");
    let program = folder.path().join("remembering.py");
    std::fs::write(&program, REMEMBERING).expect("it can be written");
    let program = program.display().to_string();
    let arguments = ["--seed", "3", "--runs", "200", "--decoder", "*", "--", "python3", &program];
    let text = stdout(&fuzz(&arguments).code(1));
    for (decoder, wanted) in [
        ("poisoned", "--bytes 'ED A0 80' --bytes 80"),
        ("dies", "--bytes 'F0 9F 98 80' --bytes 00"),
        ("runs", "--bytes 'FF*255'"),
    ] {
        let line = format!("illformed fuzz --decoder remembering/{decoder} {wanted} -- python3");
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
