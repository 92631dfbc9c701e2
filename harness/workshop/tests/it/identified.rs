//! Every mutant is identified as what it is: no name that it has not, and an automaton that answers as it does.

use crate::whole::is_whole;
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
use illformed::search::identify::{Outcome, identify};
use illformed_judge::automata::{Machine, formats};
use illformed_judge::case::Plan;
use illformed_judge::claim::ScriptSupport;
use illformed_judge::complete::default_suite;
use illformed_judge::judge::Response;
use illformed_judge::observation::Answer;
use illformed_vectors::Input;
use illformed_workshop::mutants::{Mutant, mutants};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// The mutants that say accepted or rejected, of whole inputs.
fn answering() -> Vec<InProcessDecoder> {
    let of_whole_inputs = |mutant: Mutant| {
        let mut decoder = mutant.answering();
        decoder.info.claim.script = ScriptSupport::None;
        decoder
    };
    mutants().into_iter().map(of_whole_inputs).collect()
}

/// The first string of `strings` that the mutant answers, and otherwise than `machine`.
fn difference<'a>(mutant: &Mutant, machine: &Machine, strings: &'a BTreeSet<Vec<u8>>) -> Option<&'a Vec<u8>> {
    let decoder = mutant.answering();
    let is_other = |bytes: &&Vec<u8>| match (decoder.decode)(bytes) {
        Response::Observed(seen) => (seen.answer == Answer::Accept) != machine.accepts(0, bytes),
        _ => false,
    };
    strings.iter().filter(|bytes| mutant.can_be_given(bytes)).find(is_other)
}

/// All strings of at most two bytes, all inputs of a run, and what betrays a mutant by its answer.
fn strings() -> BTreeSet<Vec<u8>> {
    let plan = Plan::everything(default_suite());
    let mut strings: BTreeSet<Vec<u8>> = BTreeSet::new();
    strings.extend(plan.cases.iter().filter_map(|case| match case.input() {
        Input::Bytes(bytes) => Some(bytes.clone()),
        Input::Calls(_) => None,
    }));
    strings.extend(mutants().iter().filter_map(|mutant| mutant.answer_witness).map(<[u8]>::to_vec));
    strings.extend((0..=u8::MAX).map(|byte| vec![byte]));
    strings.extend((0..=u16::MAX).map(|pair| pair.to_be_bytes().to_vec()));
    strings
}

#[test]
fn every_mutant_has_its_name_or_its_automaton_and_never_a_wrong_one() {
    let strings = strings();
    let (mut named, mut learned, mut open) = (Vec::new(), Vec::new(), Vec::new());
    // Each takes seconds: some here, all where there is time.
    let every = if is_whole() { 1 } else { 43 };
    let adapter = InProcessAdapter::new("mutants", "mutants", "0", answering);
    let mut session = adapter.open().expect("it is in this process");
    for (number, mutant) in mutants().into_iter().enumerate().step_by(every) {
        let found = identify(&mut *session, "mutants", number, &AtomicBool::new(false), &mut |_| {});
        match &found.identification.outcome {
            Outcome::Named { code, .. } => {
                let format = code.split('/').next().unwrap_or_default();
                let machine = &formats().iter().find(|known| known.name == format).expect(code).machine;
                let difference = difference(&mutant, machine, &strings);
                named.push((mutant.name, difference.cloned()));
            }
            Outcome::Unknown { states: Some(_), .. } => {
                let machine = found.acceptor().expect("it was learned");
                let difference = difference(&mutant, machine, &strings);
                learned.push((mutant.name, difference.cloned()));
            }
            // It dies, or depends on what no automaton of few states has: both are said, and no name.
            _ => open.push(mutant.name),
        }
    }
    assert!(named.len() > open.len() && !learned.is_empty(), "{named:02X?} {learned:02X?} {open:?}");
    let wrong: Vec<_> = named.iter().chain(&learned).filter(|(_, difference)| difference.is_some()).collect();
    assert!(wrong.is_empty(), "{wrong:02X?}");
}
