//! `illformed fuzz` as it is typed.

use crate::typed::typed;
use serde_json::Value;

fn searched(words: &str) -> Value {
    serde_json::from_str(&typed(&format!("fuzz {words} --format json")).stdout).expect("it is JSON")
}

#[test]
fn each_decoder_is_searched_with_the_seed_that_is_given() {
    let record = searched("--decoder bstr/* --seed 5 --runs 400 --jobs 2");
    assert_eq!(record["seed"], 5);
    assert!(record["decoders"].as_array().is_some_and(|decoders| decoders.len() > 10), "{record}");
}

#[cfg(unix)]
#[test]
fn a_slow_decoder_does_not_make_the_time_longer() {
    let record = searched("--command \"sh -c 'sleep 0.1; iconv -f UTF-8 -t UTF-16'\" --seconds 1");
    let executions = record["decoders"][0]["executions"].as_u64().expect("it is a number");
    // It would take 25 seconds to ask as many at once as a fast one is asked.
    assert!((1..100).contains(&executions), "{executions}");
}
