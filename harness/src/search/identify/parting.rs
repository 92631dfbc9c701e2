//! Where two decoders part on any input, by the automata that they were found to be.

use crate::ask::adapter::Session;
use crate::search::identify::identification::{FoundAutomaton, Identified, IdentifiedRow, Outcome};
use crate::search::identify::strict::{MOST_ROWS, what};
use crate::search::identify::subject::{Seen, Subject};
use illformed_judge::automata::{Machine, Piece, PieceChange, Row, brief_rows, rows};
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
    /// Both were learned, or passed the complete suite of what they are, and both refuse errors, or both replace them.
    AllInputs {
        /// How many states the automaton of each has: no more is claimed of a decoder with more.
        states: [usize; 2],
        /// All sets of strings that they answer otherwise; the example of each was asked of both.
        rows: Vec<IdentifiedRow>,
        has_more_rows: bool,
        /// Whether they may part in longer strings, too, that end as those of a row do.
        has_longer_strings: bool,
        /// How many more there are of which one of them declines the strings, so that nothing is known of these.
        declined_rows: usize,
        /// How many words of its suite each could not be given or declined: of such strings nothing is known.
        not_asked: [usize; 2],
    },
    /// Nothing is known but what they were asked.
    Asked {
        /// Why, as a sentence.
        why: String,
    },
}

/// A session in which a decoder can be asked again, and its number there.
pub type OpenDecoder = (Box<dyn Session>, usize);

impl Parting {
    /// Where two decoders part that were identified, each in its session.
    pub fn of(identified: [&Identified; 2], asked: &mut [OpenDecoder; 2], interrupted: &AtomicBool) -> Self {
        let names = identified.map(|identified| identified.code().map(str::to_owned));
        let scope = scope(identified, asked, interrupted);
        Self { scope: scope.unwrap_or_else(|why| PartingScope::Asked { why }), names }
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
    fn exact(&self) -> Option<&FoundAutomaton> {
        match &self.identification.outcome {
            Outcome::Named { .. } | Outcome::Unknown { states: Some(_), .. } => self.found.as_ref(),
            Outcome::Unknown { .. } | Outcome::Unstable { .. } | Outcome::Stopped { .. } => None,
        }
    }
}

/// Where they part on all inputs, or why that is not known, as a sentence.
fn scope(
    identified: [&Identified; 2],
    asked: &mut [OpenDecoder; 2],
    interrupted: &AtomicBool,
) -> Result<PartingScope, String> {
    let decoders = identified.map(|identified| identified.identification.decoder.as_str());
    match identified.map(Identified::exact) {
        [Some(FoundAutomaton::Acceptor(one)), Some(FoundAutomaton::Acceptor(other))] => {
            let told = |row: &Row, word: &[u8], seen: &[Seen; 2]| {
                let accepts = seen.each_ref().map(|seen| *seen != Seen::Refused);
                if accepts != row.answers {
                    return Err(format!("{row} was learned otherwise than it is answered now."));
                }
                Ok(Some(IdentifiedRow {
                    difference: format!("only {} accepts", decoders[usize::from(row.answers[1])]),
                    what: what(&row.least(), &row.greatest()),
                    ..told_row(row, word)
                }))
            };
            let states = [one.len(), other.len()];
            all_inputs((identified, asked), (rows(one, other, MOST_ROWS), false), states, &told, interrupted)
        }
        [
            Some(FoundAutomaton::Replacing { machine: one, replacement: of_one }),
            Some(FoundAutomaton::Replacing { machine: other, replacement: of_other }),
        ] => {
            let (one, other) = (texts(one, *of_one), texts(other, *of_other));
            // What stands for an error in the one may be a character in the other: then both give the same.
            let told = |row: &Row<_>, word: &[u8], seen: &[Seen; 2]| {
                let [one, other] = seen.each_ref().map(Seen::given);
                Ok((one != other).then(|| IdentifiedRow {
                    difference: format!("{} gives {one}", decoders[0]),
                    what: format!("where {} gives {other}", decoders[1]),
                    ..told_row(row, word)
                }))
            };
            let states = [one.leading().len(), other.leading().len()];
            all_inputs(
                (identified, asked),
                (brief_rows(&one, &other, MOST_ROWS), true),
                states,
                &told,
                interrupted,
            )
        }
        _ => Err(why_not(identified)),
    }
}

/// The automaton of a decoder that replaces errors, with the code that stands for an error.
fn texts(machine: &Machine<PieceChange>, replacement: u32) -> Machine<(PieceChange, u32)> {
    machine.map(|change| {
        let is_replaced = change.put.contains(&Piece::Replacement);
        (change.clone(), if is_replaced { replacement } else { 0 })
    })
}

/// The strings of `row`, of which `word` was asked.
fn told_row<A>(row: &Row<A>, word: &[u8]) -> IdentifiedRow {
    IdentifiedRow {
        difference: String::new(),
        strings: row.to_string(),
        what: String::new(),
        count: row.strings(),
        example: hex::encode(word),
        cause: None,
    }
}

/// What is told of the strings of a row, of which one was asked of both; nothing where both answer it alike, and why nothing can
/// be told where the answers are others than before.
type Told<'a, A> = &'a dyn Fn(&Row<A>, &[u8], &[Seen; 2]) -> Result<Option<IdentifiedRow>, String>;

/// Where the automata of both part, by their rows. Every row is an answer: it is asked before it is said.
fn all_inputs<A>(
    (identified, asked): ([&Identified; 2], &mut [OpenDecoder; 2]),
    ((parting, has_more_rows), is_brief): ((Vec<Row<A>>, bool), bool),
    states: [usize; 2],
    told: Told<'_, A>,
    interrupted: &AtomicBool,
) -> Result<PartingScope, String> {
    let (mut all, mut declined_rows) = (Vec::new(), 0);
    for row in parting {
        let mut replayed = None;
        for example in [row.least(), row.greatest()] {
            let seen = asked.each_mut().map(|asked| answer(asked, &example, interrupted));
            let [Some(one), Some(other)] = seen else {
                return Err(format!("{row} could not be asked of both again."));
            };
            if replayed.is_none() && one != Seen::Unasked && other != Seen::Unasked {
                replayed = Some((example, [one, other]));
            }
        }
        match replayed {
            Some((example, seen)) => all.extend(told(&row, &example, &seen)?),
            None => declined_rows += 1,
        }
    }
    let not_asked = identified.map(|identified| identified.identification.not_asked);
    let has_longer_strings = is_brief && !all.is_empty();
    Ok(PartingScope::AllInputs {
        states,
        rows: all,
        has_more_rows,
        has_longer_strings,
        declined_rows,
        not_asked,
    })
}

/// What a decoder makes of `word`; `None` when it can no longer be asked.
fn answer((session, number): &mut OpenDecoder, word: &[u8], interrupted: &AtomicBool) -> Option<Seen> {
    let mut progress = |_| {};
    Subject::new(session.as_mut(), *number, interrupted, &mut progress).ask_one(word)
}

fn why_not(identified: [&Identified; 2]) -> String {
    let why = |identified: &Identified| {
        let decoder = &identified.identification.decoder;
        match &identified.identification.outcome {
            Outcome::Named { .. } | Outcome::Unknown { states: Some(_), .. } => {
                let is_acceptor = identified.acceptor().is_some();
                Some(format!("{decoder} {} errors.", if is_acceptor { "refuses" } else { "replaces" }))
            }
            Outcome::Unknown { .. } => Some(format!("{decoder} was not learned to the end.")),
            Outcome::Unstable { input, .. } => {
                Some(format!("{decoder} answers differently from time to time: {input}."))
            }
            Outcome::Stopped { why, .. } => Some(format!("{decoder}: {why}.")),
        }
    };
    identified.into_iter().filter_map(why).collect::<Vec<_>>().join(" ")
}
