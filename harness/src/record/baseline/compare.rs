//! Compares a decoder's outcomes with its baseline, both ways.

use crate::record::baseline::accepted::Accepted;
use crate::record::baseline::cause_comparison::CauseComparison;
use crate::record::baseline::decoder_cases::{DecoderCases, Outcome};
use crate::record::baseline::entry_status::{EntryStatus, Written};
use crate::record::baseline::lines::Lines;
use crate::record::baseline::unstable::Unstable;
use crate::record::baseline::{AskedCases, Baseline, Day};
use crate::record::run_record::{BaselineRecord, DecoderRecord, Deviation, RunRecord};
use illformed_judge::judge::VerdictKind;
use std::collections::HashSet;

/// What `baseline`, the file `name` with that `text`, says of `decoder`, which is in `record`; `asked` are the cases of
/// `record`, which count where a baseline accepts causes. It counts on the day on
/// which the run began. Entries without an asked case, or for another version or platform, are left out.
pub fn compare(
    record: &RunRecord,
    decoder: &DecoderRecord,
    baseline: &Baseline,
    (name, text): (&str, &str),
    asked: &AskedCases,
    stale_is_error: bool,
) -> BaselineRecord {
    let cases = DecoderCases::of(record, decoder);
    let outcomes = &cases.outcomes;
    let today = Day::of(record.began_at);
    let text_lines: Vec<&str> = text.lines().collect();
    let lines = Lines::of(baseline, text);
    let unstable = Unstable::of(baseline, &cases, &today);
    let is_accepted = unstable.is_some_and(|unstable| unstable.is_accepted());
    let (mut known, mut listed, mut deviations) = (Vec::new(), HashSet::new(), Vec::new());
    for (pointer, accepted) in Accepted::all(baseline, record) {
        let line = lines.line(&pointer).unwrap_or(1);
        let reason = baseline.reason(accepted.why()).filter(|reason| cases.holds(reason));
        let Some(reason) = reason else { continue };
        let covered = cases.covered_by(&accepted);
        listed.extend(covered.iter().map(|(case, ..)| *case));
        // The cases of an entry whose own time is over are looked at as those of any decoder.
        let expired = reason.until.as_ref().is_some_and(|day| *day < today);
        let (as_unstable, covered): (Vec<_>, Vec<_>) = covered.into_iter().partition(|(_, _, outcome)| {
            let profile = &decoder.claim.profile;
            !expired && unstable.is_some_and(|unstable| unstable.is_as_listed(&accepted, profile, *outcome))
        });
        let failing = as_unstable.iter().filter(|(_, _, outcome)| matches!(outcome, Outcome::Bad { .. }));
        known.extend(failing.map(|(case, ..)| *case));
        if is_accepted && covered.is_empty() {
            continue;
        }
        let deviation = |(kind, case, detail, patch)| Deviation {
            kind,
            case,
            entry: accepted.written_case(),
            line,
            pointer: pointer.clone(),
            detail,
            patch,
        };
        let entry_status = EntryStatus::of(&accepted, reason, &today, &decoder.claim.profile, &covered);
        known.extend(&entry_status.as_listed);
        let written = Written { accepted: &accepted, line: text_lines.get(line - 1).unwrap_or(&"") };
        let of_entry = entry_status.deviations(&written, &decoder.claim.profile, cases.asks_parts);
        deviations.extend(of_entry.into_iter().map(deviation));
    }
    let of_causes = CauseComparison::of(&cases, baseline, (text, &today), &listed, asked, is_accepted);
    known.extend(&of_causes.known);
    listed.extend(of_causes.known);
    deviations.extend(of_causes.deviations);
    known.sort_unstable();
    let mut regressed: Vec<usize> = outcomes
        .iter()
        .filter(|(case, outcome)| matches!(outcome, Outcome::Bad { .. }) && !listed.contains(*case))
        .map(|(case, _)| *case)
        .collect();
    regressed.sort_unstable();
    let is_flaky =
        |case: &usize| matches!(outcomes.get(case), Some(Outcome::Bad { verdict: VerdictKind::Flaky, .. }));
    let is_seen = outcomes.keys().any(is_flaky);
    if is_accepted {
        // One run cannot tell a constant failure from a random one of a decoder that was just seen to be unstable.
        let again = decoder.asked_again.as_ref();
        let shows_it = again.is_some_and(|again| again.unstable || is_seen && again.dependences.is_empty());
        let (accepted, others): (Vec<usize>, Vec<usize>) =
            regressed.into_iter().partition(|case| shows_it || is_flaky(case));
        known.extend(accepted);
        known.sort_unstable();
        regressed = others;
    }
    let line = lines.line("/unstable").unwrap_or(1);
    deviations.extend(unstable.and_then(|unstable| unstable.deviation(line, is_seen)));
    BaselineRecord {
        file: name.to_owned(),
        stale_is_error,
        known: known.into_iter().collect(),
        regressed: regressed.into_iter().collect(),
        deviations,
        unstable: unstable.map(|unstable| unstable.record(is_seen)),
    }
}
