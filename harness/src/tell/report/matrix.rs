//! The matrix: decoders against the twelve questions, in 80 columns.

use crate::record::run_record::{DecoderRecord, RunRecord, Standing};
use crate::tell::report::Style;
use crate::tell::report::answers::{Answered, Answers};
use crate::tell::report::questions::Question;
use crate::tell::report::tone::Tone;
use crate::tell::report::words::{counted, fitted};
use illformed_judge::shown::wrapped;
use std::fmt::Write;

const NAME_WIDTH: usize = 19;

/// The implementation whose rows are one, if all of them pass.
const OWN: &str = "illformed-codec";

/// All decoders of `record`, a row each, with a heading for each adapter and the key below.
pub(crate) fn matrix(record: &RunRecord, style: Style) -> String {
    let headings: Vec<String> =
        Question::ALL.iter().map(|question| format!("{:>4}", question.name())).collect();
    let answers = Answers::of(record);
    let mut text = format!("{}\n", style.faint(&format!(" {:NAME_WIDTH$} {}", "", headings.join(" "))));
    for of_adapter in record.decoders.chunk_by(|one, next| one.adapter == next.adapter) {
        let first = &of_adapter[0];
        let heading = format!("{}: {} {}", first.adapter, first.implementation, first.version);
        if is_folded(record, of_adapter) {
            let folded = format!("{heading}: {} pass", counted(of_adapter.len(), "decoder"));
            let _ = writeln!(text, "{}", style.strong(&fitted(&folded, 80)));
            continue;
        }
        let _ = writeln!(text, "{}", style.strong(&fitted(&heading, 80)));
        for decoder in of_adapter {
            text.push_str(&row(&answers, decoder, style));
        }
    }
    text.push_str(&key(style));
    text
}

/// Whether the decoders of an adapter are one row: those of our own codec, when all pass and match their baselines.
pub(crate) fn is_folded(record: &RunRecord, of_adapter: &[DecoderRecord]) -> bool {
    let is_own = |decoder: &DecoderRecord| decoder.implementation == OWN;
    let passes = |decoder: &DecoderRecord| record.standing(decoder) == Standing::Passed;
    of_adapter.len() > 1 && of_adapter.iter().all(|decoder| is_own(decoder) && passes(decoder))
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
