//! A decoder of this process that can be called.

use crate::claim::{Claim, DecoderInfo, ScriptSupport};
use crate::judge::Response;
use crate::observation::{Answer, CallOutcome, Observation, Text};
use illformed_vectors::{Call, Script};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::Utf8Error;

/// A decoder of this process.
pub struct InProcessDecoder {
    /// What it is and promises.
    pub info: DecoderInfo,
    /// Decodes the whole input in one call.
    pub decode: DecodeFn,
    /// A fresh stream, for decoders that take chunks.
    pub stream: Option<StreamFn>,
}

/// Decodes a whole input.
pub type DecodeFn = Box<dyn Fn(&[u8]) -> Response>;

/// Makes a fresh stream.
pub type StreamFn = Box<dyn Fn() -> Box<dyn Stream>>;

impl InProcessDecoder {
    /// A decoder of one call.
    pub fn one_shot<R: Into<Response>>(
        name: &str,
        api: &str,
        claim: Claim,
        decode: impl Fn(&[u8]) -> R + 'static,
    ) -> Self {
        let info = DecoderInfo {
            name: name.to_owned(),
            implementation: String::new(),
            version: String::new(),
            api: api.to_owned(),
            claim,
        };
        Self { info, decode: Box::new(move |bytes| decode(bytes).into()), stream: None }
    }

    /// A decoder of chunks. The whole in one call is one chunk, and the end where the claim has one.
    pub fn streaming<S: Stream + 'static>(
        name: &str,
        api: &str,
        claim: Claim,
        new: impl Fn() -> S + Clone + 'static,
    ) -> Self {
        let whole = {
            let (new, script) = (new.clone(), claim.script);
            move |bytes: &[u8]| decode_whole(&mut new(), bytes, script)
        };
        let stream = move || -> Box<dyn Stream> { Box::new(new()) };
        Self { stream: Some(Box::new(stream)), ..Self::one_shot(name, api, claim, whole) }
    }
}

/// A decoder object that takes chunks.
pub trait Stream {
    /// Takes a chunk; gives what it puts out, or the error.
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError>;

    /// Takes the end of the input.
    fn finish(&mut self) -> Result<Text, StreamError>;

    /// Begins anew on the same object.
    fn reset(&mut self);
}

/// An error that a stream reported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StreamError {
    /// Its offset since the last reset, if the API says so.
    pub at: Option<usize>,
    /// Its length, if the API says so.
    pub len: Option<usize>,
    /// Whether the API says that the input just ends too early.
    pub incomplete: bool,
    /// The text before the error, if the API hands it out.
    pub text: Option<Text>,
}

impl From<StreamError> for Observation {
    /// One call that failed so.
    fn from(error: StreamError) -> Self {
        Self {
            answer: if error.incomplete { Answer::Incomplete } else { Answer::Reject },
            calls: vec![CallOutcome::Failed(error.text)],
            ..Self::reject(error.at, error.len)
        }
    }
}

impl From<Utf8Error> for StreamError {
    /// `error_len` is `None` when the input ends too early: the API's own word for it.
    fn from(error: Utf8Error) -> Self {
        let len = error.error_len();
        Self { at: Some(error.valid_up_to()), len, incomplete: len.is_none(), text: None }
    }
}

/// All of `bytes` as one call on `stream`: a chunk, and the end where `script` has one.
pub fn decode_whole(stream: &mut dyn Stream, bytes: &[u8], script: ScriptSupport) -> Observation {
    let outcome = stream.feed(bytes).and_then(|mut text| {
        if script == ScriptSupport::Feed {
            return Ok(text);
        }
        // Both calls are one here, so what the first put out stands before what the second says.
        match stream.finish() {
            Ok(rest) => {
                text.append(&rest);
                Ok(text)
            }
            Err(error) => {
                let before = error.text.as_ref().map(|rest| {
                    text.append(rest);
                    text
                });
                Err(StreamError { text: before, ..error })
            }
        }
    });
    match outcome {
        Ok(text) => Observation::accept(text),
        Err(error) => error.into(),
    }
}

/// Makes the calls of `script` on `stream`. After an error the calls up to the next reset are not made.
pub fn run_script(stream: &mut dyn Stream, script: &Script) -> Observation {
    let mut observation = Observation { calls: Vec::new(), ..Observation::accept(Text::None) };
    let mut failed = false;
    for (number, call) in script.calls().iter().enumerate() {
        let outcome = match call {
            Call::Reset => {
                stream.reset();
                failed = false;
                Ok(Text::None)
            }
            _ if failed => {
                observation.calls.push(CallOutcome::NotMade);
                continue;
            }
            Call::Feed(chunk) => stream.feed(chunk),
            Call::Finish => stream.finish(),
        };
        observation.calls.push(match outcome {
            Ok(text) => CallOutcome::Done(text),
            Err(error) => {
                failed = true;
                if observation.answer == Answer::Accept {
                    observation.answer = if error.incomplete { Answer::Incomplete } else { Answer::Reject };
                    observation.at = error.at;
                    observation.len = error.len;
                    observation.call = Some(number);
                }
                CallOutcome::Failed(error.text)
            }
        });
    }
    observation
}

/// The response of `ask`. A panic of the decoder is its verdict and does not end the program. `ask` starts from a fresh object,
/// so that nothing broken is seen again.
pub fn response_or_panic(ask: impl FnOnce() -> Response) -> Response {
    catch_unwind(AssertUnwindSafe(ask))
        .unwrap_or_else(|panic| Response::Crashed(panic_message(panic.as_ref())))
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", message.unwrap_or("without a message"))
}
