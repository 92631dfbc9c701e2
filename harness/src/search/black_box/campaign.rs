//! The search of all decoders of some adapters.

use crate::ask::adapter::{Adapter, OpenFailure};
use crate::search::black_box::search::Search;
use crate::search::black_box::{FuzzRecord, FuzzedDecoder, UnaskedAdapter};
use illformed_judge::expected::Resolutions;
use illformed_vectors::Input;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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

/// What came of one adapter.
enum Part {
    Searched(Vec<(FuzzedDecoder, Vec<String>)>),
    /// Some of its decoders could not be searched.
    Broken(Vec<(FuzzedDecoder, Vec<String>)>, UnaskedAdapter),
    Unasked(UnaskedAdapter, bool),
}

/// Searches the decoders of `adapters` that the options want, several adapters at a time. With a number of runs and
/// without a time the record depends on the options and the decoders alone, but for the milliseconds.
pub fn fuzz(adapters: &[Box<dyn Adapter>], options: &FuzzOptions) -> FuzzRecord {
    let next = AtomicUsize::new(0);
    let parts: Mutex<Vec<(usize, Part)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..options.jobs.get().min(adapters.len()) {
            scope.spawn(|| {
                while let Some((number, adapter)) = {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    adapters.get(number).map(|adapter| (number, adapter))
                } {
                    if options.interrupted.load(Ordering::Relaxed) {
                        return;
                    }
                    let part = search_adapter(&**adapter, options);
                    parts.lock().unwrap_or_else(PoisonError::into_inner).push((number, part));
                }
            });
        }
    });
    let mut parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
    parts.sort_by_key(|(number, _)| *number);
    let mut record = FuzzRecord::begun(options.seed, options.max_len);
    record.complete = !options.interrupted.load(Ordering::Relaxed);
    for (_, part) in parts {
        match part {
            Part::Searched(decoders) => record.take(decoders),
            Part::Broken(decoders, adapter) => {
                record.take(decoders);
                record.broken.push(adapter);
            }
            Part::Unasked(adapter, true) => record.absent.push(adapter),
            Part::Unasked(adapter, false) => record.broken.push(adapter),
        }
    }
    record
}

fn search_adapter(adapter: &dyn Adapter, options: &FuzzOptions) -> Part {
    let session = match adapter.open() {
        Ok(session) => session,
        Err(failure) => {
            let absent = matches!(failure, OpenFailure::Absent(_));
            let why = failure.to_string();
            return Part::Unasked(UnaskedAdapter { adapter: adapter.name().to_owned(), why }, absent);
        }
    };
    let adapter_name = session.own_name().unwrap_or(adapter.name()).to_owned();
    let names: Vec<String> =
        session.decoders().iter().map(|decoder| format!("{adapter_name}/{}", decoder.name)).collect();
    let mut searched = Vec::new();
    // Each decoder gets a session of its own: what one was asked has no effect on another.
    let mut first = Some(session);
    for (number, name) in names.into_iter().enumerate() {
        if !(options.wants_decoder)(&name) || options.interrupted.load(Ordering::Relaxed) {
            continue;
        }
        let session = match first.take().map_or_else(|| adapter.open(), Ok) {
            Ok(session) if number < session.decoders().len() => session,
            outcome => {
                let why =
                    outcome.err().map_or_else(|| format!("{name}: gone"), |failure| failure.to_string());
                let why = format!("could not be started again: {why}");
                return Part::Broken(searched, UnaskedAdapter { adapter: adapter.name().to_owned(), why });
            }
        };
        searched.push(Search::new(adapter, session, number, name, options).run());
    }
    Part::Searched(searched)
}
