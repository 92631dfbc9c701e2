//! The program that asks decoders of its own process and may be killed by one of them.

use crate::ask::adapter::Adapter;
use crate::ask::adapter::in_process::{
    self, InProcessAdapter, InProcessDecoder, introduce, next_request, run_script,
};
use crate::ask::guard::pages::read_behind;
use crate::ask::guard::placed::{PlacedStream, Places};
use crate::ask::protocol::wire::{Request, answer};
use illformed_codec::Profile;
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use std::io::{self, BufReader, Read, Write};
use std::process;

/// The name of the adapter whose decoder reads one byte too many, which tests the guard.
pub const OVER_READER: &str = "over-reader";

/// Speaks protocol 1 for the in-process adapter `name`, its inputs before the end of a page, until the input ends; `None`
/// when there is no such adapter. Ends the process when a decoder answers otherwise elsewhere in memory.
pub fn work(
    name: &str,
    input: impl Read,
    mut output: impl Write,
    mut errors: impl Write,
) -> Option<io::Result<()>> {
    let over_reader =
        InProcessAdapter::new(OVER_READER, "the guard's test", env!("CARGO_PKG_VERSION"), over_readers);
    let adapter =
        in_process::all().into_iter().chain([over_reader]).find(|adapter| adapter.name() == name)?;
    Some(answer_all(&adapter, &mut BufReader::new(input), &mut output, &mut errors))
}

fn answer_all(
    adapter: &InProcessAdapter,
    input: &mut BufReader<impl Read>,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<()> {
    let decoders = adapter.decoders();
    let mut places = Places::new().map_err(io::Error::other)?;
    let infos: Vec<_> = decoders.iter().map(|decoder| &decoder.info).collect();
    introduce(adapter.name(), &infos, input, output)?;
    // Answers go out when no request waits, and before anything that may be the last.
    let mut answers = String::new();
    while let Some((decoder, request)) = next_request(&decoders, input)? {
        let outcome = asked(decoder, &request, &mut places);
        if let Ok(response) = &outcome {
            answers += &(answer(request.seq, response) + "\n");
        }
        if outcome.is_err() || input.buffer().is_empty() {
            output.write_all(answers.as_bytes())?;
            output.flush()?;
            answers.clear();
        }
        if let Err(why) = outcome {
            writeln!(errors, "{}: {why}", decoder.info.name)?;
            process::abort();
        }
    }
    Ok(())
}

fn asked(decoder: &InProcessDecoder, request: &Request, places: &mut Places) -> Result<Response, String> {
    match (&request.input, &decoder.stream) {
        (Input::Bytes(bytes), _) => places.decode(decoder, bytes, request.seq),
        (Input::Calls(script), Some(stream)) => {
            let mut stream = PlacedStream { stream: stream(), places };
            Ok(Response::Observed(run_script(&mut stream, script)))
        }
        (Input::Calls(_), None) => Ok(Response::Skipped("takes no chunks".to_owned())),
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
