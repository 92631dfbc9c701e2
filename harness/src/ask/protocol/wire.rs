//! The adapter's side of protocol 1: requests in, introductions and answers out.

use crate::ask::protocol::answer::AnswerLine;
use crate::ask::protocol::{AdapterLine, VERSION};
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::Response;
use illformed_judge::observation::{CallOutcome, Observation, Text};
use illformed_vectors::Input;
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    pub seq: u64,
    pub decoder: String,
    pub input: Input,
}

#[derive(Deserialize)]
struct RequestLine<'a> {
    seq: u64,
    decoder: String,
    #[serde(borrow)]
    bytes: Option<Cow<'a, str>>,
    calls: Option<Cow<'a, str>>,
}

/// The request in `line`; `None` if it is not a decode or script request.
pub fn parse_request(line: &str) -> Option<Request> {
    let line: RequestLine<'_> = serde_json::from_str(line).ok()?;
    let input = match (line.bytes, line.calls) {
        (Some(hex), None) => Input::Bytes(const_hex::decode(hex.as_ref()).ok()?),
        (None, Some(calls)) => Input::Calls(calls.parse().ok()?),
        _ => return None,
    };
    Some(Request { seq: line.seq, decoder: line.decoder, input })
}

/// The lines by which the adapter `name` introduces itself and all of `decoders`, which are of one implementation.
pub fn introduction(name: &str, decoders: &[&DecoderInfo]) -> String {
    let (implementation, version) =
        decoders.first().map_or(("", ""), |first| (first.implementation.as_str(), first.version.as_str()));
    let adapter = adapter_line(&AdapterLine {
        adapter: name.to_owned(),
        protocol: VERSION,
        implementation: implementation.to_owned(),
        version: version.to_owned(),
        decoders: decoders.len(),
    });
    decoders.iter().fold(adapter + "\n", |text, decoder| {
        // The words of a claim are those of the protocol.
        let mut line = json!(decoder.claim);
        // But what is refused is a list in a record, and words with spaces between in a line.
        if let Some(Value::Array(refused)) = line.get("refuses") {
            let words: Vec<&str> = refused.iter().filter_map(Value::as_str).collect();
            line["refuses"] = words.join(" ").into();
        }
        line["decoder"] = decoder.name.as_str().into();
        line["api"] = decoder.api.as_str().into();
        format!("{text}{line}\n")
    })
}

/// The first line of an adapter, without its end.
pub fn adapter_line(adapter: &AdapterLine) -> String {
    json!(adapter).to_string()
}

/// The line that answers request `seq` with `response`, without its end. A response without an answer becomes a skip.
pub fn answer(seq: u64, response: &Response) -> String {
    let skip = |why: String| AnswerLine { answer: "skip".into(), why: Some(why), ..AnswerLine::default() };
    let line = match response {
        Response::Observed(observation) => observed(observation),
        Response::Misused { fault, how } => {
            let (fault, why) = (Some(*fault), Some(how.clone()));
            AnswerLine { answer: "fault".into(), fault, why, ..AnswerLine::default() }
        }
        // Its reason alone: the reader says that it is a skip.
        Response::Skipped(why) => skip(why.clone()),
        other => skip(other.to_string()),
    };
    // Its keys are strings and its numbers fit, so this does not fail.
    serde_json::to_string(&AnswerLine { seq, ..line }).unwrap_or_default()
}

fn observed(observation: &Observation) -> AnswerLine<'static> {
    let Observation { answer, at, len, call, calls } = observation;
    let answer = answer.name().into();
    let out = match calls.as_slice() {
        [CallOutcome::Done(Text::None)] => None,
        [CallOutcome::Done(text) | CallOutcome::Failed(Some(text))] => Some(match text {
            // A count of none is a number all the same.
            Text::Count(count) => count.to_string(),
            text if text.is_empty() => String::new(),
            text => text.to_string(),
        }),
        _ => None,
    };
    let outs = Some(calls.iter().map(outcome).collect::<Vec<_>>().join(" "));
    AnswerLine { answer, at: *at, len: *len, out, outs, call: *call, ..AnswerLine::default() }
}

/// The word of `outs` for a call.
fn outcome(call: &CallOutcome) -> String {
    match call {
        // No text is `-` alone; behind an error there is nothing then.
        CallOutcome::Failed(Some(Text::Count(count))) => format!("!{count}"),
        CallOutcome::Failed(Some(text)) if text.is_empty() => "!".to_owned(),
        call => call.to_string(),
    }
}
