//! Asks an adapter and reads what it answers, up to the first rule that is broken.

use crate::ask::adapter::process::ProcessAdapter;
use crate::ask::adapter_check::breach::{Again, Breach, Rule};
use crate::ask::adapter_check::conversation::{Conversation, Silence};
use crate::ask::adapter_check::mistake::Mistake;
use crate::ask::protocol::{
    AdapterLine, LineError, NOT_AN_OBJECT, hello_request, parse_adapter, parse_answer, parse_decoder,
    write_request,
};
use illformed_judge::claim::{DecoderInfo, Kind};
use illformed_judge::judge::Response;
use illformed_judge::observation::Answer;
use illformed_vectors::Input;
use std::time::Instant;

/// Why a check ends early.
pub(super) enum Stop {
    /// A rule was broken.
    Breach(Box<Breach>),
    Interrupted,
}

/// A conversation and how far it came.
pub(super) struct Interview<'a> {
    adapter: &'a ProcessAdapter,
    conversation: Conversation,
    /// Number of the next request.
    seq: u64,
    /// All requests but hello and long ones, as they were sent.
    history: Vec<String>,
}

/// Requests that are sent together.
pub(super) struct Batch<'a> {
    pub(super) decoder: &'a DecoderInfo,
    pub(super) inputs: &'a [&'a Input],
    /// The rule that a breach of any kind is one of, if there is one.
    pub(super) rule: Option<Rule>,
}

impl<'a> Interview<'a> {
    pub(super) fn start(adapter: &'a ProcessAdapter) -> Result<Self, Stop> {
        let conversation = Conversation::start(adapter).map_err(|failure| {
            stop(Breach::new(Rule::Starts, String::new(), failure.to_string(), Again::Start))
        })?;
        Ok(Self { adapter, conversation, seq: 1, history: Vec::new() })
    }

    /// Sends hello and takes the first line.
    pub(super) fn adapter_line(&mut self) -> Result<AdapterLine, Stop> {
        self.conversation.send(0, hello_request());
        let line = self.conversation.first_line();
        let line = line.map_err(|silence| silent(silence, Rule::Answers, None, &hello(), Vec::new()))?;
        parse_adapter(&line).map_err(|error| mistaken(Rule::AdapterLine, error, line))
    }

    /// Takes the lines of the decoders.
    pub(super) fn decoder_lines(&mut self, adapter: &AdapterLine) -> Result<Vec<DecoderInfo>, Stop> {
        let began = Instant::now();
        let mut decoders: Vec<DecoderInfo> = Vec::new();
        for number in 0..adapter.decoders {
            let line = self.conversation.decoder_line(began).map_err(|silence| {
                let mut stop = silent(silence, Rule::DecoderCount, None, &hello(), Vec::new());
                if let Stop::Breach(breach) = &mut stop
                    && breach.rule == Rule::DecoderCount
                {
                    breach.detail = format!("{number} came, `decoders` says {}", adapter.decoders);
                }
                stop
            })?;
            let decoder = parse_decoder(&line, adapter)
                .map_err(|error| mistaken(Rule::DecoderLine, error, line.clone()))?;
            if decoders.iter().any(|other| other.name == decoder.name) {
                let error = LineError {
                    pointer: "/decoder".to_owned(),
                    reason: format!("two decoders are named `{}`", decoder.name),
                };
                return Err(mistaken(Rule::DecoderNames, error, line));
            }
            decoders.push(decoder);
        }
        Ok(decoders)
    }

    /// Sends the requests at once and takes their answers, one a request. A breach is looked at again in a fresh process,
    /// so that the line to paste has what it takes to show it.
    pub(super) fn ask(&mut self, batch: &Batch<'_>) -> Result<Vec<Response>, Stop> {
        let first = self.seq;
        let earlier = self.history.len();
        self.put(batch).map_err(|stop| match stop {
            Stop::Breach(breach) if batch.rule.is_none() && earlier > 0 => {
                Stop::Breach(Box::new(self.shown_again(*breach, batch, first)))
            }
            stop => stop,
        })
    }

    /// `breach`, and all requests so far to show it again if those of the batch alone do not break the rule.
    fn shown_again(&self, breach: Breach, batch: &Batch<'_>, first: u64) -> Breach {
        let alone = Self::start(self.adapter).and_then(|mut fresh| {
            fresh.seq = first;
            let line = fresh.adapter_line()?;
            fresh.decoder_lines(&line)?;
            fresh.put(batch).map(drop)
        });
        if matches!(&alone, Err(Stop::Breach(alone)) if alone.rule == breach.rule) {
            return breach;
        }
        let again = match breach.again {
            Again::Lines(_) => Again::Lines(self.history.clone()),
            Again::Open(_) => Again::Open(self.history.clone()),
            Again::End(_) => Again::End(self.history.clone()),
            other => other,
        };
        Breach { again, ..breach }
    }

    fn put(&mut self, batch: &Batch<'_>) -> Result<Vec<Response>, Stop> {
        let first = self.seq;
        self.seq += batch.inputs.len() as u64;
        let mut text = String::new();
        for (seq, input) in (first..).zip(batch.inputs) {
            write_request(&mut text, seq, &batch.decoder.name, input);
        }
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        self.conversation.send(self.seq, text);
        // A long line cannot be pasted, and is asked last.
        if batch.rule.is_none() {
            self.history.extend_from_slice(&lines);
        }
        let mut responses = Vec::new();
        for ((seq, input), sent) in (first..).zip(batch.inputs).zip(&lines) {
            let answer = match self.conversation.answer(seq) {
                Ok(line) => self.read(&line, seq, input, batch, sent, &lines),
                Err(silence) => {
                    Err(silent(silence, Rule::Answers, Some(&batch.decoder.name), sent, lines.clone()))
                }
            };
            responses.push(answer.map_err(|stop| batch.as_its_own(stop, input))?);
        }
        Ok(responses)
    }

    /// The answer in `line` to request `seq`, if it is one.
    fn read(
        &self,
        line: &str,
        seq: u64,
        input: &Input,
        batch: &Batch<'_>,
        sent: &str,
        lines: &[String],
    ) -> Result<Response, Stop> {
        let claim = &batch.decoder.claim;
        let breach = |rule, detail, pointer: &str| {
            let again = Again::Lines(lines.to_vec());
            let breach = Breach::new(rule, sent.to_owned(), line.to_owned(), again);
            let decoder = Some(batch.decoder.name.clone());
            stop(Breach { decoder, detail, pointer: pointer.to_owned(), ..breach })
        };
        if is_decoder_line(line) {
            return Err(breach(Rule::DecoderCount, "one more than `decoders` says".to_owned(), ""));
        }
        let answered = parse_answer(line, claim.out, input).map_err(|error| {
            let rule = match (error.reason.ends_with(NOT_AN_OBJECT), input) {
                (true, _) => Rule::AnswersAlone,
                (_, Input::Bytes(_)) => Rule::DecodeAnswer,
                (_, Input::Calls(_)) => Rule::ScriptAnswer,
            };
            let mut stop = breach(rule, error.reason, &error.pointer);
            if let Stop::Breach(breach) = &mut stop {
                breach.mistake = Mistake::in_line(line, claim.out, input);
            }
            stop
        })?;
        if answered.seq != seq {
            let outstanding = seq..self.seq;
            let rule = if outstanding.contains(&answered.seq) { Rule::Order } else { Rule::Seq };
            return Err(breach(rule, format!("{} came, {seq} should", answered.seq), "/seq"));
        }
        if let (Kind::Lossy, Response::Observed(observation)) = (claim.kind, &answered.response)
            && observation.answer != Answer::Accept
        {
            return Err(breach(Rule::LossyAccepts, String::new(), "/answer"));
        }
        Ok(answered.response)
    }

    /// Ends the input and waits for the end of the adapter.
    pub(super) fn end(&mut self) -> Result<(), Stop> {
        let sent = self.history.last().cloned().unwrap_or_else(hello);
        let again = Again::End(vec![sent.clone()]);
        let breach = |rule, came| Err(stop(Breach::new(rule, sent, came, again)));
        match self.conversation.end() {
            Ok(()) => Ok(()),
            Err(Silence::Interrupted) => Err(Stop::Interrupted),
            Err(Silence::HeldBack(line) | Silence::NotText(line)) => breach(Rule::OneAnswer, line),
            Err(Silence::Endless(what)) => breach(Rule::OneAnswer, what),
            Err(Silence::Ended(how)) => breach(Rule::EndsWell, how),
            Err(Silence::Nothing(limit)) => {
                breach(Rule::EndsWell, format!("still running after {} ms", limit.as_millis()))
            }
        }
    }
}

impl Batch<'_> {
    /// The same breach as one of the batch's own rule, if it has one.
    fn as_its_own(&self, stop: Stop, input: &Input) -> Stop {
        match (stop, self.rule, input) {
            (Stop::Breach(breach), Some(rule), Input::Bytes(bytes)) => {
                let again = Again::Long { decoder: self.decoder.name.clone(), bytes: bytes.len() };
                Stop::Breach(Box::new(Breach { rule, again, ..*breach }))
            }
            (stop, _, _) => stop,
        }
    }
}

fn hello() -> String {
    hello_request().trim_end().to_owned()
}

fn stop(breach: Breach) -> Stop {
    Stop::Breach(Box::new(breach))
}

/// A line of the introduction with an error.
fn mistaken(rule: Rule, error: LineError, came: String) -> Stop {
    let rule = if error.reason.ends_with(NOT_AN_OBJECT) { Rule::AnswersAlone } else { rule };
    let (detail, pointer) = (error.reason, error.pointer);
    let breach = Breach::new(rule, hello(), came, Again::Lines(Vec::new()));
    stop(Breach { detail, pointer, ..breach })
}

/// What a missing line means; `missing` is the rule that it breaks if it does not come at all.
fn silent(silence: Silence, missing: Rule, decoder: Option<&str>, sent: &str, lines: Vec<String>) -> Stop {
    let (rule, came, again) = match silence {
        Silence::Interrupted => return Stop::Interrupted,
        Silence::Nothing(limit) => {
            (missing, format!("nothing in {} ms", limit.as_millis()), Again::Lines(lines))
        }
        Silence::HeldBack(line) => (Rule::Flushes, line, Again::Open(lines)),
        Silence::Endless(what) => (Rule::LineEnds, what, Again::Lines(lines)),
        Silence::Ended(how) => (Rule::StaysUp, how, Again::End(lines)),
        Silence::NotText(line) => (Rule::AnswersAlone, line, Again::Lines(lines)),
    };
    let detail = match rule {
        Rule::Flushes => "it came only after the end of the input".to_owned(),
        _ => String::new(),
    };
    let mistake = (rule == Rule::Flushes).then_some(Mistake::Unflushed);
    let breach = Breach::new(rule, sent.to_owned(), came, again);
    stop(Breach { decoder: decoder.map(str::to_owned), detail, mistake, ..breach })
}

/// Whether this is one more decoder than the adapter line says.
fn is_decoder_line(line: &str) -> bool {
    let read = serde_json::from_str::<serde_json::Value>(line);
    read.is_ok_and(|value| value.get("decoder").is_some() && value.get("answer").is_none())
}
