//! The in-process adapters as the runner sees them.

#[cfg(all(unix, feature = "cli"))]
use crate::ask::adapter::process::{Program, Supervision};
use crate::ask::adapter::{Adapter, OpenFailure, Session};
use illformed_judge::claim::DecoderInfo;
use illformed_judge::in_process::{InProcessDecoder, response_or_panic, run_script};
use illformed_judge::judge::Response;
use illformed_vectors::Input;

pub struct InProcessAdapter {
    name: &'static str,
    implementation: &'static str,
    version: &'static str,
    decoders: fn() -> Vec<InProcessDecoder>,
}

impl InProcessAdapter {
    pub const fn new(
        name: &'static str,
        implementation: &'static str,
        version: &'static str,
        decoders: fn() -> Vec<InProcessDecoder>,
    ) -> Self {
        Self { name, implementation, version, decoders }
    }

    pub(crate) fn decoders(&self) -> Vec<InProcessDecoder> {
        let mut decoders = (self.decoders)();
        for decoder in &mut decoders {
            self.implementation.clone_into(&mut decoder.info.implementation);
            self.version.clone_into(&mut decoder.info.version);
        }
        decoders
    }
}

impl Adapter for InProcessAdapter {
    fn name(&self) -> &str {
        self.name
    }

    #[cfg(all(unix, feature = "cli"))]
    fn worker(&self, supervision: &Supervision) -> Option<Program> {
        let arguments = vec!["worker".into(), self.name.into()];
        Some(Program::new(supervision.worker.as_ref()?, arguments))
    }

    fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
        let decoders = self.decoders();
        let infos = decoders.iter().map(|decoder| decoder.info.clone()).collect();
        Ok(Box::new(InProcessSession { decoders, infos }))
    }
}

struct InProcessSession {
    decoders: Vec<InProcessDecoder>,
    infos: Vec<DecoderInfo>,
}

impl Session for InProcessSession {
    fn decoders(&self) -> &[DecoderInfo] {
        &self.infos
    }

    fn ask(&mut self, decoder: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
        let decoder = &self.decoders[decoder];
        for (number, input) in inputs.iter().enumerate() {
            answered(number, response_to(decoder, input));
        }
    }
}

pub(crate) fn response_to(decoder: &InProcessDecoder, input: &Input) -> Response {
    response_or_panic(|| match (input, &decoder.stream) {
        (Input::Bytes(bytes), _) => (decoder.decode)(bytes),
        (Input::Calls(script), Some(stream)) => Response::Observed(run_script(&mut *stream(), script)),
        (Input::Calls(_), None) => Response::Skipped("takes no chunks".to_owned()),
    })
}
