//! Help in three sizes: `-h` fits on a screen, `--help` has all options in a line or two each, with examples, and
//! `illformed help COMMAND` has all that there is to say of them.

use clap::{Arg, Command};
use std::ffi::OsString;

/// The headings of options.
pub(crate) const DECODERS: &str = "Decoders";
pub(crate) const BASELINES: &str = "Baselines";
pub(crate) const CASES: &str = "Cases";
pub(crate) const INPUTS: &str = "Inputs";
pub(crate) const LIMITS: &str = "Limits";
pub(crate) const OUTPUT: &str = "Output";
pub(crate) const REASON: &str = "Reason";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    /// The most used options.
    Screen,
    /// All options, without their details.
    Options,
    /// Everything.
    Manual,
}

/// The help that a command line asks for, or would need.
#[derive(Debug)]
pub(crate) struct AskedHelp {
    command: Command,
    size: Size,
}

impl AskedHelp {
    /// What `words`, typed after the program `command`, ask for.
    pub(crate) fn of(mut command: Command, words: impl Iterator<Item = OsString>) -> Self {
        command.build();
        if command.find_subcommand("help").is_some() {
            command =
                command.mut_subcommand("help", |help| help.about("Explain a command and all its options"));
        }
        let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
        let (is_manual, path) = match words.split_first() {
            Some((first, rest)) if first == "help" => (true, rest),
            _ => (false, words.as_slice()),
        };
        for word in path {
            let Some(subcommand) = command.find_subcommand(word) else { break };
            command = subcommand.clone();
        }
        let is_long = || words.iter().take_while(|word| *word != "--").any(|word| word == "--help");
        let size = match is_manual {
            true => Size::Manual,
            false if is_long() => Size::Options,
            false => Size::Screen,
        };
        Self { command, size }
    }

    /// The words that start the command, such as `illformed adapter new`.
    pub(crate) fn command(&self) -> &str {
        self.command.get_bin_name().unwrap_or(self.command.get_name())
    }

    /// Whether the words after `--` are a program.
    pub(crate) fn takes_program(&self) -> bool {
        let is_program =
            |arg: &Arg| arg.is_last_set() && arg.get_value_names().is_some_and(|names| names[0] == "CMD");
        self.command.get_positionals().any(is_program)
    }

    pub(crate) fn text(self) -> String {
        let details = format!("Details of each option: {}", self.manual());
        let Self { mut command, size } = self;
        if command.get_arguments().any(|arg| arg.get_help_heading() == Some(OUTPUT)) {
            command = command.mut_arg("help", |arg| arg.help_heading(OUTPUT));
        }
        let text = match size {
            Size::Screen => command.mut_args(|arg| arg.hide_possible_values(true)).render_help(),
            Size::Manual => command.render_long_help(),
            Size::Options => {
                let has_more = |arg: &Arg| arg.get_id() != "help" && arg.get_long_help().is_some();
                let has_details = command.get_arguments().any(has_more);
                let about = command.get_long_about().or(command.get_about()).cloned().unwrap_or_default();
                let examples = command.get_after_long_help().map(ToString::to_string);
                let after = examples.into_iter().chain(has_details.then_some(details));
                let after = after.collect::<Vec<_>>().join("\n\n");
                let shown = |arg: Arg| arg.hide_short_help(false);
                let command = command.about(about).after_help(after).mut_args(shown);
                command.mut_arg("help", |arg| arg.help("Print help")).render_help()
            }
        };
        format!("{}\n", text.ansi().to_string().trim_end())
    }

    /// The words that print the longest help.
    fn manual(&self) -> String {
        let (program, path) = self.command().split_once(' ').unwrap_or((self.command(), ""));
        format!("{program} help {path}").trim_end().to_owned()
    }
}
