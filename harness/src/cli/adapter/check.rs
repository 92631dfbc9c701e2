//! `illformed adapter check`.

use crate::ask::adapter::process::{ProcessAdapter, Program, REGISTRY, Registered, Supervision};
use crate::ask::adapter_check::{
    Breach, CheckReport, CheckedDecoder, check as check_adapter, command_line, shell_word,
};
use crate::cli::adapter::arguments::AdapterCheckArguments;
use crate::cli::error::CliError;
use crate::cli::{interrupt, output};
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Duration;

/// How much of a line is shown, in characters; the line to paste has all of it.
const SHOWN: usize = 400;

/// How many warnings of a decoder are shown.
const WARNINGS: usize = 8;

pub(crate) fn check(arguments: &AdapterCheckArguments) -> Result<ExitCode, CliError> {
    let supervision = Supervision {
        answer_limit: Duration::from_secs_f64(arguments.timeout),
        interrupted: interrupt::flag(),
        ..Supervision::default()
    };
    let (adapter, command) = adapter(arguments, supervision)?;
    let report = check_adapter(&adapter);
    output::print(&described(&report, &command))?;
    if report.breach.is_none() && !report.interrupted {
        let next =
            arguments.name.as_ref().map_or(format!("-- {command}"), |name| format!("--adapter {name}"));
        output::print(&format!("\nThe adapter keeps the contract. Next: illformed run {next}\n"))?;
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
        (Some(name), None) => match REGISTRY.iter().find(|registered| registered.name == name) {
            Some(registered) => {
                Ok((ProcessAdapter::registered(*registered, supervision), from_the_repository(registered)))
            }
            None => Err(CliError::Usage(format!(
                "no shipped adapter is called {name}; see illformed adapter list, or name a program: illformed adapter check -- {}",
                shell_word(name)
            ))),
        },
        _ => Err(CliError::Usage("name a shipped adapter, or a program after `--`".to_owned())),
    }
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

fn described(report: &CheckReport, command: &str) -> String {
    let mut text = String::new();
    if let Some(adapter) = &report.adapter {
        let plural = if adapter.decoders == 1 { "" } else { "s" };
        let _ = writeln!(
            text,
            "{}: {} {}, {} decoder{plural}",
            adapter.adapter,
            shortened(&adapter.implementation),
            shortened(&adapter.version),
            adapter.decoders
        );
    }
    for checked in &report.decoders {
        let broken =
            report.breach.as_ref().is_some_and(|breach| breach.decoder.as_ref() == Some(&checked.info.name));
        let mark = if broken { '✗' } else { '✓' };
        let _ = writeln!(text, "{mark} {}: {}, {}", checked.info.name, checked.info.claim, asked(checked));
        for warning in checked.warnings.iter().take(WARNINGS) {
            let _ = writeln!(text, "  warning: {}", shortened(warning));
        }
        if let more @ 1.. = checked.warnings.len().saturating_sub(WARNINGS) {
            let _ = writeln!(text, "  and {more} warnings more");
        }
    }
    match &report.breach {
        Some(breach) => text.push_str(&broken(breach, command)),
        None if report.interrupted => {}
        None => {
            text.push_str("✓ ends with its input\n");
            let _ = writeln!(text, "✓ answers alike under two canaries, {} inputs", report.canary_inputs);
        }
    }
    text
}

fn asked(checked: &CheckedDecoder) -> String {
    let mut text = format!("{} inputs", checked.inputs);
    for (count, what) in [
        (checked.scripts, "scripts"),
        (checked.at_once, "requests at once"),
        (checked.longest, "bytes in one line"),
    ] {
        if count > 0 {
            let _ = write!(text, ", {count} {what}");
        }
    }
    text
}

fn broken(breach: &Breach, command: &str) -> String {
    let mut text = format!("✗ {}\n\n", breach.rule);
    let place = if breach.pointer.is_empty() { "" } else { &breach.pointer };
    for (key, value) in
        [("why", breach.detail.as_str()), ("place", place), ("sent", &breach.sent), ("came", &breach.came)]
    {
        if !value.is_empty() {
            let _ = writeln!(text, "  {key:<6} {}", shortened(value));
        }
    }
    let _ = writeln!(text, "\nTo see it again:\n  {}", breach.again.line(command));
    text
}

/// One line of readable characters, not too long.
fn shortened(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN).collect();
    let readable: String = shown
        .chars()
        .map(|code| if code.is_control() { char::REPLACEMENT_CHARACTER } else { code })
        .collect();
    match text.chars().count() - shown.chars().count() {
        0 => readable,
        more => format!("{readable}... and {more} characters more"),
    }
}
