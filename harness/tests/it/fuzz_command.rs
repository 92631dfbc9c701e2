//! `illformed fuzz` as it is typed.

use snapbox::cmd::{Command, OutputAssert, cargo_bin};

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
        &["--calls", "c3 . zz"],
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
