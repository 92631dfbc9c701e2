//! A comparison, for a terminal or a log.

use crate::record::diff::{Change, DecoderDiff, DiffRecord};
use crate::tell::report::Style;
use crate::tell::report::diff::lines::{changes, differences, notes, reports, sum};
use crate::tell::report::words::{WIDTH, fitted};
use illformed_judge::shown::{escape_controls, fit};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Columns for a decoder's name; before it one for a mark and one for a blank.
const NAME_WIDTH: usize = 29;

/// What the columns mean.
const LEGEND: [&str; 4] = [
    "same: passes in both, or fails in the same way. worse: passed before, fails now.",
    "other: fails in another way. new, gone: judged in one report only. + and - mark",
    "decoders that only one report has.",
    "Where the outcomes of a vector's cases differ in text, the first is shown.",
];

/// Which two reports, what else differs, a line of counts for each decoder, and of each the first `most` vectors that changed,
/// in 80 columns.
pub fn diff_terminal(record: &DiffRecord, most: usize, style: Style) -> String {
    let mut text = reports(record, style);
    let titles =
        ["same", "fixed", "worse", "other", "flaky", "new", "gone"].map(|title| format!("{title:>7}"));
    let _ = writeln!(text, "\n  {:<NAME_WIDTH$}{}", "decoder", titles.concat());
    let mut commands = BTreeSet::new();
    for decoder in &record.decoders {
        text.push_str(&row(decoder, style));
        let mut told = decoder.differences.clone();
        // The decoders of one adapter have the same command.
        told.retain(|key, both| {
            key != "command" || commands.insert(both.each_ref().map(ToString::to_string))
        });
        text.extend(differences(&told, style).lines().map(|line| format!("    {line}\n")));
    }
    text.push('\n');
    text.extend(LEGEND.map(|line| style.faint(line) + "\n"));
    let changed = |decoder: &&DecoderDiff| decoder.both().is_some() && !decoder.changes.is_empty();
    for decoder in record.decoders.iter().filter(changed) {
        let name = style.strong(&fitted(decoder.name(), WIDTH));
        let _ = write!(text, "\n{name}\n{}", changes(record, decoder, most, style));
    }
    text + "\n" + &sum(record, most)
}

/// The counts of a decoder, and what to know before they are read.
fn row(decoder: &DecoderDiff, style: Style) -> String {
    let counts = &decoder.counts;
    let count = |number: usize, paint: fn(Style, &str) -> String| {
        let text = format!("{number:>7}");
        if number == 0 { style.faint(&text) } else { paint(style, &text) }
    };
    let plain = |_: Style, text: &str| text.to_owned();
    let is_failing = counts.of(Change::NewFailing) > 0;
    let cells = [
        count(counts.of(Change::Same), if decoder.may_pass_differently() { Style::doubtful } else { plain }),
        count(counts.of(Change::Fixed), Style::good),
        count(counts.of(Change::Regressed), Style::bad),
        count(counts.of(Change::ChangedWrong), Style::bad),
        count(counts.of(Change::Flaky), Style::doubtful),
        count(counts.added(), if is_failing { Style::bad } else { plain }),
        count(counts.of(Change::Gone), Style::doubtful),
    ];
    let name = escape_controls(decoder.name());
    let name = if name.chars().count() > NAME_WIDTH {
        format!("{}\n  {:NAME_WIDTH$}", fit(&name, WIDTH - 2), "")
    } else {
        format!("{name:<NAME_WIDTH$}")
    };
    let mark = match (&decoder.old, &decoder.new) {
        (None, _) => '+',
        (_, None) => '-',
        _ => ' ',
    };
    let mut text = format!("{mark} {name}{}\n", cells.concat());
    text.extend(notes(decoder).iter().map(|note| format!("    {}\n", style.doubtful(&fit(note, WIDTH - 4)))));
    text
}
