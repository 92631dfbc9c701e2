//! A comparison, for a terminal or a log.

use crate::record::date::date;
use crate::record::diff::{Change, DecoderDiff, DiffRecord, ReportFacts};
use crate::tell::report::Style;
use crate::tell::report::diff::fold::{
    CLAIMS_DIFFER, VectorChange, WAYS, cases, changed, folded, outcomes, recipe_list, value,
};
use crate::tell::report::words::{counted, fitted};
use illformed_judge::shown::{escape_controls, fit, thousands};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Columns of a line.
const WIDTH: usize = 80;

/// Columns for a decoder's name; before it one for a mark and one for a blank.
const NAME_WIDTH: usize = 29;

/// Which two reports, what else differs, a line of counts for each decoder, and of each the first `most` vectors that changed,
/// in 80 columns.
pub fn diff_terminal(record: &DiffRecord, most: usize, style: Style) -> String {
    let is_later = record.old.began_at > record.new.began_at;
    let later = if is_later { ", made after the new one" } else { "" };
    let mut text = report_line("old", &record.old, later) + &report_line("new", &record.new, "");
    record.differences.iter().for_each(|one| text.push_str(&difference(one, 0, style)));
    if record.other_inputs > 0 {
        let _ =
            writeln!(text, "{} with other bytes under the same id", counted(record.other_inputs, "vector"));
    }
    let titles =
        ["same", "fixed", "worse", "other", "flaky", "new", "gone"].map(|title| format!("{title:>7}"));
    let _ = writeln!(text, "\n  {:<NAME_WIDTH$}{}", "decoder", titles.concat());
    let mut commands = BTreeSet::new();
    for decoder in &record.decoders {
        text.push_str(&row(decoder, style));
        for one in &decoder.differences {
            // Decoders of one adapter have the same command.
            if one.0 != "command" || commands.insert(one.1.each_ref().map(value)) {
                text.push_str(&difference(one, 4, style));
            }
        }
    }
    let legend = [
        "same: passes in both, or fails in the same way. worse: passed before, fails now.",
        "other: fails in another way. new, gone: judged in one report only. + and - mark",
        "decoders that only one report has.",
        "Where the outcomes of a vector's cases differ in text, the first is shown.",
    ];
    text.push('\n');
    legend.iter().for_each(|line| text.push_str(&(style.faint(line) + "\n")));
    let changes: Vec<String> =
        record.decoders.iter().map(|decoder| changes(record, decoder, most, style)).collect();
    text + &changes.concat() + "\n" + &sum(record, most)
}

fn report_line(which: &str, report: &ReportFacts, note: &str) -> String {
    let interrupted = if report.complete { "" } else { ", interrupted" };
    let about = format!(", {}{interrupted}{note}", date(report.began_at));
    fitted(&format!("{which}  {}", report.file), WIDTH - about.len()) + &about + "\n"
}

/// What else differs, in a line or, where that is too long, in two.
fn difference((key, [old, new]): (&String, &[Value; 2]), indent: usize, style: Style) -> String {
    let heading = fitted(&format!("{:indent$}{key:<14}", ""), WIDTH / 2);
    let room = WIDTH - heading.chars().count() - 1;
    let line = |what: &str| format!("{} {}\n", style.doubtful(&heading), fit(what, room));
    let (old, new) = (value(old), value(new));
    let whole = format!("{old} -> {new}");
    if whole.chars().count() <= room {
        line(&whole)
    } else {
        line(&format!("was {old}")) + &line(&format!("is  {new}"))
    }
}

/// The counts of a decoder, and what to know before they are read.
fn row(decoder: &DecoderDiff, style: Style) -> String {
    let counts = &decoder.counts;
    let plain = |_: Style, text: &str| text.to_owned();
    let same = if decoder.may_pass_differently() { Style::doubtful } else { plain };
    let new = if counts.of(Change::NewFailing) > 0 { Style::bad } else { plain };
    let cells: [(usize, fn(Style, &str) -> String); 7] = [
        (counts.of(Change::Same), same),
        (counts.of(Change::Fixed), Style::good),
        (counts.of(Change::Regressed), Style::bad),
        (counts.of(Change::ChangedWrong), Style::bad),
        (counts.of(Change::Flaky), Style::doubtful),
        (counts.new(), new),
        (counts.of(Change::Gone), Style::doubtful),
    ];
    let cells = cells.map(|(number, paint)| {
        let text = format!("{number:>7}");
        if number == 0 { style.faint(&text) } else { paint(style, &text) }
    });
    let (mark, only) = match (&decoder.old, &decoder.new) {
        (None, Some(new)) => ('+', Some(("new", new))),
        (Some(old), None) => ('-', Some(("old", old))),
        _ => (' ', None),
    };
    let name = escape_controls(decoder.name());
    let name = if name.chars().count() > NAME_WIDTH {
        format!("{}\n  {:NAME_WIDTH$}", fit(&name, WIDTH - 2), "")
    } else {
        format!("{name:<NAME_WIDTH$}")
    };
    let mut text = format!("{mark} {name}{}\n", cells.concat());
    if let Some((report, facts)) = only {
        let judged = counted(facts.judged, "case");
        let _ = writeln!(text, "    only in the {report} report: {judged} judged, {} fail", facts.bad);
    }
    if let Some((old, _)) = decoder.both().filter(|(old, new)| old.name != new.name) {
        let _ = writeln!(text, "    was {}", fitted(&old.name, WIDTH - 8));
    }
    if decoder.may_pass_differently() {
        let _ = writeln!(text, "    {}", style.doubtful(CLAIMS_DIFFER));
    }
    text
}

/// The changes of a decoder that both reports have.
fn changes(record: &DiffRecord, decoder: &DecoderDiff, most: usize, style: Style) -> String {
    if decoder.changes.is_empty() || decoder.both().is_none() {
        return String::new();
    }
    let all = folded(record, decoder);
    let mut text = format!("\n{}\n", style.strong(&fitted(decoder.name(), WIDTH)));
    for (cause, old, new) in decoder.cause_changes() {
        let (word, style_of): (_, fn(Style, &str) -> String) = match (old, new) {
            (_, 0) => ("fixed", Style::good),
            (0, _) => ("new", Style::bad),
            _ if new < old => ("fewer", Style::good),
            _ => ("more", Style::bad),
        };
        let numbers = format!("{} -> {} cases", thousands(old as u64, ','), thousands(new as u64, ','));
        let _ = writeln!(text, "{} {cause:<28} {numbers}", style_of(style, &format!("{word:<13}")));
    }
    all.iter().take(most).for_each(|one| text.push_str(&vector_change(one, style)));
    if all.len() > most {
        let left: usize = all[most..].iter().map(|one| cases(&one.ways)).sum();
        let (left, vectors) = (counted(left, "case"), counted(all.len() - most, "vector"));
        let _ = writeln!(text, "and {left} of {vectors} more");
    }
    text
}

fn vector_change(VectorChange { change, vector, ways }: &VectorChange<'_>, style: Style) -> String {
    let word = format!("{:<13}", change.name());
    let word = match change {
        Change::Fixed => style.good(&word),
        Change::Regressed | Change::ChangedWrong | Change::NewFailing => style.bad(&word),
        Change::New | Change::Gone | Change::Flaky | Change::Same => style.doubtful(&word),
    };
    let mut text = format!("{word} {}\n", fitted(&vector.id, WIDTH - 14));
    for (first, recipes) in ways.iter().take(WAYS) {
        let ((was, is), recipes) = (outcomes(first), recipe_list(recipes, WIDTH - 2));
        let line = format!("  {recipes}: {was} -> {is}");
        if line.chars().count() <= WIDTH {
            let _ = writeln!(text, "{line}");
        } else {
            let _ = writeln!(text, "  {}", fit(&recipes, WIDTH - 2));
            let _ = writeln!(text, "    was {}\n    is  {}", fit(&was, WIDTH - 8), fit(&is, WIDTH - 8));
        }
    }
    if ways.len() > WAYS {
        let _ = writeln!(text, "  and {} in other ways", counted(cases(&ways[WAYS..]), "case"));
    }
    text
}

/// The last lines: how much was compared, what came of it, and how to see more.
fn sum(record: &DiffRecord, most: usize) -> String {
    let both = || record.decoders.iter().filter(|decoder| decoder.both().is_some());
    let (decoders, judged) =
        (counted(both().count(), "decoder"), counted(record.counts.compared(), "answer"));
    let mut text = format!("Compared: {decoders}, {judged} judged in both reports.\n");
    let differing = both().filter(|decoder| decoder.may_pass_differently()).count();
    match changed(&record.counts).as_str() {
        "" if differing > 0 => text.push_str("No change of verdict.\n"),
        "" => text.push_str("No change.\n"),
        changed => text.extend(["Changed: ", changed, ".\n"]),
    }
    if differing > 0 {
        let _ = writeln!(text, "{}: {CLAIMS_DIFFER}.", counted(differing, "decoder"));
    }
    if both().any(|decoder| folded(record, decoder).len() > most) {
        text.push_str("--changes N shows more vectors, --format json all cases.\n");
    }
    text
}
