//! Whatever a decoder claims: one that keeps its word has no finding, one that breaks it somewhere has.
//!
//! The decoders here are made of the codec's stream and of nothing that the judge is made of.

use illformed::adapter::{Adapter, OpenFailure, Session};
use illformed::case::{CaseId, Plan};
use illformed::claim::{Bom, Claim, DecoderInfo, Kind, OffsetMeaning, OutputKind, Refusal, ScriptSupport};
use illformed::judge::Response;
use illformed::observation::{Answer, CallOutcome, Observation, Text};
use illformed::record::{Recorder, RunFacts, RunRecord};
use illformed::run::{RunOptions, run};
use illformed_codec::{Decoder, ErrorKind, Event, Policy, Profile, Replacer, encode, utf16_units};
use illformed_vectors::{Call, Input, Suite};

/// One thing that a decoder does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
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
struct Made {
    info: DecoderInfo,
    fault: Fault,
    /// Says `incomplete` where it may, and hands out what comes before an error.
    talks: bool,
}

/// What a stream knows between calls.
struct Stream<'a> {
    made: &'a Made,
    decoder: Decoder,
    replacer: Replacer,
    held: Vec<u32>,
    unreported: Vec<(Event, Vec<u8>)>,
    failed: bool,
}

/// An error as the API tells it.
struct Told {
    at: usize,
    len: usize,
    incomplete: bool,
}

impl Stream<'_> {
    /// The codes that events put out, up to the first error of a strict decoder.
    fn take(&mut self, events: &[(Event, Vec<u8>)]) -> (Vec<u32>, Option<Told>) {
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

    fn feed(&mut self, chunk: &[u8]) -> Vec<(Event, Vec<u8>)> {
        let mut events = Vec::new();
        self.decoder.feed(chunk, |event, bytes| events.push((event, bytes.to_vec())));
        events
    }

    fn finish(&mut self) -> Vec<(Event, Vec<u8>)> {
        let mut events = Vec::new();
        self.decoder.finish(|event, bytes| events.push((event, bytes.to_vec())));
        events
    }

    fn reset(&mut self) {
        self.failed = false;
        if self.made.fault != Fault::LeaksOverReset {
            self.decoder.reset();
        }
        self.replacer = replacer(&self.made.info.claim);
        self.held.clear();
    }
}

/// Whether the first byte alone is an error, whatever follows.
fn starts_nothing(bytes: &[u8], claim: &Claim) -> bool {
    let mut decoder = Decoder::new(claim.profile.unwrap_or(Profile::Rfc3629));
    let mut decided = false;
    decoder.feed(&bytes[..1], |_, _| decided = true);
    decided
}

fn replacer(claim: &Claim) -> Replacer {
    // Undocumented: any will do, and none is judged.
    Replacer::new(claim.policy.unwrap_or(Policy::PerRun))
}

impl Made {
    fn answer(&self, input: &Input) -> Observation {
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

    fn one_call(
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

fn text(codes: &[u32], out: OutputKind) -> Text {
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

struct MadeSession {
    infos: [DecoderInfo; 1],
    made: Made,
}

impl Session for MadeSession {
    fn decoders(&self) -> &[DecoderInfo] {
        &self.infos
    }

    fn ask(&mut self, _: usize, inputs: &[Input], answered: &mut dyn FnMut(usize, Response)) {
        for (number, input) in inputs.iter().enumerate() {
            answered(number, self.made.answer(input).into());
        }
    }
}

/// Every claim there is, but for limits on bytes.
fn claims() -> Vec<Claim> {
    let mut claims = Vec::new();
    let profiles: Vec<Option<Profile>> = Profile::ALL.into_iter().map(Some).chain([None]).collect();
    let scripts = [ScriptSupport::None, ScriptSupport::Feed, ScriptSupport::Finish, ScriptSupport::Reset];
    let outs = [OutputKind::Utf32, OutputKind::Utf16, OutputKind::Utf8, OutputKind::Count, OutputKind::None];
    let refusals = [vec![], vec![Refusal::Noncharacters], vec![Refusal::Nul, Refusal::Xml]];
    let policies: Vec<Option<Policy>> = Policy::ALL.into_iter().map(Some).chain([None]).collect();
    for profile in profiles {
        for script in scripts {
            for out in outs {
                for bom in [Bom::Keep, Bom::Strip] {
                    for refuses in &refusals {
                        let strict = Claim {
                            profile,
                            script,
                            out,
                            bom,
                            refuses: refuses.clone(),
                            ..Claim::strict(Profile::Rfc3629)
                        };
                        for at in [OffsetMeaning::ValidUpTo, OffsetMeaning::Offending, OffsetMeaning::None] {
                            let kind = if out == OutputKind::None { Kind::Validate } else { Kind::Strict };
                            claims.push(Claim { kind, at, ..strict.clone() });
                        }
                        let kind = match out {
                            OutputKind::None => continue,
                            OutputKind::Count => Kind::Count,
                            _ => Kind::Lossy,
                        };
                        for policy in policies.iter().filter(|policy| **policy != Some(Policy::Fatal)) {
                            claims.push(Claim {
                                kind,
                                policy: *policy,
                                at: OffsetMeaning::None,
                                ..strict.clone()
                            });
                        }
                    }
                }
            }
        }
    }
    claims
}

fn record(made: Vec<Made>, select: impl Fn(&CaseId) -> bool) -> RunRecord {
    let adapters: Vec<Box<dyn Adapter>> =
        made.into_iter().map(|made| -> Box<dyn Adapter> { Box::new(made) }).collect();
    let plan = Plan::selected(Suite::embedded(), select);
    let mut recorder = Recorder::new(&plan, RunFacts::default());
    run(&plan, &adapters, &RunOptions::default(), &mut |event| recorder.take(&event));
    recorder.finish(0).0
}

fn made(claim: Claim, fault: Fault, talks: bool) -> Made {
    let info = DecoderInfo {
        name: "d".to_owned(),
        implementation: "made".to_owned(),
        version: "1".to_owned(),
        api: format!("{claim:?}"),
        claim,
    };
    Made { info, fault, talks }
}

#[test]
fn a_decoder_that_keeps_its_word_has_no_finding_whatever_it_claims() {
    let claims = claims();
    assert!(claims.len() > 5000, "{}", claims.len());
    // Each claim sees another fifth of the cases; every case meets hundreds of claims.
    for (offset, chunk) in claims.chunks(claims.len().div_ceil(5)).enumerate() {
        let all: Vec<Made> = chunk
            .iter()
            .enumerate()
            .map(|(number, claim)| made(claim.clone(), Fault::None, number % 2 == 0))
            .collect();
        let counter = std::cell::Cell::new(offset);
        let record = record(all, |_| {
            counter.set(counter.get() + 1);
            counter.get() % 241 == 0
        });
        for decoder in &record.decoders {
            if let Some(finding) = decoder.by_claim.findings.first() {
                panic!("{}\n{}: {finding:#?}", decoder.api, record.case_id(finding.case));
            }
        }
    }
}

#[test]
fn a_decoder_that_breaks_its_word_has_findings_of_that_kind() {
    let strict = || Claim { script: ScriptSupport::Reset, ..Claim::strict(Profile::Rfc3629) };
    let silent =
        || Claim { at: OffsetMeaning::None, out: OutputKind::None, kind: Kind::Validate, ..strict() };
    let lossy = |policy| Claim { script: ScriptSupport::Reset, ..Claim::lossy(policy) };
    let undocumented = || Claim { policy: None, ..lossy(Policy::PerRun) };
    let count = || Claim { kind: Kind::Count, out: OutputKind::Count, ..lossy(Policy::Java) };
    let old = || Claim { profile: Some(Profile::Rfc2279), ..strict() };
    let one_shot = |claim: Claim| Claim { script: ScriptSupport::None, ..claim };
    let table = [
        (Fault::OffsetPlusOne, strict(), "wrong-reason", "offset"),
        (Fault::OffsetPlusOne, one_shot(strict()), "wrong-reason", "offset"),
        (Fault::OffsetPlusOne, Claim { at: OffsetMeaning::Offending, ..old() }, "wrong-reason", "offset"),
        (Fault::LengthPlusOne, silent(), "wrong-reason", "length"),
        (Fault::Accepts, strict(), "fail", "accepts-ill-formed"),
        (Fault::Accepts, silent(), "fail", "accepts-ill-formed"),
        (Fault::Accepts, one_shot(silent()), "fail", "accepts-ill-formed"),
        (Fault::Accepts, old(), "fail", "accepts-ill-formed"),
        (Fault::ReportsAtTheEnd, silent(), "late-error", "late"),
        (Fault::TextAtTheEnd, lossy(Policy::Java), "late-error", "late"),
        (Fault::TextAtTheEnd, undocumented(), "late-error", "late"),
        (Fault::TextAtTheEnd, count(), "late-error", "late"),
        (Fault::LosesTheLast, strict(), "fail", "wrong-text"),
        (Fault::LosesTheLast, undocumented(), "fail", "wrong-text"),
        (Fault::LosesTheLast, one_shot(count()), "fail", "wrong-text"),
        (Fault::RefusesA, silent(), "fail", "refuses-well-formed"),
        (Fault::RefusesA, one_shot(old()), "fail", "refuses-well-formed"),
        (Fault::RefusesA, lossy(Policy::Drop), "fail", "wrong-text"),
        (Fault::ReplacesTwice, lossy(Policy::Latin1), "fail", "wrong-text"),
        (Fault::ReplacesTwice, one_shot(count()), "fail", "wrong-text"),
        (Fault::LeaksOverReset, silent(), "fail", "accepts-ill-formed"),
        (Fault::LeaksOverReset, lossy(Policy::Utf8b), "fail", "wrong-text"),
        (Fault::WrongPrefix, strict(), "wrong-reason", "prefix"),
        (Fault::WrongPrefix, one_shot(strict()), "wrong-reason", "prefix"),
    ];
    for (fault, claim, verdict, cause) in table {
        let sound = record(vec![made(claim.clone(), Fault::None, true)], |_| true);
        assert_eq!(sound.footer.tally.bad(), 0, "{claim}");
        let record = record(vec![made(claim.clone(), fault, true)], |_| true);
        let groups = &record.decoders[0].by_claim.groups;
        let seen: Vec<_> =
            groups.iter().map(|group| (group.verdict.as_str(), group.cause.as_deref())).collect();
        assert!(seen.contains(&(verdict, Some(cause))), "{fault:?} of {claim}: {seen:?}");
    }
}
