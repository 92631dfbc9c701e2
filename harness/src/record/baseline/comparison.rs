//! The failures of a decoder, compared with its baseline group by group.

use crate::record::baseline::group_count::{ANY, MARK_LEN, mark};
use crate::record::baseline::{AskedCases, Baseline, GroupCount};
use crate::record::run_record::{DecoderRecord, DeviationKind, Outcomes, RunRecord, SWEEP_GROUP};
use illformed_judge::cause::Cause;
use illformed_judge::judge::VerdictKind;
use std::collections::{BTreeMap, HashMap, HashSet};

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
    /// Those that are accepted with another answer, where that is known.
    pub(super) changed: Vec<usize>,
    /// What is left of the accepted cases, where these are listed and some no longer fail for whatever cause; and whether those are
    /// fixed or unjudged.
    pub(super) left: Option<(GroupCount, DeviationKind)>,
    pub(super) now: GroupCount,
    /// How that is not as accepted; `None` if it is, as far as this run can tell.
    pub(super) deviation: Option<DeviationKind>,
}

/// The entries of `baseline` that are meant for `decoder` beside its failures, in the order of the entries, then what no entry
/// accepts; the groups of a cause stand together. `asked` are the cases of `record`. Fails, in words, if two entries accept
/// one cause of the decoder.
pub(super) fn compared_groups<'a>(
    record: &'a RunRecord,
    decoder: &'a DecoderRecord,
    baseline: &Baseline,
    asked: &'a AskedCases,
) -> Result<Vec<ComparedGroup<'a>>, String> {
    let failures = Failures::of(record, decoder);
    let mut entries: BTreeMap<Cause, usize> = BTreeMap::new();
    for (number, entry) in baseline.entries.iter().enumerate() {
        let is_meant =
            baseline.reason(&entry.why).is_some_and(|reason| reason.only.describes(record, decoder));
        let cause = Cause::ALL.into_iter().find(|cause| is_meant && entry.accepts(*cause));
        if let Some(first) = cause.and_then(|cause| entries.insert(cause, number)) {
            return Err(format!(
                "/entries/{first} and /entries/{number} accept the same cause of this decoder; remove one, or restrict its reason with `only`"
            ));
        }
    }
    let of_group = |asked_now: &'a GroupCount| {
        let group = asked_now.group.as_str();
        let then = baseline.asked.as_ref().and_then(|asked| asked.group(group));
        let counts = entries.iter().filter_map(|(cause, number)| {
            let entry = &baseline.entries[*number];
            Some((*cause, entry.group(&entry.group_name(group))?))
        });
        (group, AcceptedGroup::of(counts, (then, asked_now)))
    };
    let accepted: HashMap<&str, AcceptedGroup<'_>> = asked.groups.iter().map(of_group).collect();
    let mut failing: BTreeMap<(Cause, &str), Vec<usize>> = BTreeMap::new();
    for told in &decoder.judged_outcomes().causes {
        for case in told.cases.iter() {
            let group = record.group(case);
            // Where the cause that is told now has no entry, an accepted answer stays with the cause it was accepted for.
            let owner = accepted.get(group).filter(|_| !entries.contains_key(&told.id));
            let owner = owner.and_then(|accepted| failures.accepted_for(case, accepted));
            failing.entry((owner.unwrap_or(told.id), group)).or_default().push(case);
        }
    }
    for cases in failing.values_mut() {
        cases.sort_unstable();
    }
    let mut in_order: Vec<(usize, Cause)> = entries.iter().map(|(cause, number)| (*number, *cause)).collect();
    in_order.sort_unstable();
    let mut compared = Vec::new();
    for (number, cause) in in_order {
        let entry = &baseline.entries[number];
        // A group that the run did not ask says nothing.
        for asked_now in &asked.groups {
            let group = asked_now.group.as_str();
            let then = entry.group(&entry.group_name(group));
            let cases = failing.remove(&(cause, group)).unwrap_or_default();
            if then.is_some() || !cases.is_empty() {
                compared.push(failures.compare((Some(number), cause, group), then, cases, &accepted[group]));
            }
        }
    }
    for ((cause, group), cases) in failing {
        compared.push(failures.compare((None, cause, group), None, cases, &accepted[group]));
    }
    Ok(compared)
}

/// The cases of a group that the baseline counts, and those of the run.
type AskedCounts<'a> = (Option<&'a GroupCount>, &'a GroupCount);

/// What is accepted of a group of vectors, for whatever cause.
struct AcceptedGroup<'a> {
    asked: AskedCounts<'a>,
    /// Each accepted case by its place, with its cause and the mark of its answer; `None` where counts alone are known, or where
    /// other cases were counted that this version does not know.
    marks: Option<HashMap<usize, (Cause, &'a str)>>,
}

impl<'a> AcceptedGroup<'a> {
    fn of(counts: impl Iterator<Item = (Cause, &'a GroupCount)>, asked: AskedCounts<'a>) -> Self {
        let is_known = asked.0.is_some_and(|then| then == asked.1 || AskedCases::is_known(then));
        if !is_known {
            // A list of cases that nobody knows may be of any length.
            return Self { asked, marks: None };
        }
        let mut marks = HashMap::new();
        for (cause, count) in counts {
            let Some(listed) = &count.cases else { return Self { asked, marks: None } };
            let mark = |number: usize| count.digest.get(MARK_LEN * number..MARK_LEN * (number + 1));
            let listed = listed.iter().enumerate();
            marks.extend(listed.map(|(number, place)| (place, (cause, mark(number).unwrap_or(ANY)))));
        }
        Self { asked, marks: Some(marks) }
    }

    fn is_same(&self) -> bool {
        self.asked.0 == Some(self.asked.1)
    }
}

/// What fails of a decoder.
struct Failures<'a> {
    record: &'a RunRecord,
    decoder: &'a DecoderRecord,
    /// The verdict and the answer of each failing case.
    answers: HashMap<usize, (&'a str, &'a str)>,
    /// Where each case stands among those of its group.
    places: Vec<usize>,
    /// The failing cases by group and place.
    failing: HashSet<(&'a str, usize)>,
}

impl<'a> Failures<'a> {
    fn of(record: &'a RunRecord, decoder: &'a DecoderRecord) -> Self {
        let answers = answers(decoder.judged_outcomes());
        let mut next: HashMap<&str, usize> = HashMap::new();
        let place = |case| {
            let next = next.entry(record.group(case)).or_default();
            std::mem::replace(next, *next + 1)
        };
        let places: Vec<usize> = (0..record.cases.len()).map(place).collect();
        let failing = answers.keys().map(|case| (record.group(*case), places[*case])).collect();
        Self { record, decoder, answers, places, failing }
    }

    /// A line for the answer of `case`.
    fn line(&self, case: usize) -> String {
        let (verdict, observed) = self.answers.get(&case).copied().unwrap_or_default();
        format!("{} {verdict} {observed}", self.record.case_id(case))
    }

    fn count(&self, group: &str, cases: &[usize]) -> GroupCount {
        let lines: Vec<String> = cases.iter().map(|case| self.line(*case)).collect();
        if group != SWEEP_GROUP {
            let marks = lines.iter().map(|line| mark(line)).collect();
            let listed = cases.iter().map(|case| self.places[*case]).collect();
            return GroupCount {
                group: group.to_owned(),
                count: cases.len(),
                digest: marks,
                cases: Some(listed),
            };
        }
        // A sweep has a few examples of what fails, and the number of all.
        let swept = self.decoder.swept.iter().flat_map(|swept| &swept.sweeps);
        let failing = swept.map(|sweep| format!("{} {}", sweep.name, sweep.failing));
        GroupCount { count: cases.len(), ..GroupCount::of(group, lines.into_iter().chain(failing).collect()) }
    }

    /// Where `case` stands among the cases that the baseline counts; `None` if it does not count it.
    fn place_then(&self, case: usize, (then, now): AskedCounts<'_>) -> Option<usize> {
        match then {
            Some(then) if then != now => AskedCases::place(then, &self.record.case_id(case)),
            _ => Some(self.places[case]),
        }
    }

    /// The cause for which the answer to `case` is accepted.
    fn accepted_for(&self, case: usize, accepted: &AcceptedGroup<'_>) -> Option<Cause> {
        let (cause, known) = accepted.marks.as_ref()?.get(&self.place_then(case, accepted.asked)?)?;
        (*known == mark(&self.line(case))).then_some(*cause)
    }

    /// The failing `cases` beside `then`, what an entry accepts of the group, and beside what any accepts.
    fn compare(
        &self,
        (entry, cause, group): (Option<usize>, Cause, &'a str),
        then: Option<&GroupCount>,
        cases: Vec<usize>,
        accepted: &AcceptedGroup<'_>,
    ) -> ComparedGroup<'a> {
        let now = self.count(group, &cases);
        let is_uncounted = then.is_none() && entry.is_none();
        let count = then.map_or(0, |then| then.count);
        let mut compared = ComparedGroup {
            entry,
            cause,
            group,
            accepted: count,
            cases,
            new: None,
            changed: Vec::new(),
            left: None,
            now,
            deviation: None,
        };
        let Some(marks) = &accepted.marks else {
            let deviation = if is_uncounted {
                Some(DeviationKind::Regressed)
            } else {
                deviation(then.map(GroupCount::unlisted).as_ref(), &compared.now.unlisted(), accepted.asked)
            };
            compared.new = then.is_none().then(|| compared.cases.clone());
            let is_fixed = deviation == Some(DeviationKind::Fixed);
            let is_unjudged = is_fixed && self.has_unjudged(group, None);
            compared.deviation = if is_unjudged { Some(DeviationKind::Unjudged) } else { deviation };
            return compared;
        };
        let mut new = Vec::new();
        for case in &compared.cases {
            // A case that was not counted is forgiven.
            let Some(place) = self.place_then(*case, accepted.asked) else { continue };
            match marks.get(&place) {
                // Any answer is accepted for the cause alone.
                Some((accepted, ANY)) if *accepted == cause => {}
                None | Some((_, ANY)) => new.push(*case),
                Some((_, known)) if *known == mark(&self.line(*case)) => {}
                Some(_) => compared.changed.push(*case),
            }
        }
        if let Some(then) = then.filter(|_| accepted.is_same()) {
            let fails = |place: usize| self.failing.contains(&(group, place));
            let listed = |place: usize| then.cases.as_ref().is_some_and(|cases| cases.contains(place));
            let kept = then.only(|place| fails(*place));
            let is_unjudged = || self.has_unjudged(group, Some(&|place| listed(place) && !fails(place)));
            compared.left = (kept.count < count)
                .then(|| (kept, if is_unjudged() { DeviationKind::Unjudged } else { DeviationKind::Fixed }));
        }
        compared.deviation = match (new.is_empty(), compared.changed.is_empty(), &compared.left) {
            (false, ..) => Some(DeviationKind::Regressed),
            (true, false, _) => Some(DeviationKind::ChangedWrong),
            (true, true, left) => left.as_ref().map(|(_, kind)| *kind),
        };
        compared.new = Some(new);
        compared
    }

    /// Whether the decoder was not judged in some cases of `group`: those at the places that `is_meant`, or, where these are not
    /// known, some that may fail in another run.
    fn has_unjudged(&self, group: &str, is_meant: Option<&dyn Fn(usize) -> bool>) -> bool {
        let may_fail = [VerdictKind::Declined, VerdictKind::NotAsked];
        let is_unjudged = |verdict: VerdictKind| {
            !verdict.is_judged() && (is_meant.is_some() || may_fail.contains(&verdict))
        };
        let groups = self.decoder.judged_outcomes().groups.iter().filter(|one| is_unjudged(one.verdict));
        let mut cases = groups.flat_map(|one| one.cases.iter());
        cases.any(|case| {
            self.record.group(case) == group && is_meant.is_none_or(|is_meant| is_meant(self.places[case]))
        })
    }
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

/// How a group is not as accepted of which `then` is accepted and `now` fails; `asked` are the cases that the baseline counts,
/// and those of this run.
fn deviation(
    then: Option<&GroupCount>,
    now: &GroupCount,
    (asked_then, asked_now): AskedCounts<'_>,
) -> Option<DeviationKind> {
    let accepted = then.map_or(0, |then| then.count);
    // Cases that the baseline does not count, of a newer suite or with `--deep`, may fail for an accepted cause.
    let may_be_new = asked_now.count.saturating_sub(asked_then.map_or(0, |asked| asked.count));
    if now.count > accepted + may_be_new {
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
            assert_eq!(deviation(then, &now, (Some(&asked), &asked)), wanted, "{name}");
            // Of other cases only the numbers say something.
            let loose = if wanted == Some(DeviationKind::Regressed) { wanted } else { None };
            assert_eq!(deviation(then, &now, (Some(&other), &asked)), loose, "{name}");
            assert_eq!(deviation(then, &now, (Some(&fewer), &asked)), None, "{name}, and one case is new");
        }
    }
}
