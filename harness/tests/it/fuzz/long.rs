//! The black-box search with default options: faults that show in long inputs, beside certain characters, between
//! adjacent characters, or in a later use of an object.

use super::{found, runs};
use crate::planted::faults::FAULTS;
use crate::planted::{has, never, validated, validator};
use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed::search::black_box::{FuzzFinding, FuzzOptions, Reproduces, bytes_of_text};
use illformed_codec::Profile;
use illformed_judge::claim::Claim;
use illformed_judge::observation::Observation;
use std::cell::Cell;

/// How many times `unit` stands in a row at most, in pieces of its length.
fn longest_run(bytes: &[u8], unit: &[u8]) -> usize {
    let (mut longest, mut at) = (0, 0);
    while at < bytes.len() {
        let count = bytes[at..].chunks_exact(unit.len()).take_while(|chunk| *chunk == unit).count();
        longest = longest.max(count);
        at += (count * unit.len()).max(1);
    }
    longest
}

fn runs_of_errors(bytes: &[u8]) -> Vec<usize> {
    let mut runs = Vec::new();
    let mut run = 0;
    for chunk in bytes.utf8_chunks() {
        if !chunk.valid().is_empty() {
            runs.push(run);
            run = 0;
        }
        run += usize::from(!chunk.invalid().is_empty());
    }
    runs.push(run);
    runs
}

fn of_runs() -> Vec<InProcessDecoder> {
    let most = |bytes: &[u8]| runs_of_errors(bytes).into_iter().max().unwrap_or(0);
    vec![
        validator("500-surrogates", |bytes| longest_run(bytes, b"\xED\xA0\x80") >= 500, never),
        validator("1000-nuls", never, |bytes| longest_run(bytes, b"\0") >= 1_000),
        validator("257-euros", never, |bytes| longest_run(bytes, "\u{20AC}".as_bytes()) == 257),
        validator("65536-errors", move |bytes| most(bytes) >= 65_536, never),
        // The length in 16 bits.
        validator("length-of-65536", |bytes| bytes.len() >= 65_536, never),
    ]
}

/// Those that so few inputs do not find: they show beside one character of many, or behind 64 KiB that come in chunks.
const RARE: &str = "wraps-16 wraps-text straddles-65536 cut-256 after-cut after-space tab-after-fe ffff-after-error \
    after-last one-surrogate one-scalar one-scalar-lost";

/// Wrong with runs and places, with characters beside others or beside errors, and in later uses.
fn of_blind_spots() -> Vec<InProcessDecoder> {
    FAULTS.iter().map(|spot| spot.decoder()).collect()
}

/// Decoders with a state that outlives the question.
fn of_history() -> Vec<InProcessDecoder> {
    let poisoned = Cell::new(false);
    let asked = Cell::new(0);
    let last_failed = Cell::new(false);
    vec![
        validator(
            "poisoned-by-a-surrogate",
            move |bytes| {
                let was = poisoned.get();
                poisoned.set(was || has(bytes, b"\xED\xA0\x80"));
                was
            },
            never,
        ),
        validator(
            "each-100th-error",
            move |bytes| {
                asked.set(asked.get() + u32::from(str::from_utf8(bytes).is_err()));
                asked.get().is_multiple_of(100)
            },
            never,
        ),
        // The state of the last error is taken up by a mark.
        InProcessDecoder::one_shot("after-an-error", "", Claim::validate(Profile::Rfc3629), move |bytes| {
            let was = last_failed.replace(str::from_utf8(bytes).is_err());
            let is_taken_up = was && !last_failed.get() && bytes.starts_with(b"\xEF\xBB\xBF");
            if is_taken_up { Observation::reject(Some(0), None) } else { validated(bytes) }
        }),
    ]
}

/// Searches as the default does, by inputs: a release build asks a quick decoder a million.
#[test]
fn what_shows_in_long_inputs_odd_company_or_later_uses_is_found_without_being_told_how_long() {
    let mut missed = Vec::new();
    for decoders in [of_runs as fn() -> Vec<InProcessDecoder>, of_blind_spots] {
        let options = FuzzOptions { first_failure_only: true, ..runs(60_000) };
        for decoder in found(decoders, |name| RARE.split(' ').all(|rare| rare != name), options) {
            println!("{:<40} first in {:?}", decoder.decoder, decoder.first_failing);
            if decoder.failing == 0 {
                missed.push(decoder.decoder);
            }
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn a_run_is_shrunk_to_its_shortest_length() {
    for (name, wanted) in [("500-surrogates", "eda080*500"), ("1000-nuls", "00*1000")] {
        let decoders = found(of_runs, move |decoder| decoder == name, runs(8_000));
        let [decoder] = &decoders[..] else { panic!("{name}") };
        let wanted = const_hex::encode(bytes_of_text(wanted).unwrap());
        let is_found = decoder.findings.iter().any(|finding| finding.input.to_string() == wanted);
        assert!(is_found, "{name}: {:?}", decoder.findings.len());
    }
}

fn sequence(finding: &FuzzFinding) -> Vec<String> {
    finding.earlier.iter().chain([&finding.input]).map(ToString::to_string).collect()
}

#[test]
fn a_failure_that_depends_on_earlier_inputs_has_the_shortest_sequence_that_shows_it() {
    let decoders = found(of_history, |_| true, runs(4_000));
    let findings = |number: usize| {
        let findings = &decoders[number].findings;
        assert!(!findings.is_empty(), "{}", decoders[number].decoder);
        for finding in findings {
            assert_eq!(finding.reproduces, Reproduces::AfterEarlierInputs, "{finding:?}");
        }
        findings
    };
    assert_eq!(sequence(&findings(0)[0]), ["eda080", "80"]);
    assert_eq!(findings(0).len(), 1, "{:?}", findings(0));
    let hundredth = sequence(&findings(1)[0]);
    assert_eq!((hundredth.len(), hundredth[99].as_str()), (100, "80"), "{hundredth:?}");
    assert_eq!(sequence(&findings(2)[0]), ["80", "efbbbf"]);
}
