//! Decoders whose faults are rare, hidden, at far places, or those of the process.

use super::runs;
use crate::planted::{has, lossy, never, validated, validator};
use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed::search::black_box::{FuzzOptions, FuzzedDecoder, Reproduces};
use illformed_codec::Profile;
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use std::cell::Cell;

fn found(decoders: fn() -> Vec<InProcessDecoder>, name: &'static str, options: FuzzOptions) -> FuzzedDecoder {
    let mut found = super::found(decoders, move |one| one == name, options);
    assert_eq!(found.len(), 1, "{name}");
    found.remove(0)
}

fn inputs(decoder: &FuzzedDecoder) -> Vec<String> {
    decoder.findings.iter().map(|finding| finding.input.to_string()).collect()
}

/// Accept a surrogate; accept anything when they are new; do both.
fn wrong_when_new() -> Vec<InProcessDecoder> {
    let real = |bytes: &[u8]| has(bytes, b"\xED\xA0\x80");
    let is_new = || {
        let asked = Cell::new(0);
        move || {
            asked.set(asked.get() + 1);
            asked.get() <= 9
        }
    };
    let (new, both) = (is_new(), is_new());
    vec![
        validator("real", real, never),
        validator("new", move |_| new(), never),
        validator("both", move |bytes| both() || real(bytes), never),
    ]
}

#[test]
fn what_fails_in_a_new_process_alone_is_said_so_and_hides_no_fault() {
    let options = || runs(5_000);
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

fn dying_now_and_then() -> Vec<InProcessDecoder> {
    let asked = Cell::new(0_usize);
    let decode = move |bytes: &[u8]| {
        asked.set(asked.get() + 1);
        if asked.get().is_multiple_of(150) {
            let how = "exited with code 9, not reproduced alone".to_owned();
            return Response::Among { how, limit: None, before: 0, after: asked.get() % 128 };
        }
        validated(bytes).into()
    };
    vec![InProcessDecoder::one_shot("dying", "", Claim::validate(Profile::Rfc3629), decode)]
}

#[test]
fn how_many_inputs_were_under_way_makes_no_other_fault() {
    let dying = found(dying_now_and_then, "dying", runs(5_000));
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

fn often_wrong() -> Vec<InProcessDecoder> {
    let and_rare = |bytes: &[u8]| swallowing(bytes).replace('\u{20AC}', "\u{20AD}");
    vec![lossy("swallows", swallowing), lossy("swallows-and-rare", and_rare)]
}

#[test]
fn a_frequent_fault_hides_no_rare_one_and_is_one_finding() {
    for (name, wanted) in [("swallows", &["f1808041"][..]), ("swallows-and-rare", &["e282ac", "f1808041"])] {
        let decoder = found(often_wrong, name, runs(20_000));
        let mut inputs = inputs(&decoder);
        inputs.sort_unstable();
        println!("{name}: {} fail, {} asked to sort them", decoder.failing, decoder.shrinking);
        assert_eq!(inputs, wanted, "{name}");
        assert_eq!(decoder.unsorted, 0, "{name}");
        let hits: u64 = decoder.findings.iter().map(|finding| finding.hits).sum();
        assert_eq!(hits, decoder.failing, "{name}");
    }
}

/// Decoders that take what a block of their buffer cuts for well-formed.
fn wrong_at_the_end_of_blocks() -> Vec<InProcessDecoder> {
    let of_block = |(name, block): (&str, usize)| {
        let is_cut = move |bytes: &[u8]| {
            str::from_utf8(bytes).is_err_and(|error| {
                let start = error.valid_up_to();
                let end = error.error_len().map_or(bytes.len(), |len| start + len);
                start / block != end / block
            })
        };
        validator(name, is_cut, never)
    };
    [("128", 128), ("256", 256)].map(of_block).into()
}

#[test]
fn a_longer_input_reaches_the_end_of_a_longer_block() {
    for (name, shortest) in [("128", 128), ("256", 256)] {
        let options = FuzzOptions { max_len: Some(4096), ..runs(3_000) };
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
            validated(bytes).into()
        })
    };
    [("f2", &b"\xF2\x8F\xBF\xBF"[..]), ("half", b"\xED\xA0\xBD")].map(dying).into()
}

#[test]
fn every_lead_and_the_halves_of_common_characters_come_soon() {
    for name in ["f2", "half"] {
        for seed in [1, 2, 3] {
            let options = FuzzOptions { seed, first_failure_only: true, ..runs(100_000) };
            let decoder = found(dying_of_a_sequence, name, options);
            println!("{name}, seed {seed}: first in {:?}", decoder.first_failing);
            assert!(decoder.failing > 0, "{name} with seed {seed}");
        }
    }
}
