//! The lines that the terminal and Markdown share, each of at most 80 columns.

use crate::record::date::date;
use crate::record::diff::{Change, ComparedReport, DecoderDiff, DiffRecord, Differences};
use crate::tell::report::Style;
use crate::tell::report::diff::fold::{VectorChange, cases, folded, outcomes, recipe_list};
use crate::tell::report::words::{WIDTH, counted, fitted, present};
use illformed_judge::shown::{escape_controls, fit, thousands};
use serde_json::Value;
use std::fmt::Write;

const MOST_WAYS: usize = 4;

/// What to say of the passing cases of decoders whose claims differ.
const CLAIMS_DIFFER: &str = "claims differ: equal verdicts are not equal answers";

/// Which two reports, and what else differs.
pub(super) fn reports(record: &DiffRecord, style: Style) -> String {
    let line = |which: &str, report: &ComparedReport, note: &str| {
        let interrupted = if report.complete { "" } else { ", interrupted" };
        let about = format!(", {}{interrupted}{note}", date(report.began_at));
        fitted(&format!("{which}  {}", report.file), WIDTH - about.len()) + &about + "\n"
    };
    let is_later = record.old.began_at > record.new.began_at;
    let later = if is_later { ", made after the new one" } else { "" };
    let reports = line("old", &record.old, later) + &line("new", &record.new, "");
    reports + &differences(&record.differences, style)
}

/// What else differs, each in a line or, where that is too long, in two.
pub(super) fn differences(differences: &Differences, style: Style) -> String {
    let mut text = String::new();
    for (key, [old, new]) in differences {
        let heading = fitted(&format!("{key:<14}"), WIDTH / 2);
        // The lines of a decoder are indented.
        let room = WIDTH - 4 - heading.chars().count() - 1;
        let (old, new) = (value(old), value(new));
        let whole = format!("{old} -> {new}");
        let lines = if whole.chars().count() <= room {
            vec![whole]
        } else {
            vec![format!("was {old}"), format!("is  {new}")]
        };
        for line in lines {
            let _ = writeln!(text, "{} {}", style.doubtful(&heading), fit(&line, room));
        }
    }
    text
}

/// The value of a key: the words of a list, and nothing quoted.
pub(super) fn value(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => escape_controls(text),
        Value::Array(words) => words.iter().map(self::value).collect::<Vec<_>>().join(" "),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => escape_controls(&value.to_string()),
    };
    if text.is_empty() { "nothing".to_owned() } else { text }
}

/// What to know before the counts of `decoder` are read.
pub(super) fn notes(decoder: &DecoderDiff) -> Vec<String> {
    let counts = &decoder.counts;
    let only = |report, judged, failing| {
        vec![format!("only in the {report} report: {} judged, {failing} fail", counted(judged, "case"))]
    };
    match (&decoder.old, &decoder.new) {
        (None, _) => only("new", counts.added(), counts.of(Change::NewFailing)),
        (Some(old), None) => only("old", counts.of(Change::Gone), old.failing()),
        (Some(old), Some(new)) => {
            let renamed =
                Some(format!("was {}", escape_controls(&old.name))).filter(|_| old.name != new.name);
            let differing = Some(CLAIMS_DIFFER.to_owned()).filter(|_| decoder.may_pass_differently());
            [renamed, differing].into_iter().flatten().collect()
        }
    }
}

/// The causes of `decoder` with another number of cases, and the first `most` vectors that changed.
pub(super) fn changes(record: &DiffRecord, decoder: &DecoderDiff, most: usize, style: Style) -> String {
    let mut text = String::new();
    for (cause, old, new) in decoder.cause_changes() {
        let (word, style_of): (_, fn(Style, &str) -> String) = match (old, new) {
            (_, 0) => ("fixed", Style::good),
            (0, _) => ("new", Style::bad),
            _ if new < old => ("fewer", Style::good),
            _ => ("more", Style::bad),
        };
        let numbers = format!("{} -> {} cases", thousands(old as u64), thousands(new as u64));
        let _ = writeln!(text, "{} {cause:<28} {numbers}", style_of(style, &format!("{word:<13}")));
    }
    let all = folded(record, decoder);
    for one in all.iter().take(most) {
        text.push_str(&vector_change(one, style));
    }
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
    for (first, recipes) in ways.iter().take(MOST_WAYS) {
        let ((was, is), recipes) = (outcomes(first), recipe_list(recipes, WIDTH - 2));
        let line = format!("  {recipes}: {was} -> {is}");
        if line.chars().count() <= WIDTH {
            let _ = writeln!(text, "{line}");
        } else {
            let (was, is) = (fit(&was, WIDTH - 8), fit(&is, WIDTH - 8));
            let _ = writeln!(text, "  {recipes}\n    was {was}\n    is  {is}");
        }
    }
    if ways.len() > MOST_WAYS {
        let _ = writeln!(text, "  and {} in other ways", counted(cases(&ways[MOST_WAYS..]), "case"));
    }
    text
}

/// How many cases changed in which way: `1 regressed, 2 new`.
pub(super) fn result(record: &DiffRecord) -> String {
    let changes = Change::ALL.map(|change| {
        let count = if change == Change::Same { 0 } else { record.counts.of(change) };
        (count, format!("{} {}", thousands(count as u64), change.name()))
    });
    match present(changes).join(", ") {
        none if none.is_empty() && record.decoders.iter().any(DecoderDiff::may_pass_differently) => {
            "no change of verdict".to_owned()
        }
        none if none.is_empty() => "no change".to_owned(),
        changed => changed,
    }
}

/// The last lines: how much was compared, what came of it, and how to see more.
pub(super) fn sum(record: &DiffRecord, most: usize) -> String {
    let both = || record.decoders.iter().filter(|decoder| decoder.both().is_some());
    let (decoders, judged) =
        (counted(both().count(), "decoder"), counted(record.counts.compared(), "answer"));
    let mut text = format!("Compared: {decoders}, {judged} judged in both reports.\n");
    let _ = writeln!(text, "Result: {}.", result(record));
    let differing = both().filter(|decoder| decoder.may_pass_differently()).count();
    if differing > 0 {
        let _ = writeln!(text, "{}: {CLAIMS_DIFFER}.", counted(differing, "decoder"));
    }
    if both().any(|decoder| folded(record, decoder).len() > most) {
        text.push_str("--changes N shows more vectors, --format json all cases.\n");
    }
    text
}
