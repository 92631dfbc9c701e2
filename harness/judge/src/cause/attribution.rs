//! From the deviations of all cases to the causes of a decoder.

use crate::case::Case;
use crate::cause::cover::Cover;
use crate::cause::deviation::ruled_out;
use crate::cause::sensitivity::{calls, chunks, sensitivities};
use crate::cause::{Cause, Deviation};
use illformed_vectors::{Input, VectorId};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The longest input, in bytes, that shows a fault wherever it stands: a decoder that looks at blocks has not begun one.
pub(super) const SHORT: usize = 15;

/// How many bytes a part of an input has at most that is asked alone. Decoders look at blocks of eight bytes and more.
pub(super) const SHORT_PART: usize = 7;

/// How many short inputs a suite has at least that is likely to show in them what short inputs can show.
const FEW: usize = 100;

/// How many imprecise answers come of a fault for each that is wrong. Where there are more they have a cause of their own.
const MOST_BESIDE: usize = 5;

/// What kind of case shows a cause, the plainest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CaseShape {
    Plain,
    Long,
    Cut,
    /// One call, and nothing says whether the input ends there.
    Open,
    Used,
}

impl CaseShape {
    /// The shape of `case` as the segment with that number shows it. An input of more than `longest` bytes is long.
    pub(super) fn of(case: &Case<'_>, segment: usize, longest: usize) -> Self {
        match (case.input(), case.id.recipe) {
            (_, Some(recipe)) if recipe.is_used() || recipe.warm_up().is_some() => Self::Used,
            (Input::Calls(_), _) if segment > 0 => Self::Used,
            (Input::Calls(script), _) if script.segments().next().is_none_or(|calls| calls.len() < 2) => {
                Self::Open
            }
            (Input::Calls(_), _) => Self::Cut,
            (Input::Bytes(_), Some(recipe)) if recipe.place().is_some() => Self::Long,
            (Input::Bytes(bytes), _) if bytes.len() > longest => Self::Long,
            (Input::Bytes(_), _) => Self::Plain,
        }
    }
}

/// The numbers of the cases that each cause explains; if it is known, with what is wrong with `short` parts of their inputs.
pub(super) fn attributed(
    cases: &[Case<'_>],
    deviations: &BTreeMap<usize, Deviation>,
    short: Option<&[Deviation]>,
    expected: &BTreeSet<Cause>,
) -> BTreeMap<Cause, Vec<usize>> {
    if deviations.is_empty() {
        return BTreeMap::new();
    }
    // Whether the same bytes are right when they stand alone: that of the vector itself, or what many short inputs show.
    let alone: HashSet<&VectorId> =
        cases.iter().filter(|case| is_alone(case)).map(|case| &case.vector.id).collect();
    let has_few = alone.len() < FEW;
    let longest = if short.is_some() { SHORT_PART } else { longest(cases) };
    let is_plain = |number: &usize| CaseShape::of(&cases[*number], 0, longest) == CaseShape::Plain;
    let plain = deviations.iter().filter(|(number, _)| is_plain(number)).map(|(_, deviation)| deviation);
    let plain = plain.chain(short.into_iter().flatten()).collect::<Vec<_>>();
    // Where no such character is refused without an error before it, it is swallowed with that.
    let swallows = |deviation: &Deviation| deviation.all().any(|cause| cause == Cause::SwallowsNext);
    let refused: BTreeSet<Cause> =
        plain.iter().filter(|one| !swallows(one)).flat_map(|one| one.all()).collect();
    let is_swallowed = |deviation: &Deviation| {
        let cause = deviation.cause;
        (!has_few || short.is_some())
            && cause.is_refusal()
            && swallows(deviation)
            && !refused.contains(&cause)
    };
    let mut as_told = Vec::with_capacity(plain.len());
    for deviation in plain {
        as_told.push(if is_swallowed(deviation) {
            let others = deviation.all().filter(|cause| !cause.is_refusal());
            Cow::Owned(Deviation::new(Cause::SwallowsNext).with_kin(others))
        } else {
            Cow::Borrowed(deviation)
        });
    }
    let cover = Cover::of(as_told.iter().map(Cow::as_ref), expected);
    let of_vectors: HashMap<&VectorId, &Deviation> = deviations
        .iter()
        .filter(|(number, _)| cases[**number].id.recipe.is_none())
        .map(|(number, deviation)| (&cases[*number].vector.id, deviation))
        .collect();
    let mut found: BTreeMap<Cause, Vec<usize>> = BTreeMap::new();
    let mut open = Vec::new();
    for (number, deviation) in deviations {
        let case = &cases[*number];
        let base = case.id.recipe.and_then(|_| of_vectors.get(&case.vector.id));
        let of_base = || base.and_then(|base| cover.cause(base)).filter(|_| deviation.is_severe());
        match cover.cause(deviation).or_else(of_base) {
            Some(cause) => found.entry(cause).or_default().push(*number),
            None => open.push((*number, deviation)),
        }
    }
    let ruled_out: BTreeSet<Cause> = cases
        .iter()
        .filter(|case| has_few && is_alone(case) && !of_vectors.contains_key(&case.vector.id))
        .flat_map(|case| ruled_out(case.vector))
        .collect();
    let is_known_alone = |case: &Case<'_>| {
        let id = &case.vector.id;
        let brings_bytes = case.id.recipe.is_some_and(|recipe| recipe.brings_bytes());
        alone.contains(id) && !of_vectors.contains_key(id) && !brings_bytes
    };
    let severe = || open.iter().filter(|(_, deviation)| deviation.is_severe());
    // Whether a chunk is wrong with which a script begins and which nothing cuts.
    let is_one_chunk = |(number, deviation): &(usize, &Deviation)| {
        chunks(calls(&cases[*number], deviation.segment)) == 1 && deviation.segment == 0
    };
    let is_wrong_at_once = severe().any(is_one_chunk);
    let sensitive = |(number, deviation): &(usize, &Deviation)| {
        let case = &cases[*number];
        let is_open = has_few && (short.is_none() || case.is_script());
        if is_open && !is_known_alone(case) && !ruled_out.contains(&deviation.cause) {
            Vec::new()
        } else {
            sensitivities(case, deviation, is_wrong_at_once)
        }
    };
    // What stands in a row of codes is asked nowhere else, and its place need not matter.
    let is_row = |number: &usize| cases[*number].id.recipe.is_some_and(|recipe| recipe.is_codes());
    // What is sensitive to one thing alone says what the others are sensitive to.
    let shown: BTreeSet<Cause> = severe()
        .filter(|(number, _)| !is_row(number))
        .map(sensitive)
        .filter_map(|all| if let [only] = all.as_slice() { Some(*only) } else { None })
        .collect();
    let mut told: BTreeMap<Cause, usize> = BTreeMap::new();
    for one in severe() {
        let all = sensitive(one);
        let first = all.first().filter(|_| !is_row(&one.0));
        let cause = *all.iter().find(|cause| shown.contains(cause)).or(first).unwrap_or(&one.1.cause);
        *told.entry(cause).or_default() += 1;
        found.entry(cause).or_default().push(one.0);
    }
    // What is imprecise is put down to what the others are.
    let mut imprecise: BTreeMap<(Cause, Option<Cause>), Vec<usize>> = BTreeMap::new();
    for one in open.iter().filter(|(_, deviation)| !deviation.is_severe()) {
        let known = sensitive(one).into_iter().filter(|cause| told.contains_key(cause));
        let cause = known.max_by_key(|cause| told[cause]);
        imprecise.entry((one.1.cause, cause)).or_default().push(one.0);
    }
    for ((own, cause), numbers) in imprecise {
        let cause = cause.filter(|cause| numbers.len() <= MOST_BESIDE * told[cause]).unwrap_or(own);
        found.entry(cause).or_default().extend(numbers);
    }
    found
}

/// Whether `cases` are too few to show in short inputs what these can show.
pub(super) fn has_few(cases: &[Case<'_>]) -> bool {
    cases.iter().filter(|case| is_alone(case)).take(FEW).count() < FEW
}

/// Whether `case` asks a vector as it is, and in one piece.
fn is_alone(case: &Case<'_>) -> bool {
    case.id.recipe.is_none() && matches!(*case.input(), Input::Bytes(_))
}

/// How many bytes an input may have that is not long. Where few inputs are short, none is long: a fault that they do not show
/// may still be there.
fn longest(cases: &[Case<'_>]) -> usize {
    let is_short = |case: &&Case<'_>| (1..=SHORT).contains(&case.input().bytes().len());
    if cases.iter().filter(is_short).take(FEW).count() >= FEW { SHORT } else { usize::MAX }
}
