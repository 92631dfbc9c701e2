//! A comparison as Markdown, for a comment on a change or the summary of a job.

use crate::record::date::date;
use crate::record::diff::{Change, DecoderDiff, DiffRecord, Difference, ReportFacts};
use crate::tell::report::diff::fold::{VectorChange, changed, folded};
use crate::tell::report::format::markdown::{entities, whole_code as code};
use crate::tell::report::words::counted;
use illformed_judge::shown::{escape_controls, fit};
use std::fmt::Write;

/// How many ways in which the cases of one vector changed are shown.
const WAYS: usize = 4;

/// Which two reports, what else differs, a table of counts, and of each decoder the first `changes` vectors that changed.
pub fn diff_markdown(record: &DiffRecord, changes: usize) -> String {
    let counts = &record.counts;
    let words = changed(counts, Change::New.name());
    let mut text = format!("## UTF-8 decoders: {}\n\n", if words.is_empty() { "no change" } else { &words });
    let _ = writeln!(text, "{}\n{}", report("Old", &record.old), report("New", &record.new));
    text.push_str(&differences(&record.differences));
    text.push_str("\n| decoder | same | fixed | regressed | changed wrong | flaky | new | gone |\n");
    text.push_str("|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for decoder in &record.decoders {
        text.push_str(&row(decoder));
    }
    for decoder in &record.decoders {
        text.push_str(&details(record, decoder, changes));
    }
    let _ = writeln!(text, "\n{} judged in both reports.", counted(counts.compared(), "answer"));
    text
}

fn report(which: &str, report: &ReportFacts) -> String {
    let tool = format!("{} {}", report.tool.name, report.tool.version);
    format!("* {which}: {}, {}, {}", code(&report.file), date(report.began_at), code(&tool))
}

fn differences(differences: &[Difference]) -> String {
    differences.iter().fold(String::new(), |text, Difference { aspect, old, new }| {
        text + &format!("* Another {}: {} → {}\n", aspect.name(), code(old), code(new))
    })
}

fn row(decoder: &DecoderDiff) -> String {
    let counts = &decoder.counts;
    let mut name = code(decoder.name());
    match (&decoder.old, &decoder.new) {
        (None, _) => name.push_str(" (only in the new report)"),
        (_, None) => name.push_str(" (only in the old report)"),
        (Some(old), Some(new)) => {
            if old.name != new.name {
                let _ = write!(name, " (was {})", code(&old.name));
            }
            if old.version != new.version {
                let _ = write!(name, " {} → {}", code(&old.version), code(&new.version));
            }
        }
    }
    let cells = [counts.same, counts.fixed, counts.regressed, counts.changed_wrong, counts.flaky];
    let cells = cells.iter().fold(String::new(), |text, number| text + &format!(" {number} |"));
    let failing = match counts.new_failing {
        0 => String::new(),
        failing => format!(" ({failing} failing)"),
    };
    format!("| {name} |{cells} {}{failing} | {} |\n", counts.new, counts.gone)
}

/// The changes of a decoder that both reports have, to be unfolded.
fn details(record: &DiffRecord, decoder: &DecoderDiff, changes: usize) -> String {
    if decoder.changes.is_empty() || decoder.old.is_none() || decoder.new.is_none() {
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

fn vector_change(one: &VectorChange<'_>) -> String {
    let VectorChange { change, vector, ways } = one;
    let mut text =
        format!("* **{}** {}: {}\n", change.name(), code(&vector.id), code(&fit(&vector.comment, 100)));
    for way in ways.iter().take(WAYS) {
        let (was, is) = (code(&fit(&way.was(), 100)), code(&fit(&way.is(), 100)));
        let _ = writeln!(text, "  * {}: {was} → {is}", code(&way.recipes(80)));
    }
    if ways.len() > WAYS {
        let _ = writeln!(text, "  * … and {} more", counted(ways.len() - WAYS, "way"));
    }
    text
}
