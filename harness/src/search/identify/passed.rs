//! The name of a decoder that passed a suite, and whether it makes of chunks what it makes of the whole.

use crate::search::identify::asking::{PLACES, SuiteFn, is_asked_whole};
use crate::search::identify::identification::{IdentifiedRow, Outcome};
use crate::search::identify::subject::{Seen, Subject, in_calls};
use illformed_judge::automata::{Machine, cut_words, letters};
use illformed_judge::claim::{Kind, ScriptSupport};
use illformed_judge::shown::{shown_input, thousands};

/// What is said where a decoder cannot be given some word of a suite.
const PARTIAL: &str =
    "As far as it can be asked: no answer differs, but the suite is not whole, and others may answer so too.";

/// U+FEFF at the start, and what begins as it does: who drops it has states there that the grammar has not.
const MARKED: [&[u8]; 6] = [b"\xEF", b"\xEF\xBB", b"\xEF\xBB\xBF", b"\xEF\xBB\xBFA", b"\xEFA", b"\xEF\xBBA"];

/// The outcome for a decoder that passed the suite of `machine`: that name, unless it is another decoder in chunks. `is_right` says
/// of a whole input whether an answer to it is the one expected. `covered` are the parts of the sentences on the domain that depend
/// on the kind of decoder: for which decoders the suite leaves no other answer, and what is not covered.
pub(super) fn named<A: Ord + Clone>(
    subject: &mut Subject<'_>,
    (machine, suite): (&Machine<A>, &SuiteFn<'_>),
    (code, about): (String, String),
    is_right: &dyn Fn(&[u8], &Seen) -> bool,
    covered: [&str; 2],
) -> Option<Outcome> {
    let in_chunks = match in_chunks(subject, machine, is_right)? {
        Ok(Some(asked)) => format!(
            "The same holds in chunks, if a cut leads to no state of its own beyond as many, and bytes of one class are \
             treated alike behind it: {} inputs were cut at each state.",
            thousands(asked as u64)
        ),
        Ok(None) => "Chunks are not covered.".to_owned(),
        Err(row) => {
            let about = format!("{about}; it is that when it is given the whole at once, and not in chunks");
            let rows = vec![row];
            return Some(Outcome::Unknown { nearest: code, about, rows, has_more_rows: true, states: None });
        }
    };
    if !is_asked_whole(subject, suite) {
        return Some(Outcome::Named { code, about, domain: PARTIAL.to_owned() });
    }
    let [decoders, uncovered] = covered;
    let places = PLACES.len();
    let as_far = if subject.unasked() > 0 { ", as far as it can be given them" } else { "" };
    let domain = format!(
        "{decoders} Every scalar value that it takes, the inputs of `illformed run` and the suite at {places} places behind ASCII \
         were asked too{as_far}. {in_chunks} {uncovered} are not covered: `illformed run` asks for these."
    );
    Some(Outcome::Named { code, about, domain })
}

/// Asks `subject` the words of the suite of `machine` cut into chunks: how many are answered as the whole, none if it takes no chunks,
/// has no end, or is not asked some; or the shortest that is not.
fn in_chunks<A: Ord + Clone>(
    subject: &mut Subject<'_>,
    machine: &Machine<A>,
    is_right: &dyn Fn(&[u8], &Seen) -> bool,
) -> Option<Result<Option<usize>, IdentifiedRow>> {
    let claim = &subject.claim;
    if claim.script < ScriptSupport::Finish {
        return Some(Ok(None));
    }
    let is_lossy = matches!(claim.kind, Kind::Lossy { .. });
    let mut words = cut_words(machine, &letters(machine));
    words.extend(
        MARKED
            .iter()
            .flat_map(|word| (0..=word.len()).map(|at| vec![word[..at].to_vec(), word[at..].to_vec()])),
    );
    subject.ask(MARKED.map(<[u8]>::to_vec))?;
    let all = words.len();
    let inputs: Vec<Vec<Vec<u8>>> =
        words.into_iter().filter(|chunks| subject.can_be_given(&chunks.concat())).collect();
    let seen = subject.ask_in_chunks(&inputs)?;
    let is_as_whole = |word: &[u8], seen: &Seen| {
        is_right(word, seen) && subject.seen(word).is_none_or(|whole| whole == seen)
    };
    let wrong = inputs.iter().zip(&seen).filter(|(chunks, seen)| !is_as_whole(&chunks.concat(), seen));
    let Some((chunks, seen)) = wrong.min_by_key(|(chunks, _)| (chunks.concat().len(), chunks.len())) else {
        // Of what it cannot be given or declines nothing is known.
        let is_whole = inputs.len() == all && !seen.contains(&Seen::Unasked);
        return Some(Ok(is_whole.then_some(all)));
    };
    let word = chunks.concat();
    let whole = subject.ask_one(&word)?;
    let input = in_calls(chunks)?;
    Some(Err(IdentifiedRow {
        difference: seen.words(is_lossy),
        strings: shown_input(&input),
        what: format!(
            "and {}{} the same bytes in one call",
            whole.words(is_lossy),
            if is_lossy { " for" } else { "" }
        ),
        count: 1,
        example: input.to_string(),
        cause: None,
    }))
}
