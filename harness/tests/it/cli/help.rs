//! Help: its sizes, its examples, and what is said of a mistake.

use crate::typed::{Said, illformed};
use clap::Command;
use illformed::cli::command;

/// Each command that a user sees with its words, the program itself first.
fn commands() -> Vec<(String, Command)> {
    fn below(command: &Command, words: &str, found: &mut Vec<(String, Command)>) {
        found.push((words.to_owned(), command.clone()));
        for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
            below(subcommand, format!("{words} {}", subcommand.get_name()).trim(), found);
        }
    }
    let mut found = Vec::new();
    below(&command(), "", &mut found);
    found
}

fn printed(line: &str) -> String {
    let said = Said::of(illformed(line).env("COLUMNS", "80")).ends(0);
    assert_eq!(said.stderr, "");
    said.stdout
}

#[test]
fn short_help_fits_a_screen_and_long_help_has_every_option_in_115_lines() {
    for (words, command) in commands() {
        let [short, long, manual] =
            [format!("{words} -h"), format!("{words} --help"), format!("help {words}")]
                .map(|line| printed(&line));
        assert!(short.lines().count() <= 24, "{short}");
        assert!(long.lines().count() <= 115, "{long}");
        for text in [&short, &long, &manual] {
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text}");
        }
        for option in command.get_arguments().filter_map(|argument| argument.get_long()) {
            let option = format!("--{option}");
            assert!(long.contains(&option) && manual.contains(&option), "{option} is not in {long}");
        }
    }
}

#[test]
fn every_example_is_a_command_line_that_is_understood() {
    for (words, of_words) in commands() {
        let help = printed(&format!("{words} --help"));
        let examples = help.split("\nExamples").nth(1).unwrap_or_default().replace("\\\n      ", "");
        let lines: Vec<&str> = examples.lines().filter(|line| line.starts_with("  illformed")).collect();
        for line in &lines {
            // Two spaces set off what is said of it, and the rest is for another program.
            let line = line.trim_start().split("  ").next().unwrap_or_default();
            let end = [" > ", " < ", " | "].into_iter().filter_map(|end| line.find(end)).min();
            let typed = shlex::split(&line[..end.unwrap_or(line.len())]).expect("quotes are closed");
            let understood = command().try_get_matches_from(&typed);
            assert!(understood.is_ok(), "{typed:?}: {}", understood.unwrap_err());
        }
        let is_short = of_words.get_subcommands().next().is_none() && !words.contains(' ');
        assert!(!is_short || !lines.is_empty(), "{words} has no example");
        assert!(!["", "run"].contains(&words.as_str()) || lines.len() == 5, "{words}: {lines:?}");
    }
}
