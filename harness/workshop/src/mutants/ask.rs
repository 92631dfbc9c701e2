//! Mutants as decoders that can be asked.

use crate::mutants::census::ANSWERING;
use crate::mutants::{Bounded, Mutant, MutantPiece, Push, Shows, Structure};
use illformed::ask::adapter::in_process::{InProcessDecoder, Stream, StreamError};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};

/// What is seen of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sight {
    /// All that it shows, as code points.
    All(Shows),
    /// All that it shows, written into little space.
    Written(Shows, Bounded),
    /// Accepted or rejected.
    Answer,
}

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
        self.decoder_for(self.name, claim, self.sight())
    }

    /// As a decoder that says accepted or rejected, and no more.
    pub fn answering(&self) -> InProcessDecoder {
        let name = format!("{}{ANSWERING}", self.name);
        self.decoder_for(&name, Claim::validate(Profile::Rfc3629), Sight::Answer)
    }

    /// Whether several calls on one object betray it, and the bytes of none do.
    pub const fn is_of_calls(&self) -> bool {
        self.witness_calls.is_some()
    }

    /// Whether it promises something for these bytes: the text of one that ends at NUL has none.
    pub fn can_be_given(&self, bytes: &[u8]) -> bool {
        !matches!(&self.structure, Structure::OneShot(one_shot) if one_shot.terminated && bytes.contains(&0))
    }

    /// All that it can show.
    const fn sight(&self) -> Sight {
        match self.structure {
            Structure::Bounded(bounded) => Sight::Written(self.shows, bounded),
            _ => Sight::All(self.shows),
        }
    }

    fn decoder_for(&self, name: &str, mut claim: Claim, sight: Sight) -> InProcessDecoder {
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
            out_of_bounds_read.response(match sight.shown(&pieces, bytes.len()) {
                Ok(text) => Observation::accept(text),
                Err(error) => error.into(),
            })
        };
        let one_shot = InProcessDecoder::one_shot(name, self.does, claim, decode);
        let Some(stream_fault) = stream_fault else { return one_shot };
        let stream =
            move || -> Box<dyn Stream> { Box::new(PushStream { push: Push::new(stream_fault), sight }) };
        InProcessDecoder { stream: Some(Box::new(stream)), ..one_shot }
    }
}

impl Sight {
    /// The text of the `pieces` of one call that was given `fed` bytes, or the first error.
    fn shown(self, pieces: &[MutantPiece], fed: usize) -> Result<Text, StreamError> {
        let shows = match self {
            Self::All(shows) | Self::Written(shows, _) => shows,
            Self::Answer => Shows::FirstError,
        };
        let error = match shows {
            Shows::FirstError => pieces.iter().position(MutantPiece::is_error),
            Shows::Replacements => None,
        };
        let before = &pieces[..error.unwrap_or(pieces.len())];
        let text = match self {
            Self::All(_) => Text::Utf32(before.iter().map(MutantPiece::shown).collect()),
            Self::Written(_, bounded) => bounded.write(before, fed),
            Self::Answer => Text::None,
        };
        match error.map(|error| pieces[error]) {
            Some(MutantPiece::Error { .. }) if self == Self::Answer => Err(StreamError::default()),
            Some(MutantPiece::Error { at, len }) => {
                Err(StreamError { at: Some(at), len: Some(len), incomplete: false, text: Some(text) })
            }
            _ => Ok(text),
        }
    }
}

struct PushStream {
    push: Push,
    sight: Sight,
}

impl Stream for PushStream {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let mut pieces = Vec::new();
        self.push.feed(chunk, &mut pieces);
        self.sight.shown(&pieces, chunk.len())
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        let mut pieces = Vec::new();
        self.push.finish(&mut pieces);
        self.sight.shown(&pieces, 0)
    }

    fn reset(&mut self) {
        self.push.reset();
    }
}
