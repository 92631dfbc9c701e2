//! What a person reads in a terminal or a log.

use crate::record::run_record::{AdapterNote, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::acceptance::{acceptance, replacement};
use crate::tell::report::baseline::baselines;
use crate::tell::report::finding::findings;
use crate::tell::report::incidents::incidents;
use crate::tell::report::matrix::matrix;
use crate::tell::report::sections::{kinds, stabilities, unjudged_decoders, unjudged_sum};
use crate::tell::report::words::counted;
use illformed_judge::shown::{escape_controls, reason, thousands};
use std::fmt::Write;

/// What is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalOptions {
    /// Colour or none.
    pub style: Style,
    /// How many findings are shown in full.
    pub findings: usize,
}

/// The matrix, who accepts what, findings, and the sum; of what is about attacks also which incidents would be repeated.
pub fn terminal(record: &RunRecord, options: TerminalOptions) -> String {
    let style = options.style;
    let mut text = String::new();
    if !record.decoders.is_empty() {
        text.push_str(&matrix(record, style));
        text.push_str(&acceptance(record));
        text.push_str(&replacement(record));
        text.push_str(&unjudged_decoders(record));
        text.push_str(&stabilities(record, style));
        text.push_str(&findings(record, options.findings, style));
        text.push_str(&baselines(record, style));
    }
    text.push_str(&kinds(record, style));
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
    let _ = writeln!(
        text,
        "Judged by their claims: {}, {} passed, {} failed.",
        counted(tally.judged, "answer"),
        thousands(tally.pass as u64, ','),
        thousands(tally.bad() as u64, ',')
    );
    let _ = writeln!(text, "{}", unjudged_sum(tally));
    if !footer.complete {
        let _ = writeln!(text, "{}", style.bad("Interrupted: this run is not complete."));
    }
    text.push_str(&incidents(record));
    text
}
