//! How a property fails for an input, and the smallest for which it fails so. The properties are decoders that are asked in
//! another process, since what a search found may end this one.

use crate::promote::decoded::decoded;
use illformed::ask::adapter::in_process::{InProcessDecoder, serve};
use illformed::ask::adapter::process::{ProcessAdapter, Program, Supervision};
use illformed::ask::adapter::{Adapter, Session};
use illformed::search::black_box::{Patience, shrink};
use illformed_codec::Profile;
use illformed_fuzz::Failure;
use illformed_fuzz::property::{ALL, Property, Seeds, write_calls};
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::{Call, Input};
use std::borrow::Cow;
use std::env;
use std::io::{self, BufRead, Write};

/// A property that is asked in another process, which it may end.
pub(crate) struct PropertySearch {
    session: Box<dyn Session>,
    number: usize,
    property: Property,
}

/// What was asked: how the property fails, if it does, or why that is not known.
type Answer = Result<Option<Failure>, String>;

/// The subject of a failure that is not the property's word.
const PROCESS: &str = "process";

impl PropertySearch {
    /// Starts the process. Fails if that fails.
    pub(crate) fn open(property: Property, supervision: Supervision) -> Result<Self, String> {
        let executable = env::current_exe().map_err(|error| format!("engines: {error}"))?;
        let adapter = ProcessAdapter::command(Program::new(executable, vec!["serve".into()]), supervision);
        let session = adapter.open().map_err(|failure| failure.to_string())?;
        let name = decoder_name(property.name);
        let number = session.decoders().iter().position(|decoder| decoder.name == name);
        let number = number.ok_or_else(|| format!("{name} is not served"))?;
        Ok(Self { session, number, property })
    }

    /// How the property fails for `bytes`, if it does.
    pub(crate) fn failure(&mut self, bytes: &[u8]) -> Answer {
        let answer = self.ask(&[Cow::Borrowed(bytes)]).pop();
        answer.unwrap_or_else(|| Err("there was no response".to_owned()))
    }

    /// The smallest bytes reached from `bytes` for which the property fails as in `failure`, and how it does.
    pub(crate) fn smallest(&mut self, bytes: &[u8], failure: Failure) -> (Vec<u8>, Failure) {
        let is_alike =
            |answer: &Answer| matches!(answer, Ok(Some(other)) if other.bucket() == failure.bucket());
        let patience = match &*failure.differs {
            _ if failure.subject != PROCESS => Patience { inputs: 8_000, alone: false },
            TIMED_OUT => Patience { inputs: 12, alone: true },
            _ => Patience { inputs: 1_000, alone: true },
        };
        // A script is made small as calls, if it fails as one that vectors can have.
        let script = decoded(&self.property, bytes).filter(|_| self.property.seeds == Seeds::Calls);
        let script = script.filter(|script| is_alike(&self.failure(&script_bytes(script))));
        let written = if script.is_some() { script_bytes } else { Input::bytes };
        let input = script.unwrap_or_else(|| Input::Bytes(bytes.to_vec()));
        let smallest = shrink(&input, patience, &mut |inputs| {
            self.ask(&inputs.iter().map(written).collect::<Vec<_>>()).iter().map(is_alike).collect()
        });
        let smallest = written(&smallest);
        // What fails among others only is not worth keeping.
        match self.failure(&smallest) {
            Ok(Some(last)) if last.bucket() == failure.bucket() => (smallest.into_owned(), last),
            _ => (bytes.to_vec(), failure),
        }
    }

    fn ask(&mut self, inputs: &[Cow<'_, [u8]>]) -> Vec<Answer> {
        let inputs: Vec<Input> = inputs.iter().map(|bytes| Input::Bytes(bytes.to_vec())).collect();
        let mut answers: Vec<Answer> = vec![Ok(None); inputs.len()];
        let property = self.property.name;
        self.session.ask(self.number, &inputs.iter().collect::<Vec<_>>(), &mut |number, response| {
            let ended = |how: &str| Failure::new(PROCESS, how, "").of(property);
            answers[number] = match response {
                Response::Observed(_) => Ok(None),
                Response::Skipped(line) => Failure::in_line(&line).map(Some).ok_or(line),
                Response::Crashed(how) => Ok(Some(ended(&how))),
                Response::TimedOut(_) => Ok(Some(ended(TIMED_OUT))),
                other => Err(other.to_string()),
            };
        });
        answers
    }
}

/// The script in the form in which a property of calls reads it.
fn script_bytes(script: &Input) -> Cow<'_, [u8]> {
    Cow::Owned(match script {
        Input::Calls(script) => write_calls(0, script.calls()),
        Input::Bytes(fed) => write_calls(0, &[Call::Feed(fed.clone()), Call::Finish]),
    })
}

/// What differs when there is no answer.
const TIMED_OUT: &str = "does not end";

/// Serves all targets of the fuzz engines as decoders of bytes. One that holds accepts. One that does not skips the question,
/// and its failure, in one line, is the reason.
pub(crate) fn serve_properties(input: impl BufRead, output: impl Write) -> io::Result<()> {
    let targets = ALL.iter().copied().chain(Property::named("planted_fault"));
    let decoder = |property: Property| {
        let ask = move |bytes: &[u8]| match property.outcome(bytes) {
            Ok(()) => Response::Observed(Observation::accept(Text::None)),
            Err(failure) => Response::Skipped(failure.to_string()),
        };
        let claim = Claim::validate(Profile::Rfc3629);
        InProcessDecoder::one_shot(&decoder_name(property.name), "a property", claim, ask)
    };
    serve("properties", &targets.map(decoder).collect::<Vec<_>>(), input, output)
}

/// The name of the decoder that is the property `name`: names of the protocol have hyphens.
fn decoder_name(name: &str) -> String {
    name.replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_can_be_asked() {
        let request = r#"{"op":"decode","seq":1,"decoder":"decoders-agree","bytes":"41c080"}"#;
        let input = format!("{{\"op\":\"hello\",\"protocol\":1}}\n{request}\n");
        let mut output = Vec::new();
        serve_properties(input.as_bytes(), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(output.ends_with("{\"seq\":1,\"answer\":\"accept\",\"outs\":\"-\"}\n"), "{output}");
        for property in ALL {
            let name = format!("\"decoder\":\"{}\"", decoder_name(property.name));
            assert!(output.contains(&name), "{name}: {output}");
        }
    }
}
