//! `illformed list`.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::Supervision;
use crate::ask::selection::all_adapters;
use crate::cli::args::SuiteArguments;
use crate::cli::decoders::supervision;
use crate::cli::error::CliError;
use crate::cli::help::CASES;
use crate::cli::{load_suite, output};
use crate::record::digest::content_hash;
use crate::record::security::is_security;
use crate::tell::report::{incident_name, needs_table, title_with_numbers};
use clap::{Args, ValueEnum};
use illformed_judge::case::Plan;
use illformed_judge::cause::Cause;
use illformed_judge::shown::{escape_controls, shown_input, wrapped};
use illformed_vectors::{Incident, IncidentFile, Suite, Vector, VectorFile};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// What to list.
    #[arg(value_enum, default_value_t = Listed::Vectors)]
    what: Listed,
    /// List only vectors or cases about attacks.
    ///
    /// These have a critical flag or replay an incident.
    #[arg(long, help_heading = CASES)]
    security: bool,
    #[command(flatten)]
    suite: SuiteArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Listed {
    /// Ids of all cases, derived ones too.
    Cases,
    /// The causes that a report may name.
    Causes,
    /// The decoders of this program and this machine, with what they claim.
    Decoders,
    /// The flags, with their effect.
    Flags,
    /// The groups, with what they are about.
    Groups,
    /// The known incidents, with what it takes to see them and their CVE numbers.
    Incidents,
    /// The vectors.
    Vectors,
}

pub(crate) fn list(arguments: &ListArguments) -> Result<ExitCode, CliError> {
    if arguments.security && !matches!(arguments.what, Listed::Cases | Listed::Vectors) {
        return Err(CliError::Usage("--security selects vectors and cases, nothing else".to_owned()));
    }
    if arguments.suite.suite.is_some()
        && matches!(arguments.what, Listed::Causes | Listed::Decoders | Listed::Incidents)
    {
        return Err(CliError::Usage("--suite has vectors, cases, flags and groups, nothing else".to_owned()));
    }
    let suite = load_suite(arguments.suite.suite.as_deref())?;
    let wanted = |vector: &Vector| !arguments.security || is_security(&suite, vector);
    let text = match arguments.what {
        Listed::Cases => cases(&suite, wanted),
        Listed::Causes => causes(),
        Listed::Decoders => return decoders(),
        Listed::Flags => flags(&suite),
        Listed::Groups => groups(&suite),
        Listed::Incidents => incidents(),
        Listed::Vectors => vectors(&suite, wanted),
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn vectors(suite: &Suite, wanted: impl Fn(&Vector) -> bool) -> String {
    let mut text = String::new();
    for vector in suite.vectors().filter(|vector| wanted(vector)) {
        let hash = content_hash(vector);
        let columns = format!("{:<44} {hash} {:<20} ", vector.id, shown_input(&vector.input));
        text.push_str(&on_screen(&columns, &vector.comment));
    }
    text
}

fn groups(suite: &Suite) -> String {
    let row =
        |file: &VectorFile| on_screen(&format!("{:<14}{:>5}  ", file.group, file.vectors.len()), &file.about);
    suite.files().iter().map(|file| row(file)).collect()
}

fn causes() -> String {
    let row = |cause: &Cause| {
        on_screen(&format!("{:<30}{:<10}", cause.name(), cause.severity()), &cause.page().says)
    };
    Cause::ALL.iter().map(row).collect()
}

fn incidents() -> String {
    let row = |incident: &Incident| {
        let needs: Vec<&str> = incident.needs.iter().map(|need| need.name()).collect();
        let needs = if needs.is_empty() { "bytes alone".to_owned() } else { needs.join(", ") };
        on_screen(&format!("{:<13}{needs:<22}", incident_name(incident)), &title_with_numbers(incident))
    };
    let incidents = IncidentFile::embedded().incidents();
    incidents.iter().map(row).collect::<String>() + &needs_table(incidents)
}

fn flags(suite: &Suite) -> String {
    let mut notes: Vec<_> = suite.files().iter().flat_map(|file| &file.notes).collect();
    notes.sort_by_key(|(flag, _)| *flag);
    let mut text = String::new();
    for (flag, note) in notes {
        let count = suite.vectors().filter(|vector| vector.flags.contains(flag)).count();
        let columns = format!("{flag:<22}{:<9}{count:>4}  ", note.importance);
        text.push_str(&on_screen(&columns, &note.effect));
    }
    text
}

/// Prints what each adapter has as soon as it is known: some are compiled first.
fn decoders() -> Result<ExitCode, CliError> {
    let supervision = supervision(Supervision::default().answer_limit);
    for adapter in all_adapters(&supervision) {
        let opened = adapter.open();
        if supervision.interrupted.load(Ordering::Relaxed) {
            return Err(CliError::NotAsked("interrupted: not all decoders are listed".to_owned()));
        }
        let rows = match opened {
            Ok(session) => session.decoders().iter().fold(String::new(), |rows, decoder| {
                let name = format!("{}/{}", adapter.name(), decoder.name);
                let columns = format!("{name:<36} {:<38} ", decoder.claim.to_string());
                rows + &on_screen(&columns, &decoder.api)
            }),
            Err(failure) => {
                let why = match failure {
                    OpenFailure::Absent(why) => format!("absent: {why}"),
                    OpenFailure::Broken(why) => format!("broken: {why}"),
                };
                on_screen(&format!("{:<36} ", adapter.name()), &why)
            }
        };
        if output::print_part(&rows)?.is_break() {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The blanks before a text that has lines of its own.
const INDENT: usize = 4;

/// A line of `columns` with `text` behind them. On a terminal a text that does not fit has lines of its own below its columns.
/// What a script reads is one line.
fn on_screen(columns: &str, text: &str) -> String {
    let text = &escape_controls(text);
    let fits = |width: usize| columns.chars().count() + text.chars().count() <= width;
    let Some(width) = output::width().filter(|width| !fits(*width)) else {
        return format!("{columns}{text}\n");
    };
    let rows = wrapped(text, width - INDENT);
    rows.iter()
        .fold(columns.trim_end().to_owned() + "\n", |rows, row| rows + &" ".repeat(INDENT) + row + "\n")
}

fn cases(suite: &Suite, wanted: impl Fn(&Vector) -> bool) -> String {
    let plan = Plan::everything(suite);
    let cases = plan.cases.iter().filter(|case| wanted(case.vector));
    cases.fold(String::new(), |text, case| text + &case.id.to_string() + "\n")
}
