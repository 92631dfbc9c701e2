//! A decoder that replaces errors: which texts it gives.

use crate::search::identify::asking::{ask_in_steps, ask_scalars};
use crate::search::identify::identification::{FoundAutomaton, IdentifiedRow, Outcome, SoFar};
use crate::search::identify::passed::named;
use crate::search::identify::probes::narrowed;
use crate::search::identify::subject::{Seen, Subject, code_points, shown_word};
use illformed_codec::{REPLACEMENT, validate};
use illformed_judge::automata::{
    Learned, Machine, Piece, PieceChange, ReplacingModel, Row, brief_rows, learned, letters, pieces,
    stepwise_words,
};
use illformed_vectors::hex;

/// The most inputs or sets of strings that are told.
const MOST_ROWS: usize = 8;

/// FF is ill-formed in every version: what it becomes is what stands for an error.
const SOLE_ERROR: &[u8] = b"\xFF";

/// The most states that are learned. Each kind of change is a state of its own, so that there are more than of an acceptor.
const MOST_STATES: usize = 128;

/// With how many answers the models are compared, of which there are hundreds.
const MOST_COMPARED: usize = 4_096;

/// The most words that are asked to learn one.
const MOST_WORDS: usize = 500_000;

/// What `subject` is, how many words it took to find the name, and its automaton.
pub(super) fn identified(subject: &mut Subject<'_>) -> Option<(Outcome, usize, Option<FoundAutomaton>)> {
    subject.ask_one(SOLE_ERROR)?;
    let replacement = replacement(subject);
    let mut text_of = |word: &[u8]| {
        subject.ask_one(word).map(|seen| match seen {
            Seen::Accepted(text) => text,
            Seen::Refused | Seen::Unasked => None,
        })
    };
    let models = ReplacingModel::all(replacement);
    let (left, probes) = narrowed(models.clone(), |model, word| model.text(word), |word| text_of(word))?;
    let probes = probes + 1;
    for model in left {
        let machine = model.machine();
        let is_wrong = |subject: &Subject<'_>| disagreeing(subject, model).next().is_some();
        ask_suite(subject, model, &machine, &is_wrong)?;
        if is_wrong(subject) {
            continue;
        }
        let decoders = format!(
            "Any decoder that gives another text answers one of these words otherwise, if what a byte changes in the text depends \
             on nothing but the bytes so far, by way of at most {} states, and not on which characters came.",
            machine.leading().len()
        );
        let is_right = |word: &[u8], seen: &Seen| is_as(seen, &model.text(word));
        let suite = |letters: &[u8]| stepwise_words(&machine, letters, 0);
        let covered = [&decoders, "Longer inputs"];
        let outcome = named(subject, (&machine, &suite), (model.code(), model.about()), &is_right, covered)?;
        return Some((outcome, probes, Some(FoundAutomaton::Replacing { machine, replacement })));
    }
    let nearest = nearest(subject, &models)?;
    let classes = subject.askable_first(nearest.machine().byte_classes());
    let mut target =
        ReplacingDecoder { subject: &mut *subject, nearest, last: Vec::new(), is_cut_short: false };
    let (machine, is_exact) = learned(&mut target, classes)?;
    let is_exact = is_exact && !target.is_cut_short;
    // By now enough is asked to tell which is the nearest.
    let nearest = self::nearest(subject, &models)?;
    let outcome = unknown(subject, nearest, (&machine, is_exact))?;
    Some((outcome, probes, Some(FoundAutomaton::Replacing { machine, replacement })))
}

/// What stands for an error in the texts of `subject`.
fn replacement(subject: &Subject<'_>) -> u32 {
    match subject.seen(SOLE_ERROR) {
        Some(Seen::Accepted(Some(text))) => match text[..] {
            [one] if one != 0xFF && one < 0xD800 => one,
            _ => REPLACEMENT,
        },
        _ => REPLACEMENT,
    }
}

/// That one of `models` from whose texts the fewest answers so far differ, of at most [`MOST_COMPARED`].
fn nearest(subject: &Subject<'_>, models: &[ReplacingModel]) -> Option<ReplacingModel> {
    let every = subject.known().count().div_ceil(MOST_COMPARED).max(1);
    let differs = |model: ReplacingModel| {
        let compared = subject.known().step_by(every);
        compared.filter(|(word, seen)| !is_as(seen, &model.text(word))).count()
    };
    models.iter().copied().min_by_key(|model| differs(*model))
}

/// What the answers so far say of a decoder that was not asked to the end.
pub(super) fn so_far(subject: &Subject<'_>) -> Option<SoFar> {
    let nearest = nearest(subject, &ReplacingModel::all(replacement(subject)))?;
    let row = |word: &[u8]| Some(told_row(nearest, shown_word(word), 1, (word, subject.seen(word)?)));
    Some(SoFar::of((nearest.code(), nearest.about()), disagreeing(subject, nearest).collect(), row))
}

/// Asks what tells `machine` from others, the automaton of a decoder like `model`.
fn ask_suite(
    subject: &mut Subject<'_>,
    model: ReplacingModel,
    machine: &Machine<PieceChange>,
    is_wrong: &dyn Fn(&Subject<'_>) -> bool,
) -> Option<()> {
    ask_in_steps(subject, &letters(machine), &|letters| stepwise_words(machine, letters, 0), is_wrong)?;
    if is_wrong(subject) {
        return Some(());
    }
    ask_scalars(subject, &|word| validate(word, model.profile).is_ok(), &|word, seen| {
        is_as(seen, &model.text(word))
    })
}

/// Whether an answer is the one expected; a word that could not be asked is as expected.
fn is_as(seen: &Seen, expected: &[u32]) -> bool {
    match seen {
        Seen::Accepted(Some(text)) => text == expected,
        Seen::Refused => false,
        Seen::Accepted(None) | Seen::Unasked => true,
    }
}

/// The words asked so far that are answered otherwise than by `model`.
fn disagreeing<'a>(subject: &'a Subject<'_>, model: ReplacingModel) -> impl Iterator<Item = &'a [u8]> {
    subject.known().filter(move |(word, seen)| !is_as(seen, &model.text(word))).map(|(word, _)| word)
}

/// What the text of a word is made of; of a word that was not asked, that of `nearest`.
fn pieces_of(subject: &Subject<'_>, nearest: ReplacingModel, word: &[u8]) -> Vec<Piece> {
    match subject.seen(word) {
        Some(Seen::Accepted(Some(text))) => pieces(text, nearest.replacement),
        Some(Seen::Refused) => vec![Piece::Refusal],
        _ => pieces(&nearest.text(word), nearest.replacement),
    }
}

/// What the text of a word is made of by `hypothesis`.
fn expected(hypothesis: &Machine<PieceChange>, word: &[u8]) -> Vec<Piece> {
    let (mut state, mut text) = (0, Vec::new());
    for byte in word {
        state = hypothesis.step(state, *byte);
        hypothesis.answer(state).apply(&mut text);
    }
    text
}

/// The shortest word asked so far whose text is made of other pieces than `hypothesis` says.
fn differing(
    subject: &Subject<'_>,
    nearest: ReplacingModel,
    hypothesis: &Machine<PieceChange>,
) -> Option<Vec<u8>> {
    let differs = |word: &[u8]| expected(hypothesis, word) != pieces_of(subject, nearest, word);
    let words = subject.known().map(|(word, _)| word).filter(|word| differs(word));
    words.min_by_key(|word| word.len()).map(<[u8]>::to_vec)
}

/// A decoder that is learned; of what it cannot be given the answer is taken to be that of the nearest model.
struct ReplacingDecoder<'a, 's> {
    subject: &'a mut Subject<'s>,
    nearest: ReplacingModel,
    /// The last word whose text differed: a better hypothesis may still get it wrong, which is seen at once.
    last: Vec<u8>,
    /// Whether the suite of a hypothesis was too large to be asked.
    is_cut_short: bool,
}

impl Learned<PieceChange> for ReplacingDecoder<'_, '_> {
    fn answers(&mut self, words: &[Vec<u8>]) -> Option<Vec<PieceChange>> {
        let before = words.iter().filter_map(|word| Some(word.split_last()?.1.to_vec()));
        if self.subject.asked > MOST_WORDS {
            return None;
        }
        self.subject.ask(before.chain(words.iter().cloned()))?;
        let of = |word: &[u8]| pieces_of(self.subject, self.nearest, word);
        let change = |word: &Vec<u8>| {
            let before = word.split_last().map_or_else(Vec::new, |(_, before)| of(before));
            PieceChange::between(&before, &of(word))
        };
        Some(words.iter().map(change).collect())
    }

    fn counterexample(&mut self, hypothesis: &Machine<PieceChange>) -> Option<Option<Vec<u8>>> {
        let nearest = self.nearest;
        let differs = |subject: &Subject<'_>, word: &[u8]| {
            expected(hypothesis, word) != pieces_of(subject, nearest, word)
        };
        if !differs(self.subject, &self.last) {
            let is_wrong = |subject: &Subject<'_>| differing(subject, nearest, hypothesis).is_some();
            if !is_wrong(self.subject) {
                // About as many words has the suite over all bytes: each byte after each state, and a dozen words to know the next.
                let words = hypothesis.leading().len() * 256 * 12;
                if self.subject.asked + words > MOST_WORDS {
                    self.is_cut_short = true;
                    return Some(None);
                }
                ask_suite(self.subject, nearest, hypothesis, &is_wrong)?;
            }
            // Where it differs, bytes of one class need not be alike to the decoder.
            if !is_wrong(self.subject) {
                let (rows, _) = brief_rows(hypothesis, &nearest.machine(), MOST_ROWS);
                self.subject.ask(rows.iter().flat_map(Row::some))?;
            }
            let Some(word) = differing(self.subject, nearest, hypothesis) else { return Some(None) };
            self.last = word;
        }
        // Between a beginning whose text is as expected and one whose is not are two such that differ in one byte.
        let (word, mut right, mut wrong) = (self.last.clone(), 0, self.last.len());
        while right + 1 < wrong {
            let middle = usize::midpoint(right, wrong);
            self.subject.ask([word[..middle].to_vec()])?;
            *(if differs(self.subject, &word[..middle]) { &mut wrong } else { &mut right }) = middle;
        }
        Some(Some(word[..wrong].to_vec()))
    }

    fn most_states(&self) -> usize {
        MOST_STATES
    }

    fn goes_on(&self) -> bool {
        self.subject.asked <= MOST_WORDS
    }
}

fn unknown(
    subject: &mut Subject<'_>,
    nearest: ReplacingModel,
    (machine, is_exact): (&Machine<PieceChange>, bool),
) -> Option<Outcome> {
    let (parting, mut has_more_rows) = brief_rows(machine, &nearest.machine(), MOST_ROWS);
    let mut told = Vec::new();
    for row in parting {
        let Some(row) = subject.askable(row) else { continue };
        let example = row.least();
        // Every row is an answer: it is asked before it is said.
        let seen = subject.ask_one(&example)?;
        if !is_as(&seen, &nearest.text(&example)) {
            told.push(told_row(nearest, row.to_string(), row.strings(), (&example, &seen)));
        }
    }
    // The automaton knows where characters stand, and not which.
    let mut others: Vec<Vec<u8>> = disagreeing(subject, nearest).map(<[u8]>::to_vec).collect();
    others.sort_by_key(Vec::len);
    let replacement = nearest.replacement;
    let of_other_characters = |word: &Vec<u8>| match subject.seen(word) {
        Some(Seen::Accepted(Some(text))) => {
            pieces(text, replacement) == pieces(&nearest.text(word), replacement)
        }
        _ => false,
    };
    let is_exact = is_exact && !others.iter().any(of_other_characters);
    if !told.is_empty() {
        others.retain(of_other_characters);
    }
    has_more_rows |= told.len() + others.len() > MOST_ROWS;
    for word in others.into_iter().take(MOST_ROWS.saturating_sub(told.len())) {
        let seen = subject.ask_one(&word)?;
        told.push(told_row(nearest, shown_word(&word), 1, (&word, &seen)));
    }
    Some(Outcome::Unknown {
        nearest: nearest.code(),
        about: nearest.about(),
        rows: told,
        has_more_rows,
        states: is_exact.then(|| machine.leading().len()),
    })
}

/// That the decoder gives what it was seen to give for the first of `strings`, and not what `nearest` gives.
fn told_row(
    nearest: ReplacingModel,
    strings: String,
    count: u128,
    (word, seen): (&[u8], &Seen),
) -> IdentifiedRow {
    IdentifiedRow {
        difference: format!("gives {}", seen.given()),
        strings,
        what: format!("where {} gives {}", nearest.code(), code_points(&nearest.text(word))),
        count,
        example: hex::encode(word),
        cause: None,
    }
}
