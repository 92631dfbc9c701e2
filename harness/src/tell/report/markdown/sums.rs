//! What stands at the top: how many decoders, how they did, and what makes the run less than whole.

use crate::record::run_record::{AdapterNote, RunRecord};
use crate::tell::report::markdown::code::code;
use crate::tell::report::standing::standings;
use crate::tell::report::terminal::counted;
use illformed_judge::shown::reason;
use std::fmt::Write;

/// How many adapters of a sort are named.
const NAMED: usize = 50;

/// The sums, as paragraphs.
pub(super) fn sums(record: &RunRecord) -> String {
    let footer = &record.footer;
    let tally = &footer.tally;
    let mut text = String::new();
    if !footer.complete {
        text.push_str("**Interrupted: this run is not complete.**\n\n");
    }
    let _ = writeln!(
        text,
        "{} of {} asked {} from {}: {} judged by their claims, {} as expected, **{} not**.\n",
        counted(footer.decoders, "decoder"),
        counted(footer.implementations, "implementation"),
        counted(footer.cases, "case"),
        counted(record.vectors.len(), "vector"),
        counted(tally.judged, "answer"),
        tally.pass,
        tally.bad()
    );
    let standings = standings(record);
    if !standings.is_empty() {
        let _ = writeln!(text, "Of the decoders {standings}.\n");
    }
    if !record.selection.is_empty() {
        let _ = writeln!(text, "A selection: {}\n", code(&record.selection.join(" ")));
    }
    text
}

/// The adapters that could not be asked, as a list; empty if there are none.
pub(super) fn notes(record: &RunRecord) -> String {
    let mut text = String::new();
    for (word, notes) in [("broken", &record.broken), ("absent", &record.absent)] {
        for AdapterNote { adapter, why } in notes.iter().take(NAMED) {
            let _ = writeln!(text, "- {word}: {}: {}", code(adapter), code(&reason(why)));
        }
        if notes.len() > NAMED {
            let _ = writeln!(text, "- {word}: {} more", notes.len() - NAMED);
        }
    }
    if text.is_empty() { text } else { format!("{text}\n") }
}
