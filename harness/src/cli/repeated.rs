//! What a run says of incidents.

use crate::cli::show::wrapped;
use illformed::record::RunRecord;
use illformed::security::replayed;
use illformed_vectors::IncidentFile;
use std::fmt::Write;

/// The incidents that decoders of `record` would repeat, in at most 80 columns; empty if none was replayed.
pub(crate) fn repeated(record: &RunRecord) -> String {
    let replayed = replayed(record, IncidentFile::embedded());
    let mut text = String::new();
    if replayed.is_empty() || record.decoders.is_empty() {
        return text;
    }
    let mut count = 0;
    for one in replayed.iter().filter(|one| !one.repeated_by.is_empty()) {
        count += 1;
        let incident = one.incident;
        let when = incident.when.as_ref().map_or(String::new(), |when| format!(" ({when})"));
        let place = wrapped(&format!("{}{when}", incident.place), 74);
        for (row, line) in place.iter().enumerate() {
            let number = if row == 0 { incident.number.to_string() } else { String::new() };
            let _ = writeln!(text, "{number:>4} {line}");
        }
        for line in wrapped(&one.repeated_by.join(", "), 72) {
            let _ = writeln!(text, "       {line}");
        }
    }
    let asked = replayed.len();
    match count {
        0 => format!("\nIncidents: {asked} were replayed; none of these decoders gets one wrong.\n"),
        _ => format!(
            "\nIncidents whose vectors a decoder gets wrong, by RFC 3629 whatever it claims:\n{text}\
             Incidents: {asked} were replayed, {count} have a vector that a decoder gets wrong.\n"
        ),
    }
}
