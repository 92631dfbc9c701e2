//! A decoder that is asked many words.

use crate::ask::adapter::Session;
use illformed_judge::automata::Row;
use illformed_judge::claim::{Claim, DecoderInfo, Kind};
use illformed_judge::judge::Response;
use illformed_judge::observation::Answer;
use illformed_judge::shown::{given_answer, shown_bytes, shown_input};
use illformed_vectors::{Call, Input, Script};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

/// How many words are asked together at first, and at most. A decoder that dies of some of them is started anew for each, so
/// that the first batches are small.
const BATCHES: [usize; 2] = [8, 4096];

/// Of a decoder that refuses errors the text of words of so many bytes is kept, which shows what becomes of U+FEFF.
const MOST_KEPT: usize = 4;

/// What a decoder made of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// With its text, where it is kept.
    Accepted(Option<Vec<u32>>),
    Refused,
    /// It cannot be given the word, or declines it.
    Unasked,
}

impl Seen {
    /// What it does with the word; the text where there is one and it is wanted.
    pub(super) fn words(&self, with_text: bool) -> String {
        match self {
            Self::Accepted(Some(_)) if with_text => format!("gives {}", self.given()),
            Self::Accepted(_) => "accepts".to_owned(),
            Self::Refused => "refuses".to_owned(),
            Self::Unasked => "declines".to_owned(),
        }
    }

    /// The text that it gave, as code points.
    pub(super) fn given(&self) -> String {
        match self {
            Self::Accepted(Some(text)) => code_points(text),
            _ => "an error".to_owned(),
        }
    }
}

/// A decoder with its answers so far.
pub(super) struct Subject<'s> {
    session: &'s mut dyn Session,
    number: usize,
    pub(super) claim: Claim,
    known: BTreeMap<Vec<u8>, Seen>,
    pub(super) interrupted: &'s AtomicBool,
    progress: &'s mut dyn FnMut(usize),
    /// Why nothing more can be asked, as a fragment.
    pub(super) stopped: Option<String>,
    /// How many of the known words were asked.
    pub(super) asked: usize,
    /// How many words are asked together now.
    batch: usize,
}

impl<'s> Subject<'s> {
    pub(super) fn new(
        session: &'s mut dyn Session,
        number: usize,
        interrupted: &'s AtomicBool,
        progress: &'s mut dyn FnMut(usize),
    ) -> Self {
        let claim = session.decoders()[number].claim.clone();
        Self {
            session,
            number,
            claim,
            known: BTreeMap::new(),
            interrupted,
            progress,
            stopped: None,
            asked: 0,
            batch: BATCHES[0],
        }
    }

    pub(super) fn info(&self) -> &DecoderInfo {
        &self.session.decoders()[self.number]
    }

    /// How many words it could not be given or declined.
    pub(super) fn unasked(&self) -> usize {
        self.known.len() - self.asked
    }

    /// Whether it declares to take these bytes.
    pub(super) fn can_be_given(&self, bytes: &[u8]) -> bool {
        let is_short = self.claim.max_bytes.is_none_or(|most| bytes.len() <= most);
        is_short && !bytes.iter().any(|byte| self.claim.cannot.contains(byte))
    }

    /// The strings of `row` that have none of the bytes that it cannot be given, if there are any.
    pub(super) fn askable<A>(&self, mut row: Row<A>) -> Option<Row<A>> {
        for set in &mut row.sets {
            set.retain(|byte| !self.claim.cannot.contains(byte));
        }
        row.sets.iter().all(|set| !set.is_empty()).then_some(row)
    }

    /// `classes` of bytes, in each those first that it can be given: the first of a class is asked for all.
    pub(super) fn askable_first(&self, mut classes: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        for class in &mut classes {
            class.sort_by_key(|byte| self.claim.cannot.contains(byte));
        }
        classes
    }

    /// What it made of each word so far, in the words' order.
    pub(super) fn known(&self) -> impl Iterator<Item = (&[u8], &Seen)> {
        self.known.iter().map(|(word, seen)| (word.as_slice(), seen))
    }

    /// Each word so far, in the words' order, with what it made of it; the text of a decoder that replaces errors alone.
    pub(super) fn into_answers(self) -> Vec<(Vec<u8>, Seen)> {
        let is_lossy = matches!(self.claim.kind, Kind::Lossy { .. });
        let answer = |(word, seen): (Vec<u8>, Seen)| match seen {
            Seen::Accepted(Some(_)) if !is_lossy => (word, Seen::Accepted(None)),
            seen => (word, seen),
        };
        self.known.into_iter().map(answer).collect()
    }

    /// What it made of `word`, if it was asked.
    pub(super) fn seen(&self, word: &[u8]) -> Option<&Seen> {
        self.known.get(word)
    }

    /// What it makes of `word`; `None` when it can no longer be asked.
    pub(super) fn ask_one(&mut self, word: &[u8]) -> Option<Seen> {
        self.ask([word.to_vec()])?;
        self.known.get(word).cloned()
    }

    /// Asks those of `words` that were not asked; `None` when that is no longer possible.
    pub(super) fn ask(&mut self, words: impl IntoIterator<Item = Vec<u8>>) -> Option<()> {
        let mut batch = Vec::new();
        for word in words {
            if !self.known.contains_key(&word) {
                batch.push(word);
            }
            if batch.len() == self.batch {
                self.put(std::mem::take(&mut batch))?;
            }
        }
        self.put(batch)
    }

    fn put(&mut self, words: Vec<Vec<u8>>) -> Option<()> {
        if self.stopped.is_some() {
            return None;
        }
        let (askable, others): (Vec<_>, Vec<_>) = words.into_iter().partition(|word| self.can_be_given(word));
        self.known.extend(others.into_iter().map(|word| (word, Seen::Unasked)));
        let inputs: Vec<Input> = askable.iter().cloned().map(Input::Bytes).collect();
        for (word, seen) in askable.into_iter().zip(self.put_inputs(&inputs)?) {
            let is_answer = seen != Seen::Unasked;
            // A word may stand twice among those that are asked together.
            if self.known.insert(word, seen).is_none() && is_answer {
                self.asked += 1;
            }
        }
        self.batch = BATCHES[1].min(self.batch * 2);
        (self.progress)(self.known.len());
        Some(())
    }

    /// Asks each list of chunks, with an end behind them, and returns the answers in order. They are not kept.
    pub(super) fn ask_in_chunks(&mut self, inputs: &[Vec<Vec<u8>>]) -> Option<Vec<Seen>> {
        let scripts: Vec<Input> = inputs.iter().filter_map(|chunks| in_calls(chunks)).collect();
        let mut all = Vec::with_capacity(scripts.len());
        for batch in scripts.chunks(BATCHES[1]) {
            all.extend(self.put_inputs(batch)?);
            (self.progress)(self.known.len() + all.len());
        }
        Some(all)
    }

    /// What is made of each of `inputs`, in order.
    fn put_inputs(&mut self, inputs: &[Input]) -> Option<Vec<Seen>> {
        let mut seen = vec![Seen::Unasked; inputs.len()];
        let mut failed = None;
        let keeps_text = matches!(self.claim.kind, Kind::Lossy { .. });
        self.session.ask(self.number, &inputs.iter().collect::<Vec<_>>(), &mut |place, response| {
            seen[place] = match &response {
                Response::Observed(observation) if observation.answer == Answer::Accept => {
                    let is_kept = keeps_text || inputs[place].bytes().len() <= MOST_KEPT;
                    Seen::Accepted(observation.code_points().filter(|_| is_kept))
                }
                Response::Observed(_) => Seen::Refused,
                Response::Skipped(_) => Seen::Unasked,
                other => {
                    let input = shown_input(&inputs[place]);
                    failed.get_or_insert_with(|| format!("{input}: {}", given_answer(other)));
                    Seen::Unasked
                }
            };
        });
        let interrupted = self.interrupted.load(Ordering::Relaxed).then(|| "interrupted".to_owned());
        self.stopped = interrupted.or(failed).or(self.stopped.take());
        self.stopped.is_none().then_some(seen)
    }

    /// A word that is answered otherwise when it is asked again, and both answers; asked are one of every `every` known, and
    /// those of `examples`.
    pub(super) fn unstable(
        &mut self,
        every: usize,
        examples: &BTreeSet<Vec<u8>>,
    ) -> Option<(Vec<u8>, [Seen; 2])> {
        let asked = self.known.iter().filter(|(_, seen)| **seen != Seen::Unasked).enumerate();
        let again = asked.filter(|(place, (word, _))| place % every == 0 || examples.contains(*word));
        let again = again.map(|(_, (word, before))| (word.clone(), before.clone()));
        for batch in again.collect::<Vec<_>>().chunks(BATCHES[1]) {
            let inputs: Vec<Input> = batch.iter().map(|(word, _)| Input::Bytes(word.clone())).collect();
            for ((word, before), now) in batch.iter().zip(self.put_inputs(&inputs)?) {
                if *before != now {
                    return Some((word.clone(), [before.clone(), now]));
                }
            }
        }
        None
    }
}

/// `ED A0 80`, as inputs are shown; the empty one has a name.
pub(super) fn shown_word(word: &[u8]) -> String {
    if word.is_empty() { "the empty input".to_owned() } else { shown_bytes(word) }
}

/// The calls that feed each of `chunks`, and the end.
pub(super) fn in_calls(chunks: &[Vec<u8>]) -> Option<Input> {
    let feeds = chunks.iter().cloned().map(Call::Feed);
    // There is one call at least, and nothing comes behind the end.
    Script::new(feeds.chain([Call::Finish]).collect()).ok().map(Input::Calls)
}

/// `U+0041 U+FFFD`, and `byte C2` or `unit DC00` for what is part of none; what stands four times or more in a row is written once:
/// `U+FFFD*5`. They are those of [`code_points`](illformed_judge::observation::Observation::code_points).
pub(super) fn code_points(text: &[u32]) -> String {
    let name = |code: u32| match code.checked_sub(0x8000_0000) {
        None => format!("U+{code:04X}"),
        Some(byte @ ..=0xFF) => format!("byte {byte:02X}"),
        Some(unit) => format!("unit {unit:04X}"),
    };
    let run = |same: &[u32]| match (name(same[0]), same.len()) {
        (code, many @ 4..) => format!("{code}*{many}"),
        (code, few) => vec![code; few].join(" "),
    };
    let words: Vec<String> = text.chunk_by(|one, next| one == next).map(run).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
}
