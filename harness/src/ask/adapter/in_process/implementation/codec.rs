//! Our own codec, judged like the others.

use illformed_codec::{Decoder, ErrorKind, Event, Policy, Profile, Replacer, decode_lossy, events, validate};
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::in_process::{InProcessDecoder, Stream, StreamError};
use illformed_judge::observation::{Observation, Text};

pub(super) fn decoders() -> Vec<InProcessDecoder> {
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
            move || CodecStream::new(profile, Policy::Fatal),
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
            move || CodecStream::new(Profile::Rfc3629, policy),
        ));
    }
    decoders
}

fn validated(bytes: &[u8], profile: Profile) -> Observation {
    match validate(bytes, profile) {
        Ok(()) => Observation::accept(Text::None),
        Err(error) if error.kind() == ErrorKind::Incomplete => {
            Observation::incomplete(Some(error.valid_up_to()))
        }
        Err(error) => Observation::reject(Some(error.valid_up_to()), error.error_len()),
    }
}

fn strict(bytes: &[u8], profile: Profile) -> Observation {
    let mut codes = Vec::new();
    for event in events(bytes, profile) {
        match event {
            Event::Code { value, .. } => codes.push(value),
            Event::Error { kind, at, len } => {
                return StreamError { text: Some(Text::Utf32(codes)), ..error(kind, at, len) }.into();
            }
        }
    }
    Observation::accept(Text::Utf32(codes))
}

fn error(kind: ErrorKind, at: usize, len: usize) -> StreamError {
    StreamError { at: Some(at), len: Some(len), incomplete: kind == ErrorKind::Incomplete, text: None }
}

/// It replaces errors as the policy says; with [`Policy::Fatal`] it stops at the first.
struct CodecStream {
    decoder: Decoder,
    policy: Policy,
    replacer: Replacer,
}

impl CodecStream {
    fn new(profile: Profile, policy: Policy) -> Self {
        Self { decoder: Decoder::new(profile), policy, replacer: Replacer::new(policy) }
    }

    /// What comes out of a call of the decoder.
    fn outcome(
        &mut self,
        call: impl FnOnce(&mut Decoder, &mut dyn FnMut(Event, &[u8])),
    ) -> Result<Text, StreamError> {
        let (mut codes, mut failed) = (Vec::new(), None);
        call(&mut self.decoder, &mut |event, bytes| {
            codes.extend(self.replacer.replace(event, bytes));
            if let (Event::Error { kind, at, len }, Policy::Fatal) = (event, self.policy) {
                failed.get_or_insert_with(|| error(kind, at, len));
            }
        });
        let text = Text::Utf32(codes);
        match failed {
            Some(error) => Err(StreamError { text: Some(text), ..error }),
            None => Ok(text),
        }
    }
}

impl Stream for CodecStream {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        self.outcome(|decoder, each| decoder.feed(chunk, each))
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        self.outcome(|decoder, each| decoder.finish(each))
    }

    fn reset(&mut self) {
        self.decoder.reset();
        self.replacer = Replacer::new(self.policy);
    }
}
