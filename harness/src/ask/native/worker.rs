//! The program that asks decoders of its own process and may be killed by one of them.

use crate::ask::adapter::Adapter;
use crate::ask::adapter::in_process::{
    self, InProcessAdapter, InProcessDecoder, Stream, StreamError, introduce, next_request, run_script,
};
use crate::ask::native::answers::take_over_answers;
use crate::ask::native::fault;
use crate::ask::native::pages::read_behind;
use crate::ask::native::place::Places;
use crate::ask::native::sweep::sweep;
use crate::ask::protocol::wire::{Request, answer};
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, DecoderInfo};
use illformed_judge::in_process::response_or_panic;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::os::fd::AsRawFd;

/// The name of the adapter whose decoder reads one byte too many, which tests the guard.
pub const OVER_READER: &str = "over-reader";

/// What a worker does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Served {
    /// It speaks protocol 1 until its input ends.
    Protocol,
    /// It does what one [`SweepOrder`](crate::ask::sweep::SweepOrder) says.
    Sweep,
}

/// A decoder that is asked where it cannot look beyond its input unseen.
pub(super) trait GuardedDecoder {
    fn info(&self) -> &DecoderInfo;

    /// What it makes of `input`, at several places in memory.
    fn ask(&mut self, input: &Input, places: &mut Places) -> Result<Response, String>;

    /// What it makes of `bytes` at one place; `number` chooses what stands before them.
    fn ask_once(&mut self, bytes: &[u8], places: &mut Places, number: u64) -> Result<Response, String>;
}

/// Serves the in-process adapter `name` on standard output.
pub fn serve_in_process(name: &str, served: Served, input: impl Read) -> io::Result<()> {
    let over_reader =
        InProcessAdapter::new(OVER_READER, "the guard's test", env!("CARGO_PKG_VERSION"), over_readers);
    let adapter = in_process::all().into_iter().chain([over_reader]).find(|adapter| adapter.name() == name);
    let adapter = adapter.ok_or_else(|| io::Error::other("no adapter of that name"))?;
    let guarded = |decoder| -> Box<dyn GuardedDecoder> { Box::new(InProcess(decoder)) };
    let decoders = adapter.decoders().into_iter().map(guarded).collect();
    served.serve(name, decoders, input, take_over_answers()?)
}

impl Served {
    pub(super) fn serve(
        self,
        name: &str,
        decoders: Vec<Box<dyn GuardedDecoder>>,
        input: impl Read,
        answers: File,
    ) -> io::Result<()> {
        match self {
            Self::Protocol => serve(name, decoders, input, answers),
            Self::Sweep => sweep(decoders, input, answers),
        }
    }
}

fn serve(
    name: &str,
    mut decoders: Vec<Box<dyn GuardedDecoder>>,
    input: impl Read,
    mut output: File,
) -> io::Result<()> {
    let input = &mut BufReader::new(input);
    let mut places = Places::new().map_err(io::Error::other)?;
    fault::install(output.as_raw_fd()).map_err(io::Error::other)?;
    let infos: Vec<_> = decoders.iter().map(|decoder| decoder.info().clone()).collect();
    introduce(name, &infos.iter().collect::<Vec<_>>(), input, &mut output)?;
    // Answers go out when no request waits.
    let mut answers = String::new();
    let mut line = String::new();
    while let Some(request) = next_request(input, &mut line)? {
        let Request { seq, decoder, input: asked } = request;
        let named = infos.iter().position(|info| info.name == decoder);
        let decoder = &mut decoders[named.ok_or_else(|| io::Error::other("no such decoder"))?];
        fault::begin(seq, &answers);
        let response = decoder.ask(&asked, &mut places).map_err(io::Error::other)?;
        answers += &(answer(seq, &response) + "\n");
        let ends = matches!(response, Response::Misused { fault, .. } if fault.ends_process());
        if ends || input.buffer().is_empty() {
            output.write_all(answers.as_bytes())?;
            answers.clear();
        }
        if ends {
            return Ok(());
        }
    }
    Ok(())
}

/// A decoder of this program.
struct InProcess(InProcessDecoder);

impl GuardedDecoder for InProcess {
    fn info(&self) -> &DecoderInfo {
        &self.0.info
    }

    fn ask(&mut self, input: &Input, places: &mut Places) -> Result<Response, String> {
        match (input, &self.0.stream) {
            (Input::Bytes(bytes), _) => {
                places.asked_at_each(bytes, &[], &mut |placed| (self.0.decode)(placed))
            }
            (Input::Calls(script), Some(stream)) => {
                let mut stream = PlacedStream { stream: stream(), places };
                Ok(Response::Observed(run_script(&mut stream, script)))
            }
            (Input::Calls(_), None) => Ok(Response::Skipped("takes no chunks".to_owned())),
        }
    }

    fn ask_once(&mut self, bytes: &[u8], places: &mut Places, number: u64) -> Result<Response, String> {
        places.asked_once(bytes, &[], number, &mut |placed| response_or_panic(|| (self.0.decode)(placed)))
    }
}

/// A stream that is fed each chunk where it ends with a page.
struct PlacedStream<'a> {
    stream: Box<dyn Stream>,
    places: &'a mut Places,
}

impl Stream for PlacedStream<'_> {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let placed = self.places.asked_at_end(chunk, |placed| self.stream.feed(placed));
        // Without guarded memory it is fed the chunk where it is.
        placed.unwrap_or_else(|_| self.stream.feed(chunk))
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        self.stream.finish()
    }

    fn reset(&mut self) {
        self.stream.reset();
    }
}

/// A decoder that looks behind its input where that ends in the middle of a sequence.
fn over_readers() -> Vec<InProcessDecoder> {
    let decode = |bytes: &[u8]| match str::from_utf8(bytes) {
        Ok(_) => Observation::accept(Text::None),
        Err(error) => {
            if error.error_len().is_none() {
                read_behind(bytes);
            }
            Observation::reject(Some(error.valid_up_to()), error.error_len())
        }
    };
    vec![InProcessDecoder::one_shot("over-reads", "none", Claim::validate(Profile::Rfc3629), decode)]
}
