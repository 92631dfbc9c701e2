//! How a search is made.

use illformed_judge::expected::Resolutions;
use illformed_vectors::Input;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

/// How a search is made.
pub struct FuzzOptions {
    /// What the inputs depend on, besides the decoder's name and claim.
    pub seed: u64,
    /// After how many inputs a decoder is done with; `None`: only the time counts.
    pub runs: Option<u64>,
    /// After how long a decoder is done with; `None`: only the inputs count. With both, what comes first.
    pub time: Option<Duration>,
    /// The longest input in bytes. `None`: short ones mostly, and longer ones the more were asked, up to 262,404 bytes.
    pub max_len: Option<usize>,
    /// Whether a decoder is done with when it has failed once. Then nothing is shrunk.
    pub first_failure_only: bool,
    /// Asked instead of inputs that are made, unless it is empty.
    pub given: Vec<Input>,
    /// Whether what is given is shrunk too.
    pub shrinks_given: bool,
    /// Answers to what the standards leave open.
    pub resolutions: Resolutions,
    /// How many adapters are asked at the same time. What comes out does not depend on it.
    pub jobs: NonZeroUsize,
    /// Which decoders are asked, by `<adapter>/<decoder>`.
    pub wants_decoder: Box<dyn Fn(&str) -> bool + Sync>,
    /// Set from outside when everything should end.
    pub interrupted: Arc<AtomicBool>,
    /// Hears now and then how far a decoder is; from several threads.
    pub progress: Box<dyn Fn(FuzzProgress<'_>) + Sync>,
}

/// How far a search is.
#[derive(Debug, Clone, Copy)]
pub struct FuzzProgress<'a> {
    /// `<adapter>/<decoder>`.
    pub decoder: &'a str,
    /// How many inputs it was asked.
    pub executions: u64,
    /// How many findings there are.
    pub findings: usize,
}

impl Default for FuzzOptions {
    /// Seed 0, ten seconds for each decoder, or 1,000,000 inputs if that comes first.
    fn default() -> Self {
        Self {
            seed: 0,
            runs: Some(1_000_000),
            time: Some(Duration::from_secs(10)),
            max_len: None,
            first_failure_only: false,
            given: Vec::new(),
            shrinks_given: false,
            resolutions: Resolutions::default(),
            jobs: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            wants_decoder: Box::new(|_| true),
            interrupted: Arc::default(),
            progress: Box::new(|_| {}),
        }
    }
}
