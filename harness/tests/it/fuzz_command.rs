//! `illformed fuzz` as it is typed.

use crate::typed::{Said, typed};
use serde_json::Value;

fn fuzz(words: &str) -> Said {
    typed(&format!("fuzz {words}"))
}

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.stdout).expect("it is JSON")
}

#[test]
fn each_outcome_has_its_exit_code() {
    fuzz("--decoder std/from-utf8 --runs 500").ends(0).has(&["\nSeed "]);
    let record = json(&fuzz("--decoder bstr/* --seed 5 --runs 400 --jobs 2 --format json").ends(1));
    assert_eq!(record["seed"], 5);
    assert!(record["decoders"].as_array().is_some_and(|decoders| decoders.len() > 10), "{record}");
    // RFC 2279 is silent on surrogates.
    fuzz("--decoder codec/validate-rfc2279 --bytes eda080").ends(4);
    fuzz("--decoder * --adapter std --runs 10 -- false").ends(3);
}

#[cfg(unix)]
#[test]
fn a_planted_faulty_adapter_is_found_shrunk_and_asked_again() {
    let blind = "-- sh tests/adapters/accepts-everything.sh";
    let again = "illformed fuzz --decoder accepts-everything/blind --bytes 80 -- sh";
    fuzz(&format!("--seed 1 --runs 300 {blind}")).ends(1).has(&[again]);
    fuzz(&format!("--bytes 80 {blind}")).ends(1).has(&["accepts ill-formed bytes"]);
    // It answers this rightly, if for no good reason.
    fuzz(&format!("--bytes 41 {blind}")).ends(0);
    fuzz(&format!("--decoder nope {blind}")).ends(2).complains(&["no decoder of that name"]);
}

#[cfg(unix)]
#[test]
fn a_slow_decoder_does_not_make_the_time_longer() {
    let slow = "--command \"sh -c 'sleep 0.1; iconv -f UTF-8 -t UTF-16'\"";
    let record = json(&fuzz(&format!("{slow} --seconds 1 --format json")));
    let executions = record["decoders"][0]["executions"].as_u64().expect("it is a number");
    // It would take 25 seconds to ask as many at once as a fast one is asked.
    assert!((1..100).contains(&executions), "{executions}");
}
