//! How a run is made.

use illformed_judge::cause::Cause;
use illformed_judge::expected::Ruling;
use illformed_vectors::Input;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

pub struct RunOptions {
    /// The answer to what a standard leaves open.
    pub ruling: Option<Ruling>,
    /// How often each case is asked; with more than once, different answers are `flaky`.
    pub repeat: usize,
    /// Whether cases are asked again in fresh processes, to find failures that depend on earlier cases and answers that
    /// differ from time to time.
    pub asks_again: bool,
    /// How many decoders are asked at the same time. What comes out does not depend on it.
    pub jobs: NonZeroUsize,
    /// Which decoders are asked, by `<adapter>/<decoder>`.
    pub wants_decoder: Box<dyn Fn(&str) -> bool + Sync>,
    /// Causes that each decoder is known to have, by `<adapter>/<decoder>`: where several explain an answer, one of these does.
    pub known_causes: BTreeMap<String, BTreeSet<Cause>>,
    /// An input that a decoder answered wrongly in a sweep before the run, with what is to be said if no input that was found so
    /// fails in the run, by `<adapter>/<decoder>`: its case is flaky then.
    pub seen_flaky: BTreeMap<String, (Input, String)>,
    /// Called whenever a process was started to ask cases of a decoder again.
    pub asking_again: Box<dyn Fn() + Sync>,
    /// Set from outside when everything should end.
    pub interrupted: Arc<AtomicBool>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            ruling: None,
            repeat: 1,
            asks_again: true,
            jobs: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            wants_decoder: Box::new(|_| true),
            known_causes: BTreeMap::new(),
            seen_flaky: BTreeMap::new(),
            asking_again: Box::new(|| {}),
            interrupted: Arc::default(),
        }
    }
}
