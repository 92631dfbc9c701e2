//! The command as its users meet it: exit codes, the one line that says what is wrong, and what is printed. The golden
//! files are written anew by `SNAPSHOTS=overwrite cargo test -p illformed --test it cli`.

mod completions;
mod help;
mod names;
mod reports;

use illformed::record::run_record::RunRecord;
use illformed_judge::cause::Cause;
use illformed_vectors::{IncidentFile, Need};
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use snapbox::file;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn illformed(arguments: &[&str]) -> Command {
    Command::new(cargo_bin!("illformed")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"))
}

fn run(arguments: &[&str]) -> OutputAssert {
    illformed(arguments).assert()
}

/// Asserts that the command refuses with one line (and for mistyped arguments a hint) before it does anything.
#[track_caller]
fn assert_refused(arguments: &[&str], line: &str) {
    let output = run(arguments).code(2).stdout_eq("").get_output().clone();
    let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
    let first = stderr.lines().next().unwrap_or_default();
    assert!(first.contains(line), "{arguments:?}: {stderr}");
    assert!(stderr.lines().count() <= 2, "{stderr}");
}

fn temporary() -> TempDir {
    TempDir::new().expect("there is room for a folder")
}

fn read_record(path: &Path) -> RunRecord {
    let text = fs::read_to_string(path).expect("the report was written");
    serde_json::from_str(&text).expect("the report is a record")
}

#[test]
fn wrong_usage_is_one_line_and_exit_2() {
    assert_refused(&["run", "--flag"], "unexpected argument '--flag'");
    assert_refused(&["fly"], "unrecognized subcommand 'fly'");
    assert_refused(&["show"], "required arguments were not provided: <ID>");
    assert_refused(&["show", "no-slash"], "`no-slash` is no id");
    assert_refused(&["show", "overlong/gone"], "overlong/gone: no such vector");
    assert_refused(&["show", "boundary/empty@split=1"], "that recipe does not apply");
    assert_refused(&["run", "--only", "gone/*"], "--only gone/*: no case of that id");
    assert_refused(&["run", "--only", "[a"], "--only [a: ");
    assert_refused(&["run", "--from", "gone/x"], "--from gone/x: no selected case of that id");
    let not_selected = ["run", "--only", "overlong/*", "--to", "standard/nul"];
    assert_refused(&not_selected, "--to standard/nul: no selected case of that id");
    let wrong_way_round = ["run", "--from", "standard/nul", "--to", "standard/letter-a"];
    assert_refused(&wrong_way_round, "--to names a case before that of --from");
    assert_refused(&["run", "--adapter", "gone"], "no adapter of that name");
    assert_refused(&["run", "--baseline", "gone"], "--baseline gone: no such file or folder");
    assert_refused(&["run", "--resolve", "x"], "invalid value 'x' for '--resolve <QUESTION=RULING>'");
    assert_refused(&["run", "--resolve", "rfc2279-surrogate=maybe"], "did you mean `rfc2279-surrogate=");
    assert_refused(&["run", "--format", "json"], "--format json is a file and needs --out DIR");
    assert_refused(&["run", "--format", "html"], "--format html is a file and needs --out DIR");
    assert_refused(&["run", "--out", "x"], "--out DIR needs a --format that is a file");
    assert_refused(&["run", "--repeat", "0"], "invalid value '0' for '--repeat <N>'");
    assert_refused(&["run", "--timeout", "0"], "expected a number of seconds");
    assert_refused(&["run", "--source", "utf8.py:x"], "`x` is not a line: expected FILE or FILE:LINE");
    assert_refused(&["render", "--source", "/utf8.py", "."], "expected the path of a file from the root");
    assert_refused(&["run", "--max-memory", "1"], "invalid value '1' for '--max-memory <MIB>'");
}

#[test]
fn no_command_prints_the_help_and_is_exit_2() {
    run(&[]).code(2).stdout_eq("");
    run(&["--help"]).success().stderr_eq("");
}

#[test]
fn a_bad_suite_is_refused_with_the_place_before_anything_is_judged() {
    let folder = temporary();
    let dir = folder.path().to_str().unwrap();
    assert_refused(&["run", "--suite", dir], "no .json file in this folder");
    assert_refused(&["run", "--suite", "Cargo.toml"], "Cargo.toml: ");
    fs::write(folder.path().join("good.json"), "{\"kind\":\"decode\",\n\"schema\":9}").unwrap();
    let place = format!("{dir}/good.json:2 /schema: schema 9 is not 2");
    assert_refused(&["run", "--suite", dir], &place);
    assert_refused(&["vectors", "lint", dir], &place);
    assert_refused(&["list", "--suite", dir], &place);
}

#[test]
fn a_bad_output_path_fails_before_the_run() {
    let folder = temporary();
    fs::create_dir(folder.path().join("report.json")).unwrap();
    let dir = folder.path().to_str().unwrap();
    assert_refused(&["run", "--format", "json", "--out", dir], "report.json: is a directory");
    assert_refused(&["run", "--format", "json", "--out", "Cargo.toml"], "Cargo.toml: ");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing temporary stays behind");
}

#[test]
fn our_own_decoders_pass_and_the_matrix_is_golden() {
    let run = run(&[
        "run",
        "--matrix",
        "--decoder",
        "codec/*-rfc????",
        "--only",
        "overlong/*",
        "--only",
        "truncated/*",
    ]);
    let output = run.success().stderr_eq("").stdout_eq(file!["golden/matrix.txt"]).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(!text.contains('\x1b'), "no colour in a pipe");
}

#[cfg(unix)]
#[test]
fn a_failing_decoder_is_exit_1_with_findings_that_can_be_read() {
    let adapter = ["--", "sh", "tests/adapters/accepts-everything.sh"];
    let selected = ["run", "--findings", "3", "--only", "overlong/nul-two-bytes*", "--only", "standard/*"];
    let arguments = [&selected[..], &adapter].concat();
    run(&arguments)
        .code(1)
        .stdout_eq(file!["golden/findings.txt"])
        .stderr_eq("illformed: a decoder failed its claim, see above\n");
    // A survey speaks of our own codec only.
    run(&[&selected[..], &["--survey"], &adapter].concat()).success();
}

#[cfg(unix)]
#[test]
fn an_adapter_that_cannot_be_judged_is_exit_3_and_nothing_judged_is_exit_4() {
    run(&["run", "--only", "standard/*", "--adapter", "codec", "--", "false"]).code(3).stderr_eq(
        "illformed: an adapter or a decoder could not be judged, see above
to see why: illformed adapter check -- false
",
    );
    // Nothing is judged either, but the broken adapter is the reason.
    run(&["run", "--only", "standard/*", "--", "false"]).code(3);
    run(&["run", "--only", "standard/*", "--", "no-such-program-anywhere"])
        .code(2)
        .stderr_eq("illformed: no-such-program-anywhere: no such program\n");
    let only_unspecified = ["run", "--decoder", "codec/events-rfc2279", "--only", "surrogate/pair-of-rfc"];
    let run = run(&only_unspecified);
    // RFC 3629 has an opinion of every answer, but nothing is judged by the claim.
    run.code(4).stderr_eq("illformed: nothing was judged: no answer could be held to a claim, see above\n");
}

#[cfg(unix)]
#[test]
fn an_adapter_that_never_keeps_the_protocol_for_long_is_started_a_few_times() {
    let hello = r#"echo '{"adapter":"noise","protocol":1,"implementation":"nobody","version":"1","decoders":1}'
        echo '{"decoder":"noise","api":"n","kind":"validate","profile":"rfc3629","policy":"fatal","out":"none","at":"none","bom":"keep","script":"none"}'"#;
    let twice = r#"seq=${request#*'"seq":'}; answer="{\"seq\":${seq%%,*},\"answer\":\"accept\"}"; echo "$answer"; echo "$answer""#;
    for (act, not_asked) in [("echo noise", "2,667 cases"), (twice, "2,661 cases")] {
        let folder = temporary();
        let starts = folder.path().join("starts");
        let program = format!(
            "echo >> {}; read -r hello; {hello}; while read -r request; do {act}; done",
            starts.display()
        );
        let run = run(&["run", "--only", "dfa/*@-", "--", "sh", "-c", &program]).code(3);
        let text = String::from_utf8(run.get_output().stdout.clone()).expect("text");
        assert!(text.contains("breaks-protocol"), "{text}");
        let given_up =
            format!("Given up:\n  noise/noise: {not_asked} not asked: given up after 5 protocol errors\n");
        assert!(text.contains(&given_up), "{text}");
        // One for each error, one that is given up, and a few that ask again.
        let starts = fs::read(&starts).expect("it was started").len();
        assert!((6..=20).contains(&starts), "{starts}");
    }
}

#[cfg(unix)]
#[test]
fn a_decoder_that_declines_all_ill_formed_input_is_not_judged_and_one_that_declines_some_passed_in_part() {
    let asked = |only: &[&str]| {
        let only = only.iter().flat_map(|only| ["--only", only]);
        let arguments: Vec<&str> =
            ["run"].into_iter().chain(only).chain(["--", "sh", "tests/adapters/declines.sh"]).collect();
        run(&arguments)
    };
    let ill_formed_too = asked(&["standard/letter-a@-", "overlong/nul-two-bytes@-"]).code(3);
    ill_formed_too
        .stderr_eq("illformed: an adapter or a decoder could not be judged, see above\n")
        .stdout_eq(
            "not judged declines/ascii

Declined or not applicable:
  declines/ascii: not judged: declined all ill-formed input, 1 of 2 cases:
    not asked: only ASCII is supported
...
Not judged: 1 declined by the adapter.\n",
        );
    // A reason that begins as ours do changes nothing: what was declined was asked.
    let in_part = asked(&["standard/letter-a", "standard/han-you"]).code(0);
    in_part.stdout_eq(
        "declines/ascii  [..] PART
...
  declines/ascii: declined [..]: not asked: only ASCII is supported
...",
    );
}

#[test]
fn the_versions_of_peers_are_those_of_the_lock_file() {
    let lock = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock")).unwrap();
    let packages = ["bstr", "encoding_rs", "serde_json", "simdutf8", "utf8parse"];
    let adapters = packages.map(|package| package.replace('_', "-"));
    let asked = adapters.iter().flat_map(|adapter| ["--adapter", adapter]);
    let words = ["run", "--only", "boundary/empty", "--survey", "--matrix"].into_iter().chain(asked);
    let listed = run(&words.collect::<Vec<_>>()).get_output().clone();
    let text = String::from_utf8(listed.stdout).unwrap();
    for package in packages {
        let entry =
            lock.split("[[package]]\n").find(|entry| entry.starts_with(&format!("name = \"{package}\"\n")));
        let version =
            entry.unwrap().lines().nth(1).unwrap().trim_start_matches("version = ").trim_matches('"');
        let heading = format!("{}: {package} {version}: ", package.replace('_', "-"));
        assert!(text.contains(&heading), "no {heading} in {text}");
    }
}

#[test]
fn show_explains_a_vector_and_its_wire_form() {
    run(&["show", "truncated/text-cut-in-euro"]).success().stdout_eq(file!["golden/show.txt"]);
    run(&["show", "overlong/nul-two-bytes@split=1", "--wire", "--decoder", "incremental"]).success().stdout_eq(
        "{\"op\":\"hello\",\"protocol\":1}\n{\"op\":\"script\",\"seq\":1,\"decoder\":\"incremental\",\"calls\":\"c0 80 .\"}\n",
    );
}

#[test]
fn lists_have_a_line_for_each_thing() {
    let lines = |what: &str| {
        // Without interpreters, which take seconds to compile and to start.
        let output = illformed(&["list", what]).env("PATH", "").assert().success().get_output().clone();
        String::from_utf8(output.stdout).unwrap().lines().count()
    };
    assert!(lines("vectors") >= 250);
    assert!(lines("cases") > lines("vectors"));
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/suite")).unwrap().count();
    assert_eq!(lines("groups"), files + 1, "the complete suite is a group too");
    assert!(lines("flags") > 10 && lines("decoders") > 25);
    assert_eq!(lines("causes"), Cause::ALL.len());
    // After them a table of what they need: a line for each need, and three around it.
    let incidents = IncidentFile::embedded().incidents().len();
    assert_eq!(lines("incidents"), incidents + Need::ALL.len() + 3);
}

#[test]
fn incidents_are_listed_with_what_it_takes_to_see_them() {
    let output = illformed(&["list", "incidents"]).assert().success().get_output().clone();
    let list = String::from_utf8(output.stdout).unwrap();
    for (line, incident) in list.lines().zip(IncidentFile::embedded().incidents()) {
        // The column has room for each list of needs, so that all names begin in the same place.
        let (columns, name) = line.split_at(35);
        assert!(name.starts_with(&incident.place) && columns.ends_with(' '), "{line}");
        let needs: Vec<&str> = incident.needs.iter().map(|need| need.name()).collect();
        let needs = if needs.is_empty() { "bytes alone".to_owned() } else { needs.join(", ") };
        assert_eq!(columns[13..].trim_end(), needs);
    }
}

#[test]
fn a_starter_adapter_is_found_by_other_words_for_its_language() {
    let folder = temporary();
    for (word, file) in
        [("javascript", "mine.js"), ("golang", "mine.go"), ("py", "mine.py"), ("c++", "mine.cpp")]
    {
        illformed(&["adapter", "new", "--lang", word]).current_dir(folder.path()).assert().success();
        assert!(folder.path().join(file).exists(), "{word}");
    }
    assert_refused(&["adapter", "new", "--lang", "cobol"], "[possible values: c, cpp, csharp, go, ");
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_enough_is_no_error() {
    let mut child = std::process::Command::new(cargo_bin!("illformed"))
        .args(["list", "cases"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Dropped unread: the next write meets a closed pipe.
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
