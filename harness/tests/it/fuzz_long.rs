//! The black-box search with default options: faults that show in long inputs, beside certain characters, between
//! adjacent characters, or in a later use of an object.

#![expect(clippy::print_stdout, reason = "the table is the measure; `--nocapture` shows it")]

use crate::blind_spots::planted_fault;
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
use illformed::search::black_box::{
    FuzzFinding, FuzzOptions, FuzzedDecoder, Reproduces, bytes_of_text, fuzz,
};
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, OutputKind, Policy};
use illformed_judge::observation::{Observation, Text};
use std::cell::Cell;

/// A validator that is wrong where `accepts` is true of ill-formed bytes, or `refuses` of well-formed ones.
fn validator(
    name: &str,
    accepts: impl Fn(&[u8]) -> bool + 'static,
    refuses: impl Fn(&[u8]) -> bool + 'static,
) -> InProcessDecoder {
    InProcessDecoder::one_shot(
        name,
        "",
        Claim::validate(Profile::Rfc3629),
        move |bytes| match str::from_utf8(bytes) {
            Err(error) if !accepts(bytes) => Observation::reject(Some(error.valid_up_to()), None),
            Ok(_) if refuses(bytes) => Observation::reject(Some(0), None),
            _ => Observation::accept(Text::None),
        },
    )
}

/// A lossy decoder whose text is `changed`, given the bytes too.
fn lossy(name: &str, changed: impl Fn(&[u8], String) -> String + 'static) -> InProcessDecoder {
    let claim = Claim { out: OutputKind::Utf8, ..Claim::lossy(Policy::MaximalSubpart) };
    InProcessDecoder::one_shot(name, "", claim, move |bytes| {
        let text = changed(bytes, String::from_utf8_lossy(bytes).into_owned());
        Observation::accept(Text::Utf8(text.into_bytes()))
    })
}

fn never(_: &[u8]) -> bool {
    false
}

fn has(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

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

/// Runs of adjacent errors by their lengths.
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
        // A counter of one byte goes around.
        validator("256-errors-in-a-row", move |bytes| most(bytes) > 0 && most(bytes) % 256 == 0, never),
        // A table of errors is full.
        lossy("256-replacements", |_, text| {
            let mut left = 256;
            text.chars()
                .filter(|c| {
                    *c != '\u{FFFD}' || {
                        left -= 1;
                        left >= 0
                    }
                })
                .collect()
        }),
        validator("500-surrogates", |bytes| longest_run(bytes, b"\xED\xA0\x80") >= 500, never),
        validator("4096-continuations", |bytes| longest_run(bytes, b"\x80") >= 4_096, never),
        validator("65536-errors", move |bytes| most(bytes) >= 65_536, never),
        validator("1000-nuls", never, |bytes| longest_run(bytes, b"\0") >= 1_000),
        validator("257-euros", never, |bytes| longest_run(bytes, "\u{20AC}".as_bytes()) == 257),
        validator("4096-bytes-and-more", |bytes| bytes.len() > 4_096, never),
        validator(
            "error-at-1000",
            |bytes| str::from_utf8(bytes).is_err_and(|error| error.valid_up_to() == 1_000),
            never,
        ),
        // The length in 16 bits.
        validator("length-of-65536", |bytes| bytes.len() >= 65_536, never),
    ]
}

fn of_neighbours() -> Vec<InProcessDecoder> {
    vec![
        validator("overlong-after-cr", |bytes| has(bytes, b"\r\xC0\x80"), never),
        validator(
            "surrogate-before-sub",
            |bytes| bytes.windows(4).any(|w| w[0] == 0xED && w[1] >= 0xA0 && w[3] == 0x1A),
            never,
        ),
        lossy("error-after-replacement", |bytes, text| {
            if has(bytes, b"\xEF\xBF\xBD\xFF") {
                text.replacen("\u{FFFD}\u{FFFD}", "\u{FFFD}", 1)
            } else {
                text
            }
        }),
        lossy("error-before-mark", |bytes, text| {
            if has(bytes, b"\xE2\x82\xEF\xBB\xBF") { text.replace('\u{FEFF}', "") } else { text }
        }),
        validator("noncharacter-and-far", |bytes| has(bytes, b"\xEF\xBF\xBE\xF4\x90\x80\x80"), never),
    ]
}

fn of_adjacent_characters() -> Vec<InProcessDecoder> {
    let pair = |len: usize, same: fn(&[u8], &[u8]) -> bool| {
        move |bytes: &[u8]| {
            str::from_utf8(bytes).is_ok_and(|text| {
                let characters: Vec<String> = text.chars().map(String::from).collect();
                characters.windows(2).any(|pair| {
                    let (one, other) = (pair[0].as_bytes(), pair[1].as_bytes());
                    one.len() == len && other.len() == len && one != other && same(one, other)
                })
            })
        }
    };
    vec![
        validator("same-lead-of-4", never, pair(4, |one, other| one[0] == other[0] && one[1] == other[1])),
        validator("same-last-of-3", never, pair(3, |one, other| one[1..] == other[1..])),
        validator("same-trail-of-2", never, pair(2, |one, other| one[1] == other[1])),
    ]
}

/// Of those that the usual run finds: errs in the third use, in the 256th or its 256th call, or after another error.
fn of_uses() -> Vec<InProcessDecoder> {
    ["third-use", "use-256", "call-256", "kind-after-kind", "surrogate-after-stray"].map(planted_fault).into()
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
            move |_| {
                asked.set(asked.get() + 1);
                asked.get() % 100 == 0
            },
            never,
        ),
        InProcessDecoder::one_shot(
            "after-an-error",
            "",
            Claim::validate(Profile::Rfc3629),
            move |bytes: &[u8]| {
                let was = last_failed.replace(str::from_utf8(bytes).is_err());
                match str::from_utf8(bytes) {
                    // The state of the last error is taken up by a mark.
                    Ok(_) if was && bytes.starts_with(b"\xEF\xBB\xBF") => Observation::reject(Some(0), None),
                    Ok(_) => Observation::accept(Text::None),
                    Err(error) => Observation::reject(Some(error.valid_up_to()), None),
                }
            },
        ),
    ]
}

fn searched(
    decoders: fn() -> Vec<InProcessDecoder>,
    options: impl Fn() -> FuzzOptions,
) -> Vec<FuzzedDecoder> {
    let adapter: Box<dyn Adapter> = Box::new(InProcessAdapter::new("faulty", "nobody", "0", decoders));
    let record = fuzz(&[adapter], &FuzzOptions { time: None, ..options() });
    assert_eq!(record.oracles_disagree, Vec::<String>::new());
    record.decoders
}

/// Searches as the default does, by inputs: a release build asks a quick decoder a million.
fn all_are_found(decoders: fn() -> Vec<InProcessDecoder>, runs: u64) {
    let mut missed = Vec::new();
    for decoder in searched(decoders, || FuzzOptions {
        seed: 1,
        runs: Some(runs),
        first_failure_only: true,
        ..FuzzOptions::default()
    }) {
        println!("{:<40} first in {:?}", decoder.decoder, decoder.first_failing);
        if decoder.failing == 0 {
            missed.push(decoder.decoder);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn runs_and_places_are_found_without_being_told_how_long() {
    all_are_found(of_runs, 60_000);
}

#[test]
fn special_characters_beside_an_error_are_found() {
    all_are_found(of_neighbours, 60_000);
}

#[test]
fn adjacent_characters_that_share_bytes_are_found() {
    all_are_found(of_adjacent_characters, 10_000);
}

#[test]
fn later_uses_of_an_object_are_found() {
    all_are_found(of_uses, 60_000);
}

#[test]
fn a_run_is_shrunk_to_its_shortest_length() {
    for (name, wanted) in [("500-surrogates", "eda080*500"), ("1000-nuls", "00*1000")] {
        let options = || FuzzOptions {
            seed: 1,
            runs: Some(8_000),
            wants_decoder: Box::new(move |decoder| decoder.ends_with(name)),
            ..FuzzOptions::default()
        };
        let decoders = searched(of_runs, options);
        let [decoder] = &decoders[..] else { panic!("{name}") };
        let wanted = const_hex::encode(bytes_of_text(wanted).unwrap());
        assert!(
            decoder.findings.iter().any(|finding| finding.input.0.to_string() == wanted),
            "{name}: {:?}",
            decoder.findings.len()
        );
    }
}

/// `earlier` and the input, as they are typed.
fn sequence(finding: &FuzzFinding) -> Vec<String> {
    finding.earlier.iter().chain([&finding.input]).map(|input| input.0.to_string()).collect()
}

#[test]
fn a_failure_that_depends_on_earlier_inputs_has_the_shortest_sequence_that_shows_it() {
    let options = || FuzzOptions { seed: 1, runs: Some(4_000), ..FuzzOptions::default() };
    let decoders = searched(of_history, options);
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
