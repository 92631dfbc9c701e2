//! A faulty decoder, and how it is asked.

use crate::adapter::in_process::{InProcessDecoder, Stream, StreamError};
use crate::claim::{Bom, Claim, ScriptSupport};
use crate::observation::{CallOutcome, Observation, Text};
use crate::zoo::census::ANSWERING;
use crate::zoo::{Piece, Push, Reaction, Structure};
use illformed_codec::{Policy, Profile};

/// A decoder with one fault.
#[derive(Clone)]
pub struct Mutant {
    /// Its name, such as `m01`.
    pub name: &'static str,
    /// What it does wrong, in the third person.
    pub does: &'static str,
    /// How it is built, the fault included.
    pub structure: Structure,
    /// What it makes of what it finds, if the fault is there.
    pub reaction: Option<Reaction>,
    /// How it shows what it found.
    pub shows: Shows,
    /// What it promises to do with U+FEFF at the start.
    pub bom: Bom,
    /// The input that betrays it: the shortest, and of these the first. Empty when there is none, or
    /// when it takes several calls.
    pub witness: &'static [u8],
    /// The calls that betray it, where the fault is between calls, as a script of the vectors.
    pub witness_calls: Option<&'static str>,
    /// The input that betrays it to who sees accepted and rejected alone, if there is one.
    pub answer_witness: Option<&'static [u8]>,
    /// Why no input betrays it, for one that is no fault in truth.
    pub equivalent: Option<&'static str>,
}

/// How a decoder shows what it found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// It stops at the first error, with offset, length, and the text before it.
    FirstError,
    /// It replaces errors, a maximal subpart each.
    Replacements,
}

impl Mutant {
    /// The mutant `name`, which shows its first error, and no witness.
    pub const fn new(name: &'static str, does: &'static str, structure: Structure) -> Self {
        Self {
            name,
            does,
            structure,
            reaction: None,
            shows: Shows::FirstError,
            bom: Bom::Keep,
            witness: &[],
            witness_calls: None,
            answer_witness: None,
            equivalent: None,
        }
    }

    /// Betrayed by `witness`, and to who sees the answer alone by `answer_witness`.
    #[must_use]
    pub const fn betrayed_by(
        mut self,
        witness: &'static [u8],
        answer_witness: Option<&'static [u8]>,
    ) -> Self {
        self.witness = witness;
        self.answer_witness = answer_witness;
        self
    }

    /// Betrayed by these calls.
    #[must_use]
    pub const fn betrayed_by_calls(mut self, calls: &'static str) -> Self {
        self.witness_calls = Some(calls);
        self
    }

    /// With a fault in what it makes of its pieces.
    #[must_use]
    pub const fn reacting(mut self, reaction: Reaction) -> Self {
        self.reaction = Some(reaction);
        self
    }

    /// Replacing errors instead of stopping.
    #[must_use]
    pub const fn replacing(mut self) -> Self {
        self.shows = Shows::Replacements;
        self
    }

    /// Promising to drop U+FEFF at the start.
    #[must_use]
    pub const fn promising_to_strip(mut self) -> Self {
        self.bom = Bom::Strip;
        self
    }

    /// The pieces of `bytes`, as it finds them.
    pub fn pieces(&self, bytes: &[u8]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        self.structure.decode(bytes, &mut pieces);
        match self.reaction {
            Some(reaction) => reaction(bytes, pieces),
            None => pieces,
        }
    }

    /// As a decoder that shows all it can.
    pub fn decoder(&self) -> InProcessDecoder {
        let claim = match self.shows {
            Shows::FirstError => Claim::strict(Profile::Rfc3629),
            Shows::Replacements => Claim::lossy(Policy::MaximalSubpart),
        };
        let claim = Claim { bom: self.bom, ..claim };
        if let (Structure::Push(habit), None) = (&self.structure, self.reaction) {
            let claim = Claim { script: ScriptSupport::Reset, ..claim };
            let (habit, shows) = (*habit, self.shows);
            let new = move || PushStream { push: Push::new(habit), shows };
            return InProcessDecoder::streaming(self.name, self.does, claim, new);
        }
        let mutant = self.clone();
        let decode = move |bytes: &[u8]| match shown(mutant.shows, &mutant.pieces(bytes)) {
            Ok(text) => Observation::accept(text),
            Err(error) => Observation {
                calls: vec![CallOutcome::Failed(error.text)],
                ..Observation::reject(error.at, error.len)
            },
        };
        InProcessDecoder::one_shot(self.name, self.does, claim, decode)
    }

    /// As a decoder that says accepted or rejected, and no more.
    pub fn answering(&self) -> InProcessDecoder {
        let mutant = self.clone();
        let decode = move |bytes: &[u8]| {
            if mutant.pieces(bytes).iter().any(Piece::is_error) {
                Observation::reject(None, None)
            } else {
                Observation::accept(Text::None)
            }
        };
        let name = format!("{}{ANSWERING}", self.name);
        InProcessDecoder::one_shot(&name, self.does, Claim::validate(Profile::Rfc3629), decode)
    }
}

/// The text of `pieces`, or the first error.
fn shown(shows: Shows, pieces: &[Piece]) -> Result<Text, StreamError> {
    let mut codes = Vec::new();
    for piece in pieces {
        match (*piece, shows) {
            (Piece::Code { value, .. }, _) => codes.push(value),
            (Piece::Error { .. }, Shows::Replacements) => codes.push(0xFFFD),
            (Piece::Error { at, len }, Shows::FirstError) => {
                let text = Some(Text::Utf32(codes));
                return Err(StreamError { at: Some(at), len: Some(len), incomplete: false, text });
            }
        }
    }
    Ok(Text::Utf32(codes))
}

struct PushStream {
    push: Push,
    shows: Shows,
}

impl Stream for PushStream {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let mut pieces = Vec::new();
        self.push.feed(chunk, &mut pieces);
        shown(self.shows, &pieces)
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        let mut pieces = Vec::new();
        self.push.finish(&mut pieces);
        shown(self.shows, &pieces)
    }

    fn reset(&mut self) {
        self.push.reset();
    }
}
