//! From the arguments to the command, and from its end to the exit code.

use crate::ask::adapter::process::starts_nothing_else;
use crate::cli::adapter::AdapterCommand;
use crate::cli::args::{Arguments, Command};
use crate::cli::error::CliError;
use crate::cli::{
    adapter, ask, baseline, diff, explain, fuzz, list, output, promote, render, run, show, vectors, worker,
};
use clap::Parser;
use clap::error::ErrorKind;
use std::process::ExitCode;

/// Runs what was typed after `illformed`.
pub fn main() -> ExitCode {
    starts_nothing_else();
    run_program("illformed", |arguments: Arguments| match arguments.command {
        Command::Adapter(AdapterCommand::Check(arguments)) => adapter::check(&arguments),
        Command::Adapter(AdapterCommand::Contract) => adapter::contract(),
        Command::Adapter(AdapterCommand::List(arguments)) => adapter::list(&arguments),
        Command::Adapter(AdapterCommand::New(arguments)) => adapter::new(&arguments),
        Command::Ask(arguments) => ask::ask(&arguments),
        Command::Baseline(command) => baseline::baseline(&command),
        Command::Diff(arguments) => diff::diff(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Fuzz(arguments) => fuzz::fuzz(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Promote(arguments) => promote::promote(&arguments),
        Command::Render(arguments) => render::render(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Show(arguments) => show::show(&arguments),
        Command::Trend(arguments) => diff::trend(&arguments),
        Command::Vectors(command) => vectors::vectors(&command),
        Command::Worker(arguments) => worker::worker(&arguments),
    })
}

/// Parses what was typed after `program`, runs it, and writes what is wrong to standard error.
pub fn run_program<A: Parser>(
    program: &'static str,
    run: impl FnOnce(A) -> Result<ExitCode, CliError>,
) -> ExitCode {
    output::name_program(program);
    let arguments = match A::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(program, &error),
    };
    run(arguments).unwrap_or_else(|error| {
        if !error.is_silent() {
            output::complain(&error);
        }
        error.code()
    })
}

/// Help and version go to standard output and are no error; a mistake is one line that says what and where to look.
fn usage(program: &str, error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            output::hint(&error.render().to_string());
            return ExitCode::from(2);
        }
        // What is wrong may take several lines, such as the names of what is missing; a blank line ends it.
        let text = error.render().to_string();
        let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
        output::complain(&lines.join(" ").trim_start_matches("error: "));
        output::hint(&format!("see {program} --help"));
        return ExitCode::from(2);
    }
    // A closed pipe is not an error.
    let _ = error.print();
    ExitCode::SUCCESS
}
