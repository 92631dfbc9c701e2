//! Compares two records.

use crate::record::diff::case_list::CaseList;
use crate::record::diff::change::change;
use crate::record::diff::differences::differences;
use crate::record::diff::pairing::joined;
use crate::record::diff::record::{KIND, SCHEMA, header};
use crate::record::diff::{
    CaseChange, CaseOutcome, Change, Counts, DecoderDiff, DecoderFacts, DiffRecord, Differences, Pair,
    PairError, ReportFacts,
};
use crate::record::run_record::{CaseRecord, DecoderRecord, Ranges, RunRecord, Tool};
use illformed_judge::judge::VerdictKind;
use serde_json::json;
use std::collections::{BTreeSet, HashMap};

/// What is compared.
pub struct DiffOptions<'a> {
    /// Decoders that have another name in the new report.
    pub pairs: &'a [Pair],
    /// Whether a decoder of that name is compared.
    pub wants_decoder: &'a dyn Fn(&str) -> bool,
    /// Whether a case is compared, given its id and its vector's.
    pub wants_case: &'a dyn Fn(&str, &str) -> bool,
}

impl Default for DiffOptions<'_> {
    fn default() -> Self {
        Self { pairs: &[], wants_decoder: &|_| true, wants_case: &|_, _| true }
    }
}

/// What became of the decoders of `old` in `new`, each a report with the name of its file. Decoders are joined by their
/// names and the pairs, cases by their ids.
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
) -> Result<DiffRecord, PairError> {
    let list = CaseList::of(old, new, options.wants_case);
    let joined = joined(old, new, options.pairs, options.wants_decoder)?;
    let mut decoders: Vec<DecoderDiff> = joined.into_iter().map(|both| decoder_diff(&list, both)).collect();
    let mut counts = Counts::default();
    for decoder in &decoders {
        Change::ALL.into_iter().for_each(|change| counts.add(change, decoder.counts.of(change)));
    }
    let (vectors, cases) = changed_cases(&list, &mut decoders);
    let (old, new) = (ReportFacts::of(old_file, old), ReportFacts::of(new_file, new));
    let mut differences = differences(&json!(old), &json!(new));
    differences.retain(|key, _| !["file", "began_at"].contains(&key.as_str()));
    Ok(DiffRecord {
        kind: KIND.to_owned(),
        schema: SCHEMA,
        tool: Tool { name: "illformed".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        old,
        new,
        differences,
        other_inputs: list.other_inputs,
        counts,
        decoders,
        vectors: vectors.into_iter().map(|vector| list.vectors[vector].clone()).collect(),
        cases,
    })
}

/// A decoder as the old and as the new record have it.
fn decoder_diff(list: &CaseList<'_>, [old, new]: [Option<&DecoderRecord>; 2]) -> DecoderDiff {
    let [old_places, new_places] = &list.places;
    let before = old.map_or_else(|| vec![None; list.cases.len()], |old| outcomes(list, old, old_places));
    let after = new.map_or_else(|| vec![None; list.cases.len()], |new| outcomes(list, new, new_places));
    let (counts, changes) = changes(&before, &after);
    let differences = match (old, new) {
        (Some(old), Some(new)) => differences(&header(old), &header(new)),
        _ => Differences::new(),
    };
    DecoderDiff {
        old: old.map(|old| facts(old, &before, old_places)),
        new: new.map(|new| facts(new, &after, new_places)),
        differences,
        counts,
        changes,
    }
}

/// The verdict on a case, its cause and what was observed.
type Outcome<'a> = (VerdictKind, Option<&'a str>, Option<&'a str>);

/// The outcome of each case of `list`, `None` for those that the decoder's report does not have; `places` are those of its
/// cases.
fn outcomes<'a>(
    list: &CaseList<'_>,
    decoder: &'a DecoderRecord,
    places: &[Option<usize>],
) -> Vec<Option<Outcome<'a>>> {
    let mut outcomes: Vec<Option<Outcome<'_>>> = vec![None; list.cases.len()];
    for group in &decoder.accountable().groups {
        for place in group.cases.iter().filter_map(|case| places[case]) {
            outcomes[place] = Some((group.verdict, group.cause.as_deref(), None));
        }
    }
    for group in &decoder.accountable().observed {
        for place in group.cases.iter().filter_map(|case| places[case]) {
            if let Some((_, _, observed)) = &mut outcomes[place] {
                *observed = Some(&group.observed);
            }
        }
    }
    outcomes
}

fn facts(
    decoder: &DecoderRecord,
    outcomes: &[Option<Outcome<'_>>],
    places: &[Option<usize>],
) -> DecoderFacts {
    let verdicts = || outcomes.iter().flatten().map(|(verdict, ..)| verdict);
    let count = |cases: &Ranges| cases.iter().filter(|case| places[*case].is_some()).count();
    let causes = decoder.accountable().causes.iter().map(|cause| (cause.id, count(&cause.cases)));
    DecoderFacts {
        name: decoder.name(),
        implementation: decoder.implementation.clone(),
        version: decoder.version.clone(),
        judged: verdicts().filter(|verdict| verdict.is_judged()).count(),
        bad: verdicts().filter(|verdict| verdict.is_bad()).count(),
        causes: causes.filter(|(_, count)| *count > 0).collect(),
    }
}

/// All changes between the outcomes of two decoders, with numbers of a list of cases.
fn changes(old: &[Option<Outcome<'_>>], new: &[Option<Outcome<'_>>]) -> (Counts, Vec<CaseChange>) {
    let mut cases: HashMap<_, Ranges> = HashMap::new();
    for (case, both) in old.iter().zip(new).enumerate() {
        cases.entry(both).or_default().push(case);
    }
    let owned = |outcome: &Option<Outcome<'_>>| {
        let (verdict, cause, observed) = (*outcome)?;
        Some(CaseOutcome { verdict, cause: cause.map(str::to_owned), observed: observed.map(str::to_owned) })
    };
    let mut counts = Counts::default();
    let mut changes = Vec::new();
    for ((old, new), cases) in cases {
        let (old, new) = (owned(old), owned(new));
        let Some(change) = change(old.as_ref(), new.as_ref()) else { continue };
        counts.add(change, cases.len());
        if change != Change::Same {
            changes.push(CaseChange { change, old, new, cases });
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
        recipe: list.cases[*number].1.to_owned(),
    };
    let cases = numbers.iter().map(case).collect();
    (vectors, cases)
}
