//! Compares a decoder's outcomes with its baseline, both ways.

use crate::record::baseline::comparison::{ComparedGroup, compared_groups};
use crate::record::baseline::{AcceptedReason, AskedCases, Baseline};
use crate::record::date::day_of;
use crate::record::run_record::{
    BaselineDeviation, BaselineRecord, DecoderRecord, DeviationKind, RunRecord, UnstableRecord,
};
use illformed_judge::cause::Cause;
use illformed_judge::shown::thousands;
use std::collections::BTreeSet;

/// What `baseline`, the file `name` with that `text`, says of `decoder`, which is in `record`; `asked` are the cases of
/// `record`. Whether a reason is over goes by the day on which the run began. Entries for another version or platform, and
/// groups of vectors that were not asked, are left out. Fails, in words, if no group that it counts was asked, or two entries accept
/// one cause.
pub fn compare(
    record: &RunRecord,
    decoder: &DecoderRecord,
    baseline: &Baseline,
    (name, text): (&str, &str),
    asked: &AskedCases,
    stale_is_error: bool,
) -> Result<BaselineRecord, String> {
    let asked = &asked.with_sweeps(decoder);
    let is_asked = |then: &AskedCases| then.groups.iter().any(|one| asked.group(&one.group).is_some());
    if baseline.asked.as_ref().is_some_and(|then| !is_asked(then)) {
        return Err("no group of vectors that it counts was asked, but others: write one for them".to_owned());
    }
    let groups = compared_groups(record, decoder, baseline, asked)?;
    let mut held = HeldDecoder {
        baseline,
        text,
        today: day_of(record.began_at),
        known: BTreeSet::new(),
        new: BTreeSet::new(),
        undecided: BTreeSet::new(),
        deviations: Vec::new(),
    };
    let unstable = baseline.unstable.as_ref().and_then(|why| baseline.reason(why));
    let unstable = unstable.filter(|reason| reason.only.describes(record, decoder));
    let accepts_unstable = unstable.is_some_and(|reason| !held.is_over(reason));
    // One run cannot tell a constant failure from a random one of a decoder that was just seen to be unstable; of a cause with
    // more cases than were seen to differ it can.
    let is_seen = groups.iter().any(|group| group.cause == Cause::Unstable && !group.cases.is_empty());
    let again = decoder.asked_again.as_ref();
    let shows_it = again.is_some_and(|again| again.unstable || is_seen && again.dependences.is_empty());
    let unstable_cases = groups.iter().filter(|group| group.cause == Cause::Unstable);
    let unstable_cases: usize = unstable_cases.map(|group| group.cases.len()).sum();
    for groups in groups.chunk_by(|one, next| one.cause == next.cause) {
        let ComparedGroup { entry, cause, .. } = groups[0];
        let is_unstable = || cause == Cause::Unstable || shows_it && cases(groups).count() <= unstable_cases;
        match entry {
            Some(entry) => held.entry(entry, groups, accepts_unstable),
            None if accepts_unstable && is_unstable() => held.known.extend(cases(groups)),
            // That its reason is over is said below.
            None if unstable.is_some() && cause == Cause::Unstable => held.undecided.extend(cases(groups)),
            None => {
                // What is accepted for another cause and answered as then is known.
                let open = groups.iter().flat_map(|group| {
                    let new = group.new.as_ref().map_or(&group.cases, |new| new);
                    new.iter().chain(&group.changed).copied()
                });
                let open: BTreeSet<usize> = open.collect();
                held.known.extend(cases(groups).filter(|case| !open.contains(case)));
                if open.is_empty() {
                    continue;
                }
                let mut causes = decoder.judged_outcomes().causes.iter();
                let example = causes.find(|record| record.id == cause).map(|record| record.example);
                let example = example.filter(|case| open.contains(case)).or(open.first().copied());
                let detail = format!("{}, none accepted", fail(open.len()));
                held.deviate(DeviationKind::Regressed, cause.name(), "/entries", open.len(), example, detail);
                held.new.extend(open);
            }
        }
    }
    if let Some(reason) = unstable.filter(|_| is_seen && !accepts_unstable) {
        let detail = expired("still unstable", reason);
        held.deviate(DeviationKind::Expired, "unstable", "/unstable", 0, None, detail);
    }
    // Of an unstable decoder no counts are held.
    if let Some(detail) =
        baseline.asked.as_ref().filter(|_| unstable.is_none()).and_then(|then| outdated(then, asked))
    {
        held.deviate(DeviationKind::Outdated, "asked", "/asked", 0, None, detail);
    }
    Ok(BaselineRecord {
        file: name.to_owned(),
        stale_is_error,
        known: held.known.into_iter().collect(),
        new: held.new.into_iter().collect(),
        undecided: held.undecided.into_iter().collect(),
        deviations: held.deviations,
        unstable: unstable.map(|reason| UnstableRecord { reason: reason.reason.clone(), seen: is_seen }),
    })
}

fn cases(groups: &[ComparedGroup<'_>]) -> impl Iterator<Item = usize> {
    groups.iter().flat_map(|group| group.cases.iter().copied())
}

/// What is known so far of a decoder and its baseline.
struct HeldDecoder<'a> {
    baseline: &'a Baseline,
    text: &'a str,
    today: String,
    known: BTreeSet<usize>,
    new: BTreeSet<usize>,
    undecided: BTreeSet<usize>,
    deviations: Vec<BaselineDeviation>,
}

impl HeldDecoder<'_> {
    fn is_over(&self, reason: &AcceptedReason) -> bool {
        reason.until.as_ref().is_some_and(|day| *day < self.today)
    }

    /// Notes what is not as listed; `example` is a case that is certainly new.
    fn deviate(
        &mut self,
        kind: DeviationKind,
        subject: &str,
        pointer: &str,
        cases: usize,
        example: Option<usize>,
        detail: String,
    ) {
        let line = Baseline::line(self.text, pointer).unwrap_or(1);
        let (subject, pointer) = (subject.to_owned(), pointer.to_owned());
        self.deviations.push(BaselineDeviation { kind, subject, line, pointer, cases, example, detail });
    }

    /// The groups of one entry, one or more. Of an unstable decoder any number of cases may fail.
    fn entry(&mut self, entry: usize, groups: &[ComparedGroup<'_>], is_unstable: bool) {
        let cause = groups[0].cause.name();
        let pointer = format!("/entries/{entry}");
        let reason = self.baseline.reason(&self.baseline.entries[entry].why);
        let failing = cases(groups).count();
        if let Some(reason) = reason.filter(|reason| self.is_over(reason)) {
            self.undecided.extend(cases(groups));
            if failing > 0 {
                let detail = expired("still fails", reason);
                self.deviate(DeviationKind::Expired, cause, &pointer, failing, None, detail);
                return;
            }
            // What no longer fails is told, whatever the day.
        }
        let is_same = |kind: &DeviationKind| groups.iter().all(|group| group.deviation == Some(*kind));
        let kind = groups[0].deviation.filter(is_same);
        if is_unstable {
            self.known.extend(cases(groups));
        } else if let Some(kind) = kind.filter(|_| groups.len() > 1 && failing == 0) {
            let fixed = groups.iter().map(|group| group.accepted).sum();
            let unjudged = if kind == DeviationKind::Unjudged { "; some were not judged" } else { "" };
            let detail = format!("{}, in {} groups{unjudged}", failed(fixed, 0), groups.len());
            self.deviate(kind, cause, &pointer, fixed, None, detail);
        } else {
            for group in groups {
                self.group(group, &pointer);
            }
        }
    }

    fn group(&mut self, group: &ComparedGroup<'_>, pointer: &str) {
        let ComparedGroup { accepted: then, changed, deviation, .. } = group;
        let (then, now) = (*then, group.cases.len());
        let subject = format!("{} in {}", group.cause, group.group);
        let is_worse = matches!(deviation, Some(DeviationKind::Regressed | DeviationKind::ChangedWrong));
        match &group.new {
            // Of cases that are forgiven none is new.
            _ if !is_worse => self.known.extend(&group.cases),
            None => self.undecided.extend(&group.cases),
            Some(new) => {
                self.new.extend(new);
                self.undecided.extend(changed);
                let is_open = |case| [new, changed].iter().any(|open| open.binary_search(case).is_ok());
                self.known.extend(group.cases.iter().filter(|case| !is_open(case)));
            }
        }
        let new = group.new.as_ref().filter(|new| !new.is_empty());
        let example = new.and_then(|new| new.first().copied()).filter(|_| is_worse);
        let (cases, detail) = match deviation {
            Some(DeviationKind::Regressed) => {
                let open = new.map_or(now.saturating_sub(then), Vec::len);
                let detail = match new {
                    Some(_) if then > 0 && open == now => format!("{}, none of them accepted", fail(now)),
                    Some(_) if then > 0 => format!("{}, {} not accepted", fail(now), number(open)),
                    _ => format!("{}, {} accepted", fail(now), number(then)),
                };
                (open, detail)
            }
            Some(DeviationKind::ChangedWrong) if now == 1 => {
                (1, format!("{} with another answer than listed", fail(1)))
            }
            Some(DeviationKind::ChangedWrong) => {
                let (cases, some) = match group.new {
                    Some(_) => (changed.len(), number(changed.len())),
                    None => (now, "some".to_owned()),
                };
                (cases, format!("{}, {some} with other answers than listed", fail(now)))
            }
            _ => (0, String::new()),
        };
        if let Some(kind) = deviation.filter(|_| is_worse) {
            self.deviate(kind, &subject, pointer, cases, example, detail);
        }
        // What no longer fails is told beside it.
        let left = group.left.as_ref().map(|(kept, kind)| (kept.count, *kind));
        if let Some((left, kind)) = left.or(deviation.filter(|_| !is_worse).map(|kind| (now, kind))) {
            let unjudged = if kind == DeviationKind::Unjudged { "; some were not judged" } else { "" };
            // Those that are left may fail for another cause, and others for this one.
            let detail = if left == now { failed(then, left) } else { still_fail(then, left) } + unjudged;
            self.deviate(kind, &subject, pointer, then.abs_diff(left), None, detail);
        }
    }
}

/// How the cases that the baseline counts differ from those of the run, if the run has some that it does not count.
fn outdated(then: &AskedCases, asked: &AskedCases) -> Option<String> {
    if then.is_older(asked) {
        if then.suite != asked.suite && !asked.suite.is_empty() {
            let [then, now] = [&then.suite, &asked.suite].map(|digest| digest.get(..12).unwrap_or(digest));
            return Some(format!("counted with the suite {then}, this is {now}; new cases are not counted"));
        }
        return Some(
            "counted with other cases of this suite, by another version; new cases are not counted"
                .to_owned(),
        );
    }
    let more = then.more(asked);
    let cases =
        if more == 1 { "1 case of this run is" } else { &format!("{} cases of this run are", number(more)) };
    (more > 0).then(|| format!("counted with fewer cases: {cases} not counted"))
}

/// `2 cases fail`.
fn fail(cases: usize) -> String {
    if cases == 1 { "1 case fails".to_owned() } else { format!("{} cases fail", number(cases)) }
}

/// `2 cases failed for it, now none`: they may fail for another cause.
fn failed(then: usize, now: usize) -> String {
    let cases = if then == 1 { "1 case".to_owned() } else { format!("{} cases", number(then)) };
    format!("{cases} failed for it, now {}", number(now))
}

/// `2 cases were accepted, 1 still fails`.
fn still_fail(then: usize, left: usize) -> String {
    let were = if then == 1 { "1 case was".to_owned() } else { format!("{} cases were", number(then)) };
    match left {
        0 => format!("{were} accepted, none fails now"),
        1 => format!("{were} accepted, 1 still fails"),
        _ => format!("{were} accepted, {} still fail", number(left)),
    }
}

/// A number for people.
fn number(cases: usize) -> String {
    if cases == 0 { "none".to_owned() } else { thousands(cases as u64) }
}

fn expired(what: &str, reason: &AcceptedReason) -> String {
    let day = reason.until.as_deref().unwrap_or_default();
    format!("{what}, and was accepted until {day}: {}", reason.reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::baseline::GroupCount;

    #[test]
    fn only_cases_that_the_baseline_does_not_count_make_it_outdated() {
        let asked = |suite: &str, selection: &str, cases: &[&str]| AskedCases {
            suite: suite.to_owned(),
            selection: vec![selection.to_owned()],
            groups: vec![GroupCount::of("overlong", cases.iter().map(|case| (*case).to_owned()).collect())],
        };
        let all = asked("all", "", &["nul", "del"]);
        let smoke = asked("some", "--smoke", &["nul"]);
        assert_eq!(outdated(&all, &smoke), None);
        let fewer = outdated(&smoke, &all);
        assert_eq!(fewer.as_deref(), Some("counted with fewer cases: 1 case of this run is not counted"));
        let newer = outdated(&all, &asked("newer", "", &["nul", "del"]));
        assert!(newer.is_some_and(|detail| detail.starts_with("counted with the suite all, this is newer")));
    }
}
