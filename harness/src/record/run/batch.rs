//! Outcomes that go together from the thread that asks to the one that listens. Most are alike, and one message for each would take
//! longer than judging it, and most of the memory of a run.

use crate::record::run::RunEvent;
use crate::record::run::asking::CaseOutcome;
use illformed_judge::judge::{Judged, Judgement, Response};
use illformed_judge::observation::{CallOutcome, Text};

/// How many outcomes go together at most.
pub(super) const MOST: usize = 512;

/// How much they weigh together, roughly: then they go though they are few.
pub(super) const MOST_WEIGHT: usize = 64 << 10;

/// What a response or a judgement takes beside its texts and words.
const WEIGHT: usize = 256;

/// What the details of what is wrong take for each byte that was asked: characters of the text that is expected, and errors.
const WEIGHT_OF_BYTE: usize = 16;

/// Outcomes of cases that follow each other in the plan.
#[derive(Default)]
pub(super) struct Batch {
    /// The number of the first case.
    first_case: usize,
    /// The judgements; one without details stands once however often it occurs.
    judged: Vec<Judged>,
    /// For each case the place of its judgement.
    places: Vec<u16>,
    /// What came where that is needed, with the number of the case and those of its window.
    kept: Vec<(usize, Option<Response>, Vec<usize>)>,
    weight: usize,
}

impl Batch {
    /// Adds the outcome of the next case.
    pub(super) fn push(&mut self, CaseOutcome { case, judged, response, window, asked_bytes }: CaseOutcome) {
        if self.places.is_empty() {
            self.first_case = case;
        }
        let may_repeat = judged.wrong.is_none() && judged.shown_wrong.is_none();
        let known = self.judged.iter().rposition(|known| may_repeat && *known == judged);
        let place = known.unwrap_or_else(|| {
            let words = |judgement: &Judgement| judgement.verdict.cause().map_or(0, |words| words.len());
            self.weight += WEIGHT + words(&judged.claim) + words(&judged.shown);
            self.weight += if may_repeat { 0 } else { WEIGHT + WEIGHT_OF_BYTE * asked_bytes };
            self.judged.push(judged);
            self.judged.len() - 1
        });
        // There are at most as many judgements as outcomes.
        self.places.push(u16::try_from(place).unwrap_or(u16::MAX));
        if response.is_some() || !window.is_empty() {
            self.weight += WEIGHT + response.as_ref().map_or(0, bytes_of);
            self.kept.push((case, response, window));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether it should go, since there are many or much of it.
    pub(super) fn is_full(&self) -> bool {
        self.places.len() == MOST || self.weight >= MOST_WEIGHT
    }

    /// What it takes in memory, as an estimate in bytes.
    pub(super) fn weight(&self) -> usize {
        self.weight
    }

    /// Tells `listener` of each outcome.
    pub(super) fn relay(&self, listener: &mut dyn FnMut(RunEvent<'_>)) {
        let mut kept = self.kept.iter().peekable();
        for (case, place) in (self.first_case..).zip(&self.places) {
            let kept = kept.next_if(|(kept, ..)| *kept == case);
            let (response, window) =
                kept.map_or((None, &[][..]), |(_, response, window)| (response.as_ref(), window.as_slice()));
            let judged = &self.judged[usize::from(*place)];
            listener(RunEvent::CaseJudged { case, judged, response, window });
        }
    }
}

/// How many bytes the texts or words of a response take.
fn bytes_of(response: &Response) -> usize {
    let text = |text: &Text| match text {
        Text::None | Text::Count(_) => 0,
        Text::Utf8(bytes) => bytes.len(),
        Text::Utf16(units) => 2 * units.len(),
        Text::Utf32(codes) => 4 * codes.len(),
    };
    let call = |call: &CallOutcome| match call {
        CallOutcome::Done(done) => text(done),
        CallOutcome::Failed(before) => before.as_ref().map_or(0, text),
        CallOutcome::NotMade => 0,
    };
    match response {
        Response::Observed(observation) => observation.calls.iter().map(call).sum(),
        Response::Skipped(words)
        | Response::Crashed(words)
        | Response::CrashedAmong { how: words, .. }
        | Response::TimedOutAmong { why: words, .. }
        | Response::ProtocolError(words)
        | Response::NotAsked(words) => words.len(),
        Response::TimedOut(_) => 0,
    }
}
