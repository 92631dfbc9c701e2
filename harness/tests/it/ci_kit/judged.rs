//! A job from the run to the verdict.

use super::runner::{Runner, commands};

const FORMATS: (&str, &str) = ("ILLFORMED_FORMATS", "terminal,json,html");
const ONLY: (&str, &str) = ("ILLFORMED_ARGUMENTS", "--only 'overlong/nul-*'\n--only standard/*");

#[test]
fn each_verdict_has_its_outputs_summary_annotation_and_exit_code() {
    let good = "python3 tests/adapters/steered.py 1 strict";
    let bad = "python3 tests/adapters/steered.py 1 strict,c080=accept";
    let program = "ILLFORMED_ADAPTER_PROGRAM";
    let nothing = "wrong usage or invalid files; nothing was judged";
    let table = [
        ((program, good), 0, "pass", "everything is as expected"),
        ((program, bad), 1, "fail", "something is not as expected"),
        (("ILLFORMED_ADAPTER", "no-such-adapter"), 2, "usage", nothing),
        ((program, "false"), 3, "not-judged", "an adapter could not be judged"),
    ];
    for (decoder, code, verdict, meaning) in table {
        let runner = Runner::new();
        let run = runner.step("run", &[FORMATS, ONLY, decoder]);
        assert_eq!(run.code, Some(0), "what was written is kept before the job fails: {}", run.log);
        assert_eq!(commands(&run.log), [""; 0], "{}", run.log);
        assert_eq!(runner.output("exit-code"), code.to_string(), "{}", run.log);
        assert_eq!(runner.output("verdict"), verdict);
        assert_eq!(runner.read("summary"), format!("### UTF-8: {meaning} (exit code {code})\n\n"));
        let report =
            if code == 2 { String::new() } else { runner.path("report/report.json").display().to_string() };
        assert_eq!(runner.output("report"), report);
        assert_eq!(runner.output("sarif"), "", "nobody asked for it");
        assert_eq!(runner.path("report/report.html").is_file(), code != 2);

        let end = runner.step("verdict", &[("ILLFORMED_EXIT_CODE", &runner.output("exit-code"))]);
        assert_eq!(end.code, Some(code));
        let error = format!("::error title=illformed::{meaning}, see the summary and the report");
        assert_eq!(commands(&end.log), if code == 0 { vec![] } else { vec![error.as_str()] });
    }
}

#[test]
fn a_report_of_an_earlier_step_is_not_taken_for_that_of_this_one() {
    let runner = Runner::new();
    let good = ("ILLFORMED_ADAPTER_PROGRAM", "python3 tests/adapters/steered.py 1 strict");
    runner.step("run", &[FORMATS, ONLY, good]);
    assert!(!runner.output("report").is_empty());
    runner.step("run", &[FORMATS, ONLY, ("ILLFORMED_ADAPTER", "no-such-adapter")]);
    assert_eq!((runner.output("report"), runner.output("exit-code")), (String::new(), "2".to_owned()));
}

#[test]
fn what_a_decoder_prints_is_no_command() {
    let runner = Runner::new();
    let hostile = "python3 tests/adapters/steered.py '::error::x' strict,c080=accept";
    let run = runner.step("run", &[FORMATS, ONLY, ("ILLFORMED_ADAPTER_PROGRAM", hostile)]);
    assert!(run.log.contains("::error::x"), "{}", run.log);
    assert_eq!(commands(&run.log), [""; 0], "{}", run.log);
    // This test would see it.
    assert_eq!(commands("a\n  ::error::x\n"), ["::error::x"]);
}

/// Writes its arguments, one a line, and prints what looks like a command.
const RECORDS: &str = "printf '%s\\n' \"$@\" end >>\"$RUNNER_TEMP/words\"; echo \"::notice::$1\"; \
                       test \"$1\" != run || { mkdir -p \"$ILLFORMED_OUT\"; echo >\"$ILLFORMED_OUT/report.json\"; }";

#[test]
fn inputs_are_words_and_nothing_of_them_is_run() {
    let runner = Runner::bare();
    runner.program("illformed", RECORDS);
    let inputs = [
        ("ILLFORMED_ADAPTER", "std\ncode*\n"),
        ("ILLFORMED_ADAPTER_PROGRAM", "my adapter 'with a blank' \"$(touch ran)\" `touch ran` ; touch ran"),
        ("ILLFORMED_ARGUMENTS", "--only 'a b' --deep"),
        ("ILLFORMED_BASELINE", "one.json\n$(touch ran).json"),
        ("ILLFORMED_COMMAND", "iconv -f UTF-8; touch ran"),
        ("ILLFORMED_FORMATS", "terminal, html, github"),
        ("ILLFORMED_SOURCE", "src/my utf8.py:12; touch ran"),
        ("ILLFORMED_STALE", "warn"),
    ];
    let run = runner.step("run", &inputs);
    assert_eq!(run.code, Some(0), "{}", run.log);
    let out = runner.path("report").display().to_string();
    let source = "--source|src/my utf8.py:12; touch ran";
    let run_words = format!(
        "run|--format|terminal,html,json|--out|{out}|--adapter|std|--adapter|code*|--baseline|one.json|--baseline|\
         $(touch ran).json|{source}|--stale|warn|--command|iconv -f UTF-8; touch ran|--only|a b|--deep|--|my|adapter|\
         with a blank|$(touch ran)|`touch|ran`|;|touch|ran|end"
    );
    let expected = format!("{run_words}|render|--format|github|{source}|{out}/report.json|end");
    assert_eq!(runner.read("temp/words").trim_end().replace('\n', "|"), expected);
    assert_eq!(commands(&run.log), ["::notice::render"], "annotations come of the report, not of the run");
    assert!(!std::path::Path::new("ran").exists());
}

#[test]
fn words_are_quoted_as_for_a_shell() {
    let runner = Runner::bare();
    runner.program("illformed", "printf '%s\\0' \"$@\" >\"$RUNNER_TEMP/words\"");
    // A shell that replaces nothing agrees on each of them.
    for text in [
        r#"sh -c "python3 \"mine.py\"" '' "" a"b c"'d e'"#,
        r#"one\ word "back\\slash" "kept \n \' \*" '\' \' \" \\"#,
        "in 'two\nlines' \"and\ttab\" cut\\\nhere \t \n after",
        r#"dollar '$HOME' "\$HOME" "\`x\`" é '—'"#,
        "",
    ] {
        let run = runner.step("run", &[("ILLFORMED_ADAPTER_PROGRAM", text)]);
        assert_eq!(run.code, Some(0), "{}", run.log);
        let words = runner.read("temp/words");
        let words = words.split_once("\0--\0").map_or("", |(_, words)| words);
        let folded = text.replace(" \t \n ", " ");
        let script = format!("printf '%s\\0' {folded}");
        let shell = std::process::Command::new("sh").args(["-c", &script]).output().expect("it is there");
        let expected = String::from_utf8(shell.stdout).expect("it is UTF-8");
        // Without an argument printf prints one that is empty.
        assert_eq!(words, if text.is_empty() { "" } else { &expected }, "{text}");
    }
    let plain = runner.step("run", &[("ILLFORMED_ADAPTER_PROGRAM", "a $HOME ~ * #b; c|d")]);
    assert_eq!(plain.code, Some(0), "{}", plain.log);
    let words = runner.read("temp/words");
    assert!(words.ends_with("\0--\0a\0$HOME\0~\0*\0#b;\0c|d\0"), "{words:?}");
}

#[test]
fn by_default_everything_is_written_that_github_shows() {
    let runner = Runner::bare();
    runner.program("illformed", RECORDS);
    let run = runner.step("run", &[]);
    assert_eq!(run.code, Some(0), "{}", run.log);
    let words = runner.read("temp/words");
    assert_eq!(words.lines().nth(2), Some("terminal,json,html,junit,sarif,markdown"));
    assert!(words.contains("\nrender\n--format\ngithub\n"), "{words}");
}

#[test]
fn an_input_that_cannot_be_read_is_refused_with_2() {
    let runner = Runner::bare();
    runner.program("illformed", RECORDS);
    // The last would set another output.
    let several = format!("{}\nverdict=pass", runner.path("report").display());
    for (input, value, says) in [
        ("ILLFORMED_ARGUMENTS", "--only 'a", "a quote is not closed: --only 'a"),
        ("ILLFORMED_ARGUMENTS", "--only a\\", ""),
        ("ILLFORMED_OUT", several.as_str(), ""),
    ] {
        let step = runner.step("run", &[(input, value)]);
        assert_eq!(step.code, Some(2), "{}", step.log);
        let error = format!("::error title=illformed::{says}");
        assert!(commands(&step.log).iter().any(|command| command.starts_with(&error)), "{}", step.log);
    }
    assert_eq!(runner.read("output"), "");
    for code in ["", "x", "-1", "0x1", "1; true"] {
        assert_eq!(runner.step("verdict", &[("ILLFORMED_EXIT_CODE", code)]).code, Some(2), "{code}");
    }
    assert_eq!(runner.step("fly", &[]).code, Some(2));
}
