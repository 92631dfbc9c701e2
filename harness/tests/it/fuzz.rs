//! The black-box search: faults are found soon, right decoders give no finding, the same seed the same findings.

#![expect(clippy::print_stdout, reason = "the tables are the measure; `--nocapture` shows them")]

use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder, all};
use illformed::search::black_box::{FuzzOptions, FuzzRecord, FuzzedDecoder, Reproduces, fuzz};
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, OutputKind, Policy};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::{Call, Script};
use illformed_workshop::mutants::{Mutant, Need, mutants};
use std::cell::Cell;

/// Of a mutant that nobody found in so many inputs it is said that it survived.
const MOST: u64 = 10_000;

const SEEDS: [u64; 7] = [1, 2, 3, 4, 5, 6, 7];

fn all_mutants() -> Vec<InProcessDecoder> {
    mutants().iter().flat_map(|mutant| [mutant.decoder(), mutant.answering()]).collect()
}

fn zoo() -> Vec<Box<dyn Adapter>> {
    vec![Box::new(InProcessAdapter::new("zoo", "the zoo", "0", all_mutants))]
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
        mutant.name.starts_with('m') || matches!(mutant.needs, Need::Script | Need::Position)
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
    let scripted = wanted.iter().filter(|(mutant, _)| mutant.needs == Need::Script).count();
    assert!(flipping >= 60 && scripted >= 10, "{flipping} {scripted}");
    let names: Vec<String> = wanted.iter().map(|(_, name)| name.clone()).collect();
    let mut kills = vec![Vec::new(); names.len()];
    for seed in SEEDS {
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
    println!("{:<20} {:>9} {:>9}  inputs until it is killed, of seven seeds", "mutant", "median", "most");
    for ((mutant, name), kills) in wanted.iter().zip(&mut kills) {
        kills.sort_unstable();
        assert_eq!(kills.len(), SEEDS.len(), "{name}");
        println!("{:<20} {:>9} {:>9}  {}", &name[4..], kills[3], kills[6], mutant.does);
        if kills[3] > MOST || kills[6] == u64::MAX {
            survivors.push((name, kills.clone()));
        }
    }
    assert!(survivors.is_empty(), "{survivors:?}");
}

/// Those that the vectors find wrong too.
const WRONG: [&str; 3] = ["bstr/sentences", "utf8parse/lossy", "utf8parse/parser"];

#[test]
fn right_decoders_give_no_finding_in_twenty_thousand_inputs() {
    right_decoders_give_no_finding(20_000, 1_000);
}

#[test]
#[ignore = "long: make test-long"]
fn right_decoders_give_no_finding_in_a_hundred_thousand_inputs() {
    right_decoders_give_no_finding(100_000, 5_000);
}

/// Asks one of each way of decoding `much`, and the others, which share its code, `some`.
fn right_decoders_give_no_finding(much: u64, some: u64) {
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
            let inputs: Vec<String> = decoder
                .findings
                .iter()
                .map(|finding| {
                    format!("{}: {} {} {}", finding.cause, finding.input, finding.expected, finding.observed)
                })
                .collect();
            wrong.push((decoder.decoder.clone(), inputs));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_same_seed_gives_the_same_findings_whoever_is_asked_beside() {
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

/// How many bytes an input of a record feeds.
fn fed(input: &str, calls: bool) -> usize {
    if !calls {
        return input.len() / 2;
    }
    let script: Script = input.parse().expect("a record's script parses");
    let chunk = |call: &Call| match call {
        Call::Feed(chunk) => chunk.len(),
        _ => 0,
    };
    script.calls().iter().map(chunk).sum()
}

#[test]
fn what_is_found_is_shrunk_to_about_the_shortest_witness_and_one_fault_is_few_findings() {
    what_is_found_is_shrunk(3);
}

#[test]
#[ignore = "long: make test-long"]
fn what_is_found_of_every_mutant_is_shrunk_to_about_the_shortest_witness() {
    what_is_found_is_shrunk(1);
}

/// Searches every so manieth mutant.
fn what_is_found_is_shrunk(stride: usize) {
    let all = mutants().into_iter().filter(|mutant| mutant.equivalent.is_none());
    let wanted: Vec<Mutant> = all.step_by(stride).collect();
    let name = |mutant: &Mutant| format!("zoo/{}", mutant.name);
    let (mut wrong, mut counts) = (Vec::new(), Vec::new());
    // What must stand at some place is rare.
    for (rare, runs) in [(false, 3_000), (true, 20_000)] {
        let rarity = |mutant: &Mutant| mutant.needs == Need::Position;
        let names: Vec<String> = wanted.iter().filter(|mutant| rarity(mutant) == rare).map(name).collect();
        let options = FuzzOptions { seed: 5, runs: Some(runs), max_len: Some(160), ..FuzzOptions::default() };
        for decoder in search(&zoo(), move |name| names.iter().any(|wanted| wanted == name), options).decoders
        {
            let mutant = wanted.iter().find(|mutant| name(mutant) == decoder.decoder).expect("it was wanted");
            let witness = mutant.witness_calls.map_or(mutant.witness.len(), |calls| fed(calls, true));
            let found = decoder.findings.iter().flat_map(|finding| {
                let also = finding.also.iter().map(|also| fed(&also.input, also.calls));
                also.chain([fed(&finding.input, finding.calls)])
            });
            let shortest = found.min();
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
        &counts[counts.len() - 9..]
    );
    assert!(single * 10 >= counts.len() * 6, "{counts:?}");
    assert!(wrong.is_empty(), "decoder, length of the witness, shortest, findings: {wrong:?}");
}

/// Whether `bytes` are well-formed, said by a decoder that errs where `accepts` says so of its so manieth question.
fn validator(name: &str, accepts: impl Fn(u64, &[u8]) -> bool + 'static) -> InProcessDecoder {
    let asked = Cell::new(0);
    InProcessDecoder::one_shot(name, "", Claim::validate(Profile::Rfc3629), move |bytes| {
        asked.set(asked.get() + 1);
        match str::from_utf8(bytes) {
            Err(error) if !accepts(asked.get(), bytes) => {
                Observation::reject(Some(error.valid_up_to()), None)
            }
            _ => Observation::accept(Text::None),
        }
    })
}

fn has(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// What is found of a decoder: cause, input, and how many fail so.
fn found(decoders: fn() -> Vec<InProcessDecoder>, name: &str, options: FuzzOptions) -> FuzzedDecoder {
    let adapter: Box<dyn Adapter> = Box::new(InProcessAdapter::new("faulty", "nobody", "0", decoders));
    let wanted = format!("faulty/{name}");
    let mut record = search(&[adapter], move |name| name == wanted, options);
    assert_eq!(record.decoders.len(), 1, "{name}");
    record.decoders.remove(0)
}

fn inputs(decoder: &FuzzedDecoder) -> Vec<&str> {
    decoder.findings.iter().map(|finding| finding.input.as_str()).collect()
}

/// Accept a surrogate; accept anything when they are new; do both.
fn wrong_when_new() -> Vec<InProcessDecoder> {
    let real = |bytes: &[u8]| has(bytes, b"\xED\xA0\x80");
    vec![
        validator("real", move |_, bytes| real(bytes)),
        validator("new", |asked, _| asked <= 9),
        validator("both", move |asked, bytes| asked <= 9 || real(bytes)),
    ]
}

#[test]
fn what_fails_in_a_new_process_alone_is_said_so_and_hides_no_fault() {
    let options = || FuzzOptions { seed: 1, runs: Some(5_000), ..FuzzOptions::default() };
    assert_eq!(inputs(&found(wrong_when_new, "real", options())), ["eda080"]);
    let new = found(wrong_when_new, "new", options());
    assert!(
        matches!(&new.findings[..], [one] if one.hits == new.failing && one.reproduces == Reproduces::OnlyFirst),
        "{:?}",
        new.findings
    );
    let both = found(wrong_when_new, "both", options());
    assert!(matches!(&inputs(&both)[..], ["eda080", _]), "{:?}", both.findings);
    assert_eq!(both.findings[1].reproduces, Reproduces::OnlyFirst, "{:?}", both.findings);
}

/// One that ends its process now and then, whatever it is asked.
fn dying_now_and_then() -> Vec<InProcessDecoder> {
    let asked = Cell::new(0_usize);
    let decode = move |bytes: &[u8]| {
        asked.set(asked.get() + 1);
        if asked.get().is_multiple_of(150) {
            let how = "exited with code 9, not reproduced alone".to_owned();
            return Response::CrashedAmong { how, before: 0, after: asked.get() % 128 };
        }
        Response::Observed(match str::from_utf8(bytes) {
            Ok(_) => Observation::accept(Text::None),
            Err(error) => Observation::reject(Some(error.valid_up_to()), None),
        })
    };
    vec![InProcessDecoder::one_shot("dying", "", Claim::validate(Profile::Rfc3629), decode)]
}

#[test]
fn how_many_inputs_were_under_way_makes_no_other_fault() {
    let options = FuzzOptions { seed: 1, runs: Some(5_000), ..FuzzOptions::default() };
    let dying = found(dying_now_and_then, "dying", options);
    // Once in each batch of 256, which starts the process anew.
    assert!(dying.failing >= 15, "{}", dying.failing);
    let [finding] = &dying.findings[..] else { panic!("{:?}", dying.findings) };
    assert_eq!(finding.reproduces, Reproduces::AfterEarlierInputs);
    assert_eq!(finding.earlier.len(), 149, "it dies of the 150th");
    assert_eq!(finding.cause, "exited with code 9");
    assert!(finding.also.is_empty(), "{:?}", finding.also);
}

/// What a lossy decoder gives that swallows the byte behind a cut character of four bytes.
fn swallowing(mut bytes: &[u8]) -> String {
    let mut text = String::new();
    while let Some(chunk) = bytes.utf8_chunks().next() {
        text.push_str(chunk.valid());
        let wrong = chunk.invalid();
        if !wrong.is_empty() {
            text.push('\u{FFFD}');
        }
        let swallowed = usize::from(wrong.len() == 3);
        bytes = bytes.get(chunk.valid().len() + wrong.len() + swallowed..).unwrap_or_default();
    }
    text
}

/// Lossy decoders that err often, and one of them also with one character.
fn often_wrong() -> Vec<InProcessDecoder> {
    let lossy = |name, decode: fn(&[u8]) -> String, rare: bool| {
        let claim = Claim { out: OutputKind::Utf8, ..Claim::lossy(Policy::MaximalSubpart) };
        InProcessDecoder::one_shot(name, "", claim, move |bytes| {
            let text = decode(bytes);
            let text = if rare { text.replace('\u{20AC}', "\u{20AD}") } else { text };
            Observation::accept(Text::Utf8(text.into_bytes()))
        })
    };
    vec![lossy("swallows", swallowing, false), lossy("swallows-and-rare", swallowing, true)]
}

#[test]
fn a_frequent_fault_hides_no_rare_one_and_is_one_finding() {
    for (name, wanted) in [("swallows", &["f1808041"][..]), ("swallows-and-rare", &["e282ac", "f1808041"])] {
        let options = FuzzOptions { seed: 1, runs: Some(20_000), ..FuzzOptions::default() };
        let decoder = found(often_wrong, name, options);
        let mut inputs = inputs(&decoder);
        inputs.sort_unstable();
        println!("{name}: {} fail, {} asked to sort them", decoder.failing, decoder.shrinking);
        assert_eq!(inputs, wanted, "{name}");
        assert_eq!(decoder.unsorted, 0, "{name}");
        assert_eq!(
            decoder.findings.iter().map(|finding| finding.hits).sum::<u64>(),
            decoder.failing,
            "{name}"
        );
    }
}

/// Decoders that take what a block of their buffer cuts for well-formed.
fn wrong_at_the_end_of_blocks() -> Vec<InProcessDecoder> {
    let of_block = |(name, block): (&str, usize)| {
        validator(name, move |_, bytes| {
            str::from_utf8(bytes).is_err_and(|error| {
                let start = error.valid_up_to();
                let end = error.error_len().map_or(bytes.len(), |len| start + len);
                start / block != end / block
            })
        })
    };
    [("128", 128), ("256", 256)].map(of_block).into()
}

#[test]
fn a_longer_input_reaches_the_end_of_a_longer_block() {
    for (name, shortest, max_len) in [("128", 128, 4096), ("256", 256, 4096)] {
        let options =
            FuzzOptions { seed: 1, runs: Some(3_000), max_len: Some(max_len), ..FuzzOptions::default() };
        let decoder = found(wrong_at_the_end_of_blocks, name, options);
        println!("{name}: {} fail, {} asked to sort them", decoder.failing, decoder.shrinking);
        let lengths: Vec<usize> = inputs(&decoder).iter().map(|input| input.len() / 2).collect();
        // One for which patience ends early may stay beside it.
        assert_eq!(lengths.first(), Some(&shortest), "{name}: {:?}", decoder.findings);
        assert!(lengths.len() <= 2, "{name}: {:?}", decoder.findings);
    }
}

/// Decoders that end their process on one sequence, of a row of which little else is tried.
fn dying_of_a_sequence() -> Vec<InProcessDecoder> {
    let dying = |(name, wanted): (&str, &'static [u8])| {
        InProcessDecoder::one_shot(name, "", Claim::validate(Profile::Rfc3629), move |bytes| {
            if has(bytes, wanted) {
                return Response::Crashed("exited with code 7".to_owned());
            }
            Response::Observed(match str::from_utf8(bytes) {
                Ok(_) => Observation::accept(Text::None),
                Err(error) => Observation::reject(Some(error.valid_up_to()), None),
            })
        })
    };
    [("f2", &b"\xF2\x8F\xBF\xBF"[..]), ("half", b"\xED\xA0\xBD")].map(dying).into()
}

#[test]
fn every_lead_and_the_halves_of_common_characters_come_soon() {
    for name in ["f2", "half"] {
        for seed in [1, 2, 3] {
            let options =
                FuzzOptions { seed, runs: Some(100_000), first_failure_only: true, ..FuzzOptions::default() };
            let decoder = found(dying_of_a_sequence, name, options);
            println!("{name}, seed {seed}: first in {:?}", decoder.first_failing);
            assert!(decoder.failing > 0, "{name} with seed {seed}");
        }
    }
}
