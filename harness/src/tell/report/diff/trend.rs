//! Decoders over many reports, for a terminal or a log.

use crate::record::date::date;
use crate::record::diff::{DecoderTrend, TrendPoint, TrendRecord, cause_changes};
use crate::tell::report::Style;
use crate::tell::report::diff::terminal::{WIDTH, count};
use crate::tell::report::words::{counted, fitted};
use illformed_judge::cause::Cause;
use std::fmt::Write;

const VERSION_WIDTH: usize = 18;

/// A table for each decoder, in 80 columns: a line for each report that has it.
pub fn trend_terminal(record: &TrendRecord, style: Style) -> String {
    let mut text = String::new();
    for decoder in &record.decoders {
        text.push_str(&table(record, decoder, style));
        text.push('\n');
    }
    let (reports, decoders) =
        (counted(record.reports.len(), "report"), counted(record.decoders.len(), "decoder"));
    let legend = "Changes since the line above. worse: fails now. other: fails in another way.";
    let _ = writeln!(text, "{}", style.faint(legend));
    let _ = writeln!(text, "{reports}, {decoders}.");
    text
}

fn table(record: &TrendRecord, decoder: &DecoderTrend, style: Style) -> String {
    let mut text = style.strong(&fitted(&decoder.name, WIDTH)) + "\n";
    let _ = writeln!(
        text,
        "  {:<16} {:<VERSION_WIDTH$}{:>8}{:>7}{:>7}{:>7}{:>7}{:>7}",
        "date", "version", "judged", "bad", "fixed", "worse", "other", "flaky"
    );
    let mut before: Option<&TrendPoint> = None;
    for point in &decoder.points {
        let report = &record.reports[point.report];
        // To the minute.
        let began: String = date(report.began_at).chars().take(16).collect();
        let version = fitted(&point.version, VERSION_WIDTH);
        let bad = format!("{:>7}", point.bad);
        let bad = if point.bad == 0 { style.good(&bad) } else { style.bad(&bad) };
        let _ = write!(text, "  {began} {version:<VERSION_WIDTH$}{:>8}{bad}", point.judged);
        if point.since.is_some() {
            text.push_str(&count(point.changes.fixed, style, Style::good));
            for worse in [point.changes.regressed, point.changes.changed_wrong, point.changes.flaky] {
                text.push_str(&count(worse, style, Style::bad));
            }
        }
        text.push('\n');
        for line in notes(record, point, before) {
            let _ = writeln!(text, "    {}", style.doubtful(&fitted(&line, WIDTH - 4)));
        }
        before = Some(point);
    }
    text
}

/// What else is not as in the line above.
fn notes(record: &TrendRecord, point: &TrendPoint, before: Option<&TrendPoint>) -> Vec<String> {
    let report = &record.reports[point.report];
    let mut notes = Vec::new();
    if let Some(before) = before {
        let last = &record.reports[before.report];
        let tool = format!("{} {}", report.tool.name, report.tool.version);
        let differs = [
            (before.implementation != point.implementation, format!("by {}", point.implementation)),
            (last.tool != report.tool, format!("judged by {tool}")),
            (last.suite_digest != report.suite_digest, format!("another suite, {}", report.suite_digest)),
            (last.selection != report.selection, format!("selected: {}", report.selection.join(" "))),
        ];
        notes.extend(differs.into_iter().filter(|(differs, _)| *differs).map(|(_, note)| note));
        let has_causes = |point: &TrendPoint| point.bad == 0 || !point.causes.is_empty();
        if has_causes(before) && has_causes(point) {
            notes.extend(cause_notes(before, point));
        }
    }
    if !report.complete {
        notes.push("interrupted: not everything was asked".to_owned());
    }
    notes
}

/// The causes that are new, and those that are fixed.
fn cause_notes(before: &TrendPoint, point: &TrendPoint) -> impl Iterator<Item = String> {
    let changes = cause_changes(&before.causes, &point.causes);
    let names = |those: fn(&(Cause, usize, usize)) -> bool| {
        let those = changes.iter().filter(|change| those(change)).map(|(cause, ..)| cause.name());
        those.collect::<Vec<_>>().join(", ")
    };
    let lines = [("new", names(|(_, old, _)| *old == 0)), ("fixed", names(|(.., new)| *new == 0))];
    lines.into_iter().filter(|(_, names)| !names.is_empty()).map(|(word, names)| format!("{word}: {names}"))
}
