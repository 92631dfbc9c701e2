//! Compares two records.

use crate::record::diff::aspect::{of_decoders, of_missing, of_runs};
use crate::record::diff::case_list::CaseList;
use crate::record::diff::outcome::{DecoderOutcomes, change};
use crate::record::diff::pairing::{Joined, joined};
use crate::record::diff::record::{KIND, SCHEMA, cause_counts, this_tool};
use crate::record::diff::{
    CaseChange, CaseOutcome, Change, Counts, DecoderDiff, DecoderFacts, DiffRecord, Pairing, PairingError,
    ReportFacts,
};
use crate::record::run_record::{CaseRecord, DecoderRecord, Ranges, RunRecord};
use std::collections::{BTreeSet, HashMap};

/// What is compared.
pub struct DiffOptions<'a> {
    /// Decoders that have another name in the new report.
    pub pairings: &'a [Pairing],
    /// Whether a decoder of that name is compared.
    pub wants_decoder: &'a dyn Fn(&str) -> bool,
    /// Whether a case is compared, given its id and its vector's.
    pub wants_case: &'a dyn Fn(&str, &str) -> bool,
}

impl Default for DiffOptions<'_> {
    fn default() -> Self {
        Self { pairings: &[], wants_decoder: &|_| true, wants_case: &|_, _| true }
    }
}

/// What became of the decoders of `old` in `new`, each a report with the name of its file. Decoders are joined by their
/// names and the pairings, cases by their ids.
///
/// ```
/// use illformed_judge::case::Plan;
/// use illformed::record::diff::{DiffOptions, compare};
/// use illformed::record::run_record::{Recorder, RunFacts};
/// use illformed_vectors::Suite;
///
/// let plan = Plan::selected(Suite::embedded(), |id| id.vector.group() == "overlong");
/// let (record, _) = record_run(&plan, &[], &RunOptions::default(), RunFacts::default());
/// // No decoder was asked, so there is nothing to compare.
/// assert!(compare(("old", &record), ("new", &record), &DiffOptions::default()).is_err());
/// ```
pub fn compare(
    (old_file, old): (&str, &RunRecord),
    (new_file, new): (&str, &RunRecord),
    options: &DiffOptions<'_>,
) -> Result<DiffRecord, PairingError> {
    let list = CaseList::of(old, new, options.wants_case);
    let joined = joined(old, new, options.pairings, options.wants_decoder)?;
    let mut decoders: Vec<DecoderDiff> =
        joined.into_iter().map(|joined| decoder_diff(&list, old, new, joined)).collect();
    let mut counts = Counts::default();
    for decoder in &decoders {
        counts.merge(&decoder.counts);
    }
    let differences = of_runs(old, new, list.other_inputs);
    let (vectors, cases) = changed_cases(&list, &mut decoders);
    Ok(DiffRecord {
        kind: KIND.to_owned(),
        schema: SCHEMA,
        tool: this_tool(),
        old: ReportFacts::of(old_file, old),
        new: ReportFacts::of(new_file, new),
        differences,
        counts,
        decoders,
        vectors: vectors.into_iter().map(|vector| list.vectors[vector].clone()).collect(),
        cases,
    })
}

fn decoder_diff(list: &CaseList<'_>, old: &RunRecord, new: &RunRecord, joined: Joined<'_>) -> DecoderDiff {
    let (before, after) = decoder_outcomes(list, joined);
    let (counts, changes) = changes(list, &before, &after);
    let differences = match joined {
        (Some(old), Some(new)) => of_decoders(old, new),
        (Some(gone), None) => of_missing(&gone.adapter, new, false),
        (None, Some(added)) => of_missing(&added.adapter, old, true),
        (None, None) => Vec::new(),
    };
    let facts = |decoder: Option<&DecoderRecord>, decoder_outcomes: &DecoderOutcomes, places: &[_]| {
        let outcomes = || {
            (0..list.cases.len()).filter_map(|case| decoder_outcomes.outcome(decoder_outcomes.number(case)))
        };
        let judged = outcomes().filter(|outcome| outcome.is_judged()).count();
        let bad = outcomes().filter(|outcome| outcome.is_bad()).count();
        decoder.map(|decoder| DecoderFacts::of(decoder, judged, bad, cause_counts(decoder, places)))
    };
    DecoderDiff {
        old: facts(joined.0, &before, &list.places_of_old),
        new: facts(joined.1, &after, &list.places_of_new),
        differences,
        counts,
        changes,
    }
}

fn decoder_outcomes(list: &CaseList<'_>, (old, new): Joined<'_>) -> (DecoderOutcomes, DecoderOutcomes) {
    let decoder_outcomes = |decoder: Option<&DecoderRecord>, places: &[Option<usize>]| match decoder {
        None => DecoderOutcomes::empty(list.cases.len()),
        Some(decoder) => DecoderOutcomes::of(decoder.accountable(), places, list.cases.len()),
    };
    (decoder_outcomes(old, &list.places_of_old), decoder_outcomes(new, &list.places_of_new))
}

/// All changes between the outcomes of two decoders, with numbers of `list`.
fn changes(list: &CaseList<'_>, old: &DecoderOutcomes, new: &DecoderOutcomes) -> (Counts, Vec<CaseChange>) {
    let mut counts = Counts::default();
    let mut groups: HashMap<(Option<usize>, Option<usize>), Option<CaseChange>> = HashMap::new();
    for case in 0..list.cases.len() {
        let numbers = (old.number(case), new.number(case));
        let group = groups.entry(numbers).or_insert_with(|| {
            let (old, new) = (old.outcome(numbers.0), new.outcome(numbers.1));
            let change = change(old, new)?;
            Some(CaseChange { change, old: old.cloned(), new: new.cloned(), cases: Ranges::default() })
        });
        let Some(group) = group else { continue };
        let failing = group.new.as_ref().is_some_and(CaseOutcome::is_bad);
        counts.add(group.change, failing, 1);
        group.cases.push(case);
    }
    let mut changes: Vec<CaseChange> =
        groups.into_values().flatten().filter(|group| group.change != Change::Same).collect();
    changes.sort_by_key(|group| (group.change, group.cases.iter().next()));
    (counts, changes)
}

/// The cases that some decoder's changes name, and their vectors, as numbers of `list`. The changes then name the cases by
/// their place among them.
fn changed_cases(list: &CaseList<'_>, decoders: &mut [DecoderDiff]) -> (Vec<usize>, Vec<CaseRecord>) {
    let all = decoders.iter().flat_map(|decoder| &decoder.changes).flat_map(|change| change.cases.iter());
    let numbers: BTreeSet<usize> = all.collect();
    let vectors: BTreeSet<usize> = numbers.iter().map(|number| list.cases[*number].0).collect();
    let vectors: Vec<usize> = vectors.into_iter().collect();
    let numbers: Vec<usize> = numbers.into_iter().collect();
    // What is named is in the list, and both ascend.
    let place = |sorted: &[usize], number: usize| sorted.partition_point(|other| *other < number);
    for change in decoders.iter_mut().flat_map(|decoder| &mut decoder.changes) {
        change.cases = change.cases.iter().map(|number| place(&numbers, number)).collect();
    }
    let case = |number: &usize| {
        let (vector, recipe) = list.cases[*number];
        CaseRecord { vector: place(&vectors, vector), recipe: recipe.to_owned() }
    };
    let cases = numbers.iter().map(case).collect();
    (vectors, cases)
}
