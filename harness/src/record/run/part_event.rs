//! What happens in a session, on its way from the thread that asks to the one that listens.

use crate::record::run::AskedAgain;
use crate::record::run::asking::CaseOutcome;
use crate::record::run::backlog::{Backlog, Share};
use crate::record::run::batch::Batch;
use crate::record::run::reasking::Correction;
use illformed_judge::cause::FoundCause;
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::Replacement;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{iter, mem, thread};

/// How long an outcome waits for others, so that whoever watches sees where a slow decoder is.
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// What happens in a session.
pub(super) enum PartEvent {
    Started(DecoderInfo),
    Judged(Batch),
    AskingAgain,
    Corrected(Correction),
    Finished(Box<Finished>),
    /// With what the adapter wrote to its standard error.
    Closed(String),
}

/// What is known of a decoder after its last case.
#[derive(Default)]
pub(super) struct Finished {
    pub(super) replacement: Option<Replacement>,
    pub(super) asked_again: Option<AskedAgain>,
    pub(super) causes: [Vec<FoundCause>; 2],
}

pub(super) struct PartSender {
    events: Sender<PartEvent>,
    batch: Arc<Mutex<Batch>>,
    share: Arc<Share>,
}

/// The end that hears.
pub(super) struct PartReceiver {
    events: Receiver<PartEvent>,
    batch: Arc<Mutex<Batch>>,
    share: Arc<Share>,
}

/// Both ends. What is told waits in `backlog`, and the end that tells waits while there is too much of it.
pub(super) fn part_channel(backlog: &Arc<Backlog>) -> (PartSender, PartReceiver) {
    let (sender, receiver) = mpsc::channel();
    let batch = Arc::<Mutex<Batch>>::default();
    let share = Arc::new(backlog.share());
    let part_sender = PartSender { events: sender, batch: Arc::clone(&batch), share: Arc::clone(&share) };
    (part_sender, PartReceiver { events: receiver, batch, share })
}

impl PartSender {
    /// Tells the outcome of a case, together with others.
    pub(super) fn judged(&self, outcome: CaseOutcome) {
        let mut batch = lock(&self.batch);
        batch.push(outcome);
        if batch.is_full() {
            let full = mem::take(&mut *batch);
            drop(batch);
            self.send(full);
        }
    }

    /// Tells all outcomes so far, and `event`.
    pub(super) fn say(&self, event: PartEvent) {
        let rest = mem::take(&mut *lock(&self.batch));
        self.send(rest);
        // The other end listens until all that can speak are gone.
        let _ = self.events.send(event);
    }

    /// Sends what was taken out of the common batch. This may wait for the other end, which needs that batch: it is not
    /// locked here. It stays empty meanwhile, since one thread alone tells.
    fn send(&self, batch: Batch) {
        if !batch.is_empty() {
            self.share.add(batch.weight());
            let _ = self.events.send(PartEvent::Judged(batch));
        }
    }
}

impl Drop for PartSender {
    /// The session that the listener comes to next may be one that this thread would have taken, and the others wait for it.
    fn drop(&mut self) {
        if thread::panicking() {
            self.share.free_all();
        }
    }
}

impl Drop for PartReceiver {
    /// Whoever tells more need not wait for anybody.
    fn drop(&mut self) {
        self.share.free();
    }
}

impl PartReceiver {
    /// What is told, until all is: from now on the other end does not wait.
    pub(super) fn events(&mut self) -> impl Iterator<Item = PartEvent> {
        self.share.free();
        iter::from_fn(|| self.next())
    }

    fn next(&mut self) -> Option<PartEvent> {
        loop {
            match self.events.recv_timeout(LONGEST_WAIT) {
                Ok(event) => return Some(self.heard(event)),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            // While this holds the batch, no outcome is added to it: what was sent before comes first.
            let mut batch = lock(&self.batch);
            if let Ok(event) = self.events.try_recv() {
                return Some(self.heard(event));
            }
            if !batch.is_empty() {
                return Some(PartEvent::Judged(mem::take(&mut batch)));
            }
        }
    }

    fn heard(&self, event: PartEvent) -> PartEvent {
        if let PartEvent::Judged(batch) = &event {
            self.share.remove(batch.weight());
        }
        event
    }
}

/// A panic in another thread leaves whole outcomes.
fn lock(batch: &Mutex<Batch>) -> MutexGuard<'_, Batch> {
    batch.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::run::RunEvent;
    use crate::record::run::batch::{MOST, MOST_WEIGHT};
    use illformed_judge::judge::Verdict;
    use illformed_judge::judge::{Judged, Response};
    use std::sync::atomic::{AtomicBool, Ordering};

    fn outcome(case: usize, why: &str) -> CaseOutcome {
        let judged = Judged::both(Verdict::NotApplicable(why.to_owned()));
        let response = why.starts_with('!').then(|| Response::Skipped(why.to_owned()));
        CaseOutcome { case, judged, response, window: Vec::new(), asked_bytes: 0 }
    }

    /// What a listener is told of `event`.
    fn told(event: &PartEvent) -> Vec<(usize, String)> {
        let PartEvent::Judged(batch) = event else { return Vec::new() };
        let mut told = Vec::new();
        batch.relay(&mut |event| {
            if let RunEvent::CaseJudged { case, judged, response, .. } = event {
                let Verdict::NotApplicable(why) = &judged.claim.verdict else { panic!("{judged:?}") };
                let is_kept = response.is_some_and(|kept| *kept == Response::Skipped(why.clone()));
                assert_eq!(is_kept, why.starts_with('!'));
                told.push((case, why.clone()));
            }
        });
        told
    }

    #[test]
    fn outcomes_are_heard_in_order_however_they_are_put_together() {
        let words = ["a", "b", "!c", "a", "!c", "b", "b"];
        let all: Vec<(usize, String)> =
            (0..3 * MOST).map(|case| (case, words[case % 7].to_owned())).collect();
        let (sender, mut receiver) = part_channel(&Backlog::new(usize::MAX));
        for (case, why) in &all {
            sender.judged(outcome(*case, why));
        }
        sender.judged(outcome(3 * MOST, "last"));
        sender.say(PartEvent::AskingAgain);
        drop(sender);
        let heard: Vec<PartEvent> = receiver.events().collect();
        assert!(matches!(heard.last(), Some(PartEvent::AskingAgain)));
        assert_eq!(heard.len(), 5);
        let heard: Vec<(usize, String)> = heard.iter().flat_map(told).collect();
        assert_eq!(heard, [all, vec![(3 * MOST, "last".to_owned())]].concat());
    }

    #[test]
    fn what_weighs_much_goes_alone_and_weighs_until_it_is_heard() {
        let backlog = Backlog::new(1);
        let (sender, mut receiver) = part_channel(&backlog);
        let long = format!("!{}", "c".repeat(MOST_WEIGHT));
        sender.judged(outcome(3, &long));
        let (told_first, is_heard) = (AtomicBool::new(false), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                sender.judged(outcome(4, &long));
                told_first.store(!is_heard.load(Ordering::SeqCst), Ordering::SeqCst);
            });
            thread::sleep(LONGEST_WAIT);
            assert!(receiver.batch.try_lock().is_ok(), "nobody waits while the batch is locked");
            is_heard.store(true, Ordering::SeqCst);
            let mut heard = receiver.events();
            for case in 3..5 {
                assert_eq!(told(&heard.next().expect("the sender is there")), [(case, long.clone())]);
            }
        });
        assert!(!told_first.into_inner(), "the second waited for the listener");
    }

    #[test]
    fn an_outcome_does_not_wait_for_a_decoder_that_hangs() {
        let (sender, mut receiver) = part_channel(&Backlog::new(usize::MAX));
        for case in 7..9 {
            sender.judged(outcome(case, "a"));
        }
        let heard = receiver.next().expect("the sender is there");
        assert_eq!(told(&heard), [(7, "a".to_owned()), (8, "a".to_owned())]);
        sender.judged(outcome(9, "b"));
        assert_eq!(told(&receiver.next().expect("the sender is there")), [(9, "b".to_owned())]);
    }
}
