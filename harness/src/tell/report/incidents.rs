//! Which incidents of the field the decoders of a run would repeat.

use crate::record::run_record::RunRecord;
use crate::record::security::{Replayed, replayed};
use illformed_judge::shown::{escape_controls, wrapped};
use illformed_vectors::IncidentFile;
use std::fmt::Write;

/// The incidents that a run of what is about attacks replays, by number; of other runs none, since they do not ask for
/// that.
pub(crate) fn asked(record: &RunRecord) -> Vec<Replayed<'static>> {
    let is_security = record.selection.iter().any(|word| word == "--security");
    if !is_security || record.decoders.is_empty() {
        return Vec::new();
    }
    replayed(record, IncidentFile::embedded())
}

/// `D, std.uri.decodeComponent (2005)`.
pub(crate) fn title(one: &Replayed<'_>) -> String {
    let when = one.incident.when.as_ref().map_or(String::new(), |when| format!(" ({when})"));
    format!("{}{when}", one.incident.place)
}

/// The incidents that decoders of `record` would repeat, in at most 80 columns unless a name is longer; empty if the run
/// did not ask.
pub(crate) fn incidents(record: &RunRecord) -> String {
    let replayed = asked(record);
    let mut text = String::new();
    if replayed.is_empty() {
        return text;
    }
    let mut count = 0;
    for one in replayed.iter().filter(|one| !one.repeated_by.is_empty()) {
        count += 1;
        for (row, line) in wrapped(&title(one), 74).iter().enumerate() {
            let number = if row == 0 { one.incident.number.to_string() } else { String::new() };
            let _ = writeln!(text, "{number:>4} {line}");
        }
        for line in wrapped(&escape_controls(&one.repeated_by.join(", ")), 72) {
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
