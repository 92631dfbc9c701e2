//! What becomes of a fault in the codec: an artifact that shows it is kept, and one fault is one finding. The codec of these
//! programs has the switches for its faults, so that they are a build of their own.

#![cfg(unix)]

#[path = "../../../harness/tests/support/program.rs"]
mod program;
#[expect(dead_code, reason = "the other tests of promotion use it too")]
#[path = "../../../harness/tests/support/promotion_folder.rs"]
mod promotion_folder;

use crate::promotion_folder::{PromotionFolder, stdout};
use illformed_codec::PlantedFault;
use illformed_fuzz::property::write_calls;
use illformed_vectors::Script;
use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;

fn engines(folder: &PromotionFolder, fault: PlantedFault, arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("engines"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("ILLFORMED_PLANTED_FAULT", format!("{fault:?}"))
        .current_dir(folder.root())
        .assert()
}

/// The record of the promotion of bytes, in hex.
fn promoted(folder: &PromotionFolder, fault: PlantedFault, property: &str, bytes: &str, code: i32) -> Value {
    let places = ["promote", "--suite", "suite", "--corpus", "corpus", "--format", "json"];
    let input = ["--property", property, "--bytes", bytes];
    let asserted = engines(folder, fault, &[&places[..], &input].concat()).code(code);
    let records: Value = serde_json::from_str(&stdout(&asserted)).expect("it is JSON");
    records[0].clone()
}

#[test]
fn a_fault_in_the_codec_does_not_stop_promote() {
    for (fault, property, bytes, input) in [
        (PlantedFault::EventsOneCode, "decoders_agree", "41f09f988042", "f09f9880"),
        (PlantedFault::DecoderFeedLate, "decoders_agree", "41f541", "f541"),
        (PlantedFault::PerRunForgets, "policies_agree", "41ffffff", "8080"),
    ] {
        let folder = PromotionFolder::new();
        let record = promoted(&folder, fault, property, bytes, 0);
        assert_eq!(record["outcome"], "new", "{record:#}");
        assert_eq!(record["input"], input, "{record:#}");
        let written = record["written"].as_array().unwrap();
        let seed = written.last().and_then(Value::as_str).unwrap();
        assert!(seed.starts_with(&format!("corpus/regressions/{property}/")), "{record:#}");
        assert_eq!(const_hex::encode(fs::read(folder.path(seed)).unwrap()), input);
        // Once the codec is right the property holds, and the seed holds it to that.
        let folder = PromotionFolder::new();
        let healthy = Command::new(cargo_bin!("engines"))
            .args([
                "promote",
                "--suite",
                "suite",
                "--corpus",
                "corpus",
                "--property",
                property,
                "--bytes",
                bytes,
            ])
            .current_dir(folder.root())
            .assert();
        assert!(stdout(&healthy.code(1)).contains("the property holds for it"));
    }
}

#[test]
fn what_is_no_utf8_becomes_a_seed_and_never_a_vector() {
    let script: Script = "41 c2 ~ 80 .".parse().unwrap();
    let script = const_hex::encode(write_calls(3, script.calls()));
    for (fault, property, bytes, seed) in [
        (PlantedFault::EncodeUtf16Pair, "encode_round_trips", "ffdb41df", &b"\xFF\xDBA\xDF"[..]),
        (
            PlantedFault::DecoderResetKeeps,
            "call_scripts_follow_the_model",
            &script,
            b"\0\x03\x01\xC2\x01\x03\x01A",
        ),
        (PlantedFault::DecoderFeedLate, "chunks_equal_whole", "41f54104", b"\xF5A"),
    ] {
        let folder = PromotionFolder::new();
        let record = promoted(&folder, fault, property, bytes, 0);
        assert_eq!((&record["outcome"], &record["vector"]), (&"new".into(), &Value::Null), "{record:#}");
        let [place] = &record["written"].as_array().unwrap()[..] else { panic!("{record:#}") };
        let kept = fs::read(folder.path(place.as_str().unwrap())).unwrap();
        assert_eq!(const_hex::encode(&kept), const_hex::encode(seed), "{record:#}");
        assert!(!folder.path("suite/found.json").exists(), "{record:#}");
        // A second time it is there.
        assert_eq!(promoted(&folder, fault, property, bytes, 0)["outcome"], "known");
    }
}

#[test]
fn a_vector_that_is_there_does_not_stop_the_seed_of_a_property() {
    let folder = PromotionFolder::new();
    let fault = PlantedFault::EncodeTwo;
    for outcome in ["new", "known"] {
        let record = promoted(&folder, fault, "policies_agree", "41dfbf41", 0);
        assert_eq!((&record["outcome"], &record["input"]), (&outcome.into(), &"dfbf".into()), "{record:#}");
        let why = record["why"].as_str().unwrap_or_default();
        assert!(outcome == "known" || why.ends_with("has this input"), "{record:#}");
    }
    let seeds = fs::read_dir(folder.path("corpus/regressions/policies_agree")).unwrap();
    assert_eq!(seeds.map(|seed| fs::read(seed.unwrap().path()).unwrap()).collect::<Vec<_>>(), [b"\xDF\xBF"]);
    assert!(!folder.path("suite/found.json").exists());
}
