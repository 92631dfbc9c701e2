//! The search for one decoder's faults.

use crate::ask::adapter::Session;
use crate::ask::reproducer::Reproducer;
use crate::search::black_box::FuzzedDecoder;
use crate::search::black_box::finding::{FailureClass, FuzzFinding};
use crate::search::black_box::findings::Findings;
use crate::search::black_box::fresh::{MOST_HANGS, MOST_INPUTS, MOST_STARTS};
use crate::search::black_box::questions::{AskedInput, Questions};
use crate::search::black_box::sorting::Spent;
use crate::search::black_box::trace::Trace;
use illformed_inputs::Generator;
use illformed_vectors::Input;
use std::collections::HashMap;
use std::mem;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How many inputs are asked before their outcomes are sorted.
const BATCH: usize = 256;

/// A batch that takes longer makes the next one smaller, where there is a limit of time.
const SLOW: Duration = Duration::from_millis(500);

/// How long what was found is made smaller after the time of a search, if the time is not shorter itself.
const LONGEST_GRACE: Duration = Duration::from_secs(5);

/// With so many findings a decoder is known well enough; what fails otherwise is counted.
pub(super) const MOST_FINDINGS: usize = 32;

/// How often the session is started anew because an input had an effect on later ones.
const MOST_RESTARTS: u64 = 64;

/// How many batches an adapter may break so often that the rest of them is not asked.
const MOST_GIVEN_UP: usize = 3;

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
    /// How many adapters are asked at the same time. What comes out does not depend on it.
    pub jobs: NonZeroUsize,
    /// Which decoders are asked, by `<adapter>/<decoder>`.
    pub wants_decoder: Box<dyn Fn(&str) -> bool + Sync>,
    /// Set from outside when everything should end.
    pub interrupted: Arc<AtomicBool>,
    pub progress: Box<FuzzProgress>,
}

/// Hears now and then of a decoder how many inputs it was asked, and how many findings there are; from several threads.
pub type FuzzProgress = dyn Fn(&str, u64, usize) + Sync;

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
            jobs: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            wants_decoder: Box::new(|_| true),
            interrupted: Arc::default(),
            progress: Box::new(|_, _, _| {}),
        }
    }
}

/// One decoder to be searched.
pub(super) struct Search<'a> {
    /// Opens further sessions, in which nothing was asked yet.
    pub(super) reproducer: Reproducer<'a>,
    /// How many missing answers may still be waited for in them.
    pub(super) hangs_left: usize,
    pub(super) session: Box<dyn Session>,
    pub(super) questions: Questions,
    /// What the session was asked so far.
    pub(super) trace: Trace,
    /// How the batch at hand fails because of earlier inputs.
    pub(super) polluted: Vec<FailureClass>,
    restarts: u64,
    pub(super) options: &'a FuzzOptions,
    began: Instant,
    pub(super) findings: Findings,
    pub(super) spent: HashMap<FailureClass, Spent>,
    pub(super) found: FuzzedDecoder,
}

impl<'a> Search<'a> {
    /// A search of the decoder of that number, which is called `name`, in `session`, which was not asked anything yet.
    pub(super) fn new(
        mut reproducer: Reproducer<'a>,
        session: Box<dyn Session>,
        number: usize,
        name: String,
        options: &'a FuzzOptions,
    ) -> Self {
        reproducer.allow(MOST_STARTS, MOST_INPUTS);
        let info = session.decoders()[number].clone();
        let found = FuzzedDecoder {
            decoder: name,
            implementation: info.implementation.clone(),
            version: info.version.clone(),
            claim: info.claim.to_string(),
            profile: info.claim.profile_name().to_owned(),
            command: reproducer.adapter().command(),
            ..FuzzedDecoder::default()
        };
        Self {
            reproducer,
            hangs_left: MOST_HANGS,
            session,
            questions: Questions { number, info, oracles_disagree: Vec::new() },
            trace: Trace::default(),
            polluted: Vec::new(),
            restarts: 0,
            options,
            began: Instant::now(),
            findings: Findings::default(),
            spent: HashMap::new(),
            found,
        }
    }

    /// Searches; returns what was found, and where the oracles of this program disagree.
    pub(super) fn run(mut self) -> (FuzzedDecoder, Vec<String>) {
        // Without a profile no answer can be judged.
        if self.questions.info.claim.profile.is_some() {
            self.search();
        }
        self.found.milliseconds = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.found.findings = self.findings.into_findings();
        (self.found, self.questions.oracles_disagree)
    }

    fn search(&mut self) {
        let options = self.options;
        let mut generator =
            Generator::new(options.seed, &self.found.decoder, &self.questions.info.claim, options.max_len);
        let mut given = options.given.clone();
        let mut broken_batches = 0;
        // The time is looked at between batches, and an adapter may be slow.
        let mut at_once = if options.time.is_some() { 1 } else { BATCH };
        while !self.is_over() {
            let batch_began = Instant::now();
            let inputs: Vec<Input> = if options.given.is_empty() {
                let left = options.runs.map_or(u64::MAX, |runs| runs - self.found.executions.min(runs));
                (0..left.min(at_once as u64)).map(|_| generator.next_input()).collect()
            } else {
                mem::take(&mut given)
            };
            if inputs.is_empty() {
                return;
            }
            let (failing, not_asked) = self.batch(inputs);
            at_once = match batch_began.elapsed() {
                took if took > SLOW && options.time.is_some() => (at_once / 4).max(1),
                _ => (at_once * 2).min(BATCH),
            };
            for failing in failing {
                self.found.failing += 1;
                self.found.first_failing.get_or_insert(failing.execution);
                if !options.first_failure_only {
                    self.sort(&failing);
                }
            }
            if let Some(why) = not_asked {
                broken_batches += 1;
                if broken_batches == MOST_GIVEN_UP && !self.is_interrupted() {
                    self.found.gave_up = Some(why);
                    return;
                }
            }
            if !self.polluted.is_empty() {
                self.polluted.clear();
                self.restarts += 1;
                // Nothing that was asked before has an effect in a new session. Without one the old one is kept.
                if self.restarts <= MOST_RESTARTS
                    && let Ok(session) = self.reproducer.open()
                {
                    self.session = session;
                    self.trace.clear();
                }
            }
            (options.progress)(&self.found.decoder, self.found.executions, self.findings.len());
            if options.first_failure_only && self.found.failing > 0 {
                return;
            }
        }
    }

    /// Whether what fails is made smaller.
    pub(super) fn shrinks(&self) -> bool {
        self.options.given.is_empty() || self.options.shrinks_given
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.options.interrupted.load(Ordering::Relaxed)
    }

    /// Whether the time is over, or the user wants it to be.
    pub(super) fn is_over(&self) -> bool {
        self.is_interrupted() || self.options.time.is_some_and(|time| self.began.elapsed() > time)
    }

    /// Whether the time is over in which what was found is still made smaller, which ends a little later.
    pub(super) fn is_too_late(&self) -> bool {
        let too_late = |time: Duration| self.began.elapsed() > time + time.min(LONGEST_GRACE);
        self.is_interrupted() || self.options.time.is_some_and(too_late)
    }

    /// Asks `inputs`; returns what fails, and why some was not asked.
    fn batch(&mut self, inputs: Vec<Input>) -> (Vec<FuzzFinding>, Option<String>) {
        let mut failing = Vec::new();
        let mut not_asked = None;
        let first = self.trace.next;
        let answers = self.ask(&inputs);
        for ((traced, input), asked) in (first..).zip(inputs).zip(answers) {
            self.found.executions += u64::from(!matches!(asked, AskedInput::Unanswered(_)));
            match asked {
                AskedInput::Unanswered(why) => not_asked = Some(why),
                AskedInput::Right => {}
                AskedInput::Unjudged => self.found.unjudged += 1,
                AskedInput::Wrong(wrong) => {
                    failing.push(FuzzFinding::new(self.found.executions, traced, input, *wrong));
                }
            }
        }
        (failing, not_asked)
    }

    /// Asks inputs in the session of the search and has each answer judged when it comes.
    pub(super) fn ask(&mut self, inputs: &[Input]) -> Vec<AskedInput> {
        for input in inputs {
            self.trace.push(input);
        }
        self.questions.ask(self.session.as_mut(), inputs)
    }
}
