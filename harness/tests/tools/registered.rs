//! Every adapter that comes with illformed is held to the schemas.

use crate::schemas::{Schemas, check_answer, check_introduction, inputs};
use illformed::ask::adapter::process::{Registered, Supervision};
use illformed::ask::protocol::{hello_request, write_request};
use illformed_judge::claim::{DecoderInfo, ScriptSupport};
use illformed_vectors::Input;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

pub(crate) fn every_line_of_an_adapter_is_valid_and_is_read(registered: &Registered) {
    let schemas = Schemas::load();
    let name = registered.name;
    let unpacked = registered.unpack(&Supervision::default()).expect("it is compiled");
    let mut command = Command::new(&unpacked.program.executable);
    command.args(&unpacked.program.arguments).env("LC_ALL", "C.UTF-8");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut peer = Peer {
        requests: child.stdin.take().expect("stdin is a pipe"),
        answers: BufReader::new(child.stdout.take().expect("stdout is a pipe")).lines(),
    };
    peer.send(&hello_request());
    let decoders = check_introduction(&schemas, &mut || peer.receive());
    let mut seq = 0;
    for decoder in &decoders {
        // One batch a decoder: it fits the pipes, so that neither side waits for the other.
        let fitting = inputs().into_iter().filter(|input| fits(decoder, input));
        let asked: Vec<Input> = fitting.map(|input| within(decoder, input)).collect();
        let mut batch = String::new();
        for (number, input) in asked.iter().enumerate() {
            write_request(&mut batch, seq + number as u64, &decoder.name, input);
        }
        peer.send(&batch);
        for input in &asked {
            check_answer(&schemas, decoder, seq, input, &peer.receive());
            seq += 1;
        }
    }
    drop(peer.requests);
    assert!(peer.answers.next().is_none(), "{name} wrote more than was asked");
    assert!(child.wait().expect("it ends").success(), "{name}");
}

/// Whether a decoder with that claim is ever sent `input`.
fn fits(decoder: &DecoderInfo, input: &Input) -> bool {
    match input {
        Input::Bytes(bytes) => !bytes.iter().any(|byte| decoder.claim.cannot.contains(byte)),
        Input::Calls(_) => decoder.claim.script == ScriptSupport::Reset,
    }
}

/// What is sent for `input`: the value around it, if the decoder reads a format.
fn within(decoder: &DecoderInfo, input: Input) -> Input {
    match (decoder.claim.container(), input) {
        (Some(container), Input::Bytes(text)) => Input::Bytes(container.around(&text)),
        (_, input) => input,
    }
}

struct Peer {
    requests: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Peer {
    fn send(&mut self, text: &str) {
        self.requests.write_all(text.as_bytes()).expect("it reads its input");
        self.requests.flush().expect("it reads its input");
    }

    fn receive(&mut self) -> String {
        self.answers.next().expect("it answers").expect("what it answers is UTF-8")
    }
}
