//! How a property fails for an input, and the smallest for which it fails so. The property is a decoder that is asked in
//! another process, since what a search found may end this one.

mod decoded;

pub(crate) use decoded::{decoded, is_utf8};

use illformed::ask::adapter::in_process::{InProcessDecoder, serve};
use illformed::ask::adapter::process::{ProcessAdapter, Program, Supervision};
use illformed::ask::adapter::{Adapter, Session};
use illformed::search::black_box::{Patience, shrink};
use illformed_codec::Profile;
use illformed_fuzz::PropertyFailure;
use illformed_fuzz::property::{Property, Seeds, write_calls};
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::{Call, Input};
use std::env;
use std::io::{self, BufRead, Write};

/// A property that is asked in another process, which it may end.
pub(crate) struct PropertySearch {
    session: Box<dyn Session>,
    property: Property,
}

/// What was asked: how the property fails, if it does, or why that is not known.
type AskedProperty = Result<Option<PropertyFailure>, String>;

/// The subject of a failure that is not the property's word.
const PROCESS: &str = "process";

/// What differs when there is no answer.
const TIMED_OUT: &str = "does not end";

impl PropertySearch {
    /// Starts the process. Fails if that fails.
    pub(crate) fn open(property: Property, supervision: Supervision) -> Result<Self, String> {
        let executable = env::current_exe().map_err(|error| format!("engines: {error}"))?;
        let program = Program::new(executable, vec!["serve".into(), property.name.into()]);
        let session = ProcessAdapter::command(program, supervision).open();
        Ok(Self { session: session.map_err(|failure| failure.to_string())?, property })
    }

    /// How the property fails for `bytes`, if it does.
    pub(crate) fn failure(&mut self, bytes: &[u8]) -> AskedProperty {
        let answer = self.ask(&[Input::Bytes(bytes.to_vec())]).pop();
        answer.unwrap_or_else(|| Err("there was no response".to_owned()))
    }

    /// The smallest bytes reached from `bytes` for which the property fails as in `failure`, and how it does.
    pub(crate) fn smallest(&mut self, bytes: &[u8], failure: PropertyFailure) -> (Vec<u8>, PropertyFailure) {
        let is_alike =
            |answer: &AskedProperty| matches!(answer, Ok(Some(other)) if other.bucket() == failure.bucket());
        let patience = match &*failure.differs {
            _ if failure.subject != PROCESS => Patience { inputs: 8_000, alone: false },
            TIMED_OUT => Patience { inputs: 12, alone: true },
            _ => Patience { inputs: 1_000, alone: true },
        };
        // A script is made small as calls, if it fails as one that vectors can have.
        let script = decoded(&self.property, bytes).filter(|_| self.property.seeds == Seeds::Calls);
        let script = script.filter(|script| self.ask(&[written(script)]).iter().all(is_alike));
        let given: fn(&Input) -> Input = if script.is_some() { written } else { Input::clone };
        let input = script.unwrap_or_else(|| Input::Bytes(bytes.to_vec()));
        let smallest = shrink(&input, patience, &mut |inputs| {
            self.ask(&inputs.iter().map(given).collect::<Vec<_>>()).iter().map(is_alike).collect()
        });
        let smallest = given(&smallest).bytes().into_owned();
        // What fails among others only is not worth keeping.
        match self.failure(&smallest) {
            Ok(Some(last)) if last.bucket() == failure.bucket() => (smallest, last),
            _ => (bytes.to_vec(), failure),
        }
    }

    fn ask(&mut self, inputs: &[Input]) -> Vec<AskedProperty> {
        let mut answers: Vec<AskedProperty> = vec![Ok(None); inputs.len()];
        let property = self.property.name;
        self.session.ask(0, &inputs.iter().collect::<Vec<_>>(), &mut |number, response| {
            let ended = |how: &str| PropertyFailure::new(PROCESS, how, "").of(property);
            answers[number] = match response {
                Response::Observed(_) => Ok(None),
                Response::Skipped(line) => PropertyFailure::in_line(&line).map(Some).ok_or(line),
                Response::Crashed(how) => Ok(Some(ended(&how))),
                Response::TimedOut(_) => Ok(Some(ended(TIMED_OUT))),
                other => Err(other.to_string()),
            };
        });
        answers
    }
}

/// The script in the form in which a property of calls reads it.
fn written(script: &Input) -> Input {
    Input::Bytes(match script {
        Input::Calls(script) => write_calls(0, script.calls()),
        Input::Bytes(fed) => write_calls(0, &[Call::Feed(fed.clone()), Call::Finish]),
    })
}

/// Serves `property` as a decoder of bytes. If it holds it accepts; else it skips the question, and its failure, in one line,
/// is the reason.
pub(crate) fn serve_property(property: Property, input: impl BufRead, output: impl Write) -> io::Result<()> {
    let ask = move |bytes: &[u8]| match property.outcome(bytes) {
        Ok(()) => Response::Observed(Observation::accept(Text::None)),
        Err(failure) => Response::Skipped(failure.to_string()),
    };
    let claim = Claim::validate(Profile::Rfc3629);
    serve("properties", &[InProcessDecoder::one_shot("property", "a property", claim, ask)], input, output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_can_be_asked() {
        let request = r#"{"op":"decode","seq":1,"decoder":"property","bytes":"41c080"}"#;
        let input = format!("{{\"op\":\"hello\",\"protocol\":1}}\n{request}\n");
        let mut output = Vec::new();
        serve_property(Property::named("decoders_agree").unwrap(), input.as_bytes(), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(output.ends_with("{\"seq\":1,\"answer\":\"accept\",\"outs\":\"-\"}\n"), "{output}");
    }
}
