//! A comparison as Markdown, for a comment on a change or the summary of a job.

use crate::record::date::date;
use crate::record::diff::{Change, DecoderDiff, DiffRecord, Differences, ReportFacts};
use crate::tell::report::diff::fold::{
    CLAIMS_DIFFER, VectorChange, WAYS, changed, folded, outcomes, recipe_list, value,
};
use crate::tell::report::format::markdown::{entities, whole_code as code};
use crate::tell::report::words::counted;
use illformed_judge::shown::{escape_controls, fit};
use std::fmt::Write;

/// Which two reports, what else differs, a table of counts, and of each decoder the first `changes` vectors that changed.
pub fn diff_markdown(record: &DiffRecord, changes: usize) -> String {
    let words = match changed(&record.counts) {
        none if none.is_empty() && record.decoders.iter().any(DecoderDiff::may_pass_differently) => {
            "no change of verdict".to_owned()
        }
        none if none.is_empty() => "no change".to_owned(),
        changed => changed,
    };
    let mut text = format!("## UTF-8 decoders: {words}\n\n");
    let _ = writeln!(text, "{}\n{}", report("Old", &record.old), report("New", &record.new));
    text.push_str(&differences(&record.differences));
    if record.other_inputs > 0 {
        let _ =
            writeln!(text, "* {} with other bytes under the same id", counted(record.other_inputs, "vector"));
    }
    text.push_str("\n| decoder | same | fixed | regressed | changed wrong | flaky | new | gone |\n");
    text.push_str("|---|--:|--:|--:|--:|--:|--:|--:|\n");
    record.decoders.iter().for_each(|decoder| text.push_str(&row(decoder)));
    record.decoders.iter().for_each(|decoder| text.push_str(&details(record, decoder, changes)));
    let _ = writeln!(text, "\n{} judged in both reports.", counted(record.counts.compared(), "answer"));
    text
}

fn report(which: &str, report: &ReportFacts) -> String {
    let tool = format!("{} {}", report.tool.name, report.tool.version);
    let interrupted = if report.complete { "" } else { ", interrupted" };
    format!("* {which}: {}, {}, {}{interrupted}", code(&report.file), date(report.began_at), code(&tool))
}

fn differences(differences: &Differences) -> String {
    let line = |(key, [old, new]): (&String, &[_; 2])| {
        format!("* {}: {} → {}\n", code(key), code(&value(old)), code(&value(new)))
    };
    differences.iter().map(line).collect()
}

fn row(decoder: &DecoderDiff) -> String {
    let counts = &decoder.counts;
    let mut name = code(decoder.name());
    match decoder.both() {
        None if decoder.old.is_none() => name.push_str(" (only in the new report)"),
        None => name.push_str(" (only in the old report)"),
        Some((old, new)) => {
            if old.name != new.name {
                let _ = write!(name, " (was {})", code(&old.name));
            }
            if old.version != new.version {
                let _ = write!(name, " {} → {}", code(&old.version), code(&new.version));
            }
        }
    }
    if decoder.may_pass_differently() {
        let _ = write!(name, " ({CLAIMS_DIFFER})");
    }
    let cells = [Change::Same, Change::Fixed, Change::Regressed, Change::ChangedWrong, Change::Flaky];
    let cells: String = cells.map(|change| format!(" {} |", counts.of(change))).concat();
    let failing = match counts.of(Change::NewFailing) {
        0 => String::new(),
        failing => format!(" ({failing} failing)"),
    };
    format!("| {name} |{cells} {}{failing} | {} |\n", counts.new(), counts.of(Change::Gone))
}

/// What else differs of a decoder that both reports have, and its changes, to be unfolded.
fn details(record: &DiffRecord, decoder: &DecoderDiff, changes: usize) -> String {
    if decoder.both().is_none() || decoder.changes.is_empty() && !decoder.may_pass_differently() {
        return String::new();
    }
    let all = folded(record, decoder);
    let heading = format!("{}: {}", decoder.name(), counted(all.len(), "vector"));
    let mut text = format!("\n<details><summary>{}</summary>\n\n", entities(&escape_controls(&heading)));
    text.push_str(&differences(&decoder.differences));
    for (cause, old, new) in decoder.cause_changes() {
        let _ = writeln!(text, "* **{cause}**: {old} → {new} cases");
    }
    all.iter().take(changes).for_each(|one| text.push_str(&vector_change(one)));
    if all.len() > changes {
        let _ = writeln!(text, "* … and {} more", counted(all.len() - changes, "vector"));
    }
    text + "\n</details>\n"
}

fn vector_change(VectorChange { change, vector, ways }: &VectorChange<'_>) -> String {
    let mut text =
        format!("* **{}** {}: {}\n", change.name(), code(&vector.id), code(&fit(&vector.comment, 100)));
    for (first, recipes) in ways.iter().take(WAYS) {
        let (was, is) = outcomes(first);
        let (was, is) = (code(&fit(&was, 100)), code(&fit(&is, 100)));
        let _ = writeln!(text, "  * {}: {was} → {is}", code(&recipe_list(recipes, 80)));
    }
    if ways.len() > WAYS {
        let _ = writeln!(text, "  * … and {} more", counted(ways.len() - WAYS, "way"));
    }
    text
}
