//! What a decoder was found to be.

use crate::record::run_record::Tool;
use crate::search::identify::subject::Seen;
use illformed_judge::automata::{Machine, PieceChange};
use serde::Serialize;

/// The most inputs that are told of a decoder that was not asked to the end.
const MOST_ROWS_SO_FAR: usize = 4;

/// What a decoder was found to be, and what that rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Identification {
    pub kind: &'static str,
    pub schema: u32,
    pub tool: Tool,
    /// The decoder, `<adapter>/<decoder>`.
    pub decoder: String,
    pub implementation: String,
    pub version: String,
    /// How many words told the known ones apart.
    pub asked_for_name: usize,
    /// How many were asked in all.
    pub asked: usize,
    /// How many it could not be given or declined; of these nothing is known.
    pub not_asked: usize,
    pub took_ms: u64,
    pub outcome: Outcome,
}

/// The automaton of a decoder: the known one, or the learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundAutomaton {
    /// It accepts or refuses.
    Acceptor(Machine),
    /// It replaces errors, by that code.
    Replacing { machine: Machine<PieceChange>, replacement: u32 },
}

/// What a decoder was found to be, with its automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identified {
    pub identification: Identification,
    pub found: Option<FoundAutomaton>,
    /// Each word that it was asked, or would have been if it could be given it.
    pub answers: Vec<(Vec<u8>, Seen)>,
}

impl Identified {
    /// The automaton of a decoder that accepts or refuses.
    pub fn acceptor(&self) -> Option<&Machine> {
        match &self.found {
            Some(FoundAutomaton::Acceptor(machine)) => Some(machine),
            Some(FoundAutomaton::Replacing { .. }) | None => None,
        }
    }
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// It is known, and passed the whole suite of what it is.
    Named {
        /// A code that can be pasted: the format, what it does with errors, and what with U+FEFF at the start.
        code: String,
        about: String,
        /// For which decoders the suite leaves no other answer, as a sentence.
        domain: String,
    },
    /// No known one passes.
    Unknown {
        /// The nearest that is known.
        nearest: String,
        about: String,
        /// How it differs from that one.
        rows: Vec<IdentifiedRow>,
        /// Whether there are more rows.
        has_more_rows: bool,
        /// How many states it has, if it was learned: then the rows are all differences, alone or among other bytes, in the same
        /// domain as for a name.
        states: Option<usize>,
    },
    /// It answers the same word otherwise the second time.
    Unstable { input: String, answers: [String; 2] },
    /// It could not be asked to the end, or not at all.
    Stopped {
        why: String,
        /// Whether somebody interrupted it.
        is_interrupted: bool,
        /// What is known all the same.
        #[serde(flatten)]
        so_far: Option<SoFar>,
    },
}

/// What the answers to some words say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SoFar {
    /// The nearest known one.
    pub nearest: String,
    pub about: String,
    /// How many answers differ from it.
    pub differing: usize,
    /// The shortest inputs among them; they were not asked again.
    pub rows: Vec<IdentifiedRow>,
}

impl SoFar {
    /// What the words say of a decoder that it answers otherwise than the nearest known one; `row` tells one of them.
    pub(super) fn of(
        (nearest, about): (String, String),
        mut differing: Vec<&[u8]>,
        row: impl Fn(&[u8]) -> Option<IdentifiedRow>,
    ) -> Self {
        differing.sort_by_key(|word| word.len());
        let rows = differing.iter().take(MOST_ROWS_SO_FAR).filter_map(|word| row(word)).collect();
        Self { nearest, about, differing: differing.len(), rows }
    }
}

/// Strings that the decoder answers otherwise than the nearest known one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IdentifiedRow {
    /// How: `wrongly accepts`, `wrongly refuses` or `gives`.
    pub difference: String,
    /// The strings, as sets of bytes in a row, or the one input.
    pub strings: String,
    /// What they are.
    pub what: String,
    /// How many strings that are.
    pub count: u128,
    /// The least of them, as hex, or `calls` and a script; it was asked before it was put here.
    pub example: String,
    /// What a run calls that, where the nearest known one is RFC 3629.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<&'static str>,
}
