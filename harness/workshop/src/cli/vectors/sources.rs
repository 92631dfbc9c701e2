//! `workshop vectors incidents`: what went wrong in the field, and which vectors replay it.

use illformed::cli::{CliError, TextFormat, output};
use illformed::tell::report::{pretty_json, wrapped};
use illformed_vectors::{Confidence, IncidentFile, Suite};
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

pub(crate) fn incidents(format: TextFormat) -> Result<ExitCode, CliError> {
    listed(format, IncidentFile::embedded(), |incidents| incidents_table(incidents, Suite::embedded()))
}

/// Prints `list` as JSON or as `table` has it.
pub(super) fn listed<T: Serialize>(
    format: TextFormat,
    list: &T,
    table: impl FnOnce(&T) -> String,
) -> Result<ExitCode, CliError> {
    output::print(&match format {
        TextFormat::Text => table(list),
        TextFormat::Json => pretty_json(list),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Some lines for each incident, of at most 80 columns, and the counts.
fn incidents_table(incidents: &IncidentFile, suite: &Suite) -> String {
    let mut text = String::new();
    let mut line = |key: &str, words: &str| paragraph(&mut text, key, words);
    for incident in incidents.incidents() {
        let when = incident.when.as_ref().map_or(String::new(), |when| format!(" ({when})"));
        line(&format!("{:>3}", incident.number), &format!("{}{when}", incident.place));
        line("", &incident.effect);
        let doubt = match incident.confidence {
            Confidence::Read => "    source",
            Confidence::Unverified => "    unsure",
        };
        line(doubt, &incident.source);
        for link in &incident.links {
            line("", link);
        }
        for cve in &incident.cves {
            line("", cve.as_str());
        }
        for cve in &incident.unverified {
            line("", &cve.to_string());
        }
        for pattern in &incident.vectors {
            let count = suite.vectors().filter(|vector| pattern.matches(vector.id.as_str())).count();
            match count {
                1 => line("    vector", pattern.as_str()),
                _ => line("    vectors", &format!("{pattern} ({count} vectors)")),
            }
        }
        if let Some(reason) = &incident.open {
            line("    open", reason);
        }
        if !incident.needs.is_empty() {
            let needs: Vec<&str> = incident.needs.iter().map(|need| need.name()).collect();
            line("    needs", &needs.join(", "));
        }
        if let Some(fixed) = &incident.fixed {
            line("    fixed", fixed);
        }
    }
    let all = incidents.incidents();
    let bare = all.iter().filter(|incident| incident.vectors.is_empty()).count();
    let unverified = all.iter().filter(|incident| incident.confidence == Confidence::Unverified).count();
    let _ = writeln!(
        text,
        "\n{} incidents: {} replayed by vectors, {bare} by none; {unverified} unverified.",
        all.len(),
        all.len() - bare
    );
    text
}

fn paragraph(text: &mut String, head: &str, words: &str) {
    for (row, line) in wrapped(words, 67).iter().enumerate() {
        let _ = writeln!(text, "{:<12}{line}", if row == 0 { head } else { "" });
    }
}
