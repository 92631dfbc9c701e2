//! What a person reads in a terminal or a log.

use crate::record::run_record::{AdapterNote, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::acceptance::{acceptance, replacement};
use crate::tell::report::baseline::baselines;
use crate::tell::report::diagnosis::diagnosis;
use crate::tell::report::finding::findings;
use crate::tell::report::incidents::incidents;
use crate::tell::report::matrix::matrix;
use crate::tell::report::sections::{stabilities, unjudged_decoders, unjudged_sum};
use crate::tell::report::standing::standings;
use crate::tell::report::sweeps::sweeps;
use crate::tell::report::words::counted;
use illformed_judge::shown::{escape_controls, reason, thousands, wrapped};
use std::fmt::Write;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalOptions {
    pub style: Style,
    /// How many findings are shown in full.
    pub findings: usize,
    /// Whether the table of decoders and questions is shown, and who accepts, refuses and replaces what.
    pub matrix: bool,
}

/// What is wrong with each decoder and why, findings, and the sum; of what is about attacks also which incidents would be repeated.
pub fn terminal(record: &RunRecord, options: TerminalOptions) -> String {
    let style = options.style;
    let mut text = String::new();
    if !record.decoders.is_empty() {
        text.push_str(&diagnosis(record, style));
        if options.matrix {
            text.push('\n');
            text.push_str(&matrix(record, style));
            text.push_str(&acceptance(record));
            text.push_str(&replacement(record));
        }
        text.push_str(&unjudged_decoders(record));
        text.push_str(&sweeps(record));
        text.push_str(&stabilities(record, style));
        text.push_str(&findings(record, options.findings, style));
        text.push_str(&baselines(record, style));
    }
    text.push('\n');
    for (word, notes) in [(style.doubtful("absent"), &record.absent), (style.bad("broken"), &record.broken)] {
        for AdapterNote { adapter, why } in notes {
            let _ = writeln!(text, "{word} {}: {}", escape_controls(adapter), reason(why));
        }
    }
    let footer = &record.footer;
    let tally = &footer.tally;
    let _ = writeln!(
        text,
        "Asked: {} of {}, {} from {}.",
        counted(footer.decoders, "decoder"),
        counted(footer.implementations, "implementation"),
        counted(footer.cases, "case"),
        counted(record.vectors.len(), "vector")
    );
    let judged = format!(
        "Judged: {}, {} passed, {} failed.",
        counted(tally.judged, "answer"),
        thousands(tally.pass as u64),
        thousands(tally.bad() as u64),
    );
    let _ = writeln!(text, "{judged}");
    let decoders = standings(record);
    if !decoders.is_empty() {
        let _ = writeln!(text, "{}", wrapped(&format!("Decoders: {decoders}."), 80).join("\n"));
    }
    let _ = writeln!(text, "{}", unjudged_sum(record));
    if !footer.complete {
        let _ = writeln!(text, "{}", style.bad("Interrupted: this run is not complete."));
    }
    if record.decoders.iter().any(|decoder| !decoder.judged_outcomes().causes.is_empty()) {
        text.push_str("`illformed explain CAUSE` tells what a cause means and what usually fixes it.\n");
    }
    text.push_str(&incidents(record, style));
    text
}
