//! A decoder that accepts or refuses: which strings it accepts.

use crate::search::identify::asking::{ask_in_steps, ask_scalars};
use crate::search::identify::identification::{FoundAutomaton, IdentifiedRow, Outcome, SoFar};
use crate::search::identify::passed;
use crate::search::identify::probes::narrowed;
use crate::search::identify::subject::{Seen, Subject, shown_word};
use illformed_codec::{ErrorKind, Profile, validate};
use illformed_judge::automata::{
    KnownFormat, Learned, Machine, Row, complete_words, formats, learned, letters, rows,
};
use illformed_judge::claim::Claim;
use illformed_judge::judge::Screen;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::hex;

/// The most states that are learned; a decoder that has more depends on where in the input something stands.
const MOST_STATES: usize = 64;

/// The most words that are asked to learn one.
const MOST_WORDS: usize = 3_000_000;

/// The most rows that are told.
pub(super) const MOST_ROWS: usize = 32;

/// What `subject` is, how many words it took to find the name, and its automaton.
pub(super) fn identified(subject: &mut Subject<'_>) -> Option<(Outcome, usize, Option<FoundAutomaton>)> {
    let expected = |format: &&KnownFormat, word: &[u8]| format.machine.accepts(0, word);
    let ask = |word: &[u8]| {
        subject.ask_one(word).map(|seen| match seen {
            Seen::Accepted(_) => Some(true),
            Seen::Refused => Some(false),
            Seen::Unasked => None,
        })
    };
    let (left, probes) = narrowed(formats().iter().collect(), expected, ask)?;
    // Each byte alone comes first: a decoder that dies of one is not asked thousands of others that begin with it.
    subject.ask((0..=u8::MAX).map(|byte| vec![byte]))?;
    for format in &left {
        ask_suite(subject, &format.machine)?;
        if known_disagreement(subject, &format.machine).is_none() {
            let found = FoundAutomaton::Acceptor(format.machine.clone());
            return Some((named(subject, format)?, probes, Some(found)));
        }
    }
    // Of those that agree most on what is asked by now, the first.
    let nearest = nearest(subject);
    let classes = subject.askable_first(nearest.machine.byte_classes());
    let mut acceptor = Acceptor { subject: &mut *subject, nearest };
    let (machine, is_exact) = learned(&mut acceptor, classes)?;
    let outcome = unknown(subject, nearest, (&machine, is_exact))?;
    Some((outcome, probes, Some(FoundAutomaton::Acceptor(machine))))
}

fn nearest(subject: &Subject<'_>) -> &'static KnownFormat {
    let agreeing = |format: &KnownFormat| {
        subject.known().filter(|(word, seen)| is_as(seen, format.machine.accepts(0, word))).count()
    };
    let best = formats().iter().rev().max_by_key(|format| agreeing(format));
    best.unwrap_or(&formats()[0])
}

/// Whether an answer is the one expected; a word that could not be asked is as expected.
fn is_as(seen: &Seen, accepts: bool) -> bool {
    match seen {
        Seen::Accepted(_) => accepts,
        Seen::Refused => !accepts,
        Seen::Unasked => true,
    }
}

/// The shortest word asked so far that is answered otherwise than by `machine`.
fn known_disagreement(subject: &Subject<'_>, machine: &Machine) -> Option<Vec<u8>> {
    disagreeing(subject, machine).min_by_key(|word| word.len()).map(<[u8]>::to_vec)
}

/// The words asked so far that are answered otherwise than by `machine`, in their order.
fn disagreeing<'a>(subject: &'a Subject<'_>, machine: &Machine) -> impl Iterator<Item = &'a [u8]> {
    subject.known().filter(|(word, seen)| !is_as(seen, machine.accepts(0, word))).map(|(word, _)| word)
}

/// What the answers so far say of a decoder that was not asked to the end.
pub(super) fn so_far(subject: &Subject<'_>) -> SoFar {
    let nearest = nearest(subject);
    let names = (nearest.name.clone(), nearest.about.clone());
    SoFar::of(names, disagreeing(subject, &nearest.machine).collect(), |word| Some(word_row(nearest, word)))
}

/// Asks what tells `machine` from others, what is dear only if nothing differs before; `None` when nothing more can be asked.
fn ask_suite(subject: &mut Subject<'_>, machine: &Machine) -> Option<()> {
    let is_wrong = |subject: &Subject<'_>| known_disagreement(subject, machine).is_some();
    ask_in_steps(subject, &letters(machine), &|letters| complete_words(machine, letters, 0), &is_wrong)?;
    if is_wrong(subject) {
        return Some(());
    }
    let accepts = |word: &[u8]| machine.accepts(0, word);
    ask_scalars(subject, &accepts, &|_, seen| is_as(seen, true))
}

/// A decoder that is learned; of what it cannot be given the answer is taken to be that of the nearest format.
struct Acceptor<'a, 's> {
    subject: &'a mut Subject<'s>,
    nearest: &'static KnownFormat,
}

impl Learned<bool> for Acceptor<'_, '_> {
    fn answers(&mut self, words: &[Vec<u8>]) -> Option<Vec<bool>> {
        self.subject.ask(words.iter().cloned())?;
        let answer = |word: &Vec<u8>| match self.subject.seen(word) {
            Some(Seen::Accepted(_)) => true,
            Some(Seen::Refused) => false,
            _ => self.nearest.machine.accepts(0, word),
        };
        Some(words.iter().map(answer).collect())
    }

    fn counterexample(&mut self, hypothesis: &Machine) -> Option<Option<Vec<u8>>> {
        if known_disagreement(self.subject, hypothesis).is_none() {
            ask_suite(self.subject, hypothesis)?;
        }
        // Where it differs, bytes of one class need not be alike to the decoder.
        if known_disagreement(self.subject, hypothesis).is_none() {
            let (differing, _) = rows(hypothesis, &self.nearest.machine, MOST_ROWS);
            self.subject.ask(differing.iter().flat_map(Row::some))?;
        }
        Some(known_disagreement(self.subject, hypothesis))
    }

    fn most_states(&self) -> usize {
        MOST_STATES
    }

    fn goes_on(&self) -> bool {
        self.subject.asked <= MOST_WORDS
    }
}

fn named(subject: &mut Subject<'_>, format: &KnownFormat) -> Option<Outcome> {
    // One that drops U+FEFF everywhere has no name for that.
    let (first, later) = (subject.ask_one(b"\xEF\xBB\xBFA")?, subject.ask_one(b"A\xEF\xBB\xBF")?);
    let bom = match (first, later) {
        (Seen::Accepted(Some(first)), Seen::Accepted(Some(later))) if later == [0x41, 0xFEFF] => {
            if first.first() == Some(&0xFEFF) { "/bom-keep" } else { "/bom-strip" }
        }
        _ => "",
    };
    let machine = &format.machine;
    let decoders = format!(
        "Any decoder that accepts other strings answers one of these words otherwise, if it looks at nothing but the \
         bytes so far and has at most {} states.",
        machine.len()
    );
    let names = (format!("{}/strict{bom}", format.name), format.about.clone());
    let is_right = |word: &[u8], seen: &Seen| is_as(seen, machine.accepts(0, word));
    let suite = |letters: &[u8]| complete_words(machine, letters, 0);
    let covered = [&decoders, "Longer inputs and the text that it gives"];
    passed::named(subject, (machine, &suite), names, &is_right, covered)
}

fn unknown(
    subject: &mut Subject<'_>,
    nearest: &KnownFormat,
    (machine, is_exact): (&Machine, bool),
) -> Option<Outcome> {
    let (all, has_more_rows) = rows(machine, &nearest.machine, MOST_ROWS);
    let mut told = Vec::new();
    for row in all {
        let Some(row) = subject.askable(row) else { continue };
        // Every row is an answer: it is asked before it is said.
        let (least, greatest, accepts) = (row.least(), row.greatest(), row.answers[0]);
        let seen = subject.ask_one(&least)?;
        if seen != Seen::Unasked && is_as(&seen, accepts) {
            told.push(told_row(nearest, accepts, row.to_string(), (&least, &greatest), row.strings()));
        }
    }
    // Where something stands decides: then the shortest word says it.
    if told.is_empty()
        && let Some(word) = known_disagreement(subject, &nearest.machine)
    {
        let what = "there and not elsewhere: it depends on the place in the input".to_owned();
        told.push(IdentifiedRow { what, cause: None, ..word_row(nearest, &word) });
    }
    Some(Outcome::Unknown {
        nearest: nearest.name.clone(),
        about: nearest.about.clone(),
        rows: told,
        has_more_rows,
        states: is_exact.then(|| machine.len()),
    })
}

/// That `word` is answered otherwise than by `nearest`.
fn word_row(nearest: &KnownFormat, word: &[u8]) -> IdentifiedRow {
    told_row(nearest, !nearest.machine.accepts(0, word), shown_word(word), (word, word), 1)
}

/// That the decoder accepts, or refuses, so many `strings`, which are from the least to the greatest.
fn told_row(
    nearest: &KnownFormat,
    accepts: bool,
    strings: String,
    (least, greatest): (&[u8], &[u8]),
    count: u128,
) -> IdentifiedRow {
    IdentifiedRow {
        difference: if accepts { "wrongly accepts" } else { "wrongly refuses" }.to_owned(),
        strings,
        what: what(least, greatest),
        count,
        example: hex::encode(least),
        cause: cause(nearest, least, accepts),
    }
}

/// What a run calls it that `word` is accepted, or refused, against RFC 3629.
fn cause(nearest: &KnownFormat, word: &[u8], accepts: bool) -> Option<&'static str> {
    let claim = Claim::validate(Profile::Rfc3629);
    let screen = Screen::new(&claim).filter(|_| nearest.name == "utf8")?;
    let observation = if accepts { Observation::accept(Text::None) } else { Observation::reject(None, None) };
    Some(screen.failure(word, &observation.into())?.cause?.name())
}

/// What the strings from `least` to `greatest` are: why the least is ill-formed, by its first error, or the last characters.
pub(super) fn what(least: &[u8], greatest: &[u8]) -> String {
    if let Ok(first) = str::from_utf8(least) {
        let last = str::from_utf8(greatest).map(|last| last.chars().next_back());
        return match (first.chars().next_back().map(u32::from), last) {
            (None, _) | (_, Ok(None)) => "no bytes".to_owned(),
            (Some(first), Ok(Some(last))) if first == u32::from(last) => format!("U+{first:04X}"),
            (Some(first), Ok(Some(last))) => format!("within U+{first:04X}..U+{:04X}", u32::from(last)),
            // The greatest is of another format than RFC 3629.
            (Some(first), Err(_)) => format!("from U+{first:04X} on"),
        };
    }
    match validate(least, Profile::Rfc3629).err().map(|error| error.kind()) {
        Some(ErrorKind::Overlong) => "overlong".to_owned(),
        Some(ErrorKind::Surrogate) => "surrogates".to_owned(),
        Some(ErrorKind::OutOfRange) => "above U+10FFFF".to_owned(),
        Some(ErrorKind::LegacyForm) => "five- and six-byte forms".to_owned(),
        Some(ErrorKind::NeverValid) => "FE and FF".to_owned(),
        Some(ErrorKind::UnexpectedContinuation) => "a continuation byte without a lead".to_owned(),
        Some(ErrorKind::Truncated) => "no continuation byte where one should stand".to_owned(),
        Some(ErrorKind::Incomplete) => "cut at the end".to_owned(),
        Some(ErrorKind::UnsupportedLength) | None => "ill-formed".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::adapter::Adapter;
    use crate::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
    use std::sync::atomic::AtomicBool;

    /// Decoders of ASCII: the first takes ten bytes at most, the second no NUL, and an FF before any byte below 80.
    fn decoders() -> Vec<InProcessDecoder> {
        let seen = |accepts: bool| {
            if accepts { Observation::accept(Text::None) } else { Observation::reject(None, None) }
        };
        let claim = Claim::validate(Profile::Rfc3629);
        let short = Claim { max_bytes: Some(10), ..claim.clone() };
        let no_nul = Claim { cannot: vec![0], ..claim };
        let pairs = |bytes: &[u8]| {
            let behind_ff = |pair: &[u8]| pair[0] != 0xFF || pair[1].is_ascii();
            bytes.iter().all(|byte| byte.is_ascii() || *byte == 0xFF)
                && bytes.windows(2).all(behind_ff)
                && bytes.last() != Some(&0xFF)
        };
        vec![
            InProcessDecoder::one_shot("short", "", short, move |bytes| seen(bytes.is_ascii())),
            InProcessDecoder::one_shot("no-nul", "", no_nul, move |bytes| seen(pairs(bytes))),
        ]
    }

    fn outcome(number: usize) -> Outcome {
        let adapter = InProcessAdapter::new("mine", "", "", decoders);
        let mut session = adapter.open().expect("it is in this process");
        let (interrupted, mut progress) = (AtomicBool::new(false), |_| {});
        let mut subject = Subject::new(&mut *session, number, &interrupted, &mut progress);
        identified(&mut subject).expect("it can be asked").0
    }

    #[test]
    fn a_suite_that_was_asked_proves_what_it_does_though_longer_words_could_not_be_asked() {
        let Outcome::Named { code, domain, .. } = outcome(0) else { panic!("it has a name") };
        assert_eq!(code, "ascii/strict");
        assert!(domain.contains("has at most 2 states"), "{domain}");
        assert!(domain.contains("were asked too, as far as it can be given them"), "{domain}");
    }

    #[test]
    fn a_row_has_the_strings_that_the_decoder_can_be_given() {
        let Outcome::Unknown { rows, .. } = outcome(1) else { panic!("it has no name") };
        let told: Vec<_> = rows.iter().map(|row| (&*row.strings, row.count, &*row.example)).collect();
        assert_eq!(told, [("[FF][01-7F]", 127, "ff01")]);
    }
}
