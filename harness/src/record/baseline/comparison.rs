//! The failures of a decoder, compared with its baseline group by group.

use crate::record::baseline::group_count::ANY;
use crate::record::baseline::{AskedCases, Baseline, GroupCount};
use crate::record::run_record::{DecoderRecord, DeviationKind, Outcomes, RunRecord, SWEEP_GROUP};
use illformed_judge::cause::Cause;
use illformed_judge::judge::VerdictKind;
use std::collections::{BTreeMap, HashMap};

/// A group of vectors in which cases fail for a cause, or are accepted to.
pub(super) struct ComparedGroup<'a> {
    /// The number of the entry that accepts the cause; `None` if none does.
    pub(super) entry: Option<usize>,
    pub(super) cause: Cause,
    pub(super) group: &'a str,
    /// The number of cases that are accepted; 0 if the entry does not list the group.
    pub(super) accepted: usize,
    /// The failing cases of this run.
    pub(super) cases: Vec<usize>,
    /// Those of them that are certainly not accepted. `None` where counts alone are known.
    pub(super) new: Option<Vec<usize>>,
    pub(super) now: GroupCount,
    /// How that is not as accepted; `None` if it is, as far as this run can tell.
    pub(super) deviation: Option<DeviationKind>,
}

/// The entries of `baseline` that are meant for `decoder` beside its failures, in the order of the entries, then what no entry
/// accepts; the groups of a cause stand together. `asked` are the cases of `record`. Fails, in words, if two entries accept
/// one cause of the decoder.
pub(super) fn compared_groups<'a>(
    record: &'a RunRecord,
    decoder: &DecoderRecord,
    baseline: &Baseline,
    asked: &'a AskedCases,
) -> Result<Vec<ComparedGroup<'a>>, String> {
    let outcomes = decoder.judged_outcomes();
    let answers = answers(outcomes);
    let places = places(record);
    let count = |group: &str, cases: &[usize]| {
        let line = |case: &usize| {
            let (verdict, observed) = answers.get(case).copied().unwrap_or_default();
            format!("{} {verdict} {observed}", record.case_id(*case))
        };
        // A sweep has a few examples of what fails, and the number of all.
        let swept = decoder.swept.iter().filter(|_| group == SWEEP_GROUP).flat_map(|swept| &swept.sweeps);
        let failing = swept.map(|sweep| format!("{} {}", sweep.name, sweep.failing));
        let lines = cases.iter().map(line).chain(failing).collect();
        let listed = (group != SWEEP_GROUP).then(|| cases.iter().map(|case| places[*case]).collect());
        GroupCount { count: cases.len(), cases: listed, ..GroupCount::of(group, lines) }
    };
    let mut failing: BTreeMap<(Cause, &str), Vec<usize>> = BTreeMap::new();
    for cause in &outcomes.causes {
        for case in cause.cases.iter() {
            failing.entry((cause.id, record.group(case))).or_default().push(case);
        }
    }
    let mut entries: BTreeMap<Cause, usize> = BTreeMap::new();
    let mut compared = Vec::new();
    for (number, entry) in baseline.entries.iter().enumerate() {
        let is_meant =
            baseline.reason(&entry.why).is_some_and(|reason| reason.only.describes(record, decoder));
        let cause = Cause::ALL.into_iter().find(|cause| is_meant && entry.accepts(*cause));
        let Some(cause) = cause else { continue };
        if let Some(first) = entries.insert(cause, number) {
            return Err(format!(
                "/entries/{first} and /entries/{number} accept the same cause of this decoder; remove one, or restrict its reason with `only`"
            ));
        }
        // A group that the run did not ask says nothing.
        for asked_now in &asked.groups {
            let group = asked_now.group.as_str();
            let then = entry.group(&entry.group_name(group));
            let cases = failing.remove(&(cause, group)).unwrap_or_default();
            if then.is_none() && cases.is_empty() {
                continue;
            }
            let now = count(group, &cases);
            let asked_then = baseline.asked.as_ref().and_then(|asked| asked.group(group));
            let is_same = asked_then == Some(asked_now);
            let listed = then.and_then(|then| then.cases.as_ref());
            let is_new = |case: &usize| match listed {
                None => true,
                Some(listed) if is_same => !listed.contains(places[*case]),
                // Of fewer cases another cause may be told.
                Some(_) => {
                    let place = asked_then.and_then(|then| AskedCases::place(then, &record.case_id(*case)));
                    place.is_some_and(|place| !baseline.may_accept(group, place))
                }
            };
            let new: Option<Vec<usize>> =
                (then.is_none() || listed.is_some()).then(|| cases.iter().copied().filter(is_new).collect());
            let has_new = listed.is_some() && new.as_ref().is_some_and(|new| !new.is_empty());
            let mut deviation = deviation(then, &now, (asked_then, asked_now), has_new);
            let is_of_group = |case: usize| record.group(case) == group;
            let listed = listed.filter(|_| is_same);
            let is_accepted = listed.map(|listed| |case: usize| listed.contains(places[case]));
            if deviation == Some(DeviationKind::Fixed) && has_unjudged(outcomes, is_of_group, is_accepted) {
                deviation = Some(DeviationKind::Unjudged);
            }
            let accepted = then.map_or(0, |then| then.count);
            compared.push(ComparedGroup {
                entry: Some(number),
                cause,
                group,
                accepted,
                cases,
                new,
                now,
                deviation,
            });
        }
    }
    compared.extend(failing.into_iter().map(|((cause, group), cases)| {
        let (now, deviation) = (count(group, &cases), Some(DeviationKind::Regressed));
        let new = Some(cases.clone());
        ComparedGroup { entry: None, cause, group, accepted: 0, cases, new, now, deviation }
    }));
    Ok(compared)
}

/// Where each case of `record` stands among those of its group.
fn places(record: &RunRecord) -> Vec<usize> {
    let mut next: HashMap<&str, usize> = HashMap::new();
    let place = |case| {
        let next = next.entry(record.group(case)).or_default();
        std::mem::replace(next, *next + 1)
    };
    (0..record.cases.len()).map(place).collect()
}

/// The verdict and the answer of each failing case.
fn answers(outcomes: &Outcomes) -> HashMap<usize, (&str, &str)> {
    let bad = outcomes.bad().flat_map(|group| group.cases.iter().map(|case| (case, group.verdict.name())));
    let mut answers: HashMap<_, _> = bad.map(|(case, verdict)| (case, (verdict, verdict))).collect();
    for group in &outcomes.observed {
        for case in group.cases.iter() {
            if let Some((_, observed)) = answers.get_mut(&case) {
                *observed = &group.observed;
            }
        }
    }
    answers
}

/// Whether the decoder was not judged in some cases of a group that failed before, or, where these are not listed, that may fail
/// in another run.
fn has_unjudged(
    outcomes: &Outcomes,
    is_of_group: impl Fn(usize) -> bool,
    is_accepted: Option<impl Fn(usize) -> bool>,
) -> bool {
    let may_fail = [VerdictKind::Declined, VerdictKind::NotAsked];
    let is_unjudged =
        |verdict: VerdictKind| !verdict.is_judged() && (is_accepted.is_some() || may_fail.contains(&verdict));
    let groups = outcomes.groups.iter().filter(|one| is_unjudged(one.verdict));
    let mut cases = groups.flat_map(|one| one.cases.iter()).filter(|case| is_of_group(*case));
    cases.any(|case| is_accepted.as_ref().is_none_or(|is_accepted| is_accepted(case)))
}

/// How a group is not as accepted of which `then` is accepted and `now` fails; `asked` are the cases that the baseline counts,
/// and those of this run. `has_new` says that some of these cases are not listed.
fn deviation(
    then: Option<&GroupCount>,
    now: &GroupCount,
    (asked_then, asked_now): (Option<&GroupCount>, &GroupCount),
    has_new: bool,
) -> Option<DeviationKind> {
    let accepted = then.map_or(0, |then| then.count);
    // Cases that the baseline does not count, of a newer suite or with `--deep`, may fail for an accepted cause.
    let may_be_new = asked_now.count.saturating_sub(asked_then.map_or(0, |asked| asked.count));
    if has_new || now.count > accepted + may_be_new {
        Some(DeviationKind::Regressed)
    } else if asked_then != Some(asked_now) {
        None
    } else if now.count < accepted {
        Some(DeviationKind::Fixed)
    } else {
        let other = then.is_some_and(|then| then.digest != ANY && then.digest != now.digest);
        other.then_some(DeviationKind::ChangedWrong)
    }
}

#[cfg(test)]
mod tests {
    use super::deviation;
    use crate::record::baseline::GroupCount;
    use crate::record::run_record::DeviationKind;

    fn count(lines: &[&str]) -> GroupCount {
        GroupCount::of("a", lines.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_group_regresses_by_number_and_changes_by_answer() {
        let then = count(&["a", "b"]);
        let any = then.clone().or_any(true);
        let table = [
            ("as before", Some(&then), count(&["b", "a"]), None),
            ("one more", Some(&then), count(&["a", "b", "c"]), Some(DeviationKind::Regressed)),
            ("another answer", Some(&then), count(&["a", "c"]), Some(DeviationKind::ChangedWrong)),
            ("another answer, where any is accepted", Some(&any), count(&["a", "c"]), None),
            ("one passes", Some(&then), count(&["a"]), Some(DeviationKind::Fixed)),
            ("all pass", Some(&then), count(&[]), Some(DeviationKind::Fixed)),
            ("a group that is not listed", None, count(&["a"]), Some(DeviationKind::Regressed)),
        ];
        let (asked, fewer, other) = (count(&["1", "2", "3"]), count(&["1", "2"]), count(&["1", "2", "4"]));
        for (name, then, now, wanted) in table {
            assert_eq!(deviation(then, &now, (Some(&asked), &asked), false), wanted, "{name}");
            // Of other cases only the numbers say something.
            let loose = if wanted == Some(DeviationKind::Regressed) { wanted } else { None };
            assert_eq!(deviation(then, &now, (Some(&other), &asked), false), loose, "{name}");
            assert_eq!(
                deviation(then, &now, (Some(&fewer), &asked), false),
                None,
                "{name}, and one case is new"
            );
        }
    }
}
