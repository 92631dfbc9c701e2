//! The faulty decoders of all tests: they keep their claim but for one fault. They are made of the codec's stream and the
//! standard library, and of nothing that the judge is made of.

pub(crate) mod faults;

use illformed::ask::adapter::in_process::{InProcessDecoder, Stream, StreamError, all, run_script};
use illformed::ask::adapter::{Adapter, OpenFailure, Session};
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, RunRecord, record_run};
use illformed_codec::{Decoder, ErrorKind, Event, Policy, Profile, Replacer, encode, utf16_units};
use illformed_judge::case::Plan;
use illformed_judge::claim::{Bom, Claim, DecoderInfo, OffsetMeaning, OutputKind, TextForm};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use std::mem::take;

/// The adapter `planted` with these decoders, made anew for each session.
pub(crate) struct Planted<F>(pub(crate) F);

impl<F: Fn() -> Vec<InProcessDecoder> + Send + Sync> Adapter for Planted<F> {
    fn name(&self) -> &'static str {
        "planted"
    }

    fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
        let decoders = (self.0)();
        let infos = decoders.iter().map(|decoder| decoder.info.clone()).collect();
        Ok(Box::new(PlantedSession { decoders, infos }))
    }
}

/// The record of a run of `plan` that asks these decoders.
pub(crate) fn asked(
    plan: &Plan<'_>,
    decoders: impl Fn() -> Vec<InProcessDecoder> + Send + Sync + 'static,
    options: &RunOptions,
) -> RunRecord {
    let adapter: Box<dyn Adapter> = Box::new(Planted(decoders));
    record_run(plan, &[adapter], options, RunFacts::default()).0
}

/// The adapters of this process.
pub(crate) fn in_process() -> Vec<Box<dyn Adapter>> {
    all().into_iter().map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) }).collect()
}

struct PlantedSession {
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
}

pub(crate) fn response(decoder: &InProcessDecoder, input: &Input) -> Response {
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

/// One thing that a decoder does wrong in what it reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    OffsetPlusOne,
    /// Says that every ill-formed subsequence is one byte longer.
    LengthPlusOne,
    /// Goes on after its first error as if there were none.
    Accepts,
    /// Reports at the end what it should have reported before.
    ReportsAtTheEnd,
    TextAtTheEnd,
    LosesTheLast,
    RefusesA,
    /// Puts out one code too many for each error.
    ReplacesTwice,
    /// Keeps the beginning of a sequence over a reset.
    LeaksOverReset,
    /// Gives out text with an error that is not the text before it.
    WrongPrefix,
}

/// What a decoder knows when it comes to an event.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    /// How often the object was used before, and the kind of the last error of an earlier use.
    pub(crate) uses: usize,
    pub(crate) before: Option<ErrorKind>,
    /// Of this use: calls, the bytes of this call, events, characters, errors, and errors in a row.
    pub(crate) calls: usize,
    pub(crate) chunk: usize,
    pub(crate) events: usize,
    pub(crate) characters: usize,
    pub(crate) errors: usize,
    pub(crate) row: usize,
    /// Of this use: the last events with their bytes, the newest first.
    pub(crate) last: Vec<(Event, Vec<u8>)>,
    pub(crate) ended: bool,
}

impl History {
    pub(crate) fn last_kind(&self) -> Option<ErrorKind> {
        self.last.first().and_then(|(event, _)| event.error_kind())
    }

    pub(crate) fn last_value(&self) -> Option<u32> {
        self.last.first().and_then(|(event, _)| event.value())
    }

    pub(crate) fn last_bytes(&self) -> &[u8] {
        self.last.first().map_or(&[], |(_, bytes)| bytes)
    }

    fn take(&mut self, event: Event, bytes: &[u8]) {
        let error = event.error_kind().is_some();
        self.events += 1;
        self.characters += usize::from(!error);
        self.errors += usize::from(error);
        self.row = if error { self.row + 1 } else { 0 };
        self.last.insert(0, (event, bytes.to_vec()));
        self.last.truncate(3);
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Shown {
    Nothing,
    Code(u32),
    /// The character before it.
    Again,
    /// An error, at its offset in 16 bits.
    Wrapped,
    /// Nothing, and nothing after it either.
    End,
}

/// Whether an event is shown otherwise, by what the decoder knows.
pub(crate) type When = fn(&History, Event, &[u8]) -> bool;

/// A decoder that keeps `claim` but for one fault, or shows some events otherwise.
#[derive(Clone)]
pub(crate) struct Made {
    claim: Claim,
    fault: Fault,
    shown: Shown,
    when: When,
    /// Says `incomplete` where it may, and hands out what comes before an error.
    talks: bool,
    decoder: Decoder,
    replacer: Replacer,
    held: Vec<u32>,
    unreported: Vec<(Event, Vec<u8>)>,
    history: History,
}

impl Made {
    pub(crate) fn new(claim: Claim, fault: Fault, talks: bool) -> Self {
        let decoder = Decoder::new(claim.profile.unwrap_or(Profile::Rfc3629));
        // Undocumented: any will do, and none is judged.
        let replacer = Replacer::new(claim.policy().unwrap_or(Policy::PerRun));
        let (held, unreported, history) = (Vec::new(), Vec::new(), History::default());
        let (shown, when): (_, When) = (Shown::Nothing, |_, _, _| false);
        Self { claim, fault, shown, when, talks, decoder, replacer, held, unreported, history }
    }

    pub(crate) fn showing(self, shown: Shown, when: When) -> Self {
        Self { shown, when, ..self }
    }

    pub(crate) fn decoder(self, name: &str) -> InProcessDecoder {
        let claim = self.claim.clone();
        InProcessDecoder::streaming(name, &format!("{claim:?}"), claim, move || self.clone())
    }

    /// The codes that events put out, up to the first error of a strict decoder.
    fn take(&mut self, events: Vec<(Event, Vec<u8>)>) -> (Vec<u32>, Option<StreamError>) {
        let mut codes = Vec::new();
        for (mut event, bytes) in events {
            let shown = (self.when)(&self.history, event, &bytes).then_some(self.shown);
            let again = self.history.last_value();
            self.history.take(event, &bytes);
            self.history.ended |= matches!(shown, Some(Shown::End));
            if self.history.ended || matches!(shown, Some(Shown::Nothing)) {
                continue;
            }
            let (Event::Code { at, len, .. } | Event::Error { at, len, .. }) = event;
            match (shown, event) {
                (Some(Shown::Code(value)), _) => event = Event::Code { value, at, len },
                (Some(Shown::Again), Event::Code { value, .. }) => {
                    event = Event::Code { value: again.unwrap_or(value), at, len };
                }
                (Some(Shown::Wrapped), Event::Error { kind, .. }) => {
                    event = Event::Error { kind, at: at & 0xFFFF, len };
                }
                _ => {}
            }
            let is_refused = |code| {
                self.claim.refuses.iter().any(|refusal| refusal.covers(code))
                    || (self.fault == Fault::RefusesA && code == 0x41)
            };
            match event {
                Event::Code { value, at, len } if is_refused(value) => {
                    event = Event::Error { kind: ErrorKind::NeverValid, at, len };
                }
                Event::Code { value: 0xFEFF, at: 0, .. } if self.claim.bom == Bom::Strip => continue,
                _ => {}
            }
            match event {
                Event::Error { kind, at, len } if !self.claim.replaces_errors() => {
                    if self.fault == Fault::Accepts && kind != ErrorKind::Incomplete {
                        continue;
                    }
                    if self.fault == Fault::WrongPrefix {
                        codes.push(0x58);
                    }
                    return (codes, Some(self.error(kind, at, len, &bytes)));
                }
                event => {
                    codes.extend(self.replacer.replace(event, &bytes));
                    if self.fault == Fault::ReplacesTwice && event.error_kind().is_some() {
                        codes.push(0xFFFD);
                    }
                }
            }
        }
        (codes, None)
    }

    /// An error as the API tells it.
    fn error(&self, kind: ErrorKind, at: usize, len: usize, bytes: &[u8]) -> StreamError {
        let offending = match kind {
            ErrorKind::Incomplete | ErrorKind::Truncated => at + len,
            ErrorKind::Overlong | ErrorKind::Surrogate | ErrorKind::OutOfRange
                if !self.starts_nothing(bytes) =>
            {
                at + len
            }
            _ => at,
        };
        let told = if self.claim.at == OffsetMeaning::Offending { offending } else { at };
        StreamError {
            at: (self.claim.at != OffsetMeaning::None)
                .then_some(told + usize::from(self.fault == Fault::OffsetPlusOne)),
            len: self.talks.then_some(len + usize::from(self.fault == Fault::LengthPlusOne)),
            incomplete: self.talks && kind == ErrorKind::Incomplete,
            text: None,
        }
    }

    /// Whether the first byte alone is an error, whatever follows.
    fn starts_nothing(&self, bytes: &[u8]) -> bool {
        let mut decoder = Decoder::new(self.claim.profile.unwrap_or(Profile::Rfc3629));
        let mut decided = false;
        decoder.feed(&bytes[..1], |_, _| decided = true);
        decided
    }

    fn call(&mut self, chunk: Option<&[u8]>) -> Result<Text, StreamError> {
        let mut events = Vec::new();
        let sink = |event: Event, bytes: &[u8]| events.push((event, bytes.to_vec()));
        match chunk {
            Some(chunk) => self.decoder.feed(chunk, sink),
            None => self.decoder.finish(sink),
        }
        let ends = chunk.is_none();
        if self.fault == Fault::ReportsAtTheEnd {
            self.unreported.append(&mut events);
            events = if ends { take(&mut self.unreported) } else { events };
        }
        self.history.chunk = chunk.map_or(0, <[u8]>::len);
        let (mut codes, error) = self.take(events);
        self.history.calls += 1;
        if matches!(self.fault, Fault::TextAtTheEnd | Fault::LosesTheLast) {
            self.held.append(&mut codes);
            let lost = if self.fault == Fault::LosesTheLast { self.held.pop() } else { None };
            if ends || error.is_some() || self.fault == Fault::LosesTheLast {
                codes = take(&mut self.held);
            }
            self.held.extend(lost.filter(|_| !ends));
        }
        let text = text(&codes, self.claim.out());
        let hands_out = self.talks && self.claim.out() != OutputKind::None;
        match error {
            None => Ok(text),
            Some(error) => Err(StreamError { text: hands_out.then_some(text), ..error }),
        }
    }
}

impl Stream for Made {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        self.call(Some(chunk))
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        self.call(None)
    }

    fn reset(&mut self) {
        let kind = self.history.last.iter().find_map(|(event, _)| event.error_kind());
        let before = kind.or(self.history.before);
        let history = History { uses: self.history.uses + 1, before, ..History::default() };
        let fresh = Self::new(self.claim.clone(), self.fault, self.talks).showing(self.shown, self.when);
        let decoder =
            if self.fault == Fault::LeaksOverReset { self.decoder.clone() } else { fresh.decoder.clone() };
        *self = Self { decoder, history, ..fresh };
    }
}

fn text(codes: &[u32], out: OutputKind) -> Text {
    // What a form cannot hold becomes `?`: what it does instead is its own affair.
    let units = |code: u32| match u16::try_from(code) {
        Ok(unit) => vec![unit],
        Err(_) => utf16_units(code).map_or_else(|_| vec![0x3F], |units| units.to_vec()),
    };
    let bytes = |code| encode(code, Profile::Rfc2279).expect("at most 31 bits").to_vec();
    match out {
        OutputKind::None => Text::None,
        OutputKind::Count => Text::Count(codes.len() as u64),
        OutputKind::Utf32 => Text::Utf32(codes.to_vec()),
        OutputKind::Utf16 => Text::Utf16(codes.iter().copied().flat_map(units).collect()),
        OutputKind::Utf8 => Text::Utf8(codes.iter().copied().flat_map(bytes).collect()),
    }
}
