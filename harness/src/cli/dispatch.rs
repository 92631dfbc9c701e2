//! From the arguments to the command, and from its end to the exit code.

use crate::cli::args::{Arguments, Command as Subcommand};
use crate::cli::error::{CliError, mistake};
use crate::cli::help::AskedHelp;
#[cfg(unix)]
use crate::cli::worker;
use crate::cli::{
    adapter, ask, baseline, compare, diff, explain, fuzz, identify, list, output, promote, render, run, show,
    vectors,
};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Parser};
use clap_complete::{Shell, generate};
use std::env;
use std::process::ExitCode;

/// All that can be typed after `illformed`, for what is made of it: completions and manual pages.
pub fn command() -> Command {
    Arguments::command()
}

/// Runs what was typed after `illformed`.
pub fn main() -> ExitCode {
    run_program("illformed", |arguments: Arguments| run_command(arguments.command))
}

fn run_command(command: Subcommand) -> Result<ExitCode, CliError> {
    // Without this a script whose variable is empty asks all decoders in place of its own.
    if env::args_os().next_back().is_some_and(|last| last == "--") {
        return Err(CliError::Usage("nothing follows `--`, where a program is expected".to_owned()));
    }
    match command {
        Subcommand::Adapter(command) => adapter::adapter(&command),
        Subcommand::Ask(arguments) => ask::ask(&arguments),
        Subcommand::Baseline(command) => baseline::baseline(&command),
        Subcommand::Compare(arguments) => compare::compare(&arguments),
        Subcommand::Completions { shell } => completions(shell),
        Subcommand::Diff(arguments) => diff::diff(&arguments),
        Subcommand::Explain(arguments) => explain::run(&arguments),
        Subcommand::Fuzz(arguments) => fuzz::fuzz(&arguments),
        Subcommand::Identify(arguments) => identify::identify(&arguments),
        Subcommand::List(arguments) => list::list(&arguments),
        Subcommand::Promote(arguments) => promote::promote(&arguments),
        Subcommand::Render(arguments) => render::render(&arguments),
        Subcommand::Run(arguments) => run::run(&arguments),
        Subcommand::Show(arguments) => show::show(&arguments),
        Subcommand::Vectors(command) => vectors::vectors(&command),
        #[cfg(unix)]
        Subcommand::Worker(arguments) => worker::worker(&arguments),
    }
}

/// Prints a script that completes command lines of this program in `shell`.
fn completions(shell: Shell) -> Result<ExitCode, CliError> {
    let mut script = Vec::new();
    generate(shell, &mut command(), "illformed", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

/// Parses what was typed after `program`, runs it, and writes what is wrong to standard error.
pub fn run_program<A: Parser>(
    program: &'static str,
    run: impl FnOnce(A) -> Result<ExitCode, CliError>,
) -> ExitCode {
    output::name_program(program);
    let arguments = match A::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(A::command(), &error),
    };
    run(arguments).unwrap_or_else(|error| {
        output::complain(&error);
        error.code()
    })
}

/// Help and version go to standard output and are no error; a mistake is one line that says what and where to look.
fn usage(command: Command, error: &clap::Error) -> ExitCode {
    let asked = AskedHelp::of(command, env::args_os().skip(1));
    match error.kind() {
        ErrorKind::DisplayHelp => {
            // A closed pipe is not an error.
            let _ = output::print(&asked.text());
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            output::hint(&asked.text());
            ExitCode::from(2)
        }
        _ if error.use_stderr() => {
            output::complain(&mistake(error, asked.takes_program()));
            let name = asked.command();
            let is_program = asked.takes_program() && has_surplus_word(error);
            let more = if is_program { format!("; for a program: {name} -- CMD") } else { String::new() };
            output::hint(&format!("see {name} --help{more}"));
            ExitCode::from(2)
        }
        _ => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
    }
}

/// Whether a word that is no option stands where none is expected: the words of a program come after `--`.
fn has_surplus_word(error: &clap::Error) -> bool {
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) => !word.starts_with('-'),
        (kind, _) => kind == ErrorKind::TooManyValues,
    }
}
