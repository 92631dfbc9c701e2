//! `illformed adapter`.

use crate::ask::adapter::process::{ProcessAdapter, Program, REGISTRY, Registered, Supervision};
use crate::ask::adapter::{Adapter, in_process};
use crate::ask::adapter_check::{
    Stop, TEMPLATES, Template, check as check_adapter, check_text, command_line, inventory, inventory_text,
};
use crate::ask::nearest::{did_you_mean, nearest};
use crate::ask::protocol::is_name;
use crate::ask::selection::table_adapters;
use crate::cli::args::{TextFormat, seconds};
use crate::cli::decoders::{own_program, supervision};
use crate::cli::error::CliError;
use crate::cli::{examples, output};
use crate::tell::report::pretty_json;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand};
use illformed_judge::shown::quoted;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[derive(Debug, Subcommand)]
pub(crate) enum AdapterCommand {
    /// Check an adapter against the contract.
    ///
    /// It gets short requests, one by one and many at once, and every line that it writes is checked. The first broken rule
    /// is shown with the request, the answer, the place in it, and a command that reproduces it. Doubtful answers are
    /// warnings. `illformed run` checks whether its decoders are right.
    ///
    /// Common mistakes are recognised, and the message says what to change: a lossy decoder declared strict, text that is
    /// little-endian or has a byte order mark, an offset in characters, upper-case hex, output that is not flushed.
    ///
    /// Two more processes get the same requests with different bytes in ILLFORMED_CANARY. No answer may follow it.
    ///
    /// Exit codes: 0 the adapter keeps the contract; 2 wrong usage; 3 it does not.
    #[command(after_long_help = examples::ADAPTER_CHECK)]
    Check(AdapterCheckArguments),
    /// Print the contract of adapters, protocol 1, as Markdown.
    ///
    /// It is the contract of this version of illformed: every request, answer and declaration. `illformed adapter check` tests
    /// an adapter against it.
    Contract,
    /// List the shipped adapters, and which of them can be used here.
    ///
    /// An adapter is `found` if the programs that it needs are here. With `--start` each is compiled if needed and started:
    /// it `works`, with its decoders and the versions that they report, or it is `broken`. What is absent is listed with
    /// the package to install.
    List {
        /// Compile and start each adapter.
        #[arg(long)]
        start: bool,
        /// The output format.
        #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
        format: TextFormat,
    },
    /// Create a starter adapter.
    ///
    /// It is one file that runs as it is and drives a decoder of its language. The places to change are marked EDIT. An
    /// existing file is never overwritten.
    #[command(after_long_help = examples::ADAPTER_NEW)]
    New(AdapterNewArguments),
}

#[derive(Debug, Args)]
pub(crate) struct AdapterCheckArguments {
    /// A shipped adapter; `illformed adapter list` names them.
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Seconds that it may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    timeout: Duration,
    /// An adapter of your own: a program that speaks protocol 1, and its arguments.
    #[arg(last = true, value_name = "CMD")]
    command: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct AdapterNewArguments {
    /// The language that it is written in.
    #[arg(long, value_name = "LANG", value_parser = languages())]
    lang: String,
    /// What the adapter is called: up to 64 lower-case letters, digits, hyphens; by default as its file.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The file to write; by default `mine` in the current folder, with the language's ending.
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
}

fn languages() -> PossibleValuesParser {
    PossibleValuesParser::new(
        TEMPLATES.iter().map(|template| PossibleValue::new(template.language).aliases(template.aliases)),
    )
}

/// The one text of the contract; the README links to the same file.
const CONTRACT: &str = include_str!("../../adapters/CONTRACT.md");

pub(crate) fn adapter(command: &AdapterCommand) -> Result<ExitCode, CliError> {
    match command {
        AdapterCommand::Check(arguments) => return check(arguments),
        AdapterCommand::Contract => output::print(CONTRACT)?,
        AdapterCommand::List { start, format } => list(*start, *format)?,
        AdapterCommand::New(arguments) => new(arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list(start: bool, format: TextFormat) -> Result<(), CliError> {
    let supervision = supervision(Supervision::default().answer_limit);
    let shipped = inventory(start, &supervision);
    output::print(&match format {
        TextFormat::Text if start => inventory_text(&shipped),
        TextFormat::Text => {
            inventory_text(&shipped)
                + "\n`illformed adapter list --start` says versions and decoders of what is found.\n"
        }
        TextFormat::Json => pretty_json(&shipped),
    })?;
    if supervision.interrupted.load(Ordering::Relaxed) {
        return Err(CliError::NotAsked("interrupted: not everything was started".to_owned()));
    }
    Ok(())
}

fn check(arguments: &AdapterCheckArguments) -> Result<ExitCode, CliError> {
    let supervision = supervision(arguments.timeout);
    let (adapter, command) = checked_adapter(arguments, supervision)?;
    let report = check_adapter(&adapter);
    output::print(&check_text(&report, &command))?;
    if let Some(stopped) = report.stopped {
        output::complain(&match stopped {
            Stop::Interrupted => "interrupted",
            Stop::Breach(_) => "the adapter breaks the contract, see above",
        });
        return Ok(ExitCode::from(3));
    }
    let next = arguments.name.as_ref().map_or(format!("-- {command}"), |name| format!("--adapter {name}"));
    let is_doubtful = report.decoders.iter().any(|checked| !checked.mistakes.is_empty());
    let kept = if is_doubtful { ", but see the likely mistakes above" } else { "" };
    output::print(&format!("\nThe adapter keeps the contract{kept}. Next: illformed run {next}\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// The adapter that was asked for, and its command line.
fn checked_adapter(
    arguments: &AdapterCheckArguments,
    supervision: Supervision,
) -> Result<(ProcessAdapter, String), CliError> {
    match (&arguments.name, arguments.command.split_first()) {
        (None, Some((executable, rest))) => {
            let words: Vec<_> = arguments.command.iter().map(|word| word.to_string_lossy()).collect();
            let program = Program::new(executable.clone(), rest.to_vec());
            Ok((ProcessAdapter::command(program, supervision), command_line(&words)))
        }
        (Some(name), None) => {
            let of_table = table_adapters(&supervision).into_iter().find(|adapter| adapter.name() == name);
            if let Some(adapter) = of_table {
                return Ok((adapter, command_line(&["illformed", "worker", "--table", name.as_str()])));
            }
            let registered = REGISTRY.iter().find(|registered| registered.name == name);
            let registered = registered.ok_or_else(|| unknown(name))?;
            Ok((ProcessAdapter::registered(*registered, supervision), from_the_repository(registered)))
        }
        _ => Err(CliError::Usage("name a shipped adapter, or a program after `--`".to_owned())),
    }
}

/// That no program or library that is shipped is called `name`, with those that are near.
fn unknown(name: &str) -> CliError {
    if in_process::all().iter().any(|adapter| adapter.name() == name) {
        return CliError::Usage(format!("{name} is built in: there is no program to check"));
    }
    let functions = table_adapters(&Supervision { worker: own_program(), ..Supervision::default() });
    let names = REGISTRY.iter().map(|registered| registered.name).chain(functions.iter().map(Adapter::name));
    let near = did_you_mean(&nearest(name, names));
    let near = if near.is_empty() { "; see illformed adapter list" } else { &near };
    let program = format!("illformed adapter check -- {}", quoted(name));
    CliError::Usage(format!("no shipped adapter is called {name}{near}; for a program: {program}"))
}

/// How a shipped adapter is built and started where its sources are.
fn from_the_repository(registered: &Registered) -> String {
    let source = format!("harness/adapters/{}", registered.file);
    let line = |command: &str| command.replace("{program}", &source).replace("{folder}", ".");
    match registered.build {
        "" => line(registered.command),
        build => format!("{{ {} && {}; }}", line(build), line(registered.command)),
    }
}

/// What an adapter is called that was given neither name nor path.
const DEFAULT_NAME: &str = "mine";

fn new(arguments: &AdapterNewArguments) -> Result<(), CliError> {
    let unknown = || CliError::Usage(format!("--lang {}: no such template", arguments.lang));
    let template = Template::of(&arguments.lang).ok_or_else(unknown)?;
    let name = name(arguments)?;
    let path =
        arguments.path.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.{}", template.extension)));
    // What is there stays as it is.
    let file = File::create_new(&path);
    let written = file.and_then(|mut file| file.write_all(template.text(&name).as_bytes()));
    written.map_err(CliError::of_file(&path))?;

    let mut text = format!("written: {}; the places to change are marked EDIT\n\n", path.display());
    if let Some(build) = template.build(&path) {
        let _ = writeln!(text, "  {}", command_line(&build));
    }
    let command = command_line(&template.command(&path));
    let _ = writeln!(text, "  illformed adapter check -- {command}");
    let _ = writeln!(text, "  illformed run -- {command}");
    output::print(&text)
}

/// The name that was given, or else that of the file.
fn name(arguments: &AdapterNewArguments) -> Result<String, CliError> {
    let (name, advice) = match (&arguments.name, &arguments.path) {
        (Some(name), _) => (name.clone(), ""),
        (None, None) => (DEFAULT_NAME.to_owned(), ""),
        (None, Some(path)) => {
            let stem = path.file_stem().unwrap_or_default();
            (stem.to_string_lossy().into_owned(), "; give another with --name")
        }
    };
    if is_name(&name) {
        return Ok(name);
    }
    let word = quoted(&name);
    let what = "is no name of an adapter, which has 1 to 64 lower-case letters, digits and hyphens";
    Err(CliError::Usage(format!("{word} {what}{advice}")))
}
