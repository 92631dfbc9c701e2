//! Compares two records.

use crate::record::diff::change::change;
use crate::record::diff::pairing::joined;
use crate::record::diff::record::differences;
use crate::record::diff::{
    CaseChange, CaseOutcome, CauseChange, Change, ComparedDecoder, ComparedReport, Counts, DecoderDiff,
    DiffRecord, Pair,
};
use crate::record::run_record::{
    CaseRecord, DecoderRecord, Ranges, RunRecord, SWEEP_GROUP, Tool, VectorRecord,
};
use illformed_judge::case::Recipe;
use illformed_judge::cause::Cause;
use illformed_judge::judge::VerdictKind;
use illformed_vectors::{Input, VectorId};
use indexmap::{IndexMap, IndexSet};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What became of the decoders of `old` in `new`, each a report with the name of its file. Decoders are joined by their
/// names and the pairs, cases by their ids; those are compared whose name `wants_decoder`, whose id with that of its vector
/// `wants_case`.
///
/// ```
/// use illformed_judge::case::Plan;
/// use illformed::record::diff::compare;
/// use illformed::record::run::RunOptions;
/// use illformed::record::run_record::{RunFacts, record_run};
/// use illformed_vectors::Suite;
///
/// let plan = Plan::selected(Suite::embedded(), |id| id.vector.group() == "overlong");
/// let (record, _) = record_run(&plan, &[], &RunOptions::default(), RunFacts::default());
/// let diff = compare(("old", &record), ("new", &record), &[], |_| true, |_, _| true)?;
/// // No decoder was asked, so there is nothing to compare.
/// assert_eq!(diff.counts.compared(), 0);
/// # Ok::<(), String>(())
/// ```
pub fn compare(
    (old_file, old): (&str, &RunRecord),
    (new_file, new): (&str, &RunRecord),
    pairs: &[Pair],
    wants_decoder: impl Fn(&str) -> bool,
    wants_case: impl Fn(&str, &str) -> bool,
) -> Result<DiffRecord, String> {
    let list = CaseList::of(old, new, wants_case);
    let joined = joined(old, new, pairs, wants_decoder)?;
    let mut decoders: Vec<DecoderDiff> = joined.into_iter().map(|both| decoder_diff(&list, both)).collect();
    let mut counts = Counts::default();
    for change in Change::ALL {
        counts.add(change, decoders.iter().map(|decoder| decoder.counts.of(change)).sum());
    }
    let (vectors, cases) = changed_cases(&list, &mut decoders);
    let (old, new) = (ComparedReport::of(old_file, old), ComparedReport::of(new_file, new));
    Ok(DiffRecord {
        kind: "illformed-diff".to_owned(),
        schema: 2,
        tool: Tool { name: "illformed".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        differences: differences(&old.facts, &new.facts),
        old,
        new,
        counts,
        decoders,
        vectors: vectors.into_iter().map(|vector| list.vectors[vector].clone()).collect(),
        cases,
    })
}

/// A decoder as the old and as the new record have it.
fn decoder_diff(list: &CaseList<'_>, both: [Option<&DecoderRecord>; 2]) -> DecoderDiff {
    let outcomes = |which: usize| outcomes(both[which], &list.places[which], list.cases.len());
    let (mut old, mut new) = (outcomes(0), outcomes(1));
    let [swept, swept_now] = both.map(|decoder| decoder?.swept.as_ref());
    if let Some((swept, swept_now)) = swept.zip(swept_now) {
        // Where more inputs fail than those of before that may be left, some of those that are new passed.
        let gone = swept_only(list, &old, &new).count() as u64;
        if swept.passed_all_that_failed(swept_now) || swept_now.fails_more_than(swept, gone) {
            pass_swept(list, &mut old, &new);
        }
        if swept_now.passed_all_that_failed(swept) {
            pass_swept(list, &mut new, &old);
        }
    }
    let (counts, changes) = changes(&old, &new);
    let causes = both[0].zip(both[1]).map(|both| cause_changes(&list.places, both.into(), [&old, &new]));
    let compared = |which: usize| both[which].map(|one| ComparedDecoder::of(one, &list.places[which]));
    let (old, new) = (compared(0), compared(1));
    let in_both = old.as_ref().zip(new.as_ref());
    let differences = in_both.map(|(old, new)| differences(&old.facts, &new.facts)).unwrap_or_default();
    DecoderDiff { old, new, differences, counts, causes: causes.unwrap_or_default(), changes }
}

/// What became of the cases of each cause of a decoder, whose outcomes are numbered as the list of cases is.
fn cause_changes(
    places: &[Vec<Option<usize>>; 2],
    both: [&DecoderRecord; 2],
    [old, new]: [&[Option<CaseOutcome>]; 2],
) -> Vec<CauseChange> {
    let mut causes: BTreeMap<Cause, [BTreeSet<usize>; 2]> = BTreeMap::new();
    for (which, decoder) in both.into_iter().enumerate() {
        for cause in &decoder.judged_outcomes().causes {
            let compared = cause.cases.iter().filter_map(|case| places[which][case]);
            causes.entry(cause.id).or_default()[which].extend(compared);
        }
    }
    let verdict = |outcomes: &[Option<CaseOutcome>], case: usize| {
        outcomes[case].as_ref().map(|one| one.verdict).filter(|verdict| verdict.is_judged())
    };
    let change = |(cause, [was, is]): (Cause, [BTreeSet<usize>; 2])| CauseChange {
        cause,
        old: was.len(),
        new: is.len(),
        fixed: was.iter().filter(|case| verdict(new, **case).is_some_and(|one| !one.is_bad())).count(),
        gone: was.iter().filter(|case| verdict(new, **case).is_none()).count(),
        added: is.iter().filter(|case| verdict(old, **case).is_none_or(|one| !one.is_bad())).count(),
    };
    causes.into_iter().map(change).collect()
}

/// The cases that a sweep found, fail in `one` and are not in `other`.
fn swept_only<'a>(
    list: &'a CaseList<'_>,
    one: &'a [Option<CaseOutcome>],
    other: &'a [Option<CaseOutcome>],
) -> impl Iterator<Item = usize> + 'a {
    let is_swept =
        |vector: usize| list.vectors.get_index(vector).is_some_and(|((id, _), _)| id.group() == SWEEP_GROUP);
    let is_bad = |outcome: &CaseOutcome| outcome.verdict.is_bad();
    (0..list.cases.len()).filter(move |case| {
        let fails = one[*case].as_ref().is_some_and(is_bad);
        fails
            && other[*case].is_none()
            && list.cases.get_index(*case).is_some_and(|(vector, _)| is_swept(*vector))
    })
}

/// Lets what fails in `other` and was found by a sweep count as passed in `outcomes`: there the same sweep passed it.
fn pass_swept(list: &CaseList<'_>, outcomes: &mut [Option<CaseOutcome>], other: &[Option<CaseOutcome>]) {
    for case in swept_only(list, other, outcomes).collect::<Vec<_>>() {
        outcomes[case] = Some(CaseOutcome { verdict: VerdictKind::Pass, cause: None, observed: None });
    }
}

/// The outcome of each of `count` cases, among which `places` are those of the decoder's; `None` for those that its report does
/// not have.
fn outcomes(
    decoder: Option<&DecoderRecord>,
    places: &[Option<usize>],
    count: usize,
) -> Vec<Option<CaseOutcome>> {
    let mut outcomes = vec![None; count];
    let Some(record) = decoder.map(DecoderRecord::judged_outcomes) else { return outcomes };
    for group in &record.groups {
        let (verdict, cause) = (group.verdict, &group.cause);
        for place in group.cases.iter().filter_map(|case| places[case]) {
            outcomes[place] = Some(CaseOutcome { verdict, cause: cause.clone(), observed: None });
        }
    }
    for group in &record.observed {
        for place in group.cases.iter().filter_map(|case| places[case]) {
            if let Some(outcome) = &mut outcomes[place] {
                outcome.observed = Some(group.observed.clone());
            }
        }
    }
    outcomes
}

/// All changes between the outcomes of two decoders, with numbers of a list of cases.
fn changes(old: &[Option<CaseOutcome>], new: &[Option<CaseOutcome>]) -> (Counts, Vec<CaseChange>) {
    let mut cases: HashMap<_, Ranges> = HashMap::new();
    for (case, both) in old.iter().zip(new).enumerate() {
        cases.entry(both).or_default().push(case);
    }
    let mut counts = Counts::default();
    let mut changes = Vec::new();
    for ((old, new), cases) in cases {
        let Some(change) = change(old.as_ref(), new.as_ref()) else { continue };
        counts.add(change, cases.len());
        if change != Change::Same {
            changes.push(CaseChange { change, old: old.clone(), new: new.clone(), cases });
        }
    }
    changes.sort_by_key(|group| (group.change, group.cases.iter().next()));
    (counts, changes)
}

/// The cases that some decoder's changes name, those of a vector together, and their vectors, as numbers of `list`. The
/// changes then name the cases by their place among them.
fn changed_cases(list: &CaseList<'_>, decoders: &mut [DecoderDiff]) -> (Vec<usize>, Vec<CaseRecord>) {
    let all = decoders.iter().flat_map(|decoder| &decoder.changes).flat_map(|change| change.cases.iter());
    let numbers: BTreeSet<(usize, usize)> = all.map(|number| (list.cases[number].0, number)).collect();
    let mut vectors: Vec<usize> = numbers.iter().map(|(vector, _)| *vector).collect();
    vectors.dedup();
    let places: HashMap<usize, usize> =
        numbers.iter().enumerate().map(|(place, (_, number))| (*number, place)).collect();
    for change in decoders.iter_mut().flat_map(|decoder| &mut decoder.changes) {
        let mut cases: Vec<usize> = change.cases.iter().map(|number| places[&number]).collect();
        cases.sort_unstable();
        change.cases = cases.into_iter().collect();
    }
    let case = |(vector, number): &(usize, usize)| CaseRecord {
        vector: vectors.partition_point(|other| other < vector),
        recipe: list.cases[*number].1,
    };
    let cases = numbers.iter().map(case).collect();
    (vectors, cases)
}

/// The cases that either record has, joined by their ids and the bytes of their
/// vectors: those of the new one in its order, then what only the old one has.
#[derive(Default)]
struct CaseList<'a> {
    vectors: IndexMap<(&'a VectorId, &'a Input), &'a VectorRecord>,
    /// Each with the number of its vector.
    cases: IndexSet<(usize, Option<Recipe>)>,
    /// Where each case of the old and of the new record stands in the list; `None` if it is not compared.
    places: [Vec<Option<usize>>; 2],
}

impl<'a> CaseList<'a> {
    /// The cases of both for which `wants` says so, given the case's id and its vector's.
    fn of(old: &'a RunRecord, new: &'a RunRecord, wants: impl Fn(&str, &str) -> bool) -> Self {
        let mut list = Self::default();
        let mut placed = |record: &'a RunRecord| -> Vec<Option<usize>> {
            let place = |(number, &CaseRecord { vector, recipe }): (usize, &'a CaseRecord)| {
                let vector = &record.vectors[vector];
                if !wants(&record.case_id(number), vector.id.as_str()) {
                    return None;
                }
                let known = list.vectors.entry((&vector.id, &vector.input));
                let case = (known.index(), recipe);
                known.or_insert(vector);
                Some(list.cases.insert_full(case).0)
            };
            record.cases.iter().enumerate().map(place).collect()
        };
        let of_new = placed(new);
        list.places = [placed(old), of_new];
        list
    }
}

#[cfg(test)]
mod tests {
    use super::compare;
    use crate::record::run_record::test_record::{lax, record_of};
    use crate::record::run_record::{Ranges, RunRecord};
    use illformed_judge::cause::Cause;

    /// The record of a validator that takes everything, asked the vectors of those groups.
    fn record(groups: &[&str]) -> RunRecord {
        record_of(lax, |id| groups.contains(&id.vector.group()) && id.recipe.is_none())
    }

    #[test]
    fn a_cause_whose_cases_are_not_asked_or_have_another_cause_is_not_fixed() {
        let old = record(&["overlong", "surrogate"]);
        let of = |new: &RunRecord, cause: Cause| {
            let diff = compare(("old", &old), ("new", new), &[], |_| true, |_, _| true).unwrap();
            let change = diff.decoders[0].causes.iter().find(|change| change.cause == cause).cloned();
            change.map(|one| (one.old > 0, one.new > 0, one.fixed, one.gone == one.old, one.added))
        };
        let fewer = record(&["surrogate"]);
        assert_eq!(of(&fewer, Cause::AcceptsOverlong2), Some((true, false, 0, true, 0)));
        assert_eq!(of(&fewer, Cause::AcceptsSurrogate), of(&old, Cause::AcceptsSurrogate));
        // All that fails is put down to one cause now.
        let mut other = old.clone();
        let causes = &mut other.decoders[0].by_claim.causes;
        let mut cases: Vec<usize> = causes.iter().flat_map(|cause| cause.cases.iter()).collect();
        cases.sort_unstable();
        causes.truncate(1);
        (causes[0].id, causes[0].cases) = (Cause::HidesErrors, cases.into_iter().collect::<Ranges>());
        assert_eq!(of(&other, Cause::AcceptsOverlong2), Some((true, false, 0, false, 0)));
        assert_eq!(of(&other, Cause::HidesErrors), Some((false, true, 0, true, 0)));
    }
}
