//! Decoders whose faults are rare, hidden, at far places, or those of the process.

use super::search;
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
use illformed::search::black_box::{FuzzOptions, FuzzedDecoder, Reproduces};
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, OutputKind, Policy};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use std::cell::Cell;

/// Whether `bytes` are well-formed, said by a decoder that is wrong where `accepts` says so of the number of its question.
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

fn inputs(decoder: &FuzzedDecoder) -> Vec<String> {
    decoder.findings.iter().map(|finding| finding.input.0.to_string()).collect()
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
    assert!(inputs(&both)[0] == "eda080" && both.findings.len() == 2, "{:?}", both.findings);
    assert_eq!(both.findings[1].reproduces, Reproduces::OnlyFirst, "{:?}", both.findings);
}

/// One that ends its process now and then, whatever it is asked.
fn dying_now_and_then() -> Vec<InProcessDecoder> {
    let asked = Cell::new(0_usize);
    let decode = move |bytes: &[u8]| {
        asked.set(asked.get() + 1);
        if asked.get().is_multiple_of(150) {
            let how = "exited with code 9, not reproduced alone".to_owned();
            return Response::Among { how, limit: None, before: 0, after: asked.get() % 128 };
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
    assert_eq!(finding.wrong.class.cause, "exited with code 9");
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
