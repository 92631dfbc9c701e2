//! Whether a property fails for an input, and the smallest for which it fails in the same way.

use crate::engine::{class_of, shrunk_script};
use crate::promote::decoder_name;
use illformed::ask::adapter::{Adapter, OpenFailure, Session};
use illformed::search::black_box::{Patience, shrink};
use illformed::search::promote::{FailingInput, Unpromoted};
use illformed_fuzz::property::{Property, Seeds};
use illformed_judge::judge::Response;
use illformed_vectors::Input;

/// A property that is asked in another process, which it may end.
pub(crate) struct PropertySearch {
    session: Box<dyn Session>,
    number: usize,
    takes_calls: bool,
}

/// How an input fails.
#[derive(Debug, Clone)]
struct Failure {
    class: String,
    detail: String,
    /// How many inputs may be asked to make it smaller.
    patience: Patience,
}

impl PropertySearch {
    /// The search for failures of `property`, which `adapter` serves. It must be a process that serves
    /// [`property_decoders`](crate::promote::property_decoders).
    pub(crate) fn open(property: &Property, adapter: &dyn Adapter) -> Result<Self, OpenFailure> {
        let session = adapter.open()?;
        let name = decoder_name(property.name);
        let number = session.decoders().iter().position(|decoder| decoder.name == name);
        let number = number.ok_or_else(|| OpenFailure::Broken(format!("has no decoder {name}")))?;
        Ok(Self { session, number, takes_calls: property.seeds == Seeds::Calls })
    }

    /// The smallest bytes reached from `bytes` for which the property fails in the same way, `bytes` themselves with
    /// `keep_size`.
    pub(crate) fn smallest(&mut self, bytes: &[u8], keep_size: bool) -> Result<FailingInput, Unpromoted> {
        let input = Input::Bytes(bytes.to_vec());
        let failure = self.alone(&input)?;
        if keep_size {
            return Ok(FailingInput { input, detail: failure.detail });
        }
        let fails_so =
            |failed: &Option<Failure>| failed.as_ref().is_some_and(|other| other.class == failure.class);
        let mut left = failure.patience.inputs;
        let smallest = if self.takes_calls {
            Input::Bytes(shrunk_script(bytes, &mut |bytes| {
                left = left.saturating_sub(1);
                let mut asked = || self.ask(&[Input::Bytes(bytes.to_vec())]).pop();
                left > 0 && asked().is_some_and(|asked| fails_so(&asked.ok().flatten()))
            }))
        } else {
            shrink(&input, failure.patience, &mut |inputs| {
                self.ask(inputs).into_iter().map(|asked| fails_so(&asked.ok().flatten())).collect()
            })
        };
        // What fails among others only is not worth keeping.
        match self.alone(&smallest) {
            Ok(last) if last.class == failure.class => {
                Ok(FailingInput { input: smallest, detail: last.detail })
            }
            _ => Ok(FailingInput { input, detail: failure.detail }),
        }
    }

    fn alone(&mut self, input: &Input) -> Result<Failure, Unpromoted> {
        match self.ask(std::slice::from_ref(input)).pop() {
            Some(Ok(Some(failure))) => Ok(failure),
            Some(Ok(None)) => Err(Unpromoted::Passes),
            Some(Err(why)) => Err(Unpromoted::Unasked(why)),
            None => Err(Unpromoted::Unasked("there was no response".to_owned())),
        }
    }

    /// For each input how the property fails, if it does, or why that is not known.
    fn ask(&mut self, inputs: &[Input]) -> Vec<Result<Option<Failure>, String>> {
        let mut answers: Vec<Result<Option<Failure>, String>> = vec![Ok(None); inputs.len()];
        self.session.ask(self.number, &inputs.iter().collect::<Vec<_>>(), &mut |number, response| {
            answers[number] = match response {
                Response::Observed(_) => Ok(None),
                Response::Skipped(why) => Ok(Some(Failure {
                    class: class_of(&why),
                    detail: why,
                    patience: Patience { inputs: 8_000, alone: false },
                })),
                Response::Crashed(how) => Ok(Some(Failure {
                    class: class_of(&how),
                    detail: format!("ends the process: {how}"),
                    patience: Patience { inputs: 1_000, alone: true },
                })),
                Response::TimedOut(limit) => Ok(Some(Failure {
                    class: "timed out".to_owned(),
                    detail: format!("does not end within {} s", limit.as_secs_f64()),
                    patience: Patience { inputs: 12, alone: true },
                })),
                other => Err(other.to_string()),
            };
        });
        answers
    }
}
