//! The faulty decoders of all tests: they keep their claim but for one fault. They are made of the codec's stream and the
//! standard library, and of nothing that the judge is made of.

pub(crate) mod faults;

use illformed::ask::adapter::in_process::{InProcessDecoder, Stream, StreamError, all, run_script};
use illformed::ask::adapter::{Adapter, OpenFailure, Session};
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, RunRecord, record_run};
use illformed_codec::{Policy, Profile};
use illformed_judge::case::Plan;
use illformed_judge::claim::{Claim, DecoderInfo, ScriptSupport, TextForm};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;

/// An adapter whose decoders are made anew for each session.
pub(crate) struct Planted<F> {
    pub(crate) name: &'static str,
    pub(crate) open: F,
}

impl<F: Fn() -> Result<Vec<InProcessDecoder>, OpenFailure> + Send + Sync> Adapter for Planted<F> {
    fn name(&self) -> &str {
        self.name
    }

    fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
        let decoders = (self.open)()?;
        let infos = decoders.iter().map(|decoder| decoder.info.clone()).collect();
        Ok(Box::new(PlantedSession { name: self.name, decoders, infos }))
    }
}

/// The adapter `planted` with these decoders.
pub(crate) fn planted(
    decoders: impl Fn() -> Vec<InProcessDecoder> + Send + Sync + 'static,
) -> Box<dyn Adapter> {
    Box::new(Planted { name: "planted", open: move || Ok(decoders()) })
}

/// The record of a run of `plan` that asks these decoders.
pub(crate) fn asked(
    plan: &Plan<'_>,
    decoders: impl Fn() -> Vec<InProcessDecoder> + Send + Sync + 'static,
    options: &RunOptions,
) -> RunRecord {
    record_run(plan, &[planted(decoders)], options, RunFacts::default()).0
}

/// The adapters of this process.
pub(crate) fn in_process() -> Vec<Box<dyn Adapter>> {
    all().into_iter().map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) }).collect()
}

struct PlantedSession {
    name: &'static str,
    decoders: Vec<InProcessDecoder>,
    infos: Vec<DecoderInfo>,
}

impl Session for PlantedSession {
    fn decoders(&self) -> &[DecoderInfo] {
        &self.infos
    }

    fn ask(&mut self, decoder: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
        for (number, input) in inputs.iter().enumerate() {
            answered(number, response(&self.decoders[decoder], input));
        }
    }

    fn close(self: Box<Self>) -> String {
        format!("{} said something. ", self.name)
    }
}

fn response(decoder: &InProcessDecoder, input: &Input) -> Response {
    match (input, &decoder.stream) {
        (Input::Bytes(bytes), _) => (decoder.decode)(bytes),
        (Input::Calls(script), Some(stream)) => run_script(&mut *stream(), script).into(),
        (Input::Calls(_), None) => Response::Skipped("takes no chunks".to_owned()),
    }
}

/// Whether the bytes are well-formed, and where they are not.
pub(crate) fn validated(bytes: &[u8]) -> Observation {
    match str::from_utf8(bytes) {
        Ok(_) => Observation::accept(Text::None),
        Err(error) => Observation::reject(Some(error.valid_up_to()), None),
    }
}

/// A validator that is wrong where `accepts` is true of ill-formed bytes, or `refuses` of well-formed ones.
pub(crate) fn validator(
    name: &str,
    accepts: impl Fn(&[u8]) -> bool + 'static,
    refuses: impl Fn(&[u8]) -> bool + 'static,
) -> InProcessDecoder {
    InProcessDecoder::one_shot(name, "planted", Claim::validate(Profile::Rfc3629), move |bytes| {
        let is_accepted = accepts(bytes);
        match str::from_utf8(bytes) {
            Err(_) if is_accepted => Observation::accept(Text::None),
            Ok(_) if refuses(bytes) => Observation::reject(Some(0), None),
            _ => validated(bytes),
        }
    })
}

/// The same validator of whole inputs, which takes chunks too: it says at their end whether it `accepts` them.
pub(crate) fn with_chunks(mut validator: InProcessDecoder, accepts: fn(&[u8]) -> bool) -> InProcessDecoder {
    let stream = move || -> Box<dyn Stream> { Box::new(Collecting { bytes: Vec::new(), accepts }) };
    validator.info.claim.script = ScriptSupport::Reset;
    InProcessDecoder { stream: Some(Box::new(stream)), ..validator }
}

struct Collecting {
    bytes: Vec<u8>,
    accepts: fn(&[u8]) -> bool,
}

impl Stream for Collecting {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        self.bytes.extend(chunk);
        Ok(Text::None)
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        let bytes = std::mem::take(&mut self.bytes);
        if (self.accepts)(&bytes) { Ok(Text::None) } else { Err(StreamError::default()) }
    }

    fn reset(&mut self) {
        self.bytes.clear();
    }
}

pub(crate) fn never(_: &[u8]) -> bool {
    false
}

pub(crate) fn has(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

pub(crate) fn lossy(name: &str, decode: impl Fn(&[u8]) -> String + 'static) -> InProcessDecoder {
    let claim = Claim::lossy(Policy::MaximalSubpart).giving(TextForm::Utf8);
    InProcessDecoder::one_shot(name, "planted", claim, move |bytes| {
        Observation::accept(Text::Utf8(decode(bytes).into_bytes()))
    })
}
