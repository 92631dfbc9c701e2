//! What was not judged, and why: the sum by reason, and the decoders that declined cases.

use crate::record::run_record::{DecoderRecord, RunRecord, Tally};
use crate::tell::report::terminal::counted;
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::{escape_controls, fit, reason, wrapped};
use std::fmt::Write;

/// How many decoders are named.
const NAMED: usize = 20;

/// `Not judged: 12 declined, 40 not applicable, ...`; what there is none of is left out.
pub(crate) fn unjudged_sum(tally: &Tally) -> String {
    let parts: Vec<String> =
        unjudged_parts(tally).map(|(number, words)| format!("{number} {words}")).collect();
    if parts.is_empty() {
        "Not judged: nothing.".to_owned()
    } else {
        format!("Not judged: {}.", parts.join(", "))
    }
}

/// The reasons for which cases were not judged, each with how many there are; without those of which there is none.
pub(crate) fn unjudged_parts(tally: &Tally) -> impl Iterator<Item = (usize, &'static str)> {
    let parts = [
        (tally.declined, "declined by the adapter"),
        (tally.not_asked, "not asked"),
        (tally.not_applicable, "not applicable"),
        (tally.unspecified, "undefined by the standard"),
        (tally.no_policy, "without a documented replacement policy"),
    ];
    parts.into_iter().filter(|(number, _)| *number > 0)
}

/// The decoders of which a part was not judged although their claim is about it, a line each; empty if there is none.
pub(crate) fn unjudged_decoders(record: &RunRecord) -> String {
    let lines: Vec<String> = record
        .decoders
        .iter()
        .filter_map(|decoder| {
            Some(format!("{}: {}", escape_controls(&decoder.name()), not_judged_on(decoder)?))
        })
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    let mut text = "\nDeclined, or impossible to ask:\n".to_owned();
    for line in lines.iter().take(NAMED) {
        for (number, line) in wrapped(line, 74).iter().enumerate() {
            let _ = writeln!(text, "  {}{}", if number == 0 { "" } else { "  " }, fit(line, 76));
        }
    }
    if lines.len() > NAMED {
        let _ = writeln!(text, "  {} more", counted(lines.len() - NAMED, "decoder"));
    }
    text
}

/// What a decoder was not judged on, with its first reason: `declined all ill-formed input, 40 of 60 cases: costs money`.
pub(crate) fn not_judged_on(decoder: &DecoderRecord) -> Option<String> {
    let asked = &decoder.asked;
    let declined = decoder.accountable().tally.declined;
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
    let groups: Vec<_> =
        decoder.accountable().groups.iter().filter(|group| group.verdict == verdict).collect();
    let most = groups.iter().max_by_key(|group| group.cases.len());
    let first = most.and_then(|group| group.cause.as_deref()).unwrap_or("no reason given");
    match groups.len() {
        0 | 1 => reason(first),
        2 => format!("{}, and 1 other reason", reason(first)),
        several => format!("{}, and {} other reasons", reason(first), several - 1),
    }
}
