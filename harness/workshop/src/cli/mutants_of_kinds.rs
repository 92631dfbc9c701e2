//! `workshop mutants`, for those that are no decoders.

use crate::kinds::{KindMutant, KindRow};
use std::fmt::Write;

/// A line for each.
pub(crate) fn list(mutants: &[KindMutant]) -> String {
    let line = |one: &KindMutant| format!("{:<7}{:<9}{}\n", one.name, one.peer.kind(), one.does);
    mutants.iter().map(line).collect()
}

/// What kills each first, and how many vectors do.
pub(crate) fn told_of_kinds(rows: &[KindRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = String::from("\nmutant kind     killed first by                         and by others\n");
    for row in rows {
        let (name, kind) = (row.mutant.name, row.mutant.peer.kind());
        let _ = match row.killers.split_first() {
            Some((first, others)) => writeln!(text, "{name:<7}{kind:<9}{first:<40}{}", others.len()),
            None => writeln!(text, "{name:<7}{kind:<9}SURVIVES, and {}", row.mutant.does),
        };
    }
    let killed = rows.iter().filter(|row| !row.killers.is_empty()).count();
    let _ = writeln!(text, "\n{killed} of {} encoders, detectors and readers of labels killed", rows.len());
    text
}
