//! Asks an adapter and reads what it answers, up to the first rule that is broken.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::{
    Break, BrokenLine, Conversation, ENDED_WELL, ProcessAdapter, Rule, Stderr, started,
};
use crate::ask::adapter_check::breach::{Again, Breach};
use crate::ask::adapter_check::mistake::Mistake;
use crate::ask::container;
use crate::ask::protocol::{AdapterLine, LineError, hello_request, write_request};
use illformed_judge::claim::{DecoderInfo, Kind};
use illformed_judge::judge::Response;
use illformed_judge::observation::Answer;
use illformed_judge::shown::WROTE;
use illformed_vectors::Input;
use std::slice;
use std::time::{Duration, Instant};

/// How long an adapter that gave no answer may take after the end of its input to give it.
const AFTERTHOUGHT: Duration = Duration::from_secs(2);

/// How long it takes to write what was held back.
const AT_ONCE: Duration = Duration::from_millis(800);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The first rule that it broke.
    Breach(Box<Breach>),
    /// Whether it would have broken one is not known.
    Interrupted,
}

impl From<Breach> for Stop {
    fn from(breach: Breach) -> Self {
        Self::Breach(Box::new(breach))
    }
}

/// A conversation and how far it came. It is killed when it is dropped: by then it has ended, or there is no use in waiting.
pub(super) struct Interview<'a> {
    adapter: &'a ProcessAdapter,
    conversation: Conversation,
    stderr: Stderr,
    /// All requests but hello and long ones, as they were sent.
    history: Vec<String>,
    /// The decoder that is asked; none during the introduction.
    decoder: Option<String>,
    /// The request that the next line answers.
    sent: String,
    /// The requests that were sent with it.
    lines: Vec<String>,
}

impl<'a> Interview<'a> {
    pub(super) fn start(adapter: &'a ProcessAdapter) -> Result<Self, Stop> {
        let stderr = Stderr::default();
        let broken = |failure: OpenFailure| {
            let fault = BrokenLine::plain(Rule::Starts, failure.to_string());
            let again = Again::new(Again::START, &[]);
            Breach { fault, decoder: None, sent: String::new(), mistake: None, again }
        };
        let mut conversation = started(adapter, &stderr).map_err(broken)?;
        conversation.number_from(1);
        let (history, lines) = (Vec::new(), Vec::new());
        Ok(Self { adapter, conversation, stderr, history, decoder: None, sent: hello(), lines })
    }

    /// Takes its introduction: its decoders.
    pub(super) fn introduce(&mut self) -> Result<Vec<DecoderInfo>, Stop> {
        let introduced = self.conversation.introduce(self.adapter.supervision.answer_limit);
        introduced.map_err(|broken| {
            let Some(announced) = self.line().map(|line| line.decoders) else {
                return self.stop(broken, Rule::Answers);
            };
            let came = self.conversation.decoders.len();
            let mut stop = self.stop(broken, Rule::DecoderCount);
            if let Stop::Breach(breach) = &mut stop
                && breach.fault.rule == Rule::DecoderCount
            {
                breach.fault.error.reason = format!("{came} came, `decoders` says {announced}");
            }
            stop
        })?;
        Ok(self.conversation.decoders.clone())
    }

    /// Gives the next request that number.
    pub(super) fn number_from(&mut self, seq: u64) {
        self.conversation.number_from(seq);
    }

    /// Its adapter line, if that came.
    pub(super) fn line(&self) -> Option<AdapterLine> {
        self.conversation.adapter.clone()
    }

    /// Sends a request for each of `inputs` at once and takes the responses. A breach is looked at again in a fresh process,
    /// so that the line to paste has what it takes to show it.
    pub(super) fn ask(&mut self, decoder: &DecoderInfo, inputs: &[&Input]) -> Result<Vec<Response>, Stop> {
        let (is_first, first) = (self.history.is_empty(), self.conversation.next);
        self.put(decoder, inputs).map_err(|stop| match stop {
            Stop::Breach(breach) if !is_first => self.shown_again(*breach, decoder, inputs, first).into(),
            stop => stop,
        })
    }

    /// Asks for `input`, which has so many `bytes` that its request cannot be pasted. A breach of any rule is one of
    /// [`Rule::LongLines`].
    pub(super) fn ask_long(
        &mut self,
        decoder: &DecoderInfo,
        input: &Input,
        bytes: usize,
    ) -> Result<Response, Stop> {
        let responses = self.put(decoder, &[input]);
        self.history.pop();
        match responses {
            Ok(mut responses) => Ok(responses.remove(0)),
            Err(Stop::Breach(mut breach)) => {
                breach.fault.rule = Rule::LongLines;
                breach.again = Again::long(&decoder.name, bytes);
                Err(Stop::Breach(breach))
            }
            Err(Stop::Interrupted) => Err(Stop::Interrupted),
        }
    }

    /// `breach`, and all requests so far to show it again if those for `inputs` alone do not break the rule.
    fn shown_again(&self, breach: Breach, decoder: &DecoderInfo, inputs: &[&Input], first: u64) -> Breach {
        let alone = Self::start(self.adapter).and_then(|mut fresh| {
            fresh.introduce()?;
            fresh.conversation.number_from(first);
            fresh.put(decoder, inputs)
        });
        if matches!(&alone, Err(Stop::Breach(alone)) if alone.fault.rule == breach.fault.rule) {
            return breach;
        }
        Breach { again: Again::new(breach.again.form, &self.history), ..breach }
    }

    fn put(&mut self, decoder: &DecoderInfo, inputs: &[&Input]) -> Result<Vec<Response>, Stop> {
        let requests = self.conversation.requests(decoder, inputs);
        self.lines = requests.lines().map(str::to_owned).collect();
        self.conversation.send(requests);
        self.history.extend_from_slice(&self.lines);
        self.decoder = Some(decoder.name.clone());
        let mut responses = Vec::new();
        for (number, input) in inputs.iter().enumerate() {
            self.sent.clone_from(&self.lines[number]);
            responses.push(self.response(input, decoder)?);
        }
        Ok(responses)
    }

    /// The response to the request that is due, which asks for `input`.
    fn response(&mut self, input: &Input, decoder: &DecoderInfo) -> Result<Response, Stop> {
        let is_lossy = matches!(decoder.claim.kind, Kind::Lossy { .. });
        let broken = match self.conversation.answer(input, &decoder.claim) {
            Ok((Response::Observed(observation), line))
                if is_lossy && observation.answer != Answer::Accept =>
            {
                let fault = BrokenLine::new(Rule::LossyAccepts, LineError::at("answer", ""), line);
                return Err(self.breach(fault, Again::REQUESTS).into());
            }
            Ok((response, _)) => return Ok(response),
            Err(broken) => broken,
        };
        let mut stop = self.stop(broken, Rule::Answers);
        if let Stop::Breach(breach) = &mut stop
            && matches!(breach.fault.rule, Rule::DecodeAnswer | Rule::ScriptAnswer)
        {
            let line = String::from_utf8_lossy(&breach.fault.line);
            breach.mistake = Mistake::in_line(&line, decoder.claim.out(), input);
        }
        Err(stop)
    }

    /// Ends the input and waits for the end of the adapter.
    pub(super) fn end(&mut self) -> Result<(), Stop> {
        let fault = match self.last_line(self.adapter.supervision.answer_limit) {
            Ok(line) => BrokenLine::plain(Rule::OneAnswer, line),
            Err(Break::Interrupted) => return Err(Stop::Interrupted),
            Err(Break::Ended(how)) if how == ENDED_WELL => return Ok(()),
            Err(Break::Late(limit)) => {
                BrokenLine::plain(Rule::EndsWell, format!("still running after {} ms", limit.as_millis()))
            }
            Err(broken) => BrokenLine::plain(Rule::EndsWell, broken.to_string() + &self.stderr.last_words()),
        };
        let sent = self.history.last().cloned().unwrap_or_else(hello);
        let again = Again::new(Again::END, slice::from_ref(&sent));
        Err(Breach { fault, decoder: None, sent, mistake: None, again }.into())
    }

    /// Ends the input. The line that comes within `limit` all the same, whatever is wrong with it.
    fn last_line(&mut self, limit: Duration) -> Result<Vec<u8>, Break> {
        match self.conversation.last_line(limit) {
            Ok(line) => Ok(line.into_bytes()),
            Err(Break::BrokenLine(fault)) => Ok(fault.line),
            Err(ended) => Err(ended),
        }
    }

    /// The line that an adapter gives after the end of its input; none if it needed time for it, and did not hold it back.
    fn last_line_at_once(&mut self) -> Result<Option<Vec<u8>>, Break> {
        let ended = Instant::now();
        let line = self.last_line(AFTERTHOUGHT)?;
        Ok(Some(line).filter(|_| ended.elapsed() < AT_ONCE))
    }

    /// What it means that a line did not come, which breaks `rule`, or not as it should.
    fn stop(&mut self, broken: Break, rule: Rule) -> Stop {
        let (fault, form) = match broken {
            Break::Interrupted => return Stop::Interrupted,
            Break::BrokenLine(fault) => (fault, Again::REQUESTS),
            Break::Ended(_) | Break::Gone(_) => {
                let how = broken.to_string();
                let words = if how == ENDED_WELL { String::new() } else { self.stderr.last_words() };
                (BrokenLine::plain(Rule::StaysUp, how + &words), Again::END)
            }
            // Many languages write what they held back when they end.
            Break::Late(limit) => match self.last_line_at_once() {
                Ok(Some(line)) => {
                    let error = LineError::whole("it came only after the end of the input");
                    let breach = self.breach(BrokenLine::new(Rule::Flushes, error, line), Again::OPEN);
                    return Breach { mistake: Some(Mistake::Unflushed), ..breach }.into();
                }
                Err(Break::Interrupted) => return Stop::Interrupted,
                // What it wrote after its last line end shows once its output is closed.
                Err(Break::Ended(how)) if how.contains(WROTE) => {
                    let (_, wrote) = how.split_once(WROTE).unwrap_or_default();
                    let error = LineError::whole(format!("no line end in {} ms", limit.as_millis()));
                    (BrokenLine::new(Rule::LineEnds, error, wrote), Again::REQUESTS)
                }
                Ok(None) => {
                    let came =
                        format!("nothing in {} ms, and a line later; see --timeout", limit.as_millis());
                    (BrokenLine::plain(rule, came), Again::REQUESTS)
                }
                Err(_) => {
                    let came = format!("nothing in {} ms", limit.as_millis());
                    (BrokenLine::plain(rule, came), Again::REQUESTS)
                }
            },
        };
        self.breach(fault, form).into()
    }

    /// The breach by what came in place of the line that is waited for.
    fn breach(&self, fault: BrokenLine, form: &'static str) -> Breach {
        let again = Again::new(form, &self.lines);
        Breach { fault, decoder: self.decoder.clone(), sent: self.sent.clone(), mistake: None, again }
    }
}

impl Drop for Interview<'_> {
    fn drop(&mut self) {
        self.conversation.kill();
    }
}

/// The request for `input`, a line without its end.
pub(super) fn request(seq: u64, decoder: &DecoderInfo, input: &Input) -> String {
    let mut line = String::new();
    write_request(&mut line, seq, &decoder.name, &container::sent(&decoder.claim, input));
    line.trim_end().to_owned()
}

fn hello() -> String {
    hello_request().trim_end().to_owned()
}
