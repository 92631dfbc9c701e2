//! `illformed adapter check`.

use crate::ask::adapter::process::{ProcessAdapter, Program, REGISTRY, Registered, Supervision};
use crate::ask::adapter_check::{check as check_adapter, check_text, command_line, shell_word};
use crate::ask::nearest::{did_you_mean, nearest};
use crate::cli::adapter::arguments::AdapterCheckArguments;
use crate::cli::error::CliError;
use crate::cli::{interrupt, output};
use std::process::ExitCode;

pub(crate) fn check(arguments: &AdapterCheckArguments) -> Result<ExitCode, CliError> {
    let supervision = Supervision {
        answer_limit: arguments.timeout,
        interrupted: interrupt::flag(),
        ..Supervision::default()
    };
    let (adapter, command) = adapter(arguments, supervision)?;
    let report = check_adapter(&adapter);
    output::print(&check_text(&report, &command))?;
    if report.breach.is_none() && !report.interrupted {
        let next =
            arguments.name.as_ref().map_or(format!("-- {command}"), |name| format!("--adapter {name}"));
        let is_doubtful = report.decoders.iter().any(|checked| !checked.mistakes.is_empty());
        let kept = if is_doubtful { ", but see the likely mistakes above" } else { "" };
        output::print(&format!("\nThe adapter keeps the contract{kept}. Next: illformed run {next}\n"))?;
    }
    if report.interrupted {
        output::complain(&"interrupted");
        return Ok(ExitCode::from(3));
    }
    if report.breach.is_some() {
        output::complain(&"the adapter breaks the contract, see above");
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::SUCCESS)
}

/// The adapter that was asked for, and its command line.
fn adapter(
    arguments: &AdapterCheckArguments,
    supervision: Supervision,
) -> Result<(ProcessAdapter, String), CliError> {
    match (&arguments.name, arguments.command.split_first()) {
        (None, Some((executable, rest))) => {
            let words: Vec<_> = arguments.command.iter().map(|word| word.to_string_lossy()).collect();
            let program = Program { executable: executable.clone(), arguments: rest.to_vec() };
            Ok((ProcessAdapter::command(program, supervision), command_line(&words)))
        }
        (Some(name), None) => {
            let registered = REGISTRY.iter().find(|registered| registered.name == name);
            let registered = registered.ok_or_else(|| unknown(name))?;
            Ok((ProcessAdapter::registered(*registered, supervision), from_the_repository(registered)))
        }
        _ => Err(CliError::Usage("name a shipped adapter, or a program after `--`".to_owned())),
    }
}

/// That no shipped adapter is called `name`, with those that are near.
fn unknown(name: &str) -> CliError {
    let near = did_you_mean(&nearest(name, REGISTRY.iter().map(|registered| registered.name)));
    let near = if near.is_empty() { "; see illformed adapter list" } else { &near };
    let program = format!("illformed adapter check -- {}", shell_word(name));
    CliError::Usage(format!("no shipped adapter is called {name}{near}; for a program: {program}"))
}

/// How a shipped adapter is built and started where its sources are.
fn from_the_repository(registered: &Registered) -> String {
    let line = |words: &[&str]| {
        let source = format!("harness/adapters/{}", registered.file);
        let words = words.iter().map(|word| word.replace("{program}", &source).replace("{folder}", "."));
        command_line(&words.collect::<Vec<_>>())
    };
    match registered.build {
        [] => line(registered.command),
        build => format!("{{ {} && {}; }}", line(build), line(registered.command)),
    }
}
