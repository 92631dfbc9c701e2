//! No answer of a shipped adapter depends on what its outputs held before a call, or on the requests before it.

use crate::spread_vectors::{answers, vectors};
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::process::{ProcessAdapter, Registered, Supervision};
use illformed::ask::adapter_check::canary_differences;
use illformed_vectors::Input;
use std::time::Duration;

/// Limits that no loaded machine reaches.
fn patient() -> Supervision {
    let (hello_limit, answer_limit) = (Duration::from_mins(2), Duration::from_mins(2));
    Supervision { hello_limit, answer_limit, ..Supervision::default() }
}

pub(crate) fn adapter(registered: &Registered) -> ProcessAdapter {
    ProcessAdapter::registered(*registered, patient())
}

pub(crate) fn no_answer_follows_the_canary(registered: &Registered) {
    let adapter = adapter(registered);
    let session = adapter.open().expect("it introduces itself");
    let differences = canary_differences(&adapter, vectors);
    let differences = differences.unwrap_or_else(|breach| panic!("{}: {breach:?}", adapter.name()));
    if let Some(difference) = differences.iter().find(|difference| difference.follows) {
        let decoder = &session.decoders()[difference.decoder];
        let input = &vectors(&decoder.claim)[difference.input];
        panic!("{}/{}: {input:?}: {:?}", adapter.name(), decoder.name, difference.answers);
    }
}

/// Tcl 8.6 reads the byte behind a four-byte sequence of which three bytes are there. It is not ours.
fn reads_behind(adapter: &str, input: &Input) -> bool {
    let bytes = match input {
        Input::Bytes(bytes) => bytes.clone(),
        Input::Calls(script) => {
            let hex = script.to_string().replace([' ', '-', '.', '~'], "");
            const_hex::decode(hex).expect("a script is written in hex")
        }
    };
    adapter == "tcl" && bytes.iter().any(|byte| *byte >= 0xF0)
}

pub(crate) fn no_answer_depends_on_the_order_of_the_requests(registered: &Registered) {
    let adapter = adapter(registered);
    let mut session = adapter.open().expect("it introduces itself");
    let mut other = adapter.with_canary(0xFF).open().expect("it was opened before");
    // The decoders in the other order too: what one leaves is before another.
    let decoders = session.decoders().to_vec();
    let mut backwards = Vec::new();
    for (number, decoder) in decoders.iter().enumerate().rev() {
        let inputs: Vec<Input> = vectors(&decoder.claim).into_iter().rev().collect();
        let mut answers = answers(other.as_mut(), number, &inputs);
        answers.reverse();
        backwards.push(answers);
    }
    backwards.reverse();
    for (number, decoder) in decoders.iter().enumerate() {
        let inputs = vectors(&decoder.claim);
        let forwards = answers(session.as_mut(), number, &inputs);
        for ((input, one), other) in inputs.iter().zip(&forwards).zip(&backwards[number]) {
            let same = one == other || reads_behind(adapter.name(), input);
            assert!(same, "{}/{}: {input:?}: {one}, then {other}", adapter.name(), decoder.name);
        }
    }
}
