//! What a person reads in a terminal or a log.

use crate::record::run_record::{AdapterNote, DecoderRecord, Finding, OutcomeGroup, Ranges, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::acceptance::acceptance;
use crate::tell::report::baseline::baselines;
use crate::tell::report::finding::finding;
use crate::tell::report::incidents::incidents;
use crate::tell::report::kinds::kinds;
use crate::tell::report::matrix::matrix;
use crate::tell::report::replacement::replacement;
use crate::tell::report::stability::stability;
use crate::tell::report::unjudged::{unjudged_decoders, unjudged_sum};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::{escape_controls, fit, reason};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalOptions {
    /// Colour or none.
    pub style: Style,
    /// How many findings are shown in full.
    pub findings: usize,
}

/// The matrix, who accepts what, findings, and the sum; of what is about attacks also which incidents would be repeated.
pub fn terminal(record: &RunRecord, options: TerminalOptions) -> String {
    let style = options.style;
    let mut text = String::new();
    if !record.decoders.is_empty() {
        text.push_str(&matrix(record, style));
        text.push_str(&acceptance(record));
        text.push_str(&replacement(record));
        text.push_str(&unjudged_decoders(record));
        text.push_str(&stabilities(record, style));
        text.push_str(&findings(record, options));
        text.push_str(&baselines(record, style));
    }
    text.push_str(&kinds(record, style));
    text.push('\n');
    for AdapterNote { adapter, why } in &record.absent {
        let _ = writeln!(text, "{} {}: {}", style.doubtful("absent"), escape_controls(adapter), reason(why));
    }
    for AdapterNote { adapter, why } in &record.broken {
        let _ = writeln!(text, "{} {}: {}", style.bad("broken"), escape_controls(adapter), reason(why));
    }
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
    let _ = writeln!(
        text,
        "Judged by their claims: {}, {} as expected, {} not.",
        counted(tally.judged, "answer"),
        tally.pass,
        tally.bad()
    );
    let _ = writeln!(text, "{}", unjudged_sum(tally));
    if !footer.complete {
        let _ = writeln!(text, "{}", style.bad("Interrupted: this run is not complete."));
    }
    text.push_str(&incidents(record));
    text
}

/// The first finding of each decoder that fails its claim, then the second of each, up to the limit.
fn findings(record: &RunRecord, options: TerminalOptions) -> String {
    let failing: Vec<&DecoderRecord> = record.decoders.iter().filter(|one| unaccepted(one) > 0).collect();
    let shown_of: Vec<Vec<Cow<'_, Finding>>> =
        failing.iter().map(|decoder| telling(record, decoder)).collect();
    let total: usize = failing.iter().map(|decoder| unaccepted(decoder)).sum();
    let longest = shown_of.iter().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..longest).flat_map(|number| {
        let of_decoder = failing.iter().zip(&shown_of);
        of_decoder.filter_map(move |(decoder, findings)| Some((*decoder, &**findings.get(number)?)))
    });
    let shown: Vec<(&DecoderRecord, &Finding)> = in_turn.take(options.findings).collect();
    let mut text = String::new();
    for (decoder, one) in &shown {
        text.push('\n');
        text.push_str(&finding(record, decoder, one, options.style));
    }
    if total > shown.len() {
        let left = total - shown.len();
        let _ = writeln!(
            text,
            "\n{} more; --findings N shows more, --format html --out DIR names all.",
            counted(left, "finding")
        );
    }
    text
}

/// Decoders that answer differently from time to time, or whose failures depend on earlier cases.
fn stabilities(record: &RunRecord, style: Style) -> String {
    let mut text = String::new();
    for (name, words) in stability(record) {
        let _ = writeln!(text, "  {}", fit(&style.strong(&escape_controls(&name)), 78));
        for part in words.split("; ") {
            let _ = writeln!(text, "    {}", fit(&escape_controls(part), 76));
        }
    }
    if text.is_empty() { text } else { format!("\nStability:\n{text}") }
}

/// How many failures of its claim are not accepted by its baseline.
fn unaccepted(decoder: &DecoderRecord) -> usize {
    let failing = decoder.by_claim.bad().map(|group| match &decoder.baseline {
        None => group.cases.len(),
        Some(_) => group.cases.iter().filter(|case| !decoder.accepts(*case)).count(),
    });
    failing.sum()
}

/// The findings of a decoder that tell something by themselves. One fault fails hundreds of tests of a complete suite: of
/// these the first of each verdict stands for all. A way to fail of which the record has no details is told as its group of
/// outcomes has it, behind the others.
fn telling<'a>(record: &RunRecord, decoder: &'a DecoderRecord) -> Vec<Cow<'a, Finding>> {
    let complete: Vec<&str> =
        record.suite.groups.iter().filter(|group| group.complete).map(|group| group.name.as_str()).collect();
    let mut told = BTreeSet::new();
    let open = decoder.by_claim.findings.iter().filter(|finding| !decoder.accepts(finding.case));
    let findings = open.filter(|finding| {
        let group =
            record.vectors[record.cases[finding.case].vector].id.split('/').next().unwrap_or_default();
        !complete.contains(&group) || told.insert((group, finding.verdict))
    });
    findings.map(Cow::Borrowed).chain(undetailed(decoder).map(Cow::Owned)).collect()
}

/// For each verdict and cause of failures that the baseline does not accept, the first, if none of them is among the
/// findings: these are capped.
fn undetailed(decoder: &DecoderRecord) -> impl Iterator<Item = Finding> {
    let outcomes = &decoder.by_claim;
    let way = |group: &OutcomeGroup| (group.verdict, group.cause.clone());
    let open = outcomes.findings.iter().filter(|finding| !decoder.accepts(finding.case));
    let of = open.filter_map(|finding| outcomes.bad().find(|group| group.cases.contains(finding.case)));
    let mut told: BTreeSet<(VerdictKind, Option<String>)> = of.map(way).collect();
    outcomes.bad().filter_map(move |group| {
        let case = group.cases.iter().find(|case| !decoder.accepts(*case))?;
        told.insert(way(group)).then(|| Finding {
            case,
            verdict: group.verdict,
            detail: group.cause.clone().unwrap_or_default(),
            expected: String::new(),
            observed: outcomes.observed_in(case).unwrap_or_default().to_owned(),
            around: None,
            window: Ranges::default(),
        })
    })
}

/// `1 case`, `2 cases`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
