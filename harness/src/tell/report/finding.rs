//! Findings, so that a person can see what happened and do it again.

use crate::record::run_record::{DecoderRecord, Finding, Ranges, RunRecord};
use crate::tell::report::issue::Issue;
use crate::tell::report::reproduce::{dependence, reproduce};
use crate::tell::report::words::counted;
use illformed_codec::Profile;
use illformed_judge::shown::{Failing, Style, WIDTH, again_line, escape_controls, failing, line, wrapped};
use std::borrow::Cow;
use std::fmt::Write;

/// A finding of the worst issue of each decoder that fails its claim, then of its second, and when each has one, the others,
/// up to the limit.
pub(crate) fn findings(record: &RunRecord, most: usize, style: Style) -> String {
    if most == 0 {
        return String::new();
    }
    let (mut total, mut in_turn) = (0, Vec::new());
    for decoder in &record.decoders {
        let issues = Issue::open(record, decoder);
        total += issues.iter().map(|issue| issue.cases.len()).sum::<usize>();
        let findings = in_order(&issues).into_iter().enumerate();
        in_turn.extend(findings.map(|(turn, finding)| (turn, decoder, finding)));
    }
    in_turn.sort_by_key(|(turn, ..)| *turn);
    in_turn.truncate(most);
    let shown = in_turn.iter().map(|(_, decoder, one)| finding(record, decoder, one, style));
    let mut text: String = shown.flat_map(|finding| ["\n".to_owned(), finding]).collect();
    if total > in_turn.len() {
        let more = counted(total - in_turn.len(), "more finding");
        let _ = writeln!(text, "\n{more}; --findings N shows more, --format html --out DIR all of them.");
    }
    text
}

/// The findings of a decoder with these issues: an example of each issue, then the others.
fn in_order<'a>(issues: &[Issue<'a>]) -> Vec<Cow<'a, Finding>> {
    let Some(decoder) = issues.first().map(|issue| issue.decoder) else { return Vec::new() };
    let examples =
        issues.iter().filter_map(|issue| issue.finding().map(Cow::Borrowed).or_else(|| undetailed(issue)));
    let undecided = decoder.baseline.as_ref().map(|baseline| &baseline.undecided);
    let others = decoder.judged_outcomes().findings.iter().filter(|finding| {
        let is_example = issues.iter().any(|issue| issue.example == Some(finding.case));
        let is_decided = undecided.is_none_or(|undecided| !undecided.contains(finding.case));
        !is_example && is_decided && !decoder.accepts(finding.case)
    });
    examples.chain(others.map(Cow::Borrowed)).collect()
}

/// What is known of the example of an issue of which the record has no details: these are capped.
fn undetailed<'a>(issue: &Issue<'_>) -> Option<Cow<'a, Finding>> {
    let case = issue.example?;
    let outcomes = issue.decoder.judged_outcomes();
    let group = outcomes.bad().find(|group| group.cases.contains(case))?;
    Some(Cow::Owned(Finding {
        case,
        verdict: group.verdict,
        detail: group.cause.clone().unwrap_or_default(),
        expected: String::new(),
        observed: outcomes.observed_in(case).unwrap_or_default().to_owned(),
        around: None,
        window: Ranges::default(),
    }))
}

pub(crate) fn finding(
    record: &RunRecord,
    decoder: &DecoderRecord,
    finding: &Finding,
    style: Style,
) -> String {
    let case = &record.cases[finding.case];
    let vector = &record.vectors[case.vector];
    let (expected, observed) = finding.shown();
    let mut text = failing(
        &Failing {
            title: &format!("{}  {}", escape_controls(&decoder.name()), record.case_id(finding.case)),
            verdict: finding.verdict.name(),
            detail: &finding.detail,
            input: &record.input(finding.case),
            comment: &vector.comment,
            refs: &vector.refs,
            profile: decoder.claim.profile.unwrap_or(Profile::Rfc3629),
            expected,
            observed,
        },
        style,
    );
    if let Some(recipe) = case.recipe {
        text.push_str(&line("derived", &recipe.words_for(&vector.input), style));
    }
    if let outstanding @ 2.. = finding.window.len() {
        let several = format!("{outstanding} cases were outstanding; any of them may have done it");
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
