//! What a person reads in a terminal or a log.

use crate::record::run_record::{DecoderRecord, RunRecord, Tally};
use crate::tell::report::Style;
use crate::tell::report::answers::{Answered, Answers, MatrixQuestion};
use crate::tell::report::decoders::{families, listed, rows, standings};
use crate::tell::report::diagnosis::diagnosis;
use crate::tell::report::finding::findings;
use crate::tell::report::section::Section;
use crate::tell::report::words::{Tone, counted, fitted, grouped, unasked, unjudged_parts};
use illformed_judge::claim::Profile;
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::{reason, wrapped};
use std::collections::BTreeMap;
use std::fmt::Write;

const NAME_WIDTH: usize = 19;

const MOST_REASONS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalOptions {
    pub style: Style,
    pub findings: usize,
    /// Whether the table of decoders and questions is shown, and who accepts, refuses and replaces what.
    pub matrix: bool,
}

/// What is wrong with each decoder and why, findings, and the sum; of what is about attacks also which incidents would be repeated.
pub fn terminal(record: &RunRecord, options: TerminalOptions) -> String {
    let style = options.style;
    let mut text = String::new();
    if !record.decoders.is_empty() {
        text.push_str(&diagnosis(record, style));
        if options.matrix {
            text = text + "\n" + &matrix(record, style);
        }
        let sections = Section::all(record, options.matrix);
        text.extend(sections.iter().map(|section| section.in_terminal(style)));
        text.push_str(&findings(record, options.findings, style));
    }
    text.push('\n');
    text.push_str(&unasked(&record.absent, &record.broken, style));
    text.push_str(&sums(record));
    if !record.footer.complete {
        let _ = writeln!(text, "{}", style.bad("Interrupted: this run is not complete."));
    }
    if record.decoders.iter().any(|decoder| !decoder.judged_outcomes().causes.is_empty()) {
        text.push_str("`illformed explain CAUSE` tells what a cause means and what usually fixes it.\n");
    }
    text
}

/// How much was asked and judged, and what came of it.
fn sums(record: &RunRecord) -> String {
    if record.decoders.is_empty() {
        return "Asked: no decoder.\n".to_owned();
    }
    let RunRecord { footer, .. } = record;
    let (tally, mut text) = (&footer.tally, String::new());
    let _ = writeln!(
        text,
        "Asked: {} of {}, {} from {}.",
        counted(footer.decoders, "decoder"),
        counted(footer.implementations, "implementation"),
        counted(footer.cases, "case"),
        counted(record.vectors.len(), "vector")
    );
    let (judged, passed, failed) =
        (counted(tally.judged, "answer"), grouped(tally.pass), grouped(tally.bad()));
    let _ = writeln!(text, "Judged: {judged}, {passed} passed, {failed} failed.");
    let decoders = standings(record);
    if !decoders.is_empty() {
        let _ = writeln!(text, "{}", wrapped(&format!("Decoders: {decoders}."), 80).join("\n"));
    }
    let _ = writeln!(text, "{}", unjudged_sum(record));
    text
}

/// The decoders of `record` by implementation, a row each, with the key below. Where many were asked, those that pass are
/// counted beside their implementation.
fn matrix(record: &RunRecord, style: Style) -> String {
    let headings: Vec<String> =
        MatrixQuestion::ALL.iter().map(|question| format!("{:>4}", question.name())).collect();
    let cell = |answered: Answered| Tone::from(answered).paint(style, &format!("{:>4}", answered.name()));
    let answers = Answers::of(record);
    let mut text = format!("{}\n", style.faint(&format!(" {:NAME_WIDTH$} {}", "", headings.join(" "))));
    for family in families(&listed(record)) {
        let (rows, passing) = rows(record, &family);
        let DecoderRecord { adapter, implementation, version, .. } = family[0];
        let heading = format!("{adapter}: {implementation} {version}");
        let heading = if passing.is_empty() { heading } else { format!("{heading}: {passing}") };
        let _ = writeln!(text, "{}", style.strong(&fitted(&heading, 80)));
        for decoder in rows {
            let mark = if matches!(decoder.claim.profile, None | Some(Profile::Rfc3629)) { " " } else { "*" };
            let cells = answers.answered(decoder).map(cell).join(" ");
            let _ = writeln!(text, "{mark}{:NAME_WIDTH$} {cells}", fitted(&decoder.decoder, NAME_WIDTH));
        }
    }
    let titles =
        MatrixQuestion::ALL.map(|question| format!("{} {}", question.name(), question.title())).join(", ");
    let signs =
        Answered::ALL.map(|answered| format!("{} {}", answered.name(), answered.meaning())).join(", ");
    let signs = format!("{signs}; * claims another profile than rfc3629.");
    text.push('\n');
    for row in wrapped(&format!("{titles}."), 80).iter().chain(&wrapped(&signs, 80)) {
        let _ = writeln!(text, "{}", style.faint(row));
    }
    text
}

/// `Not judged: 40 (takes no chunks), 12 declined by the adapter`, in lines of at most 80 columns. What a decoder cannot be
/// asked has its own reasons.
fn unjudged_sum(record: &RunRecord) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let groups = record.decoders.iter().flat_map(|decoder| &decoder.by_claim.groups);
    for group in groups.filter(|group| group.verdict == VerdictKind::NotApplicable) {
        *reasons.entry(group.cause.as_deref().unwrap_or("not applicable")).or_default() += group.cases.len();
    }
    let mut reasons: Vec<(usize, String)> =
        reasons.into_iter().map(|(why, cases)| (cases, reason(why))).collect();
    reasons.sort_unstable_by(|one, other| other.cmp(one));
    let others: usize = reasons.iter().skip(MOST_REASONS).map(|(cases, _)| cases).sum();
    reasons.truncate(MOST_REASONS);
    let tally = Tally { not_applicable: others, ..record.footer.tally.clone() };
    let of_kinds = unjudged_parts(&tally).map(|(cases, words)| (cases, words.to_owned()));
    let reasons = reasons.into_iter().map(|(cases, why)| (cases, format!("({why})")));
    let broken = (tally.protocol_error, "that broke the protocol".to_owned());
    let all = reasons.chain(of_kinds).chain([broken]).filter(|(cases, _)| *cases > 0);
    let parts: Vec<String> = all.map(|(cases, why)| format!("{} {why}", grouped(cases))).collect();
    let sum =
        format!("Not judged: {}.", if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") });
    wrapped(&sum, 80).join("\n")
}
