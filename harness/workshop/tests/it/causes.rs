//! What the faulty decoders are told to be.

use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
use illformed::record::run::{RunEvent, RunOptions, run};
use illformed_judge::case::{CaseId, Plan};
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::complete::default_suite;
use illformed_workshop::mutants::{Mutant, mutants};
use std::collections::BTreeMap;

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

/// The causes of each mutant that shows itself in these ways, by its name.
fn told(plan: &Plan<'_>, ways: &'static [&'static str]) -> BTreeMap<String, Vec<Cause>> {
    let wants = move |name: &str| ways.iter().any(|way| name.ends_with(way));
    let adapter: Box<dyn Adapter> = Box::new(InProcessAdapter::new("mutants", "mutants", "0", all_decoders));
    let options = RunOptions { asks_again: false, wants_decoder: Box::new(wants), ..RunOptions::default() };
    let (mut name, mut told) = (String::new(), BTreeMap::new());
    run(plan, &[adapter], &options, &mut |event| match event {
        RunEvent::DecoderStarted { decoder, .. } => name.clone_from(&decoder.name),
        RunEvent::DecoderFinished { causes: [by_claim, _], .. } => {
            told.insert(name.clone(), by_claim.iter().map(|found| found.cause).collect());
        }
        _ => {}
    });
    told
}

/// What is wrong with what is told of the mutants, as text.
fn complaints(
    told: &BTreeMap<String, Vec<Cause>>,
    is_right: impl Fn(&Mutant, &[Cause]) -> bool,
) -> Vec<String> {
    let mutants = mutants().into_iter().map(|mutant| (mutant.name, mutant)).collect::<BTreeMap<_, _>>();
    let mutant = |name: &str| &mutants[name.split('-').next().unwrap_or_default()];
    let wrong = told.iter().filter(|(name, causes)| !is_right(mutant(name), causes));
    wrong.map(|(name, causes)| format!("{name}: {causes:?}")).collect()
}

#[test]
fn each_mutant_is_told_as_its_cause_and_at_most_one_more() {
    let told = told(&Plan::everything(default_suite()), &WAYS[..1]);
    assert_eq!(told.len(), mutants().len());
    let is_right =
        |mutant: &Mutant, causes: &[Cause]| causes.first() == mutant.cause.as_ref() && causes.len() <= 2;
    assert_eq!(complaints(&told, is_right), [""; 0]);
}

#[test]
#[ignore = "takes two minutes: make test-long, in .ci/nightly"]
fn each_mutant_in_any_other_way_is_told_as_at_most_two_causes() {
    let told = told(&Plan::everything(default_suite()), &WAYS[1..]);
    assert_eq!(told.len(), 2 * mutants().len());
    assert_eq!(complaints(&told, |_, causes| causes.len() <= 2), [""; 0]);
}

#[test]
fn vectors_alone_tell_all_severe_causes_of_the_mutants_of_one_input() {
    // What a user asks who leaves out all that is derived.
    let plan = Plan::selected(default_suite(), |id: &CaseId| id.recipe.is_none());
    let told = told(&plan, &WAYS[..1]);
    let is_right = |mutant: &Mutant, causes: &[Cause]| {
        let is_severe = mutant.cause.is_some_and(|cause| cause.severity() != Severity::Imprecise);
        !mutant.name.starts_with('m') || !is_severe || causes.first() == mutant.cause.as_ref()
    };
    assert_eq!(complaints(&told, is_right), [""; 0]);
}
