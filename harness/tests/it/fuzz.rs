//! The black-box search: faults are found soon, right decoders give no finding, the same seed the same findings.

#![expect(clippy::print_stdout, reason = "the tables are the measure; `--nocapture` shows them")]

mod long;
mod planted;

use crate::planted::{in_process, planted};
use crate::whole::{is_whole, stride};
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
use illformed::search::black_box::{FuzzOptions, FuzzedDecoder, fuzz};
use illformed_vectors::Input;
use illformed_workshop::mutants::{Mutant, MutantNeed, mutants};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Of a mutant that nobody found in so many inputs it is said that it survived.
const MOST: u64 = 10_000;

/// An odd number of them, so that there is a median.
fn seeds() -> RangeInclusive<u64> {
    1..=if is_whole() { 7 } else { 1 }
}

fn all_mutants() -> Vec<InProcessDecoder> {
    mutants().iter().flat_map(|mutant| [mutant.decoder(), mutant.answering()]).collect()
}

/// What is found of those mutants of the zoo.
fn found_in_zoo(names: Vec<String>, options: FuzzOptions) -> Vec<FuzzedDecoder> {
    let zoo: Box<dyn Adapter> = Box::new(InProcessAdapter::new("zoo", "the zoo", "0", all_mutants));
    search(&[zoo], move |name| names.iter().any(|wanted| wanted == name), options)
}

/// What is found of those of `decoders` that `wants` wants.
fn found(
    decoders: fn() -> Vec<InProcessDecoder>,
    wants: impl Fn(&str) -> bool + Sync + 'static,
    options: FuzzOptions,
) -> Vec<FuzzedDecoder> {
    let wants = move |name: &str| name.strip_prefix("planted/").is_some_and(&wants);
    search(&[planted(decoders)], wants, options)
}

fn runs(runs: u64) -> FuzzOptions {
    FuzzOptions { seed: 1, runs: Some(runs), ..FuzzOptions::default() }
}

fn search(
    adapters: &[Box<dyn Adapter>],
    wants: impl Fn(&str) -> bool + Sync + 'static,
    options: FuzzOptions,
) -> Vec<FuzzedDecoder> {
    let record = fuzz(adapters, &FuzzOptions { wants_decoder: Box::new(wants), time: None, ..options });
    assert_eq!(record.oracles_disagree, Vec::<String>::new());
    record.decoders
}

/// Each mutant that one input or several calls betray: by its answer alone where that is possible.
fn expected_to_die() -> Vec<(Mutant, String)> {
    let mutants = mutants().into_iter().filter(|mutant| mutant.equivalent.is_none());
    let mutants = mutants.filter(|mutant| {
        mutant.name.starts_with('m') || matches!(mutant.needs(), MutantNeed::Script | MutantNeed::Position)
    });
    let name = |mutant: &Mutant| {
        let flips = mutant.answer_witness.is_some() || mutant.answer_witness_calls.is_some();
        format!("zoo/{}{}", mutant.name, if flips { "-answer" } else { "" })
    };
    mutants.map(|mutant| (mutant.clone(), name(&mutant))).collect()
}

#[test]
fn every_seed_kills_every_mutant_within_ten_thousand_inputs() {
    let wanted = expected_to_die();
    let flipping = wanted.iter().filter(|(_, name)| name.ends_with("-answer")).count();
    let scripted = wanted.iter().filter(|(mutant, _)| mutant.needs() == MutantNeed::Script).count();
    assert!(flipping >= 60 && scripted >= 10, "{flipping} {scripted}");
    let names: Vec<String> = wanted.iter().map(|(_, name)| name.clone()).collect();
    let mut kills: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for seed in seeds() {
        let options = FuzzOptions { seed, first_failure_only: true, max_len: Some(160), ..runs(4 * MOST) };
        for found in found_in_zoo(names.clone(), options) {
            kills.entry(found.decoder).or_default().push(found.first_failing.unwrap_or(u64::MAX));
        }
    }
    let mut survivors = Vec::new();
    println!("{:<20} {:>9} {:>9}  inputs until it is killed, of all seeds", "mutant", "median", "most");
    for (mutant, name) in &wanted {
        let kills = kills.get_mut(name).expect("it was searched");
        kills.sort_unstable();
        assert_eq!(kills.len(), seeds().count(), "{name}");
        let (median, most) = (kills[kills.len() / 2], kills[kills.len() - 1]);
        println!("{:<20} {median:>9} {most:>9}  {}", &name[4..], mutant.does);
        if median > MOST || most == u64::MAX {
            survivors.push((name, kills.clone()));
        }
    }
    assert!(survivors.is_empty(), "{survivors:?}");
}

/// Those that the vectors find wrong too.
const WRONG: [&str; 3] = ["bstr/sentences", "utf8parse/lossy", "utf8parse/parser"];

#[test]
fn right_decoders_give_no_finding() {
    // One of each way of decoding is asked much, and the others, which share its code, some.
    let (much, some) = if is_whole() { (100_000, 5_000) } else { (2_000, 200) };
    let adapters = in_process();
    let thorough = |name: &str| {
        let chosen =
            "codec/decoder-rfc3629 codec/stream-maximal-subpart std/from-utf8 simdutf8/ encoding-rs/";
        chosen.split(' ').any(|start| name.starts_with(start))
    };
    let of = |runs, wants: Box<dyn Fn(&str) -> bool + Sync>| {
        search(&adapters, wants, FuzzOptions { seed: 11, ..self::runs(runs) })
    };
    let much = of(much, Box::new(thorough));
    let some = of(some, Box::new(move |name| !thorough(name) && !WRONG.contains(&name)));
    assert!(much.len() >= 8 && some.len() >= 20, "{} {}", much.len(), some.len());
    let mut wrong = Vec::new();
    for decoder in much.iter().chain(&some) {
        let speed = decoder.executions_per_second();
        println!("{:<36} {:>8} {:>8} {speed:>9}/s", decoder.decoder, decoder.executions, decoder.unjudged);
        if decoder.failing > 0 {
            let inputs: Vec<String> = decoder.findings.iter().map(|finding| format!("{finding:?}")).collect();
            wrong.push((decoder.decoder.clone(), inputs));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_same_seed_gives_the_same_findings_whatever_is_asked_beside() {
    let of = |seed, jobs: usize, also: &str| {
        let options = FuzzOptions { seed, jobs: jobs.try_into().unwrap(), ..runs(2_000) };
        let mut found = found_in_zoo(["zoo/m05", "zoo/s01", also].map(str::to_owned).into(), options);
        found.retain(|decoder| decoder.decoder != also);
        for decoder in &mut found {
            decoder.milliseconds = 0;
        }
        found
    };
    assert_eq!(of(1, 1, ""), of(1, 3, "zoo/m03"));
    assert_ne!(of(1, 1, ""), of(2, 1, ""));
}

#[test]
fn what_is_found_is_shrunk_to_about_the_shortest_witness_and_one_fault_is_few_findings() {
    let all = mutants().into_iter().filter(|mutant| mutant.equivalent.is_none());
    let wanted: Vec<Mutant> = all.step_by(stride("mutants", 11)).collect();
    let name = |mutant: &Mutant| format!("zoo/{}", mutant.name);
    let (mut wrong, mut counts) = (Vec::new(), Vec::new());
    // What must stand at some place is rare.
    for (rare, runs) in [(false, 3_000), (true, 20_000)] {
        let rarity = |mutant: &Mutant| mutant.needs() == MutantNeed::Position;
        let names: Vec<String> = wanted.iter().filter(|mutant| rarity(mutant) == rare).map(name).collect();
        let options = FuzzOptions { seed: 1, max_len: Some(160), ..self::runs(runs) };
        for decoder in found_in_zoo(names, options) {
            let mutant = wanted.iter().find(|mutant| name(mutant) == decoder.decoder).expect("it was wanted");
            let calls = |calls: &str| Input::Calls(calls.parse().expect("it is a script")).bytes().len();
            let witness = mutant.witness_calls.map_or(mutant.witness.len(), calls);
            let witness = mutant.answer_witness.map_or(witness, <[u8]>::len);
            let findings = decoder.findings.iter();
            let also = findings.clone().flat_map(|finding| finding.also.iter().map(|also| &also.input));
            let found = findings.map(|finding| &finding.input).chain(also);
            let shortest = found.map(|input| input.bytes().len()).min();
            let findings = decoder.findings.len();
            counts.push(findings);
            if findings > 5 || shortest.is_none_or(|shortest| shortest > witness + 2) {
                wrong.push((decoder.decoder, witness, shortest, findings));
            }
        }
    }
    counts.sort_unstable();
    let single = counts.iter().filter(|count| **count == 1).count();
    assert!(single * 10 >= counts.len() * 6, "{counts:?}");
    assert!(wrong.is_empty(), "decoder, length of the witness, shortest, findings: {wrong:?}");
}
