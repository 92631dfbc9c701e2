//! Help: its sizes, its examples, and what is said of a mistake.

use super::{illformed, run};
use clap::Command;
use illformed::cli::command;
use snapbox::file;

/// Each command that a user sees with its words, the program itself first.
fn commands() -> Vec<(Vec<String>, Command)> {
    fn below(command: &Command, words: &[String], found: &mut Vec<(Vec<String>, Command)>) {
        found.push((words.to_vec(), command.clone()));
        for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
            below(subcommand, &[words, &[subcommand.get_name().to_owned()]].concat(), found);
        }
    }
    let mut found = Vec::new();
    below(&command(), &[], &mut found);
    found
}

fn printed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    let output = illformed(&words).env("COLUMNS", "80").assert().success().stderr_eq("").get_output().clone();
    String::from_utf8(output.stdout).expect("help is UTF-8")
}

/// The long options of `command`.
fn options(command: &Command) -> impl Iterator<Item = String> {
    command.get_arguments().filter_map(|arg| arg.get_long().map(|long| format!("--{long}")))
}

#[test]
fn short_help_fits_a_screen_and_long_help_has_every_option_in_115_lines() {
    for (words, command) in commands() {
        let words = || words.iter().map(String::as_str);
        let (short, long) = (printed(words().chain(["-h"])), printed(words().chain(["--help"])));
        let manual = printed(["help"].into_iter().chain(words()));
        assert!(short.lines().count() <= 24, "{short}");
        assert!(long.lines().count() <= 115, "{long}");
        for text in [&short, &long, &manual] {
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text}");
        }
        for option in options(&command) {
            assert!(long.contains(&option) && manual.contains(&option), "{option} is not in {long}");
        }
    }
}

#[test]
fn help_of_run_is_golden_in_each_size() {
    run(&["run", "-h"]).success().stdout_eq(file!["../golden/run-h.txt"]);
    run(&["run", "--help"]).success().stdout_eq(file!["../golden/run-help.txt"]);
    // The details of each option are in the longest alone.
    let detail = "What leaves the process group is neither counted nor killed";
    let unwrapped = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unwrapped(printed(["help", "run"])).contains(detail));
    assert!(!unwrapped(printed(["run", "--help"])).contains(detail));
    assert_eq!(printed(["help", "adapter", "new"]).lines().next(), Some("Create a starter adapter."));
}

#[test]
fn every_example_is_a_command_line_that_is_understood() {
    let mut counts = Vec::new();
    for (words, command) in commands() {
        let help = printed(words.iter().map(String::as_str).chain(["--help"]));
        let examples = help.split("\nExamples").nth(1).unwrap_or_default().replace("\\\n      ", "");
        let lines: Vec<&str> = examples.lines().filter(|line| line.starts_with("  illformed")).collect();
        for line in &lines {
            // Two spaces set off what is said of it, and the rest is for another program.
            let line = line.trim_start().split("  ").next().unwrap_or_default();
            let line =
                line.split([" > ", " < ", " | "].into_iter().find(|end| line.contains(end)).unwrap_or("\n"));
            let typed = shlex::split(line.clone().next().unwrap_or_default()).expect("quotes are closed");
            let understood = illformed::cli::command().try_get_matches_from(&typed);
            assert!(understood.is_ok(), "{typed:?}: {}", understood.unwrap_err());
        }
        if command.get_subcommands().next().is_none() {
            assert!(!lines.is_empty() || words.len() > 1, "{words:?} has no example");
        }
        counts.push((words.join(" "), lines.len()));
    }
    let of = |name: &str| counts.iter().find(|(words, _)| words == name).map(|(_, count)| *count);
    assert_eq!((of(""), of("run")), (Some(5), Some(5)));
}

#[test]
fn a_mistake_is_answered_with_the_nearest_word_and_exit_2() {
    for (words, answer) in [
        (&["run", "--decodr", "x"][..], "unexpected argument '--decodr' found; did you mean `--decoder`?"),
        (&["explan"], "unrecognized subcommand 'explan'; did you mean `explain`?"),
        (&["list", "decoder"], "did you mean `decoders`?"),
        (&["run", "--format", "jsn", "--out", "x"], "did you mean `json`?"),
        (&["adapter", "new", "--lang", "pyton"], "did you mean `python`?"),
        (&["--adapter", "x", "run"], "unexpected argument '--adapter' found; 'run --adapter' exists"),
        (&["vectors", "lint", "a", "b"], "unexpected argument 'b' found"),
    ] {
        super::assert_refused(words, answer);
    }
    let hinted = run(&["adapter", "new", "--lng", "python"]).code(2);
    hinted.stderr_eq("illformed: unexpected argument '--lng' found; did you mean `--lang`?\nsee illformed adapter new --help\n");
}
