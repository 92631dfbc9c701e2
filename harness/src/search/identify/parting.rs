//! Where two decoders part on any input, by the automata that they were found to be.

use crate::ask::adapter::Session;
use crate::search::identify::identification::{Identified, IdentifiedRow, Outcome};
use crate::search::identify::strict::{MOST_ROWS, what};
use crate::search::identify::subject::{Seen, Subject};
use illformed_judge::automata::{Machine, rows};
use illformed_vectors::hex;
use serde::Serialize;
use std::sync::atomic::AtomicBool;

/// What is known of two decoders on all inputs, and not only on those that they were asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Parting {
    /// What `illformed identify` calls each, if it has a name.
    pub names: [Option<String>; 2],
    #[serde(flatten)]
    pub scope: PartingScope,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "scope", rename_all = "kebab-case")]
pub enum PartingScope {
    /// Both were learned, or passed the complete suite of what they are.
    AllInputs {
        /// How many states the automaton of each has: no more is claimed of a decoder with more.
        states: [usize; 2],
        /// All sets of strings that one of them accepts alone; the example of each was asked of both.
        rows: Vec<IdentifiedRow>,
        has_more_rows: bool,
        /// How many more there are of which one of them declines the strings, so that nothing is known of these.
        declined_rows: usize,
        /// How many words of its suite each could not be given or declined: of such strings nothing is known.
        not_asked: [usize; 2],
    },
    /// Both replace errors, and passed the suite of the same name.
    OfOneName,
    /// Nothing is known but what they were asked.
    Asked {
        /// Why, as a sentence.
        why: String,
    },
}

/// A decoder that was identified, in a session that can be asked again.
pub struct Side<'s> {
    pub identified: &'s Identified,
    pub session: &'s mut dyn Session,
    /// Its number in the session.
    pub number: usize,
}

impl Parting {
    /// Where the decoders of two sides part.
    pub fn of(sides: &mut [Side<'_>; 2], interrupted: &AtomicBool) -> Self {
        let names = sides.each_ref().map(|side| side.identified.code().map(str::to_owned));
        Self { scope: scope(sides, &names, interrupted), names }
    }

    /// Whether they are known to part.
    pub fn is_apart(&self) -> bool {
        matches!(&self.scope, PartingScope::AllInputs { rows, .. } if !rows.is_empty())
    }
}

impl Identified {
    /// The name that it passed the suite of.
    pub fn code(&self) -> Option<&str> {
        match &self.identification.outcome {
            Outcome::Named { code, .. } => Some(code),
            Outcome::Unknown { .. } | Outcome::Unstable { .. } | Outcome::Stopped { .. } => None,
        }
    }

    /// Its automaton, if it has no other differences from it that are known.
    fn exact_machine(&self) -> Option<&Machine> {
        match &self.identification.outcome {
            Outcome::Named { .. } | Outcome::Unknown { states: Some(_), .. } => self.acceptor(),
            Outcome::Unknown { .. } | Outcome::Unstable { .. } | Outcome::Stopped { .. } => None,
        }
    }
}

fn scope(sides: &mut [Side<'_>; 2], names: &[Option<String>; 2], interrupted: &AtomicBool) -> PartingScope {
    let [Some(first), Some(second)] = sides.each_ref().map(|side| side.identified.exact_machine()) else {
        return match names {
            [Some(one), Some(other)] if one == other => PartingScope::OfOneName,
            _ => PartingScope::Asked { why: why_not(sides) },
        };
    };
    let states = [first.len(), second.len()];
    let (parting, has_more_rows) = rows(first, second, MOST_ROWS);
    let (mut told, mut declined_rows) = (Vec::new(), 0);
    for row in parting {
        // Every row is an answer: it is asked before it is said.
        let mut replayed = None;
        for example in [row.least(), row.greatest()] {
            let seen = sides.each_mut().map(|side| answer(side, &example, interrupted));
            let [Some(one), Some(other)] = seen else {
                return PartingScope::Asked { why: format!("{row} could not be asked of both again.") };
            };
            if replayed.is_none() && one != Seen::Unasked && other != Seen::Unasked {
                replayed = Some((example, [one, other].map(|seen| seen != Seen::Refused)));
            }
        }
        let Some((example, accepts)) = replayed else {
            declined_rows += 1;
            continue;
        };
        if accepts != row.answers {
            let why = format!("{row} was learned otherwise than it is answered now.");
            return PartingScope::Asked { why };
        }
        let accepting = &sides[usize::from(row.answers[1])].identified.identification.decoder;
        told.push(IdentifiedRow {
            difference: format!("only {accepting} accepts"),
            strings: row.to_string(),
            what: what(&row.least(), &row.greatest()),
            count: row.strings(),
            example: hex::encode(&example),
        });
    }
    let not_asked = sides.each_ref().map(|side| side.identified.identification.not_asked);
    PartingScope::AllInputs { states, rows: told, has_more_rows, declined_rows, not_asked }
}

/// What a side makes of `word`; `None` when it can no longer be asked.
fn answer(side: &mut Side<'_>, word: &[u8], interrupted: &AtomicBool) -> Option<Seen> {
    let mut progress = |_| {};
    Subject::new(side.session, side.number, interrupted, &mut progress).ask_one(word)
}

fn why_not(sides: &[Side<'_>; 2]) -> String {
    let of_side = |side: &Side<'_>| {
        let decoder = &side.identified.identification.decoder;
        match &side.identified.identification.outcome {
            Outcome::Named { .. } if side.identified.acceptor().is_some() => None,
            Outcome::Named { code, .. } => Some(format!("{decoder} replaces errors; it is {code}.")),
            Outcome::Unknown { states: Some(_), .. } => None,
            Outcome::Unknown { .. } if side.identified.acceptor().is_none() => {
                Some(format!("{decoder} has no name that is known."))
            }
            Outcome::Unknown { .. } => Some(format!("{decoder} was not learned to the end.")),
            Outcome::Unstable { input, .. } => {
                Some(format!("{decoder} answers differently from time to time: {input}."))
            }
            Outcome::Stopped { why, .. } => Some(format!("{decoder}: {why}.")),
        }
    };
    sides.iter().filter_map(of_side).collect::<Vec<_>>().join(" ")
}
