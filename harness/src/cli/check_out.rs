//! `illformed check-out`.

use crate::cli::error::CliError;
use crate::cli::{args, interrupt, output};
use clap::{Args, ValueEnum};
use illformed::adapter::process::Supervision;
use illformed::check_out::{
    Architecture, Breach, Build, CheckedFolder, CheckedTarget, OutFolder, Sanitizer, check_out as check,
};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// How wide the name of a target is shown.
const NAME_WIDTH: usize = 31;

/// How much of what a target says is shown, in characters.
const SHOWN: usize = 400;

#[derive(Debug, Args)]
pub(crate) struct CheckOutArguments {
    /// The machine that the targets are for; by default this one.
    #[arg(long, value_name = "NAME", value_enum)]
    pub(crate) architecture: Option<Machine>,
    /// The folder: what $OUT was when the targets were built.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// How to write it.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = args::ListFormat::Text)]
    pub(crate) format: args::ListFormat,
    /// The sanitizer that the targets were built with.
    #[arg(long, value_name = "NAME", value_enum, env = "SANITIZER", default_value_t = BuiltWith::None)]
    pub(crate) sanitizer: BuiltWith,
    /// Seconds that a start of a target may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = args::seconds)]
    pub(crate) timeout: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Machine {
    /// 64-bit ARM.
    Aarch64,
    /// 64-bit x86.
    #[value(name = "x86_64")]
    X86_64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BuiltWith {
    /// `AddressSanitizer`.
    Address,
    /// Source-based coverage, for reports.
    Coverage,
    /// None.
    None,
}

pub(crate) fn check_out(arguments: &CheckOutArguments) -> Result<ExitCode, CliError> {
    let build = Build {
        sanitizer: match arguments.sanitizer {
            BuiltWith::Address => Sanitizer::Address,
            BuiltWith::Coverage => Sanitizer::Coverage,
            BuiltWith::None => Sanitizer::None,
        },
        architecture: match arguments.architecture {
            Some(Machine::Aarch64) => Architecture::Aarch64,
            Some(Machine::X86_64) => Architecture::X86_64,
            None => Architecture::HERE,
        },
    };
    let supervision = Supervision {
        answer_limit: Duration::from_secs_f64(arguments.timeout),
        interrupted: interrupt::flag(),
        // The engines limit themselves to 2048 and say so; what they need beside it is theirs.
        max_memory_mib: 4096,
        ..Supervision::default()
    };
    let unreadable =
        |error: illformed::check_out::Unreadable| CliError::File { path: error.path, source: error.source };
    let folder = OutFolder::read(&arguments.folder).map_err(unreadable)?;
    let as_text = arguments.format == args::ListFormat::Text;
    let mut printed = Ok(());
    let checked = check(&folder, build, &supervision, &mut |target| {
        if as_text && printed.is_ok() {
            printed = output::print(&told(target, build));
        }
    });
    printed?;
    if as_text {
        for breach in &checked.breaches {
            output::print(&format!("BAD  {}\n", shortened(breach)))?;
        }
        conclude(&checked)?;
    } else {
        output::print(&json(&checked))?;
    }
    Ok(if checked.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The verdict of a target with the numbers that are known, and a line for each rule that it breaks.
fn told(target: &CheckedTarget, build: Build) -> String {
    let asan_calls = target.asan_calls.filter(|_| build.sanitizer == Sanitizer::Address);
    let counts = [
        (target.edges, "edges"),
        (asan_calls.map(|calls| calls as u64), "calls to asan"),
        (target.seeds.map(|seeds| seeds as u64), "seeds"),
        (target.words.map(|words| words as u64), "words"),
    ];
    let counts: Vec<String> =
        counts.iter().filter_map(|(count, what)| count.map(|count| format!("{count} {what}"))).collect();
    let verdict = if target.breaches.is_empty() { "ok " } else { "BAD" };
    let line = format!("{verdict}  {:<NAME_WIDTH$} {}", target.name, counts.join(", "));
    let mut text = line.trim_end().to_owned() + "\n";
    for breach in &target.breaches {
        let _ = writeln!(text, "     {}", shortened(breach));
    }
    text
}

/// The breach in one line of readable characters, not too long.
fn shortened(breach: &Breach) -> String {
    let text = breach.to_string();
    let shown =
        text.chars().take(SHOWN).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c });
    shown.collect()
}

fn conclude(checked: &CheckedFolder) -> Result<(), CliError> {
    let count = checked.targets.len();
    let plural = if count == 1 { "" } else { "s" };
    if checked.is_good() {
        return output::print(&format!("{count} target{plural}, no rule broken\n"));
    }
    let bad = checked.targets.iter().filter(|target| !target.breaches.is_empty()).count();
    if bad > 0 {
        output::complain(&format!("{bad} of {count} target{plural} broke a rule, see above"));
    } else {
        output::complain(&"the folder breaks a rule, see above");
    }
    let mut rules: Vec<_> = checked
        .targets
        .iter()
        .flat_map(|target| &target.breaches)
        .chain(&checked.breaches)
        .map(|breach| breach.rule)
        .collect();
    rules.sort();
    rules.dedup();
    for rule in rules {
        output::hint(&format!("  {}: {rule}", rule.name()));
    }
    Ok(())
}

fn json(checked: &CheckedFolder) -> String {
    let verdict = if checked.is_good() { "good" } else { "bad" };
    let mut value = serde_json::to_value(checked).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        object.insert("verdict".to_owned(), verdict.into());
    }
    format!("{value:#}\n")
}
