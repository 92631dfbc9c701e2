//! The matrix: decoders against the twelve questions, in 80 columns.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::answers::{Answered, Answers};
use crate::tell::report::families::{families, listed, rows};
use crate::tell::report::questions::Question;
use crate::tell::report::tone::Tone;
use crate::tell::report::words::fitted;
use illformed_judge::shown::wrapped;
use std::fmt::Write;

const NAME_WIDTH: usize = 19;

/// The decoders of `record` by implementation, a row each, with the key below. Where many were asked, those that pass are
/// counted beside their implementation.
pub(crate) fn matrix(record: &RunRecord, style: Style) -> String {
    let headings: Vec<String> =
        Question::ALL.iter().map(|question| format!("{:>4}", question.name())).collect();
    let answers = Answers::of(record);
    let mut text = format!("{}\n", style.faint(&format!(" {:NAME_WIDTH$} {}", "", headings.join(" "))));
    for family in families(&listed(record)) {
        let (rows, passing) = rows(record, &family);
        let DecoderRecord { adapter, implementation, version, .. } = family[0];
        let heading = format!("{adapter}: {implementation} {version}");
        let heading = if passing.is_empty() { heading } else { format!("{heading}: {passing}") };
        let _ = writeln!(text, "{}", style.strong(&fitted(&heading, 80)));
        for decoder in rows {
            text.push_str(&row(&answers, decoder, style));
        }
    }
    text.push_str(&key(style));
    text
}

fn row(answers: &Answers<'_>, decoder: &DecoderRecord, style: Style) -> String {
    let mark = if matches!(decoder.claim.profile.as_str(), "rfc3629" | "none") { " " } else { "*" };
    let cell = |answered: Answered| Tone::from(answered).paint(style, &format!("{:>4}", answered.sign()));
    let cells = answers.answered(decoder).map(cell);
    format!("{mark}{:NAME_WIDTH$} {}\n", fitted(&decoder.decoder, NAME_WIDTH), cells.join(" "))
}

fn key(style: Style) -> String {
    let titles = Question::ALL.map(|question| format!("{} {}", question.name(), question.title())).join(", ");
    let signs =
        Answered::ALL.map(|answered| format!("{} {}", answered.sign(), answered.meaning())).join(", ");
    let signs = format!("{signs}; * claims another profile than rfc3629.");
    let mut text = String::from("\n");
    for row in wrapped(&format!("{titles}."), 80).iter().chain(&wrapped(&signs, 80)) {
        let _ = writeln!(text, "{}", style.faint(row));
    }
    text
}
