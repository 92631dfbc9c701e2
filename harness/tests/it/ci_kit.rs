//! The script of the GitHub Action, run here with GitHub's variables as GitHub sets them.

use crate::formats::github;
use crate::interpreters::path_with_python;
use crate::typed::Folder;
use snapbox::cmd::cargo_bin;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A machine of GitHub's, as far as the script sees one: a folder for the job, the files that its variables name, and a PATH.
struct Runner(Folder);

impl Runner {
    /// A machine with these programs.
    fn with(programs: &[(&str, &str)]) -> Self {
        let runner = Self(Folder::new());
        for folder in ["bin", "temp"] {
            fs::create_dir(runner.0.path(folder)).expect("it is new");
        }
        for file in ["output", "summary", "path"] {
            runner.0.write(file, "");
        }
        for (name, script) in programs {
            runner.program(&format!("bin/{name}"), script);
        }
        runner
    }

    fn program(&self, path: &str, script: &str) {
        let path = self.0.path(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room for a folder");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("there is room");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }

    /// The exit code and the log of a step.
    fn step(&self, name: &str, inputs: &[(&str, &str)]) -> (Option<i32>, String) {
        let path = format!("{}:{}", self.0.at("bin"), path_with_python().display());
        let mut command = Command::new("bash");
        for (inherited, _) in std::env::vars_os() {
            let starts = |start| inherited.to_string_lossy().starts_with(start);
            if ["GITHUB_", "ILLFORMED_", "RUNNER_"].into_iter().any(starts) {
                command.env_remove(inherited);
            }
        }
        let output = command
            .args(["-c", "exec \"$@\" 2>&1", "step"])
            .arg(root().join(".github/actions/illformed/run.sh"))
            .arg(name)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("PATH", path)
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_OUTPUT", self.0.path("output"))
            .env("GITHUB_PATH", self.0.path("path"))
            .env("GITHUB_STEP_SUMMARY", self.0.path("summary"))
            .env("RUNNER_TEMP", self.0.path("temp"))
            .env("ILLFORMED_OUT", self.0.path("report"))
            .envs(inputs.iter().copied())
            .output()
            .expect("bash is there");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// The output of that name, as GitHub reads it.
    #[track_caller]
    fn output(&self, name: &str) -> String {
        let written = self.0.read("output");
        let mut last_first = written.lines().rev();
        let value = last_first.find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        value.unwrap_or_else(|| panic!("no output {name}: {written}")).to_owned()
    }

    /// The lines that a recording program wrote, with a stroke between them.
    fn words(&self) -> String {
        self.0.read("temp/words").trim_end().replace('\n', "|")
    }
}

/// What GitHub obeys in a log. At the end commands are obeyed again.
#[track_caller]
fn commands(log: &str) -> Vec<String> {
    let mut commands = github::commands(&format!("{log}\n::end::"));
    let last = commands.pop().map(|command| command.name);
    assert_eq!(last.as_deref(), Some("end"), "commands are never switched on again: {log}");
    commands.iter().map(|one| format!("{} {:?} {}", one.name, one.properties, one.text)).collect()
}

fn error(text: &str) -> String {
    format!("error [(\"title\", \"illformed\")] {text}")
}

const RECORDS: &str = "printf '%s\\n' \"$@\" >\"$RUNNER_TEMP/words\"";

/// Copies files in place of a download, and keeps the addresses.
const CURL: &str = "while [ $# -gt 1 ]; do [ \"$1\" != --output ] || to=$2; shift; done; \
                    echo \"$1\" >>\"$RUNNER_TEMP/asked\"; cp \"served/${1##*/}\" \"$to\" 2>/dev/null";

/// Serves the releases 0.1.0, and 0.3.0 with a digest of something else.
const SERVE: &str = "mkdir served && cd served && printf '#!/bin/sh\\n' >illformed && chmod +x illformed && \
    for version in 0.1.0 0.3.0; do archive=illformed-$version-x86_64-unknown-linux-gnu.tar.gz; tar -czf $archive illformed; \
    sha256sum $archive >$archive.sha256; done && echo 0 >$archive.sha256";

#[test]
fn what_is_there_is_used_a_release_is_downloaded_all_else_is_built_and_what_cannot_be_is_an_error() {
    let own = root().join(".github/actions/illformed/../../../harness").display().to_string();
    for row in include_str!("ci_kit/install.txt").lines().filter(|row| !row.starts_with("# ")) {
        let (asked, expected) = row.split_once(" => ").expect("a row has what is installed");
        let mut cells = asked.split(' ').map(|cell| cell.trim_start_matches('-').replace('_', " "));
        let asked: [String; 4] = std::array::from_fn(|_| cells.next().expect("a row has four cells"));
        let [version, tag, os, key] = asked.each_ref().map(String::as_str);
        let expected = expected.replace("OWN", &own).replace("a_folder", "a folder");
        let cargo = format!("{RECORDS}; case $* in *9.9.9*) exit 101 ;; esac");
        let curl = format!("cd \"$RUNNER_TEMP/..\"; {CURL}");
        let runner = Runner::with(&[("cargo", &cargo), ("curl", &curl), ("illformed", "exit 0")]);
        runner.program("temp/illformed/sound/bin/illformed", "exit 0");
        runner.program("temp/illformed/broken/bin/illformed", "exit 1");
        runner.0.sh(SERVE).ends(0);
        let inputs = [
            ("ILLFORMED_VERSION", version),
            ("ILLFORMED_TAG", tag),
            ("ILLFORMED_KEY", key),
            ("ILLFORMED_RELEASES", "https://example.org/x/releases/download"),
            ("RUNNER_OS", os),
            ("RUNNER_ARCH", "X64"),
        ];
        let (code, log) = runner.step("install", &inputs);
        let (from, more) = expected.split_once(' ').unwrap_or((&expected, ""));
        let folder =
            runner.0.at(&format!("temp/illformed/{}", if key.is_empty() { "not-kept" } else { key }));
        if ["nothing", "error"].contains(&from) {
            let (expected, told) = if from == "error" { (2, vec![error(more)]) } else { (0, vec![]) };
            assert_eq!((code, commands(&log)), (Some(expected), told), "{row}");
            assert_eq!(runner.0.read("path"), "", "the PATH is as it was");
            continue;
        }
        assert_eq!((code, runner.output("from").as_str()), (Some(0), from), "{row}: {log}");
        assert_eq!(runner.0.read("path"), format!("{folder}/bin\n"));
        if from == "cargo" {
            assert_eq!(runner.words(), format!("install|--locked|--force|--root|{folder}|{more}"), "{row}");
        }
        if from == "release" {
            let archive = "v0.1.0/illformed-0.1.0-x86_64-unknown-linux-gnu.tar.gz";
            let address = format!("https://example.org/x/releases/download/{archive}");
            assert_eq!(runner.0.read("temp/asked"), format!("{address}\n{address}.sha256\n"));
        }
    }
}

/// The key under which the program of `version` is kept on a machine of that architecture.
fn key(version: &str, arch: &str) -> String {
    let runner = Runner::with(&[]);
    let machine = [("RUNNER_OS", "Linux"), ("RUNNER_ARCH", arch), ("ImageOS", "ubuntu24")];
    let (code, log) = runner.step("choose", &[&machine[..], &[("ILLFORMED_VERSION", version)]].concat());
    assert_eq!(code, Some(0), "{version}: {log}");
    let key = runner.output("key");
    let name = if key.is_empty() { "not-kept" } else { &key };
    assert_eq!(runner.output("folder"), runner.0.at(&format!("temp/illformed/{name}")));
    key
}

#[test]
fn what_cannot_change_is_kept_under_its_own_key_and_what_can_is_not() {
    let git = format!("git+https://example.org/x.git#{}", "0123456789".repeat(4));
    assert_eq!(key("0.1.0", "X64"), "illformed-Linux-ubuntu24-X64-0.1.0");
    assert_eq!(key("0.1.0", "ARM64"), "illformed-Linux-ubuntu24-ARM64-0.1.0");
    for (version, start) in [("", "source-"), (git.as_str(), "git-")] {
        let key = key(version, "X64");
        let digest = key.strip_prefix(&format!("illformed-Linux-ubuntu24-X64-{start}")).unwrap_or_default();
        assert!(digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
    }
    assert_eq!(key("", "X64"), key("", "X64"), "the sources are the same");
    for version in ["installed", "path+a folder", "git+https://example.org/x.git#main"] {
        assert_eq!(key(version, "X64"), "", "{version}");
    }
}

#[test]
fn each_verdict_has_its_outputs_summary_annotation_and_exit_code() {
    let program = "ILLFORMED_ADAPTER_PROGRAM";
    let nothing = (
        ("ILLFORMED_ADAPTER", "no-such-adapter"),
        2,
        "usage",
        "wrong usage or invalid files; nothing was judged",
    );
    let good = "python3 tests/adapters/steered.py 1 strict";
    let bad = "python3 tests/adapters/steered.py '::error::x' strict,c080=accept";
    let runner = Runner::with(&[]);
    symlink(cargo_bin!("illformed"), runner.0.path("bin/illformed")).expect("links can be made");
    for (number, (decoder, code, verdict, meaning)) in [
        nothing,
        ((program, good), 0, "pass", "everything is as expected"),
        // What it prints is no command.
        ((program, bad), 1, "fail", "something is not as expected"),
        ((program, "false"), 3, "not-judged", "an adapter could not be judged"),
        // The report of an earlier step is not taken for that of this one.
        nothing,
    ]
    .into_iter()
    .enumerate()
    {
        let only = ("ILLFORMED_ARGUMENTS", "--only 'overlong/nul-*'\n--only standard/*");
        let run = runner.step("run", &[("ILLFORMED_FORMATS", "terminal,json,html"), only, decoder]);
        assert_eq!(run.0, Some(0), "what was written is kept before the job fails: {}", run.1);
        assert_eq!(commands(&run.1), [""; 0], "{}", run.1);
        assert_eq!(run.1.contains("::error::x"), code == 1, "{}", run.1);
        let report = if code == 2 { String::new() } else { runner.0.at("report/report.json") };
        let code_text = code.to_string();
        let outputs = ["exit-code", "verdict", "report", "sarif"].map(|name| runner.output(name));
        assert_eq!(outputs, [&*code_text, verdict, &report, ""], "{}", run.1);
        let summary = format!("### UTF-8: {meaning} (exit code {code})\n\n");
        assert!(runner.0.read("summary").ends_with(&summary), "{summary}");
        assert_eq!(runner.0.path("report/report.html").is_file(), number > 0);

        let end = runner.step("verdict", &[("ILLFORMED_EXIT_CODE", &code_text)]);
        let told = error(&format!("{meaning}, see the summary and the report"));
        assert_eq!((end.0, commands(&end.1)), (Some(code), if code == 0 { vec![] } else { vec![told] }));
    }
}

/// Writes its arguments, one a line, and prints what looks like a command.
const RUNS: &str = "printf '%s\\n' \"$@\" end >>\"$RUNNER_TEMP/words\"; echo \"::notice::$1\"; \
                    test \"$1\" != run || { mkdir -p \"$ILLFORMED_OUT\"; echo >\"$ILLFORMED_OUT/report.json\"; }";

#[test]
fn inputs_are_words_and_nothing_of_them_is_run_and_by_default_everything_is_written() {
    let files = "terminal,json,html,junit,sarif,markdown";
    let program = "my adapter 'with a blank' \"$(touch ran)\" `touch ran` ; touch ran";
    let source = "--source|src/my utf8.py:12; touch ran|";
    let inputs = [
        ("ILLFORMED_ADAPTER", "std\ncode*\n"),
        ("ILLFORMED_ADAPTER_PROGRAM", program),
        ("ILLFORMED_ARGUMENTS", "--only 'a b' --deep"),
        ("ILLFORMED_BASELINE", "one.json\n$(touch ran).json"),
        ("ILLFORMED_COMMAND", "iconv -f UTF-8; touch ran"),
        ("ILLFORMED_FORMATS", "terminal, html, github"),
        ("ILLFORMED_SOURCE", "src/my utf8.py:12; touch ran"),
        ("ILLFORMED_STALE", "warn"),
    ];
    let words = format!(
        "--adapter|std|--adapter|code*|--baseline|one.json|--baseline|$(touch ran).json|{source}--stale|warn|\
         --command|iconv -f UTF-8; touch ran|--only|a b|--deep|--|my|adapter|with a blank|$(touch ran)|`touch|ran`|;|\
         touch|ran|"
    );
    for (inputs, files, words, source) in
        [(&inputs[..], "terminal,html,json", words.as_str(), source), (&[], files, "", "")]
    {
        let runner = Runner::with(&[("illformed", RUNS)]);
        let (code, log) = runner.step("run", inputs);
        let out = runner.0.at("report");
        let render = format!("render|--format|github|{source}{out}/report.json|end");
        assert_eq!(runner.words(), format!("run|--format|{files}|--out|{out}|{words}end|{render}"));
        // Annotations come of the report, not of the run.
        assert_eq!((code, commands(&log)), (Some(0), vec!["notice [] render".to_owned()]), "{log}");
    }
    assert!(!Path::new("ran").exists());
}

#[test]
fn words_are_quoted_as_for_a_shell() {
    let runner = Runner::with(&[("illformed", "printf '%s\\0' \"$@\" >\"$RUNNER_TEMP/words\"")]);
    let words_of = |text: &str| {
        let (code, log) = runner.step("run", &[("ILLFORMED_ADAPTER_PROGRAM", text)]);
        assert_eq!(code, Some(0), "{log}");
        runner.0.read("temp/words").split_once("\0--\0").map_or(String::new(), |(_, words)| words.to_owned())
    };
    // A shell that replaces nothing agrees on each of them.
    for text in [
        r#"sh -c "python3 \"mine.py\"" '' "" a"b c"'d e'"#,
        r#"one\ word "back\\slash" "kept \n \' \*" '\' \' \" \\"#,
        "in 'two\nlines' \"and\ttab\" cut\\\nhere \t \n after",
        r#"dollar '$HOME' "\$HOME" "\`x\`" é '—'"#,
    ] {
        let shell = runner.0.sh(&format!("printf '%s\\0' {}", text.replace(" \t \n ", " ")));
        assert_eq!(words_of(text), shell.stdout, "{text}");
    }
    assert_eq!(words_of(""), "");
    assert_eq!(words_of("a $HOME ~ * #b; c|d"), "a\0$HOME\0~\0*\0#b;\0c|d\0");
}

#[test]
fn an_input_that_cannot_be_read_is_refused_with_2() {
    let runner = Runner::with(&[("illformed", RUNS)]);
    // The last would set another output.
    let several = format!("{}\nverdict=pass", runner.0.at("report"));
    for (input, value, says) in [
        ("ILLFORMED_ARGUMENTS", "--only 'a", "a quote is not closed: --only 'a"),
        ("ILLFORMED_ARGUMENTS", "--only a\\", "a backslash stands before nothing: --only a\\"),
        ("ILLFORMED_OUT", several.as_str(), "out has a line break"),
    ] {
        let (code, log) = runner.step("run", &[(input, value)]);
        assert_eq!((code, commands(&log)), (Some(2), vec![error(says)]), "{log}");
    }
    assert_eq!(runner.0.read("output"), "");
    for code in ["", "x", "-1", "0x1", "1; true"] {
        assert_eq!(runner.step("verdict", &[("ILLFORMED_EXIT_CODE", code)]).0, Some(2), "{code}");
    }
    assert_eq!(runner.step("fly", &[]).0, Some(2));
}
