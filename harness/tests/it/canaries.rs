//! No answer of a shipped adapter depends on what its outputs held before a call, or on the requests before it.

use illformed::ask::adapter::process::{ProcessAdapter, REGISTRY, Supervision};
use illformed::ask::adapter::{Adapter, OpenFailure, Session};
use illformed::ask::adapter_check::canary_differences;
use illformed_judge::case::FittedInput;
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_vectors::{Input, Suite, VectorFile};
#[cfg(feature = "peers")]
use std::sync::Mutex;
use std::time::Duration;

/// Limits that no loaded machine reaches.
fn patient() -> Supervision {
    let (hello_limit, answer_limit) = (Duration::from_mins(2), Duration::from_mins(2));
    Supervision { hello_limit, answer_limit, ..Supervision::default() }
}

/// How many vectors of a group are asked, evenly spread: what is generated comes in thousands.
const PER_GROUP: usize = 250;

/// The vectors that are asked, as a decoder with `claim` can be asked them.
fn vectors(claim: &Claim) -> Vec<Input> {
    let spread = |file: &'static VectorFile| {
        file.vectors.iter().step_by(file.vectors.len().div_ceil(PER_GROUP).max(1))
    };
    let vectors = Suite::embedded().files().iter().flat_map(spread);
    let fitted_input = vectors.filter_map(|vector| FittedInput::new(&vector.input, claim).ok());
    fitted_input.map(|fitted_input| fitted_input.input).collect()
}

/// The adapters whose language is on this machine.
#[expect(clippy::print_stderr, reason = "a test that tests nothing says so")]
fn adapters() -> Vec<(ProcessAdapter, Box<dyn Session>)> {
    let mut adapters = Vec::new();
    for registered in REGISTRY {
        let adapter = ProcessAdapter::registered(*registered, patient());
        match adapter.open() {
            Err(OpenFailure::Absent(why)) => eprintln!("{} is not tested: {why}", registered.name),
            session => adapters.push((adapter, session.expect("it introduces itself"))),
        }
    }
    adapters
}

fn answers(session: &mut dyn Session, decoder: usize, inputs: &[Input]) -> Vec<Response> {
    let mut answers = Vec::new();
    session.ask(decoder, inputs, &mut |_, response| answers.push(response));
    assert_eq!(answers.len(), inputs.len());
    answers
}

#[test]
fn no_answer_of_a_shipped_adapter_follows_the_canary() {
    for (adapter, session) in adapters() {
        let differences = canary_differences(&adapter, vectors);
        let differences = differences.unwrap_or_else(|breach| panic!("{}: {breach:?}", adapter.name()));
        if let Some(difference) = differences.iter().find(|difference| difference.follows) {
            let decoder = &session.decoders()[difference.decoder];
            let input = &vectors(&decoder.claim)[difference.input];
            panic!("{}/{}: {input:?}: {:?}", adapter.name(), decoder.name, difference.answers);
        }
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

#[test]
fn no_answer_of_a_shipped_adapter_depends_on_the_order_of_the_requests() {
    for (adapter, mut session) in adapters() {
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
}

/// There is one canary in this process: a test that sets it holds this.
#[cfg(feature = "peers")]
static CANARY: Mutex<()> = Mutex::new(());

#[cfg(feature = "peers")]
#[test]
fn no_answer_of_a_decoder_of_this_process_depends_on_the_canary() {
    use illformed::ask::adapter::in_process::{all, set_canary};
    let _canary = CANARY.lock();
    for adapter in all() {
        let mut session = adapter.open().expect("it is in this process");
        for (number, decoder) in session.decoders().to_vec().iter().enumerate() {
            let inputs = vectors(&decoder.claim);
            let [one, other] = [0x00, 0xA5].map(|canary| {
                set_canary(canary);
                answers(session.as_mut(), number, &inputs)
            });
            for (input, (one, other)) in inputs.iter().zip(one.iter().zip(&other)) {
                assert_eq!(one, other, "{}/{}: {input:?}", adapter.name(), decoder.name);
            }
        }
    }
}

#[cfg(feature = "peers")]
#[test]
fn no_answer_of_an_encoder_of_this_process_depends_on_the_canary() {
    use illformed::ask::adapter::in_process::set_canary;
    use illformed::ask::kinds::{Ask, peers};
    let _canary = CANARY.lock();
    for peer in peers() {
        let Ask::Encode(_, encode) = &peer.ask else { continue };
        for vector in &illformed_vectors::Kinds::embedded().encode.vectors {
            let [one, other] = [0x00, 0xA5].map(|canary| {
                set_canary(canary);
                encode(&vector.input, vector.capacity)
            });
            assert_eq!(one, other, "{}: {}", peer.name, vector.id);
        }
    }
}
