//! Mutants as decoders that can be asked.

use crate::mutants::census::ANSWERING;
use crate::mutants::{Mutant, MutantPiece, Push, Shows, Structure};
use illformed::ask::adapter::in_process::{InProcessDecoder, Stream, StreamError};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};

impl Mutant {
    /// As a decoder that shows all it can.
    pub fn decoder(&self) -> InProcessDecoder {
        let claim = match self.shows {
            Shows::FirstError => Claim::strict(Profile::Rfc3629),
            Shows::Replacements => Claim::lossy(Policy::MaximalSubpart),
        };
        let claim = Claim { bom: self.bom, ..claim };
        let claim = match self.structure {
            Structure::Bounded(bounded) => claim.giving(bounded.out),
            _ => claim,
        };
        self.decoder_for(self.name, claim, false)
    }

    /// As a decoder that says accepted or rejected, and no more.
    pub fn answering(&self) -> InProcessDecoder {
        let name = format!("{}{ANSWERING}", self.name);
        self.decoder_for(&name, Claim::validate(Profile::Rfc3629), true)
    }

    /// Whether several calls on one object betray it, and the bytes of none do.
    pub const fn is_of_calls(&self) -> bool {
        self.witness_calls.is_some()
    }

    /// Whether it promises something for these bytes: the text of one that ends at NUL has none.
    pub fn can_be_given(&self, bytes: &[u8]) -> bool {
        !matches!(&self.structure, Structure::OneShot(one_shot) if one_shot.terminated && bytes.contains(&0))
    }

    fn decoder_for(&self, name: &str, mut claim: Claim, answers_only: bool) -> InProcessDecoder {
        if !self.can_be_given(&[0]) {
            claim.cannot.push(0);
        }
        let stream_fault = self.structure.stream_fault().filter(|_| self.reaction.is_none());
        if stream_fault.is_some() {
            claim.script = ScriptSupport::Reset;
        }
        let mutant = self.clone();
        let decode = move |bytes: &[u8]| -> Response {
            let (pieces, out_of_bounds_read) = mutant.decode(bytes);
            out_of_bounds_read.response(match mutant.shown(answers_only, &pieces, bytes.len()) {
                Ok(text) => Observation::accept(text),
                Err(error) => error.into(),
            })
        };
        let one_shot = InProcessDecoder::one_shot(name, self.does, claim, decode);
        let Some(stream_fault) = stream_fault else { return one_shot };
        let mutant = self.clone();
        let stream = move || -> Box<dyn Stream> {
            Box::new(PushStream { push: Push::new(stream_fault), mutant: mutant.clone(), answers_only })
        };
        InProcessDecoder { stream: Some(Box::new(stream)), ..one_shot }
    }

    /// The text of the `pieces` of one call that was given `fed` bytes, or the first error; of one that only answers, none.
    fn shown(&self, answers_only: bool, pieces: &[MutantPiece], fed: usize) -> Result<Text, StreamError> {
        let stops = answers_only || self.shows == Shows::FirstError;
        let error = stops.then(|| pieces.iter().position(MutantPiece::is_error)).flatten();
        let before = &pieces[..error.unwrap_or(pieces.len())];
        let text = match self.structure {
            _ if answers_only => Text::None,
            Structure::Bounded(bounded) => bounded.write(before, fed),
            _ => Text::Utf32(before.iter().map(MutantPiece::shown).collect()),
        };
        match error.map(|error| pieces[error]) {
            Some(MutantPiece::Error { .. }) if answers_only => Err(StreamError::default()),
            Some(MutantPiece::Error { at, len }) => {
                Err(StreamError { at: Some(at), len: Some(len), incomplete: false, text: Some(text) })
            }
            _ => Ok(text),
        }
    }
}

struct PushStream {
    push: Push,
    mutant: Mutant,
    answers_only: bool,
}

impl Stream for PushStream {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let mut pieces = Vec::new();
        self.push.feed(chunk, &mut pieces);
        self.mutant.shown(self.answers_only, &pieces, chunk.len())
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        let mut pieces = Vec::new();
        self.push.finish(&mut pieces);
        self.mutant.shown(self.answers_only, &pieces, 0)
    }

    fn reset(&mut self) {
        self.push.reset();
    }
}
