//! Findings, so that a person can see what happened and do it again.

use crate::record::run_record::{DecoderRecord, Finding, OutcomeGroup, Ranges, RunRecord};
use crate::tell::report::reproduce::{dependence, reproduce};
use crate::tell::report::words::{case_input, counted, group_of};
use illformed_codec::Profile;
use illformed_judge::case::Recipe;
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::{Failing, Style, WIDTH, again_line, escape_controls, failing, line, wrapped};
use illformed_vectors::Input;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The first finding of each decoder that fails its claim, then the second of each, up to the limit.
pub(crate) fn findings(record: &RunRecord, most: usize, style: Style) -> String {
    if most == 0 {
        return String::new();
    }
    let failing: Vec<&DecoderRecord> = record.decoders.iter().filter(|one| unaccepted(one) > 0).collect();
    let shown_of: Vec<Vec<Cow<'_, Finding>>> =
        failing.iter().map(|decoder| telling(record, decoder)).collect();
    let total: usize = failing.iter().map(|decoder| unaccepted(decoder)).sum();
    let longest = shown_of.iter().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..longest).flat_map(|number| {
        let of_decoder = failing.iter().zip(&shown_of);
        of_decoder.filter_map(move |(decoder, findings)| Some((*decoder, &**findings.get(number)?)))
    });
    let shown: Vec<(&DecoderRecord, &Finding)> = in_turn.take(most).collect();
    let mut text = String::new();
    for (decoder, one) in &shown {
        text.push('\n');
        text.push_str(&finding(record, decoder, one, style));
    }
    if total > shown.len() {
        let left = total - shown.len();
        let _ = writeln!(
            text,
            "\n{}; --findings N shows more, --format html --out DIR all of them.",
            counted(left, "more finding")
        );
    }
    text
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
/// these the first of each verdict stands for all. A way to fail without details in the record comes last, with
/// what its group of outcomes says.
fn telling<'a>(record: &RunRecord, decoder: &'a DecoderRecord) -> Vec<Cow<'a, Finding>> {
    let complete: Vec<&str> =
        record.suite.groups.iter().filter(|group| group.complete).map(|group| group.name.as_str()).collect();
    let mut told = BTreeSet::new();
    let open = decoder.by_claim.findings.iter().filter(|finding| !decoder.accepts(finding.case));
    let findings = open.filter(|finding| {
        let group = group_of(&record.vectors[record.cases[finding.case].vector]);
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

pub(crate) fn finding(
    record: &RunRecord,
    decoder: &DecoderRecord,
    finding: &Finding,
    style: Style,
) -> String {
    let case = &record.cases[finding.case];
    let id = record.case_id(finding.case);
    let vector = &record.vectors[case.vector];
    let mut text = failing(
        &Failing {
            title: &format!("{}  {id}", escape_controls(&decoder.name())),
            verdict: finding.verdict.name(),
            detail: &finding.detail,
            input: &case_input(record, case),
            comment: &vector.comment,
            refs: &vector.refs,
            profile: decoder.claim.profile.parse().unwrap_or(Profile::Rfc3629),
            expected: finding.shown().0,
            observed: finding.shown().1,
        },
        style,
    );
    if let Ok(recipe) = case.recipe.parse::<Recipe>() {
        let input = Input::Bytes(const_hex::decode(&vector.input).unwrap_or_default());
        text.push_str(&line("derived", &recipe.words_for(&input), style));
    }
    let window = finding.window.iter().filter(|case| *case < record.cases.len());
    let window: Vec<String> = window.map(|case| record.case_id(case)).collect();
    if window.len() > 1 {
        let several = format!("{} cases were outstanding; any of them may have done it", window.len());
        text.push_str(&line("window", &several, style));
    }
    if let Some(why) = dependence(decoder, finding) {
        for (number, row) in wrapped(&why, WIDTH).iter().enumerate() {
            text.push_str(&line(if number == 0 { "depends" } else { "" }, row, style));
        }
    }
    text.push_str(&again_line(&reproduce(record, decoder, finding.case), style));
    text
}
