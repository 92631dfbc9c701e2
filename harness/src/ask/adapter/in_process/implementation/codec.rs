//! Our own codec, judged like the others.

use crate::ask::adapter::in_process::session::InProcessAdapter;
use illformed_codec::{Decoder, ErrorKind, Event, Policy, Profile, Replacer, decode_lossy, events, validate};
use illformed_judge::claim::{Claim, OutputKind, ScriptSupport};
use illformed_judge::in_process::{InProcessDecoder, Stream, StreamError};
use illformed_judge::observation::{Observation, Text};

pub(super) const ADAPTER: InProcessAdapter =
    InProcessAdapter::new("codec", "illformed-codec", env!("CARGO_PKG_VERSION"), decoders);

fn decoders() -> Vec<InProcessDecoder> {
    let mut decoders = Vec::new();
    for &profile in Profile::ALL {
        decoders.push(InProcessDecoder::one_shot(
            &format!("validate-{profile}"),
            &format!("validate(bytes, {profile})"),
            Claim::validate(profile),
            move |bytes| validated(bytes, profile),
        ));
        decoders.push(InProcessDecoder::one_shot(
            &format!("events-{profile}"),
            &format!("events(bytes, {profile})"),
            Claim::strict(profile),
            move |bytes| strict(bytes, profile),
        ));
        let streaming = Claim { script: ScriptSupport::Reset, ..Claim::strict(profile) };
        decoders.push(InProcessDecoder::streaming(
            &format!("decoder-{profile}"),
            &format!("Decoder::new({profile})"),
            streaming,
            move || StrictStream { decoder: Decoder::new(profile) },
        ));
    }
    for policy in Policy::ALL.iter().copied().filter(|policy| *policy != Policy::Fatal) {
        decoders.push(InProcessDecoder::one_shot(
            &format!("lossy-{policy}"),
            &format!("decode_lossy(bytes, rfc3629, {policy})"),
            Claim::lossy(policy),
            move |bytes| {
                let codes = decode_lossy(bytes, Profile::Rfc3629, policy).collect();
                Observation::accept(Text::Utf32(codes))
            },
        ));
        let streaming = Claim { script: ScriptSupport::Reset, ..Claim::lossy(policy) };
        decoders.push(InProcessDecoder::streaming(
            &format!("stream-{policy}"),
            &format!("Decoder with Replacer::new({policy})"),
            streaming,
            move || LossyStream {
                decoder: Decoder::new(Profile::Rfc3629),
                policy,
                replacer: Replacer::new(policy),
            },
        ));
    }
    decoders
}

fn validated(bytes: &[u8], profile: Profile) -> Observation {
    match validate(bytes, profile) {
        Ok(()) => Observation::accept(Text::empty(OutputKind::None)),
        Err(error) if error.kind() == ErrorKind::Incomplete => {
            Observation::incomplete(Some(error.valid_up_to()))
        }
        Err(error) => Observation::reject(Some(error.valid_up_to()), error.error_len()),
    }
}

fn strict(bytes: &[u8], profile: Profile) -> Observation {
    let mut collected = Collected::default();
    for event in events(bytes, profile) {
        collected.take(event);
        if collected.error.is_some() {
            break;
        }
    }
    collected.outcome().map_or_else(Observation::from, Observation::accept)
}

struct StrictStream {
    decoder: Decoder,
}

/// Collects what one call puts out, up to the first error.
#[derive(Default)]
struct Collected {
    codes: Vec<u32>,
    error: Option<StreamError>,
}

impl Collected {
    fn take(&mut self, event: Event) {
        match event {
            _ if self.error.is_some() => {}
            Event::Code { value, .. } => self.codes.push(value),
            Event::Error { kind, at, len } => {
                let incomplete = kind == ErrorKind::Incomplete;
                self.error = Some(StreamError { at: Some(at), len: Some(len), incomplete, text: None });
            }
        }
    }

    fn outcome(self) -> Result<Text, StreamError> {
        let text = Text::Utf32(self.codes);
        match self.error {
            Some(error) => Err(StreamError { text: Some(text), ..error }),
            None => Ok(text),
        }
    }
}

impl Stream for StrictStream {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let mut collected = Collected::default();
        self.decoder.feed(chunk, |event, _| collected.take(event));
        collected.outcome()
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        let mut collected = Collected::default();
        self.decoder.finish(|event, _| collected.take(event));
        collected.outcome()
    }

    fn reset(&mut self) {
        self.decoder.reset();
    }
}

struct LossyStream {
    decoder: Decoder,
    policy: Policy,
    replacer: Replacer,
}

impl Stream for LossyStream {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let mut codes = Vec::new();
        self.decoder.feed(chunk, |event, bytes| codes.extend(self.replacer.replace(event, bytes)));
        Ok(Text::Utf32(codes))
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        let mut codes = Vec::new();
        self.decoder.finish(|event, bytes| codes.extend(self.replacer.replace(event, bytes)));
        Ok(Text::Utf32(codes))
    }

    fn reset(&mut self) {
        self.decoder.reset();
        self.replacer = Replacer::new(self.policy);
    }
}
