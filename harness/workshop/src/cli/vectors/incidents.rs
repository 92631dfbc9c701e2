//! `workshop vectors incidents`.

use illformed::cli::CliError;
use illformed::cli::ListFormat;
use illformed::cli::output;
use illformed::tell::report::pretty_json;
use illformed::tell::report::wrapped;
use illformed_vectors::{Confidence, IncidentFile, Suite};
use std::fmt::Write;
use std::process::ExitCode;

pub(crate) fn incidents(format: ListFormat) -> Result<ExitCode, CliError> {
    let incidents = IncidentFile::embedded();
    output::print(&match format {
        ListFormat::Text => table(incidents, Suite::embedded()),
        // There is no key that JSON does not have, and no number either.
        ListFormat::Json => pretty_json(incidents),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Some lines for each incident, of at most 80 columns, and the counts.
fn table(incidents: &IncidentFile, suite: &Suite) -> String {
    let mut text = String::new();
    let mut line = |key: &str, words: &str| {
        for (row, words) in wrapped(words, 67).iter().enumerate() {
            let _ = writeln!(text, "{:<12}{words}", if row == 0 { key } else { "" });
        }
    };
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
            let count = suite.vectors().filter(|vector| pattern.matches(&vector.id)).count();
            match count {
                1 => line("    vector", pattern.as_str()),
                _ => line("    vectors", &format!("{pattern} ({count} vectors)")),
            }
        }
        if let Some(reason) = &incident.open {
            line("    open", reason);
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
