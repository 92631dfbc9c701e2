//! `illformed explain` as its users meet it. The golden files are written anew by
//! `SNAPSHOTS=overwrite cargo test -p illformed --test it explain`.

use crate::whole::stride;
use illformed_judge::shown::quoted;
use illformed_vectors::IncidentFile;
use serde_json::Value;
use snapbox::cmd::{Command, cargo_bin};
use snapbox::file;
use std::fs;
use tempfile::TempDir;

fn explain(arguments: &[&str]) -> Command {
    // Another folder than the project's, so that no report of an earlier run is looked up.
    Command::new(cargo_bin!("illformed")).arg("explain").args(arguments).current_dir(std::env::temp_dir())
}

#[test]
fn an_ill_formed_string_is_explained_to_the_last_policy() {
    explain(&["E2 28 A1"]).assert().success().stdout_eq(file!["golden/explain-truncated.txt"]);
    explain(&["ED A1 8C ED BE B4"]).assert().success().stdout_eq(file!["golden/explain-surrogates.txt"]);
    explain(&["E3 90 80 E4 B7 BF"]).assert().success().stdout_eq(file!["golden/explain-old-hangul.txt"]);
    explain(&["FD BF BF BF BF BF"]).assert().success().stdout_eq(file!["golden/explain-six-bytes.txt"]);
}

#[test]
fn every_way_to_write_the_bytes_says_the_same() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("bytes");
    fs::write(&file, b"a\xC0\x80").unwrap();
    let said = |command: Command| {
        String::from_utf8(command.assert().success().stderr_eq("").get_output().stdout.clone()).unwrap()
    };
    let expected = said(explain(&["61 C0 80"]));
    assert!(expected.contains("overlong"), "{expected}");
    for arguments in
        [&["61c080"][..], &["0x61,0xC0,0x80"], &[r"a\xC0\x80"], &[&format!("@{}", file.display())]]
    {
        assert_eq!(said(explain(arguments)), expected, "{arguments:?}");
    }
    assert_eq!(said(explain(&["-"]).stdin(&b"a\xC0\x80"[..])), expected);
}

#[test]
fn what_is_no_bytes_is_refused_with_the_place() {
    for (text, line) in [
        ("E2 2", "BYTES: character 3: `2` has half a byte"),
        ("E2 xy", "BYTES: character 3: `x` is not a hex digit"),
        ("E2 0x1y", "BYTES: character 6: `y` is not a hex digit"),
        (r"a\xC", r"BYTES: character 1: `\x` needs two hex digits"),
        (r"a\q", "BYTES: character 1: unknown escape"),
    ] {
        let output = explain(&[text]).assert().code(2).stdout_eq("").get_output().clone();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(line) && stderr.lines().count() <= 2, "{stderr}");
        assert!(stderr.ends_with("forms: C0 80, 'a\\xC0\\x80', %C0%80, U+D800, @FILE, -\n"), "{stderr}");
    }
    explain(&[]).assert().code(2).stdout_eq("");
    explain(&["@no-such-file"]).assert().code(2).stdout_eq("");
}

#[test]
fn bytes_that_a_shell_or_a_language_has_changed_are_answered_with_what_to_type() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("input.bin"), b"\xC0\x80").unwrap();
    for (text, advice) in [
        (r#"b"\xC0\x80""#, r"leave out the quotes of the literal: '\xC0\x80'"),
        (r#""\xC0\x80""#, r"leave out the quotes of the literal: '\xC0\x80'"),
        (r"b'\xC0\x80'", r"leave out the quotes of the literal: '\xC0\x80'"),
        ("'c080'", "leave out the quotes of the literal: c080;"),
        ("xC0x80", r"so type '\xC0\x80'"),
        ("axC0x80", r"so type 'a\xC0\x80'"),
        ("input.bin", "did you mean `@input.bin`?"),
    ] {
        for command in [&["explain"][..], &["ask"], &["fuzz", "--decoder", "std/from-utf8", "--bytes"]] {
            let mut illformed = Command::new(cargo_bin!("illformed"));
            illformed = illformed.args(command).arg(text).current_dir(folder.path());
            let output = illformed.assert().code(2).stdout_eq("").get_output().clone();
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert!(stderr.contains(advice) && stderr.contains("forms: C0 80, "), "{command:?}: {stderr}");
        }
    }
    // A quote on one side is a byte like others, and so is an x behind a zero.
    explain(&[r#"\xC0""#]).assert().success();
    let refused = explain(&["0xC0,0x8y"]).assert().code(2).get_output().stderr.clone();
    let refused = String::from_utf8(refused).unwrap();
    assert!(refused.starts_with("illformed: BYTES: character 8: `y` is not a hex digit\n"), "{refused}");
}

#[test]
fn more_than_1_mib_is_refused_by_name_and_as_much_as_that_is_not() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("bytes");
    let path = file.to_str().unwrap();
    let at_path = format!("@{path}");
    fs::write(&file, vec![b'a'; 1 << 20]).unwrap();
    explain(&[&at_path]).assert().success();
    fs::write(&file, vec![b'a'; (1 << 20) + 1]).unwrap();
    let refused = |command: Command, name: &str| {
        let says = format!("illformed: {name}: more than 1048576 bytes, the most that are read\n");
        command.assert().code(2).stdout_eq("").stderr_eq(snapbox::Data::text(says).raw());
    };
    refused(explain(&[&at_path]), path);
    refused(explain(&["-"]).stdin(fs::read(path).unwrap()), "standard input");
    // What never ends is not read to its end.
    #[cfg(unix)]
    refused(explain(&["@/dev/zero"]), "/dev/zero");
}

#[test]
fn decoders_of_a_report_that_differ_are_named() {
    let folder = TempDir::new().unwrap();
    let run = ["run", "--adapter", "codec", "--only", "overlong/nul-two-bytes", "--format", "json", "--out"];
    Command::new(cargo_bin!("illformed")).args(run).arg(folder.path()).assert().success();
    let report = folder.path().join("report.json");
    let output =
        explain(&["C0 80", "--report", report.to_str().unwrap()]).assert().success().get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("decoders that differ from RFC 3629 here"), "{text}");
    explain(&["C0 80", "--report", "no-such-report"]).assert().code(2);
}

#[test]
fn an_explanation_in_json_is_as_its_schema_says() {
    let schema: Value = serde_json::from_str(include_str!("../../schema/explanation.schema.json")).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let explained = |arguments: &[&str]| -> Value {
        let output = explain(&[arguments, &["--format", "json"]].concat()).assert().success().stderr_eq("");
        serde_json::from_slice(&output.get_output().stdout).unwrap()
    };
    let inputs = [
        "",
        "41 00",
        "EF BB BF 41",
        "E2 28 A1",
        "E2 82",
        "ED A1 8C ED BE B4",
        "FD BF BF BF BF BF",
        "FF C0 80 C0 80 F4 90 80 80",
        "41*300+c080",
    ];
    for bytes in inputs {
        let value = explained(&[bytes]);
        assert!(validator.is_valid(&value), "{bytes}: {:?}", validator.validate(&value).unwrap_err());
    }
    explain(&["C0 80", "--format", "json"]).assert().stdout_eq(file!["golden/explain-nul.json"]);

    let folder = TempDir::new().unwrap();
    let run = [
        "run",
        "--decoder",
        "std/from-utf8",
        "--only",
        "overlong/nul-two-bytes",
        "--format",
        "json",
        "--out",
    ];
    Command::new(cargo_bin!("illformed")).args(run).arg(folder.path()).assert().success();
    let value = explained(&["C0 80", "--report", folder.path().to_str().unwrap()]);
    assert!(validator.is_valid(&value), "{value}");
    assert_eq!(value["decoders"], serde_json::json!([]), "none differs");
    let refused = explain(&["accepts-surrogate", "--format", "json"]).assert().code(2).stdout_eq("");
    refused.stderr_eq("illformed: --format json is for bytes, not for names\n");
}

#[cfg(unix)]
#[test]
fn every_command_that_takes_bytes_reads_every_form_of_them() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("bytes");
    fs::write(&file, b"\xC0\x80").unwrap();
    let named = format!("@{}", file.display());
    let forms: [&[&str]; 8] = [
        &["c080"],
        &["C0", "80"],
        &[r"\xC0\x80"],
        &["%C0%80"],
        &["0xC0,0x80"],
        &["c0*1+80"],
        &[&named],
        &["-"],
    ];
    let adapter = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/adapters/accepts-everything.sh");
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/suite");
    let commands: [&[&str]; 4] = [
        &["explain"],
        &["ask"],
        &["fuzz", "--bytes"],
        &["promote", "--suite", suite, "--keep-size", "--bytes"],
    ];
    for command in commands {
        for form in forms {
            let own: &[&str] = if command[0] == "explain" { &[] } else { &["--", "sh", adapter] };
            let arguments = [command, form, own].concat();
            let illformed = Command::new(cargo_bin!("illformed")).args(&arguments).current_dir(folder.path());
            let output = illformed.stdin(&b"\xC0\x80"[..]).assert().get_output().clone();
            // `promote` names the vector that has the bytes on standard error.
            let said = [output.stdout, output.stderr].concat();
            let text = String::from_utf8_lossy(&said).to_lowercase();
            let says = text.contains("overlong") && output.status.code() != Some(2);
            assert!(says, "{arguments:?}: {text}");
        }
    }
    let surrogate = ["fuzz", "--bytes", "U+D800", "--", "sh", adapter];
    Command::new(cargo_bin!("illformed")).args(surrogate).assert().code(1);
}

#[test]
fn a_cause_is_found_in_any_spelling_and_names_its_incidents_with_their_numbers() {
    let page = |name: &str| {
        let output = explain(&[name]).assert().success().stderr_eq("").get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    };
    let text = page("accepts-overlong-2");
    for spelling in ["Accepts-Overlong-2", "accepts_overlong_2", "ACCEPTS_OVERLONG-2"] {
        assert_eq!(page(spelling), text);
    }
    assert!(text.contains("IIS 4 and 5 (2000) CVE-2000-0884\n"), "{text}");
    assert!(
        text.contains("CVE-2008-5351\n             (unverified)")
            || text.contains("CVE-2008-5351 (unverified)")
    );
    assert!(text.contains("more; see illformed list incidents\n") && !text.contains(".json"), "{text}");
    assert!(page("cut-sensitive").contains("C2 | A9 (`|` separates calls)\n"));
}

#[test]
fn an_incident_is_told_by_its_cve_in_any_case_or_its_number() {
    explain(&["CVE-2000-0884"]).assert().success().stdout_eq(file!["golden/explain-incident.txt"]);
    explain(&["cve-2000-0884"]).assert().success().stdout_eq(file!["golden/explain-incident.txt"]);
    explain(&["incident-1"]).assert().success().stdout_eq(file!["golden/explain-incident.txt"]);
    // Its number is not sure, nothing replays it, or scripts of calls do.
    for (name, words) in [
        ("CVE-2008-5351", "CVE-2008-5351 (unverified: named from memory"),
        ("CVE-2001-0669", "not replayed the notation is ASCII in an address"),
        ("incident-61", "illformed ask --script '"),
        ("incident-61", "\nneeds        input in several calls\n"),
    ] {
        let output = explain(&[name]).assert().success().get_output().stdout.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn a_vector_a_derived_case_and_a_flag_are_told_by_their_names() {
    for (name, words) in [
        ("overlong/nul-two-bytes", "overlong/nul-two-bytes"),
        ("overlong/nul-two-bytes@split=1", "overlong/nul-two-bytes@split=1"),
        ("over-read", "over-read is a "),
        ("overlong", "Causes: accepts-overlong-2, accepts-overlong-3, "),
    ] {
        let output = explain(&[name]).assert().success().get_output().stdout.clone();
        assert!(String::from_utf8(output).unwrap().contains(words), "{name}");
    }
}

#[test]
fn every_incident_is_replayed_by_the_command_that_its_page_shows() {
    for incident in IncidentFile::embedded().incidents().iter().step_by(stride("incidents", 7)) {
        let output = explain(&[&format!("incident-{}", incident.number)]).assert().success();
        let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        assert!(text.starts_with(&format!("incident-{}: {}", incident.number, incident.place)), "{text}");
        let Some((_, command)) = text.split_once("  illformed ask ") else {
            assert!(incident.vectors.is_empty(), "{text}");
            continue;
        };
        let words = shlex::split(command).unwrap();
        let decoder = ["--decoder", "codec/decoder-rfc3629"];
        Command::new(cargo_bin!("illformed")).arg("ask").args(&words).args(decoder).assert().success();
        assert!(
            incident
                .vectors
                .iter()
                .all(|pattern| text.contains(&format!("--only {}", quoted(pattern.as_str()))))
        );
    }
}
