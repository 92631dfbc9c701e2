//! Whether a decoder that takes chunks makes of them what it makes of the whole.

use crate::search::identify::identification::IdentifiedRow;
use crate::search::identify::subject::{Seen, Subject, in_calls};
use illformed_judge::automata::{Machine, cut_words, letters};
use illformed_judge::claim::{Kind, ScriptSupport};
use illformed_judge::shown::{shown_input, thousands};

/// What came of the inputs in chunks.
pub(super) enum InChunks {
    /// It takes none, has no end, or declines some.
    NotAsked,
    /// So many are answered as the whole.
    AsWhole(usize),
    /// This one, the shortest, is not.
    Differs(IdentifiedRow),
}

impl InChunks {
    /// What is covered of chunks, as a sentence.
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::AsWhole(asked) => format!(
                "The same holds in chunks, if a cut leads to no state of its own beyond as many, and bytes of one class are \
                 treated alike behind it: {} inputs were cut at each state.",
                thousands(*asked as u64)
            ),
            Self::NotAsked | Self::Differs(_) => "Chunks are not covered.".to_owned(),
        }
    }
}

/// Asks `subject` the words of the suite of `machine` cut into chunks. `is_right` says of a whole input whether an answer to it is the
/// one expected.
pub(super) fn in_chunks<A: Ord + Clone>(
    subject: &mut Subject<'_>,
    machine: &Machine<A>,
    is_right: &dyn Fn(&[u8], &Seen) -> bool,
) -> Option<InChunks> {
    let claim = &subject.claim;
    if matches!(claim.script, ScriptSupport::None | ScriptSupport::Feed) {
        return Some(InChunks::NotAsked);
    }
    let is_lossy = claim.kind == Kind::Lossy;
    let words = cut_words(machine, &letters(machine)).into_iter();
    let inputs: Vec<Vec<Vec<u8>>> = words.filter(|chunks| subject.can_be_given(&chunks.concat())).collect();
    let seen = subject.ask_in_chunks(&inputs)?;
    let wrong = inputs.iter().zip(&seen).filter(|(chunks, seen)| !is_right(&chunks.concat(), seen));
    let Some((chunks, seen)) = wrong.min_by_key(|(chunks, _)| (chunks.concat().len(), chunks.len())) else {
        // Of what it declines nothing is known.
        let is_whole = !seen.contains(&Seen::Unasked);
        return Some(if is_whole { InChunks::AsWhole(inputs.len()) } else { InChunks::NotAsked });
    };
    let word = chunks.concat();
    let whole = subject.ask_one(&word)?;
    let input = in_calls(chunks)?;
    Some(InChunks::Differs(IdentifiedRow {
        difference: seen.words(is_lossy),
        strings: shown_input(&input),
        what: format!("and {} of the whole", whole.words(is_lossy)),
        count: 1,
        example: input.to_string(),
        cause: None,
    }))
}
