//! The black-box search: faults are found soon, right decoders give no finding, the same seed the same findings.

#![expect(clippy::print_stdout, reason = "the tables are the measure; `--nocapture` shows them")]

mod long;
mod planted;

use crate::planted::Planted;
use crate::whole::{is_whole, stride};
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder, all};
use illformed::search::black_box::{FuzzOptions, FuzzRecord, FuzzedDecoder, fuzz};
use illformed_vectors::Input;
use illformed_workshop::mutants::{Mutant, Need, mutants};
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

fn zoo() -> Vec<Box<dyn Adapter>> {
    vec![Box::new(InProcessAdapter::new("zoo", "the zoo", "0", all_mutants))]
}

/// What is found of those of `decoders` that `wants` wants.
fn found(
    decoders: fn() -> Vec<InProcessDecoder>,
    wants: impl Fn(&str) -> bool + Sync + 'static,
    options: FuzzOptions,
) -> Vec<FuzzedDecoder> {
    let wants = move |name: &str| name.strip_prefix("planted/").is_some_and(&wants);
    search(&[Box::new(Planted(decoders))], wants, options).decoders
}

fn runs(runs: u64) -> FuzzOptions {
    FuzzOptions { seed: 1, runs: Some(runs), ..FuzzOptions::default() }
}

fn search(
    adapters: &[Box<dyn Adapter>],
    wants: impl Fn(&str) -> bool + Sync + 'static,
    options: FuzzOptions,
) -> FuzzRecord {
    let record = fuzz(adapters, &FuzzOptions { wants_decoder: Box::new(wants), time: None, ..options });
    assert_eq!(record.oracles_disagree, Vec::<String>::new());
    record
}

/// Each mutant that one input or several calls betray: by its answer alone where that is possible.
fn expected_to_die() -> Vec<(Mutant, String)> {
    let mutants = mutants().into_iter().filter(|mutant| mutant.equivalent.is_none());
    let mutants = mutants.filter(|mutant| {
        mutant.name.starts_with('m') || matches!(mutant.needs(), Need::Script | Need::Position)
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
    let scripted = wanted.iter().filter(|(mutant, _)| mutant.needs() == Need::Script).count();
    assert!(flipping >= 60 && scripted >= 10, "{flipping} {scripted}");
    let names: Vec<String> = wanted.iter().map(|(_, name)| name.clone()).collect();
    let mut kills = vec![Vec::new(); names.len()];
    for seed in seeds() {
        let names = names.clone();
        let options = FuzzOptions {
            seed,
            runs: Some(4 * MOST),
            first_failure_only: true,
            max_len: Some(160),
            ..FuzzOptions::default()
        };
        let wants = {
            let names = names.clone();
            move |name: &str| names.iter().any(|wanted| wanted == name)
        };
        for found in search(&zoo(), wants, options).decoders {
            let place = names.iter().position(|name| *name == found.decoder).unwrap();
            kills[place].push(found.first_failing.unwrap_or(u64::MAX));
        }
    }
    let mut survivors = Vec::new();
    println!("{:<20} {:>9} {:>9}  inputs until it is killed, of all seeds", "mutant", "median", "most");
    for ((mutant, name), kills) in wanted.iter().zip(&mut kills) {
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
    let adapters: Vec<Box<dyn Adapter>> =
        all().into_iter().map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) }).collect();
    let thorough = |name: &str| {
        let chosen = ["codec/decoder-rfc3629", "codec/stream-maximal-subpart", "std/from-utf8", "simdutf8/"];
        chosen.iter().any(|start| name.starts_with(start)) || name.starts_with("encoding-rs/")
    };
    let of = |runs, wants: Box<dyn Fn(&str) -> bool + Sync>| {
        let options = FuzzOptions { seed: 11, runs: Some(runs), ..FuzzOptions::default() };
        search(&adapters, wants, options).decoders
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
    let of = |seed, jobs: usize, also: &'static str| {
        let options =
            FuzzOptions { seed, runs: Some(2_000), jobs: jobs.try_into().unwrap(), ..FuzzOptions::default() };
        let wants = move |name: &str| name == "zoo/m05" || name == "zoo/s01" || name == also;
        let decoders = search(&zoo(), wants, options).decoders;
        let without_time = |decoder: FuzzedDecoder| FuzzedDecoder { milliseconds: 0, ..decoder };
        decoders.into_iter().filter(|decoder| decoder.decoder != also).map(without_time).collect::<Vec<_>>()
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
        let rarity = |mutant: &Mutant| mutant.needs() == Need::Position;
        let names: Vec<String> = wanted.iter().filter(|mutant| rarity(mutant) == rare).map(name).collect();
        let options = FuzzOptions { seed: 5, runs: Some(runs), max_len: Some(160), ..FuzzOptions::default() };
        for decoder in search(&zoo(), move |name| names.iter().any(|wanted| wanted == name), options).decoders
        {
            let mutant = wanted.iter().find(|mutant| name(mutant) == decoder.decoder).expect("it was wanted");
            let calls = |calls: &str| Input::Calls(calls.parse().expect("it is a script")).bytes().len();
            let witness = mutant.witness_calls.map_or(mutant.witness.len(), calls);
            let found = decoder
                .findings
                .iter()
                .flat_map(|finding| finding.also.iter().map(|also| &also.input).chain([&finding.input]));
            let shortest = found.map(|input| input.0.bytes().len()).min();
            let findings = decoder.findings.len();
            counts.push(findings);
            let too_many = findings > 5;
            if too_many || shortest.is_none_or(|shortest| shortest > witness + 1) {
                wrong.push((decoder.decoder, witness, shortest, findings));
            }
        }
    }
    counts.sort_unstable();
    let single = counts.iter().filter(|count| **count == 1).count();
    println!(
        "{single} of {} faults are one finding, the worst are {:?}",
        counts.len(),
        &counts[counts.len().saturating_sub(9)..]
    );
    assert!(single * 10 >= counts.len() * 6, "{counts:?}");
    assert!(wrong.is_empty(), "decoder, length of the witness, shortest, findings: {wrong:?}");
}
