//! What the faulty decoders are told to be.

use crate::whole::{is_whole, stride as every};
use crate::{recorded, workshop};
use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed::record::run::RunOptions;
use illformed::record::run_record::DecoderRecord;
use illformed_judge::case::{CaseId, Plan};
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::complete::default_suite;
use illformed_vectors::Origin;
use illformed_workshop::mutants::{Mutant, mutants};
use snapbox::file;
use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};

fn all_decoders() -> Vec<InProcessDecoder> {
    let named = |mut decoder: InProcessDecoder, name: String| {
        decoder.info.name = name;
        decoder
    };
    let all = mutants().into_iter().flat_map(|mutant| {
        let ways = [mutant.decoder(), mutant.answering(), mutant.shown_otherwise().decoder()];
        ways.into_iter().zip(WAYS).map(move |(way, word)| named(way, format!("{}-{word}", mutant.name)))
    });
    all.collect()
}

/// The ways in which a mutant shows what it found: as it is, by its answer alone, and with replacements instead of its
/// first error or the reverse.
const WAYS: [&str; 3] = ["as-it-is", "answer", "otherwise"];

/// The causes of each mutant that `wants` wants, by its name, which ends with the way in which it shows itself.
fn told(plan: &Plan<'_>, wants: impl Fn(&str) -> bool + Sync + 'static) -> BTreeMap<String, Vec<Cause>> {
    let options = RunOptions { asks_again: false, wants_decoder: Box::new(wants), ..RunOptions::default() };
    let record = recorded(plan, &options, all_decoders);
    let causes = |decoder: &DecoderRecord| decoder.by_claim.causes.iter().map(|cause| cause.id).collect();
    record.decoders.iter().map(|decoder| (decoder.decoder.clone(), causes(decoder))).collect()
}

/// The mutants of which something else is told than `is_right` says, with that.
fn wrong(
    mut told: BTreeMap<String, Vec<Cause>>,
    is_right: impl Fn(&Mutant, &[Cause]) -> bool,
) -> BTreeMap<String, Vec<Cause>> {
    let mutants = mutants().into_iter().map(|mutant| (mutant.name, mutant)).collect::<BTreeMap<_, _>>();
    let mutant = |name: &str| &mutants[name.split('-').next().unwrap_or_default()];
    told.retain(|name, causes| !is_right(mutant(name), causes));
    told
}

/// The mutants that show themselves in these ways and of which something else is told than `is_right` says, by `some` cases
/// and then by all: few cases may show what is rare.
fn wrong_by_all(
    some: &Plan<'_>,
    ways: &'static [&'static str],
    is_right: impl Fn(&Mutant, &[Cause]) -> bool,
) -> BTreeMap<String, Vec<Cause>> {
    let by_some = told(some, |name| ways.iter().any(|way| name.ends_with(way)));
    assert_eq!(by_some.len(), ways.len() * mutants().len());
    let unsure = wrong(by_some, &is_right);
    if unsure.is_empty() || is_whole() {
        return unsure;
    }
    let is_unsure = move |name: &str| unsure.contains_key(name.trim_start_matches("mutants/"));
    wrong(told(&Plan::everything(some.suite), is_unsure), is_right)
}

/// The written vectors, and of all other cases that `wants` wants every `stride`-th or, where tables are whole, each.
fn plan(stride: usize, wants: impl Fn(&CaseId) -> bool) -> Plan<'static> {
    let suite = default_suite();
    let written = suite.files().iter().filter(|file| file.origin == Origin::Written);
    let written: HashSet<&str> = written.map(|file| file.group.as_str()).collect();
    let (stride, number) = (every("cases that nobody wrote", stride), Cell::new(0_usize));
    Plan::selected(suite, |id| {
        let is_written = id.recipe.is_none() && written.contains(id.vector.group());
        is_written || wants(id) && number.replace(number.get() + 1).is_multiple_of(stride)
    })
}

#[test]
fn each_mutant_is_told_as_its_cause_and_at_most_one_more() {
    let is_right =
        |mutant: &Mutant, causes: &[Cause]| causes.first() == mutant.cause.as_ref() && causes.len() <= 2;
    assert_eq!(wrong_by_all(&plan(13, |_| true), &WAYS[..1], is_right), BTreeMap::new());
}

#[test]
fn each_mutant_in_any_other_way_is_told_as_at_most_two_causes() {
    let is_right = |_: &Mutant, causes: &[Cause]| causes.len() <= 2;
    assert_eq!(wrong_by_all(&plan(61, |_| true), &WAYS[1..], is_right), BTreeMap::new());
}

#[test]
fn vectors_alone_tell_all_severe_causes_of_the_mutants_of_one_input() {
    // What a user asks who leaves out all that is derived.
    let told = told(&plan(13, |id| id.recipe.is_none()), |name| name.ends_with(WAYS[0]));
    let is_right = |mutant: &Mutant, causes: &[Cause]| {
        let is_severe = mutant.cause.is_some_and(|cause| cause.severity() != Severity::Imprecise);
        !mutant.name.starts_with('m') || !is_severe || causes.first() == mutant.cause.as_ref()
    };
    assert_eq!(wrong(told, is_right), BTreeMap::new());
}

#[test]
fn the_guide_to_the_causes_is_current() {
    workshop(&["causes"]).success().stdout_eq(file!["../../../docs/causes.md"].raw());
}
