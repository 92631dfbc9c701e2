//! `illformed list`.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::Supervision;
use crate::ask::selection::all_adapters;
use crate::cli::args::{ListArguments, Listed};
use crate::cli::error::CliError;
use crate::cli::{output, suite};
use crate::record::digest::content_hash;
use crate::record::security::is_security;
use crate::tell::report::shown_input;
use illformed_judge::case::Plan;
use illformed_vectors::{Suite, Vector};
use std::fmt::Write;
use std::process::ExitCode;

pub(crate) fn list(arguments: &ListArguments) -> Result<ExitCode, CliError> {
    let suite = suite::load(&arguments.suite)?;
    if arguments.security && !matches!(arguments.what, Listed::Cases | Listed::Vectors) {
        return Err(CliError::Usage("--security selects vectors and cases, nothing else".to_owned()));
    }
    let wanted = |vector: &Vector| !arguments.security || is_security(&suite, vector);
    let text = match arguments.what {
        Listed::Cases => cases(&suite, wanted),
        Listed::Decoders => decoders(),
        Listed::Flags => flags(&suite),
        Listed::Groups => groups(&suite),
        Listed::Vectors => vectors(&suite, wanted),
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn vectors(suite: &Suite, wanted: impl Fn(&Vector) -> bool) -> String {
    let mut text = String::new();
    for vector in suite.vectors().filter(|vector| wanted(vector)) {
        let input = vector.input.to_string();
        let hash = content_hash(vector);
        let _ = writeln!(text, "{:<44} {hash} {:<20} {}", vector.id, shown_input(&input), vector.comment);
    }
    text
}

fn groups(suite: &Suite) -> String {
    let mut text = String::new();
    for file in suite.files() {
        let _ = writeln!(text, "{:<14}{:>5}  {}", file.group, file.vectors.len(), file.about);
    }
    text
}

fn flags(suite: &Suite) -> String {
    let mut notes: Vec<_> = suite.files().iter().flat_map(|file| &file.notes).collect();
    notes.sort_by_key(|(flag, _)| flag);
    let mut text = String::new();
    for (flag, note) in notes {
        let count = suite.vectors().filter(|vector| vector.flags.contains(flag)).count();
        let _ = writeln!(text, "{flag:<22}{:<9}{count:>4}  {}", note.importance, note.effect);
    }
    text
}

fn decoders() -> String {
    let mut text = String::new();
    for adapter in all_adapters(&Supervision::default()) {
        match adapter.open() {
            Ok(session) => {
                for decoder in session.decoders() {
                    let name = format!("{}/{}", adapter.name(), decoder.name);
                    let _ = writeln!(text, "{name:<36} {:<38} {}", decoder.claim.to_string(), decoder.api);
                }
            }
            Err(OpenFailure::Absent(why)) => {
                let _ = writeln!(text, "{:<36} absent: {why}", adapter.name());
            }
            Err(OpenFailure::Broken(why)) => {
                let _ = writeln!(text, "{:<36} broken: {why}", adapter.name());
            }
        }
    }
    text
}

fn cases(suite: &Suite, wanted: impl Fn(&Vector) -> bool) -> String {
    let plan = Plan::everything(suite);
    let cases = plan.cases.iter().filter(|case| wanted(case.vector));
    cases.fold(String::new(), |text, case| text + &case.id.to_string() + "\n")
}
