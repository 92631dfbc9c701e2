//! The program that asks decoders of its own process and may die of it.

use crate::ask::adapter::in_process::{self, InProcessAdapter, InProcessDecoder, run_script};
use crate::ask::guard::pages::read_behind;
use crate::ask::guard::placed::{PlacedStream, Places};
use crate::ask::protocol::wire::{Request, answer, introduction, parse_request};
use illformed_codec::Profile;
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process;

/// The name of the adapter whose decoder reads one byte too many, to see that it is seen.
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
        in_process::all().into_iter().chain([over_reader]).find(|adapter| adapter.called() == name)?;
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
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        return Ok(());
    }
    let infos: Vec<_> = decoders.iter().map(|decoder| &decoder.info).collect();
    output.write_all(introduction(adapter.called(), &infos).as_bytes())?;
    output.flush()?;
    // Answers go out when no request waits, and before anything that may be the last.
    let mut answers = String::new();
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let request = parse_request(&line).ok_or_else(|| io::Error::other("that is no request"))?;
        let decoder = decoders.iter().find(|decoder| Some(&decoder.info.name) == request.decoder.as_ref());
        let decoder = decoder.ok_or_else(|| io::Error::other("there is no such decoder"))?;
        match asked(decoder, &request, &mut places) {
            Ok(response) => answers += &(answer(request.seq, &response) + "\n"),
            Err(why) => {
                output.write_all(answers.as_bytes())?;
                output.flush()?;
                writeln!(errors, "{}: {why}", decoder.info.name)?;
                process::abort();
            }
        }
        if input.buffer().is_empty() {
            output.write_all(answers.as_bytes())?;
            output.flush()?;
            answers.clear();
        }
    }
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
