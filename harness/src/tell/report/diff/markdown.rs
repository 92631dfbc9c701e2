//! A comparison as Markdown, for a comment on a change or the summary of a job.

use crate::record::diff::{Change, DecoderDiff, DiffRecord};
use crate::tell::report::Style;
use crate::tell::report::diff::fold::folded;
use crate::tell::report::diff::lines::{changes, differences, notes, reports, result, sum, value};
use crate::tell::report::format::markdown::{entities, whole_code as code};
use crate::tell::report::words::counted;
use illformed_judge::shown::escape_controls;
use std::fmt::Write;

/// Which two reports, what else differs, a table of counts, and of each decoder the first `most` vectors that changed.
pub fn diff_markdown(record: &DiffRecord, most: usize) -> String {
    let mut text = format!("## UTF-8 decoders: {}\n\n", result(record));
    for line in reports(record, Style::Plain).lines() {
        let _ = writeln!(text, "* {}", code(line));
    }
    text.push_str("\n| decoder | same | fixed | regressed | changed wrong | flaky | new | gone |\n");
    text.push_str("|---|--:|--:|--:|--:|--:|--:|--:|\n");
    text.extend(record.decoders.iter().map(row));
    text.extend(record.decoders.iter().map(|decoder| details(record, decoder, most)));
    for line in sum(record, most).lines() {
        let _ = write!(text, "\n{line}\n");
    }
    text
}

fn row(decoder: &DecoderDiff) -> String {
    let counts = &decoder.counts;
    let mut name = code(decoder.name());
    if let Some([old, new]) = decoder.differences.get("version") {
        let _ = write!(name, " {} → {}", code(&value(old)), code(&value(new)));
    }
    for note in notes(decoder) {
        let _ = write!(name, " ({})", code(&note));
    }
    let cells = [Change::Same, Change::Fixed, Change::Regressed, Change::ChangedWrong, Change::Flaky];
    let cells = cells.map(|change| format!(" {} |", counts.of(change))).concat();
    let failing = match counts.of(Change::NewFailing) {
        0 => String::new(),
        failing => format!(" ({failing} failing)"),
    };
    format!("| {name} |{cells} {}{failing} | {} |\n", counts.added(), counts.of(Change::Gone))
}

/// What else differs of a decoder that both reports have, and its changes, to be unfolded: as code, since adapters wrote some
/// of it.
fn details(record: &DiffRecord, decoder: &DecoderDiff, most: usize) -> String {
    if decoder.both().is_none() || decoder.changes.is_empty() && !decoder.may_pass_differently() {
        return String::new();
    }
    let vectors = counted(folded(record, decoder).len(), "vector");
    let heading = entities(&escape_controls(&format!("{}: {vectors}", decoder.name())));
    let lines =
        differences(&decoder.differences, Style::Plain) + &changes(record, decoder, most, Style::Plain);
    let mut text = format!("\n<details><summary>{heading}</summary>\n\n");
    text.extend(lines.lines().map(|line| format!("    {line}\n")));
    text + "\n</details>\n"
}
