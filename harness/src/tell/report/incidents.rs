//! Which incidents of the field the decoders of a run would repeat.

use crate::record::run_record::RunRecord;
use crate::record::security::{Replayed, replayed};
use illformed_judge::shown::{escape_controls, wrapped};
use illformed_vectors::IncidentFile;
use std::fmt::Write;

/// The incidents of a run with `--security`.
pub(crate) struct Incidents {
    /// How many were replayed; at least one.
    pub(crate) replayed: usize,
    /// Those with a vector that a decoder gets wrong, by number.
    pub(crate) repeated: Vec<Replayed<'static>>,
}

impl Incidents {
    /// Those of `record`; `None` where the run did not ask for them.
    pub(crate) fn of(record: &RunRecord) -> Option<Self> {
        let is_security = record.selection.iter().any(|word| word == "--security");
        if !is_security || record.decoders.is_empty() {
            return None;
        }
        let mut repeated = replayed(record, IncidentFile::embedded());
        let replayed = repeated.len();
        repeated.retain(|one| !one.repeated_by.is_empty());
        (replayed > 0).then_some(Self { replayed, repeated })
    }

    /// `D, std.uri.decodeComponent (2005)`.
    pub(crate) fn title(one: &Replayed<'_>) -> String {
        let when = one.incident.when.as_ref().map_or(String::new(), |when| format!(" ({when})"));
        format!("{}{when}", one.incident.place)
    }
}

/// The incidents that decoders of `record` would repeat, in at most 80 columns unless a name is longer; empty if the run
/// did not ask.
pub(crate) fn incidents(record: &RunRecord) -> String {
    let Some(Incidents { replayed, repeated }) = Incidents::of(record) else { return String::new() };
    if repeated.is_empty() {
        return format!("\nIncidents: {replayed} replayed; no decoder repeats one.\n");
    }
    let mut text =
        "\nIncidents that a decoder would repeat, judged by RFC 3629 whatever it claims:\n".to_owned();
    for one in &repeated {
        for (row, line) in wrapped(&Incidents::title(one), 74).iter().enumerate() {
            let number = if row == 0 { one.incident.number.to_string() } else { String::new() };
            let _ = writeln!(text, "{number:>4} {line}");
        }
        for line in wrapped(&escape_controls(&one.repeated_by.join(", ")), 72) {
            let _ = writeln!(text, "       {line}");
        }
    }
    let count = repeated.len();
    let _ = writeln!(text, "Incidents: {replayed} replayed, {count} with a vector that a decoder fails.");
    text
}
