//! A faulty decoder.

use crate::mutants::{MutantPiece, OutOfBoundsRead, Reaction, StreamFault, Structure};
use illformed_judge::cause::Cause;
use illformed_judge::claim::Bom;
use illformed_judge::named_enum;
use illformed_vectors::hex;
use serde::{Deserialize, Deserializer, de};
use std::sync::LazyLock;

/// A decoder with one fault: a row of `mutants.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutant {
    pub name: &'static str,
    /// What it does wrong, in the third person.
    pub does: &'static str,
    /// How it is built, the fault included.
    pub structure: Structure,
    /// What it makes of what it finds, if the fault is there.
    #[serde(default)]
    pub reaction: Option<Reaction>,
    /// How it shows what it found.
    #[serde(default)]
    pub shows: Shows,
    /// What it promises to do with U+FEFF at the start.
    #[serde(default = "keeps")]
    pub bom: Bom,
    /// The input that betrays it: the shortest, and of these the first. Empty when there is none, or
    /// when it takes several calls.
    #[serde(default, deserialize_with = "bytes")]
    pub witness: &'static [u8],
    /// The calls that betray it, where the fault is between calls, as a script of the vectors.
    #[serde(default)]
    pub witness_calls: Option<&'static str>,
    /// The input that betrays it to who sees accepted and rejected alone, if there is one.
    #[serde(default, deserialize_with = "some_bytes")]
    pub answer_witness: Option<&'static [u8]>,
    /// The calls that do, where it takes several.
    #[serde(default)]
    pub answer_witness_calls: Option<&'static str>,
    /// What it is told to be, first of all; only one that no input betrays has none.
    #[serde(default)]
    pub cause: Option<Cause>,
    /// Why no input betrays it, for one that is no fault in truth.
    #[serde(default)]
    pub equivalent: Option<&'static str>,
}

/// How a decoder shows what it found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// It stops at the first error, with offset, length, and the text before it.
    #[default]
    FirstError,
    /// It replaces errors, a maximal subpart each.
    Replacements,
}

/// Faults that a decoder here cannot have: name, what goes wrong, and why it is not here.
pub const OUT_OF_SCOPE: [(&str, &str, &str); 2] = [
    (
        "s38",
        "unwraps percent signs twice, as in %25c0",
        "the fault is in the unwrapping, not in the decoding",
    ),
    ("s40", "asks the locale what a byte above 7F is", "the fault is before the decoding, in who asks that"),
];

/// All mutants, by name.
///
/// # Panics
///
/// If `mutants.json` cannot be read, which a test would have seen.
pub fn mutants() -> Vec<Mutant> {
    static ALL: LazyLock<Vec<Mutant>> = LazyLock::new(|| {
        serde_json::from_str(include_str!("mutants.json")).expect("the table of mutants can be read")
    });
    ALL.clone()
}

const fn keeps() -> Bom {
    Bom::Keep
}

fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static [u8], D::Error> {
    let text = <&str>::deserialize(deserializer)?;
    let bytes = hex::decode(text).ok_or_else(|| de::Error::custom(format_args!("`{text}` is no hex")))?;
    // The table is read once.
    Ok(bytes.leak())
}

fn some_bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'static [u8]>, D::Error> {
    bytes(deserializer).map(Some)
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
            answer_witness_calls: None,
            cause: None,
            equivalent: None,
        }
    }

    /// What it takes to betray it.
    pub fn needs(&self) -> MutantNeed {
        match self.structure.need() {
            MutantNeed::Input if self.witness_calls.is_some() => MutantNeed::Script,
            need => need,
        }
    }

    /// The same, showing its replacements instead of its first error, or the reverse.
    #[must_use]
    pub fn shown_otherwise(&self) -> Self {
        let shows = match self.shows {
            Shows::FirstError => Shows::Replacements,
            Shows::Replacements => Shows::FirstError,
        };
        Self { shows, ..self.clone() }
    }

    /// The same without its fault.
    #[must_use]
    pub fn without_fault(&self) -> Self {
        let structure = match self.bom {
            Bom::Keep => self.structure.without_fault(),
            // Only this one keeps that promise.
            Bom::Strip => Structure::Push(StreamFault::DropsFirstMark),
        };
        Self { structure, reaction: None, ..self.clone() }
    }

    /// The pieces of `bytes`, as it finds them.
    pub fn pieces(&self, bytes: &[u8]) -> Vec<MutantPiece> {
        self.decode(bytes).0
    }

    /// The pieces of `bytes`, as it finds them, and what it read that it should not.
    pub fn decode(&self, bytes: &[u8]) -> (Vec<MutantPiece>, OutOfBoundsRead) {
        let mut pieces = Vec::new();
        let out_of_bounds_read = self.structure.decode(bytes, &mut pieces);
        let pieces = match self.reaction {
            Some(reaction) => reaction.react(bytes, pieces),
            None => pieces,
        };
        (pieces, out_of_bounds_read)
    }
}

named_enum! {
    /// What of the harness it takes to betray a fault, from the plainest on.
    pub enum MutantNeed {
        /// A few bytes.
        Input = "input",
        /// Several calls on one object.
        Script = "script",
        /// Bytes at some offset in a long input.
        Position = "position",
        /// Little space for what is put out.
        Capacity = "capacity",
        /// A count of the reads outside the input, and a limit for all of them.
        Memory = "memory",
        /// A decoder that goes from the end to the start.
        Backward = "backward",
    }
}
