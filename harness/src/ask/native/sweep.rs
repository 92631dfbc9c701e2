//! Sweeps of a decoder of a worker: the inputs are made here, and only those that fail leave the process.

use crate::ask::container::received;
use crate::ask::native::place::Places;
use crate::ask::native::worker::GuardedDecoder;
use crate::ask::sweep::{SweepExample, SweepLine, SweepOrder, SweptPart};
use illformed_inputs::{Sweep, SweepInput};
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::judge::{Response, Screen, ScreenedFailure};
use illformed_vectors::Input;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::mem;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How many inputs that fail in one way are told of each part: the shortest.
const EXAMPLES: usize = 3;

/// After how many failing inputs the rest of a part says nothing new.
const MOST_FAILING: u64 = 2_000;

/// How often a line says that the worker is alive, and after how many inputs the clock is looked at.
const ALIVE: Duration = Duration::from_millis(200);
const INPUTS_A_LOOK: u64 = 256;

/// Reads one order, and sweeps the decoder of `decoders` that it names.
pub(super) fn sweep(
    mut decoders: Vec<Box<dyn GuardedDecoder>>,
    input: impl Read,
    output: File,
) -> io::Result<()> {
    let mut line = String::new();
    BufReader::new(input).read_line(&mut line)?;
    let order: SweepOrder = serde_json::from_str(&line)?;
    let named = decoders.iter_mut().find(|decoder| decoder.info().name == order.decoder);
    let decoder = named.ok_or_else(|| io::Error::other("no such decoder"))?;
    let claim = &decoder.info().claim.clone();
    let mut asked = AskedDecoder {
        decoder: decoder.as_mut(),
        claim,
        screen: Screen::new(claim).ok_or_else(|| io::Error::other("it claims no profile"))?,
        places: Places::new().map_err(io::Error::other)?,
        output,
        is_traced: order.is_traced,
        said: Instant::now(),
        previous: Default::default(),
        last: Default::default(),
    };
    let last = if order.is_traced { order.first + 1 } else { usize::MAX };
    for (sweep, part, max_len) in order.parts().take(last).skip(order.first) {
        asked.part(sweep, part, max_len)?;
    }
    asked.say(&SweepLine::Done)
}

/// A decoder that is swept.
struct AskedDecoder<'a> {
    decoder: &'a mut dyn GuardedDecoder,
    claim: &'a Claim,
    screen: Screen<'a>,
    places: Places,
    output: File,
    is_traced: bool,
    /// When it was last heard of.
    said: Instant,
    /// The input that it was asked last, with the offsets of its cuts, and the one before that.
    last: (Vec<u8>, Vec<usize>),
    previous: (Vec<u8>, Vec<usize>),
}

impl AskedDecoder<'_> {
    /// Asks it one part, and says what came of it.
    fn part(&mut self, sweep: Sweep, part: usize, max_len: Option<usize>) -> io::Result<()> {
        let mut swept = SweptPart::default();
        let mut examples: BTreeMap<ScreenedFailure, Vec<SweepExample>> = BTreeMap::new();
        let mut asked = Ok(());
        let _ = sweep.visit(part, max_len, &mut |input| {
            if !self.can_be_given(sweep, input) {
                return ControlFlow::Continue(());
            }
            let response = match self.ask(input, swept.inputs) {
                Ok(response) => response,
                Err(error) => {
                    asked = Err(error);
                    return ControlFlow::Break(());
                }
            };
            if let Response::Skipped(_) = response {
                swept.is_cut = true;
                return ControlFlow::Continue(());
            }
            swept.inputs += 1;
            let Some(failure) = self.failure(input, &response) else { return ControlFlow::Continue(()) };
            swept.failing += 1;
            let examples = examples.entry(failure).or_default();
            let (bytes, cuts) = &self.previous;
            let previous = Some(SweepInput { bytes, cuts }.to_input());
            examples.push(SweepExample { input: input.to_input(), previous, failure });
            examples.sort_by_cached_key(|example| example.input.to_string().len());
            examples.truncate(EXAMPLES);
            if swept.failing < MOST_FAILING {
                return ControlFlow::Continue(());
            }
            swept.is_cut = true;
            ControlFlow::Break(())
        });
        asked?;
        swept.examples = examples.into_values().flatten().collect();
        self.say(&SweepLine::Part(swept))
    }

    /// What has no cut says nothing of chunks, so that a decoder that takes none is not asked it for them.
    fn can_be_given(&self, sweep: Sweep, SweepInput { bytes, .. }: SweepInput<'_>) -> bool {
        let Claim { max_bytes, cannot, script, .. } = self.claim;
        let is_too_long = max_bytes.is_some_and(|most| bytes.len() > most);
        let has_what_it_cannot = !cannot.is_empty() && bytes.iter().any(|byte| cannot.contains(byte));
        let is_taken = sweep != Sweep::Chunks || *script >= ScriptSupport::Finish;
        is_taken && !is_too_long && !has_what_it_cannot
    }

    /// What it makes of input number `number` of a part.
    fn ask(&mut self, input: SweepInput<'_>, number: u64) -> io::Result<Response> {
        let SweepInput { bytes, cuts } = input;
        if self.is_traced {
            self.say(&SweepLine::Input(input.to_input()))?;
        } else if number.is_multiple_of(INPUTS_A_LOOK) && self.said.elapsed() > ALIVE {
            self.say(&SweepLine::Alive(number))?;
        }
        mem::swap(&mut self.previous, &mut self.last);
        self.last.0.clear();
        self.last.0.extend_from_slice(bytes);
        self.last.1.clear();
        self.last.1.extend_from_slice(cuts);
        let response = match self.claim.container() {
            _ if !cuts.is_empty() => self.decoder.ask(&input.to_input(), &mut self.places),
            None => self.decoder.ask_once(bytes, &mut self.places, number),
            Some(container) => {
                let response = self.decoder.ask_once(&container.around(bytes), &mut self.places, number);
                response.map(|response| received(self.claim, &Input::Bytes(bytes.to_vec()), response))
            }
        };
        response.map_err(io::Error::other)
    }

    /// How a response to `input` fails, if it does.
    fn failure(&self, input: SweepInput<'_>, response: &Response) -> Option<ScreenedFailure> {
        if input.cuts.is_empty() {
            return self.screen.failure(input.bytes, response);
        }
        self.screen.failure_of(&input.to_input(), response)
    }

    fn say(&mut self, line: &SweepLine) -> io::Result<()> {
        self.said = Instant::now();
        self.output.write_all((serde_json::to_string(line)? + "\n").as_bytes())
    }
}
