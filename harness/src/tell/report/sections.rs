//! Sections of the terminal's report: instability, and what was not judged.

use crate::record::run_record::{DecoderRecord, RunRecord, Tally};
use crate::tell::report::Style;
use crate::tell::report::reproduce::stability;
use crate::tell::report::words::{counted, fitted, section};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::{escape_controls, fit, reason, thousands, wrapped};
use std::collections::BTreeMap;
use std::fmt::Write;

const MOST_DECODERS: usize = 20;
const MOST_REASONS: usize = 4;

/// Decoders that answer differently from time to time, or whose failures depend on earlier cases.
pub(crate) fn stabilities(record: &RunRecord, style: Style) -> String {
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
pub(crate) fn unjudged_sum(record: &RunRecord) -> String {
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
    let parts: Vec<String> = all.map(|(cases, why)| format!("{} {why}", thousands(cases as u64))).collect();
    let sum =
        format!("Not judged: {}.", if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") });
    wrapped(&sum, 80).join("\n")
}

/// The reasons for which cases were not judged, each with how many there are.
pub(crate) const fn unjudged_parts(tally: &Tally) -> [(usize, &'static str); 5] {
    [
        (tally.declined, "declined by the adapter"),
        (tally.not_asked, "not asked"),
        (tally.not_applicable, "not applicable"),
        (tally.unspecified, "undefined by the standard"),
        (tally.no_policy, "without a documented replacement policy"),
    ]
}

/// The decoders that were not judged on a part of the input that their claim covers, and those that were given up, a line
/// each; empty if there is none.
pub(crate) fn unjudged_decoders(record: &RunRecord) -> String {
    // All are given up when the user interrupts.
    let given_up = |decoder: &DecoderRecord| record.footer.complete.then(|| given_up(decoder)).flatten();
    named(record, "Declined or not applicable:", not_judged_on) + &named(record, "Given up:", given_up)
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
