//! What a person reads in a terminal or a log.

use crate::record::run_record::{DecoderRecord, RunRecord, Tally};
use crate::tell::report::Style;
use crate::tell::report::acceptance::{acceptance, replacement};
use crate::tell::report::answers::{Answered, Answers, MatrixQuestion};
use crate::tell::report::baseline::baselines;
use crate::tell::report::decoders::{families, listed, rows, standings};
use crate::tell::report::diagnosis::diagnosis;
use crate::tell::report::finding::findings;
use crate::tell::report::incidents::incidents;
use crate::tell::report::reproduce::stability;
use crate::tell::report::sweeps::sweeps;
use crate::tell::report::words::{Tone, counted, fitted, grouped, section, unasked, unjudged_parts};
use illformed_judge::claim::Profile;
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::{escape_controls, fit, reason, wrapped};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Columns for a decoder's name in the matrix.
const NAME_WIDTH: usize = 19;

const MOST_DECODERS: usize = 20;
const MOST_REASONS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalOptions {
    pub style: Style,
    /// How many findings are shown in full.
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
            text = text + "\n" + &matrix(record, style) + &acceptance(record) + &replacement(record);
        }
        // All are given up when the user interrupts.
        let given_up = |decoder: &DecoderRecord| record.footer.complete.then(|| given_up(decoder)).flatten();
        text.push_str(&named(record, "Declined or not applicable:", not_judged_on));
        text.push_str(&named(record, "Given up:", given_up));
        text.push_str(&sweeps(record));
        text.push_str(&stabilities(record, style));
        text.push_str(&findings(record, options.findings, style));
        text.push_str(&baselines(record, style));
    }
    text.push('\n');
    text.push_str(&unasked(&record.absent, &record.broken, style));
    let footer = &record.footer;
    let tally = &footer.tally;
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
    if !footer.complete {
        let _ = writeln!(text, "{}", style.bad("Interrupted: this run is not complete."));
    }
    if record.decoders.iter().any(|decoder| !decoder.judged_outcomes().causes.is_empty()) {
        text.push_str("`illformed explain CAUSE` tells what a cause means and what usually fixes it.\n");
    }
    text.push_str(&incidents(record, style));
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

/// Decoders that answer differently from time to time, or whose failures depend on earlier cases.
fn stabilities(record: &RunRecord, style: Style) -> String {
    let mut text = String::new();
    for (name, words) in stability(record) {
        let _ = writeln!(text, "  {}", style.strong(&fitted(&name, 78)));
        for part in words.split("; ") {
            let _ = writeln!(text, "    {}", fitted(part, 76));
        }
    }
    section("Stability:", &text)
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
    let all = reasons.chain(of_kinds).filter(|(cases, _)| *cases > 0);
    let parts: Vec<String> = all.map(|(cases, why)| format!("{} {why}", grouped(cases))).collect();
    let sum =
        format!("Not judged: {}.", if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") });
    wrapped(&sum, 80).join("\n")
}

/// A section with a line for each decoder of which `says` says something.
fn named(record: &RunRecord, title: &str, says: impl Fn(&DecoderRecord) -> Option<String>) -> String {
    let line =
        |decoder: &DecoderRecord| Some(format!("{}: {}", escape_controls(&decoder.name()), says(decoder)?));
    let lines: Vec<String> = record.decoders.iter().filter_map(line).collect();
    let mut text = String::new();
    for line in lines.iter().take(MOST_DECODERS) {
        for (number, line) in wrapped(line, 74).iter().enumerate() {
            let _ = writeln!(text, "  {}{}", if number == 0 { "" } else { "  " }, fit(line, 76));
        }
    }
    if lines.len() > MOST_DECODERS {
        let _ = writeln!(text, "  {}", counted(lines.len() - MOST_DECODERS, "more decoder"));
    }
    section(title, &text)
}

/// How many cases a decoder was not asked, and why: `2,661 cases not asked: given up after 5 missing answers`.
fn given_up(decoder: &DecoderRecord) -> Option<String> {
    let cases = decoder.judged_outcomes().tally.not_asked;
    let words = || format!("{} not asked: {}", counted(cases, "case"), why(decoder, VerdictKind::NotAsked));
    (cases > 0).then(words)
}

/// What a decoder was not judged on, with its first reason: `declined all ill-formed input, 40 of 60 cases: costs money`.
fn not_judged_on(decoder: &DecoderRecord) -> Option<String> {
    let asked = &decoder.asked;
    let declined = decoder.judged_outcomes().tally.declined;
    let cases = asked.well_formed.cases + asked.ill_formed.cases;
    let mut words = match (asked.declined_part(), asked.unaskable_part()) {
        (Some(part), _) => format!("not judged: declined {part}, {declined} of {cases} cases"),
        (None, Some(part)) => {
            return Some(format!("not judged on {part}: {}", why(decoder, VerdictKind::NotApplicable)));
        }
        (None, None) if declined > 0 => format!("declined {declined} of {cases} cases"),
        (None, None) => return None,
    };
    let _ = write!(words, ": {}", why(decoder, VerdictKind::Declined));
    Some(words)
}

/// The reason that most cases with that verdict have, and how many other reasons there are.
fn why(decoder: &DecoderRecord, verdict: VerdictKind) -> String {
    let groups = decoder.judged_outcomes().groups.iter().filter(|group| group.verdict == verdict);
    let others = groups.clone().count().saturating_sub(1);
    let most = groups.max_by_key(|group| group.cases.len()).and_then(|group| group.cause.as_deref());
    let first = reason(most.unwrap_or("no reason given"));
    match others {
        0 => first,
        others => format!("{first}, and {}", counted(others, "other reason")),
    }
}
