//! Holds an adapter to the contract, step by step, up to the first rule that it breaks.

use crate::adapter::process::ProcessAdapter;
use crate::claim::{DecoderInfo, Kind};
use crate::judge::Response;
use crate::kit::breach::{Again, Breach};
use crate::kit::conversation::{Conversation, Silence};
use crate::kit::doubt::doubts;
use crate::kit::probe::{long_input, probes};
use crate::kit::rule::Rule;
use crate::observation::Answer;
use crate::protocol::{
    AdapterLine, LineError, NOT_AN_OBJECT, hello_request, parse_adapter, parse_answer, parse_decoder,
    write_request,
};
use illformed_vectors::Input;
use std::slice;

/// What a check found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// How the adapter introduced itself.
    pub adapter: Option<AdapterLine>,
    /// The decoders that were asked, in order; the last of them may carry the breach.
    pub decoders: Vec<CheckedDecoder>,
    /// The first rule that it broke.
    pub breach: Option<Breach>,
    /// The user stopped it; there may be no breach since nobody looked.
    pub interrupted: bool,
}

/// A decoder and what it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedDecoder {
    /// What it says of itself.
    pub info: DecoderInfo,
    /// How many byte strings it was asked alone.
    pub inputs: usize,
    /// How many scripts it was asked alone.
    pub scripts: usize,
    /// How many requests it was asked at once.
    pub at_once: usize,
    /// The length of its longest input in bytes, 0 if it declares to take none that is long.
    pub longest: usize,
    /// What is no breach and may not be meant.
    pub warnings: Vec<String>,
}

/// Why a check ends early.
enum Stop {
    Breach(Box<Breach>),
    Interrupted,
}

/// Starts `adapter`, asks each of its decoders, ends it, and reports.
pub fn check(adapter: &ProcessAdapter) -> CheckReport {
    let mut report = CheckReport::default();
    match Check::begin(adapter, &mut report) {
        Ok(()) => {}
        Err(Stop::Breach(breach)) => report.breach = Some(*breach),
        Err(Stop::Interrupted) => report.interrupted = true,
    }
    report
}

/// The conversation and how far it came.
struct Check {
    conversation: Conversation,
    seq: u64,
    /// The last request, to be shown if more comes than was asked for.
    last: String,
}

/// Requests that are sent together.
struct Batch<'a> {
    decoder: &'a DecoderInfo,
    inputs: &'a [Input],
    /// The rule that a breach of any kind is one of, if there is one.
    rule: Option<Rule>,
}

impl Check {
    fn begin(adapter: &ProcessAdapter, report: &mut CheckReport) -> Result<(), Stop> {
        let conversation = Conversation::start(adapter).map_err(|failure| {
            stop(Breach {
                rule: Rule::Starts,
                decoder: None,
                detail: String::new(),
                pointer: String::new(),
                sent: String::new(),
                came: failure.to_string(),
                again: Again::Start,
            })
        })?;
        let mut check = Self { conversation, seq: 1, last: hello_request().trim_end().to_owned() };
        let decoders = check.introduction(report)?;
        for decoder in decoders {
            report.decoders.push(CheckedDecoder {
                info: decoder.clone(),
                inputs: 0,
                scripts: 0,
                at_once: 0,
                longest: 0,
                warnings: Vec::new(),
            });
            if let Some(checked) = report.decoders.last_mut() {
                check.decoder(&decoder, checked)?;
            }
        }
        check.end()
    }

    fn introduction(&mut self, report: &mut CheckReport) -> Result<Vec<DecoderInfo>, Stop> {
        self.conversation.send(0, hello_request());
        let sent = hello_request().trim_end().to_owned();
        let breach = |rule, error: LineError, came: String| {
            let rule = if error.reason.ends_with(NOT_AN_OBJECT) { Rule::AnswersAlone } else { rule };
            let (detail, pointer) = (error.reason, error.pointer);
            let again = Again::Lines(Vec::new());
            stop(Breach { rule, decoder: None, detail, pointer, sent: sent.clone(), came, again })
        };
        let line = self.conversation.first_line();
        let line = line.map_err(|silence| silent(silence, Rule::Answers, None, &sent, Vec::new()))?;
        let adapter = parse_adapter(&line).map_err(|error| breach(Rule::AdapterLine, error, line))?;
        report.adapter = Some(adapter.clone());
        let mut decoders: Vec<DecoderInfo> = Vec::new();
        for number in 0..adapter.decoders {
            let line = self.conversation.answer(0).map_err(|silence| {
                let mut stop = silent(silence, Rule::DecoderCount, None, &sent, Vec::new());
                if let Stop::Breach(breach) = &mut stop
                    && breach.rule == Rule::DecoderCount
                {
                    breach.detail = format!("{number} came, `decoders` says {}", adapter.decoders);
                }
                stop
            })?;
            let decoder = parse_decoder(&line, &adapter)
                .map_err(|error| breach(Rule::DecoderLine, error, line.clone()))?;
            if decoders.iter().any(|other| other.name == decoder.name) {
                let error = LineError {
                    pointer: "/decoder".to_owned(),
                    reason: format!("two decoders are named `{}`", decoder.name),
                };
                return Err(breach(Rule::DecoderNames, error, line));
            }
            decoders.push(decoder);
        }
        Ok(decoders)
    }

    fn decoder(&mut self, decoder: &DecoderInfo, checked: &mut CheckedDecoder) -> Result<(), Stop> {
        let probes = probes(&decoder.claim);
        let mut alone = Vec::new();
        for probe in &probes {
            let inputs = slice::from_ref(&probe.tailored.input);
            let response = self.ask(&Batch { decoder, inputs, rule: None })?.remove(0);
            *(if probe.is_script() { &mut checked.scripts } else { &mut checked.inputs }) += 1;
            checked.warnings.extend(doubts(decoder, probe, &response));
            alone.push(response);
        }
        let inputs: Vec<Input> = probes.iter().map(|probe| probe.tailored.input.clone()).collect();
        let together = self.ask(&Batch { decoder, inputs: &inputs, rule: None })?;
        checked.at_once = inputs.len();
        for ((probe, alone), together) in probes.iter().zip(&alone).zip(&together) {
            if alone != together {
                let words = probe.words();
                checked.warnings.push(format!("{words}: answered {alone}, and among others {together}"));
            }
        }
        if let Some((input, bytes)) = long_input(&decoder.claim) {
            let batch = Batch { decoder, inputs: slice::from_ref(&input), rule: Some(Rule::LongLines) };
            let response = self.ask(&batch)?.remove(0);
            checked.longest = bytes;
            let accepted = |response: &Response| matches!(response, Response::Observed(observation) if observation.answer == Answer::Accept);
            if !accepted(&response) {
                let words: String = response.to_string().chars().take(60).collect();
                checked.warnings.push(format!("{bytes} times the letter f are not accepted: {words}"));
            }
        }
        Ok(())
    }

    /// Sends the requests at once and takes their answers.
    fn ask(&mut self, batch: &Batch<'_>) -> Result<Vec<Response>, Stop> {
        let first = self.seq;
        self.seq += batch.inputs.len() as u64;
        let mut text = String::new();
        for (seq, input) in (first..).zip(batch.inputs) {
            write_request(&mut text, seq, &batch.decoder.name, input);
        }
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        self.conversation.send(self.seq, text);
        let mut responses = Vec::new();
        for ((seq, input), sent) in (first..).zip(batch.inputs).zip(&lines) {
            // A long line tells nobody anything, and cannot be pasted.
            if batch.rule.is_none() {
                self.last.clone_from(sent);
            }
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
            stop(Breach {
                rule,
                decoder: Some(batch.decoder.name.clone()),
                detail,
                pointer: pointer.to_owned(),
                sent: sent.to_owned(),
                came: line.to_owned(),
                again: Again::Lines(lines.to_vec()),
            })
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
            breach(rule, error.reason, &error.pointer)
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

    fn end(&mut self) -> Result<(), Stop> {
        let again = Again::End(vec![self.last.clone()]);
        let breach = |rule, came| {
            Err(stop(Breach {
                rule,
                decoder: None,
                detail: String::new(),
                pointer: String::new(),
                sent: self.last.clone(),
                came,
                again,
            }))
        };
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

fn stop(breach: Breach) -> Stop {
    Stop::Breach(Box::new(breach))
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
    let decoder = decoder.map(str::to_owned);
    stop(Breach { rule, decoder, detail, pointer: String::new(), sent: sent.to_owned(), came, again })
}

/// Whether this is one more decoder than the adapter line says.
fn is_decoder_line(line: &str) -> bool {
    let read = serde_json::from_str::<serde_json::Value>(line);
    read.is_ok_and(|value| value.get("decoder").is_some() && value.get("answer").is_none())
}
