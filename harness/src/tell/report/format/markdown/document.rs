//! The report, and the summary of a step.

use crate::record::run_record::{AdapterNote, DecoderRecord, RunRecord};
use crate::tell::report::answers::{Answered, Answers};
use crate::tell::report::families::{families, listed, rows};
use crate::tell::report::format::markdown::code::code;
use crate::tell::report::format::markdown::findings::{
    baselines, findings, incidents, paragraph, stabilities, sweeps,
};
use crate::tell::report::questions::Question;
use crate::tell::report::standing::{headline, standings};
use crate::tell::report::words::counted;
use illformed_judge::shown::{reason, thousands};
use std::fmt::Write;

const IN_REPORT: usize = 1_000;
const IN_SUMMARY: usize = 50;
const MOST_ADAPTERS: usize = 50;

/// `record` as Markdown with the tables of GitHub: whether it is red or green and why, the sums, the matrix by
/// implementation, what decoders get wrong by cause, the incidents that they would repeat, if the run was about those, what
/// baselines say, and the adapters that could not be asked. Of causes, incidents and entries of baselines at most 1,000 are there.
/// What comes from adapters and from vectors is code, whatever it looks like.
pub fn markdown(record: &RunRecord) -> String {
    let matrix = if record.decoders.is_empty() { String::new() } else { matrix(record) };
    let mut text = format!("# UTF-8 conformance is {}\n\n{}", headline(record), sums(record));
    for (heading, part) in [("Matrix", matrix)].into_iter().chain(parts(record, IN_REPORT)) {
        if !part.is_empty() {
            let _ = write!(text, "## {heading}\n\n{part}");
        }
    }
    text
}

/// `record` as Markdown for the summary of a step: whether it is red or green and why, the sums, the causes
/// for which decoders fail, the incidents that they would repeat, what baselines say, and the adapters that could not be
/// asked; at most 50 of each. Each text from outside is cut, so that it is below the 1 MiB that GitHub takes from a step.
pub fn summary(record: &RunRecord) -> String {
    let parts = parts(record, IN_SUMMARY).map(|(_, part)| part);
    format!("## UTF-8 conformance is {}\n\n{}", headline(record), sums(record)) + &parts.concat()
}

/// What the two have in common, with at most so many causes, incidents, and entries of baselines.
fn parts(record: &RunRecord, most: usize) -> [(&'static str, String); 6] {
    [
        ("Findings", findings(record, most)),
        ("Stability", stabilities(record)),
        ("Swept", sweeps(record)),
        ("Incidents", incidents(record, most)),
        ("Baselines", baselines(record, most)),
        ("Not asked", notes(record)),
    ]
}

fn sums(record: &RunRecord) -> String {
    let footer = &record.footer;
    let tally = &footer.tally;
    let mut text = String::new();
    if !footer.complete {
        text.push_str("**Interrupted: this run is not complete.**\n\n");
    }
    let _ = writeln!(
        text,
        "{} of {} asked {} from {}: {} judged by their claims, {} passed, **{} failed**.\n",
        counted(footer.decoders, "decoder"),
        counted(footer.implementations, "implementation"),
        counted(footer.cases, "case"),
        counted(record.vectors.len(), "vector"),
        counted(tally.judged, "answer"),
        thousands(tally.pass as u64),
        thousands(tally.bad() as u64)
    );
    let standings = standings(record);
    if !standings.is_empty() {
        let _ = writeln!(text, "Decoders: {standings}.\n");
    }
    if !record.selection.is_empty() {
        let _ = writeln!(text, "A selection: {}\n", code(&record.selection.join(" ")));
    }
    text
}

/// The adapters that could not be asked, as a list; empty if there are none.
fn notes(record: &RunRecord) -> String {
    let mut text = String::new();
    for (word, notes) in [("broken", &record.broken), ("absent", &record.absent)] {
        for AdapterNote { adapter, why } in notes.iter().take(MOST_ADAPTERS) {
            let _ = writeln!(text, "- {word}: {}: {}", code(adapter), code(&reason(why)));
        }
        if notes.len() > MOST_ADAPTERS {
            let _ = writeln!(text, "- {word}: {} more", notes.len() - MOST_ADAPTERS);
        }
    }
    paragraph(text)
}

/// The tables of the twelve questions by implementation, after what the signs mean.
fn matrix(record: &RunRecord) -> String {
    let signs =
        Answered::ALL.map(|answered| format!("`{}` {}", answered.sign(), answered.meaning())).join(", ");
    let mut text = format!("Each decoder judged by what it claims: {signs}.\n\n");
    let answers = Answers::of(record);
    let titles = Question::ALL.map(Question::title);
    for family in families(&listed(record)) {
        let (rows, passing) = rows(record, &family);
        let DecoderRecord { adapter, implementation, version, .. } = family[0];
        let version = format!("{implementation} {version}");
        let _ = writeln!(text, "### {}: {}\n", code(adapter), code(&version));
        if !passing.is_empty() {
            let _ = writeln!(text, "{passing}.\n");
        }
        if rows.is_empty() {
            continue;
        }
        let heads = [&["decoder", "claim", "judged", "not judged"][..], &titles].concat();
        let _ = writeln!(text, "| {} |\n|{}", heads.join(" | "), "---|".repeat(heads.len()));
        for decoder in rows {
            text.push_str(&row(&answers, decoder));
        }
        text.push('\n');
    }
    text
}

fn row(answers: &Answers<'_>, decoder: &DecoderRecord) -> String {
    let standing = answers.record.standing(decoder);
    let tally = &decoder.judged_outcomes().tally;
    let mut columns = vec![
        code(&decoder.decoder),
        standing.word().to_owned(),
        tally.judged.to_string(),
        tally.unjudged().to_string(),
    ];
    let answers = answers.answered(decoder);
    columns.extend(answers.iter().map(|answered| format!("`{}`", answered.sign())));
    format!("| {} |\n", columns.join(" | "))
}
