//! A decoder that keeps a claim but for one fault: made of the codec's stream, and of nothing that the judge is made of.

use illformed::ask::adapter::{Adapter, OpenFailure, Session};
use illformed_codec::{Decoder, ErrorKind, Event, Policy, Profile, Replacer, encode, utf16_units};
use illformed_judge::claim::{
    Bom, Claim, DecoderInfo, Kind, OffsetMeaning, OutputKind, Refusal, ScriptSupport,
};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
use illformed_vectors::{Call, Input};

/// One thing that a decoder does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// Reports an error one byte later than where it is.
    OffsetPlusOne,
    /// Says that every ill-formed subsequence is one byte longer.
    LengthPlusOne,
    /// Goes on after its first error as if there were none.
    Accepts,
    /// Reports in the last call of a segment what it should have reported before.
    ReportsAtTheEnd,
    /// Puts everything out at the end of a segment.
    TextAtTheEnd,
    /// Loses the last code of each segment.
    LosesTheLast,
    /// Refuses U+0041.
    RefusesA,
    /// Puts out one code too many for each error.
    ReplacesTwice,
    /// Keeps the beginning of a sequence over a reset.
    LeaksOverReset,
    /// Gives out text with an error that is not the text before it.
    WrongPrefix,
}

/// A decoder that keeps `claim` but for one fault.
pub(crate) struct Made {
    pub(crate) info: DecoderInfo,
    pub(crate) fault: Fault,
    /// Says `incomplete` where it may, and hands out what comes before an error.
    pub(crate) talks: bool,
}

/// What a stream knows between calls.
pub(crate) struct Stream<'a> {
    pub(crate) made: &'a Made,
    pub(crate) decoder: Decoder,
    pub(crate) replacer: Replacer,
    pub(crate) held: Vec<u32>,
    pub(crate) unreported: Vec<(Event, Vec<u8>)>,
    pub(crate) failed: bool,
}

/// An error as the API tells it.
pub(crate) struct Told {
    pub(crate) at: usize,
    pub(crate) len: usize,
    pub(crate) incomplete: bool,
}

impl Stream<'_> {
    /// The codes that events put out, up to the first error of a strict decoder.
    pub(crate) fn take(&mut self, events: &[(Event, Vec<u8>)]) -> (Vec<u32>, Option<Told>) {
        let claim = &self.made.info.claim;
        let fault = self.made.fault;
        let mut codes = Vec::new();
        for (event, bytes) in events {
            let refused = |code| {
                claim.refuses.iter().any(|refusal: &Refusal| refusal.covers(code))
                    || (fault == Fault::RefusesA && code == 0x41)
            };
            let event = match *event {
                Event::Code { value, at, len } if refused(value) => {
                    Event::Error { kind: ErrorKind::NeverValid, at, len }
                }
                event => event,
            };
            if claim.bom == Bom::Strip && event == (Event::Code { value: 0xFEFF, at: 0, len: 3 }) {
                continue;
            }
            match event {
                Event::Error { kind, at, len } if matches!(claim.kind, Kind::Strict | Kind::Validate) => {
                    if fault == Fault::Accepts && kind != ErrorKind::Incomplete {
                        continue;
                    }
                    let offending = match kind {
                        ErrorKind::Incomplete | ErrorKind::Truncated => at + len,
                        ErrorKind::Overlong | ErrorKind::Surrogate | ErrorKind::OutOfRange
                            if !starts_nothing(bytes, claim) =>
                        {
                            at + len
                        }
                        _ => at,
                    };
                    let told = if claim.at == OffsetMeaning::Offending { offending } else { at };
                    let at = told + usize::from(fault == Fault::OffsetPlusOne);
                    let len = len + usize::from(fault == Fault::LengthPlusOne);
                    if fault == Fault::WrongPrefix {
                        codes.push(0x58);
                    }
                    return (codes, Some(Told { at, len, incomplete: kind == ErrorKind::Incomplete }));
                }
                event => {
                    codes.extend(self.replacer.replace(event, bytes));
                    if fault == Fault::ReplacesTwice && event.error_kind().is_some() {
                        codes.push(0xFFFD);
                    }
                }
            }
        }
        (codes, None)
    }

    pub(crate) fn feed(&mut self, chunk: &[u8]) -> Vec<(Event, Vec<u8>)> {
        let mut events = Vec::new();
        self.decoder.feed(chunk, |event, bytes| events.push((event, bytes.to_vec())));
        events
    }

    pub(crate) fn finish(&mut self) -> Vec<(Event, Vec<u8>)> {
        let mut events = Vec::new();
        self.decoder.finish(|event, bytes| events.push((event, bytes.to_vec())));
        events
    }

    pub(crate) fn reset(&mut self) {
        self.failed = false;
        if self.made.fault != Fault::LeaksOverReset {
            self.decoder.reset();
        }
        self.replacer = replacer(&self.made.info.claim);
        self.held.clear();
    }
}

/// Whether the first byte alone is an error, whatever follows.
pub(crate) fn starts_nothing(bytes: &[u8], claim: &Claim) -> bool {
    let mut decoder = Decoder::new(claim.profile.unwrap_or(Profile::Rfc3629));
    let mut decided = false;
    decoder.feed(&bytes[..1], |_, _| decided = true);
    decided
}

pub(crate) fn replacer(claim: &Claim) -> Replacer {
    // Undocumented: any will do, and none is judged.
    Replacer::new(claim.policy.unwrap_or(Policy::PerRun))
}

impl Made {
    pub(crate) fn answer(&self, input: &Input) -> Observation {
        let claim = &self.info.claim;
        let mut stream = Stream {
            made: self,
            decoder: Decoder::new(claim.profile.unwrap_or(Profile::Rfc3629)),
            replacer: replacer(claim),
            held: Vec::new(),
            unreported: Vec::new(),
            failed: false,
        };
        let mut observation = Observation { calls: Vec::new(), ..Observation::accept(Text::None) };
        match input {
            Input::Bytes(bytes) => {
                let mut events = stream.feed(bytes);
                if claim.script != ScriptSupport::Feed {
                    events.extend(stream.finish());
                }
                self.one_call(&mut stream, &events, 0, true, &mut observation);
            }
            Input::Calls(script) => {
                let calls = script.calls();
                for (number, call) in calls.iter().enumerate() {
                    let ends = calls.get(number + 1).is_none_or(|next| *next == Call::Reset);
                    let events = match call {
                        Call::Reset => {
                            stream.reset();
                            observation.calls.push(CallOutcome::Done(Text::None));
                            continue;
                        }
                        _ if stream.failed => {
                            observation.calls.push(CallOutcome::NotMade);
                            continue;
                        }
                        Call::Feed(chunk) => stream.feed(chunk),
                        Call::Finish => stream.finish(),
                    };
                    self.one_call(&mut stream, &events, number, ends, &mut observation);
                }
            }
        }
        observation
    }

    pub(crate) fn one_call(
        &self,
        stream: &mut Stream<'_>,
        events: &[(Event, Vec<u8>)],
        number: usize,
        ends: bool,
        observation: &mut Observation,
    ) {
        if self.fault == Fault::ReportsAtTheEnd {
            stream.unreported.extend_from_slice(events);
        }
        let unreported = if ends { std::mem::take(&mut stream.unreported) } else { Vec::new() };
        let events = if self.fault == Fault::ReportsAtTheEnd { &unreported } else { events };
        let (mut codes, told) = stream.take(events);
        if self.fault == Fault::TextAtTheEnd {
            stream.held.append(&mut codes);
            if ends || told.is_some() {
                codes.append(&mut stream.held);
            }
        }
        if self.fault == Fault::LosesTheLast && ends {
            codes.pop();
        }
        let text = text(&codes, self.info.claim.out);
        let Some(Told { at, len, incomplete }) = told else {
            observation.calls.push(CallOutcome::Done(text));
            return;
        };
        stream.failed = true;
        if observation.answer == Answer::Accept {
            observation.answer = if incomplete && self.talks { Answer::Incomplete } else { Answer::Reject };
            observation.at = (self.info.claim.at != OffsetMeaning::None).then_some(at);
            observation.len = self.talks.then_some(len);
            observation.call = Some(number);
        }
        let hands_out = self.talks && self.info.claim.out != OutputKind::None;
        observation.calls.push(CallOutcome::Failed(hands_out.then_some(text)));
    }
}

pub(crate) fn text(codes: &[u32], out: OutputKind) -> Text {
    match out {
        OutputKind::None => Text::None,
        OutputKind::Count => Text::Count(codes.len() as u64),
        OutputKind::Utf32 => Text::Utf32(codes.to_vec()),
        OutputKind::Utf16 => Text::Utf16(
            codes
                .iter()
                .flat_map(|&code| match u16::try_from(code) {
                    Ok(unit) => vec![unit],
                    // A form that cannot hold it: what it does instead is its own affair.
                    Err(_) => utf16_units(code).map_or_else(|_| vec![0x3F], |units| units.to_vec()),
                })
                .collect(),
        ),
        OutputKind::Utf8 => {
            let bytes = |&code: &u32| encode(code, Profile::Rfc2279).expect("at most 31 bits").to_vec();
            Text::Utf8(codes.iter().flat_map(bytes).collect())
        }
    }
}

impl Adapter for Made {
    fn name(&self) -> &'static str {
        "made"
    }

    fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
        let (info, fault, talks) = (self.info.clone(), self.fault, self.talks);
        Ok(Box::new(MadeSession { infos: [info.clone()], made: Self { info, fault, talks } }))
    }
}

pub(crate) struct MadeSession {
    pub(crate) infos: [DecoderInfo; 1],
    pub(crate) made: Made,
}

impl Session for MadeSession {
    fn decoders(&self) -> &[DecoderInfo] {
        &self.infos
    }

    fn ask(&mut self, _: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
        for (number, input) in inputs.iter().enumerate() {
            answered(number, self.made.answer(input).into());
        }
    }
}
