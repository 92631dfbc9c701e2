//! The progress of a long run, on standard error if it is a terminal.

use crate::cli::output;
use crate::record::run::StartedDecoder;
use crate::search::black_box::FuzzProgress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A short run shows nothing.
const PATIENCE: Duration = Duration::from_millis(800);

/// The bar moves by so many cases.
const STEP: usize = 256;

/// A bar over all decoders that appears when the run lasts, and only on a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    began: Instant,
    /// How many cases each decoder is asked.
    cases: usize,
    asked: AtomicUsize,
    /// How many processes were started to ask cases again.
    again: AtomicUsize,
}

impl Progress {
    pub(crate) fn new(cases: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:20} {human_pos}/{human_len} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar, began: Instant::now(), cases, asked: AtomicUsize::new(0), again: AtomicUsize::new(0) }
    }

    /// A decoder is about to be asked.
    pub(crate) fn decoder(&self, started: &StartedDecoder<'_>) {
        let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        self.bar.inc_length(self.cases as u64);
        self.bar.set_message(format!("decoder {number}: {}/{}", started.adapter, started.info.name));
        self.show();
    }

    /// That case of some decoder was judged.
    pub(crate) fn case(&self, case: usize) {
        let is_last = case + 1 == self.cases;
        if case % STEP == STEP - 1 || is_last {
            self.bar.inc(if is_last { case % STEP + 1 } else { STEP } as u64);
            self.show();
        }
    }

    /// A process is started to ask cases of some decoder again.
    pub(crate) fn asking_again(&self) {
        let number = self.again.fetch_add(1, Ordering::Relaxed) + 1;
        self.bar.set_message(format!("asking failures again, in process {number}"));
        self.show();
    }

    /// It stays hidden where standard error is no terminal.
    fn show(&self) {
        if self.bar.is_hidden() && self.began.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The same for a search: which decoder, how many inputs, how many findings.
#[derive(Clone)]
pub struct SearchProgress {
    bar: ProgressBar,
    began: Instant,
}

impl Default for SearchProgress {
    /// A line that is not shown yet.
    fn default() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar, began: Instant::now() }
    }
}

impl SearchProgress {
    /// Shows how far a search of a decoder is.
    pub fn take(&self, so_far: FuzzProgress<'_>) {
        let FuzzProgress { decoder, executions, findings } = so_far;
        self.say(format!("{decoder}: {executions} inputs, {findings} findings"));
    }

    /// Shows a message, if the search lasts and standard error is a terminal.
    pub fn say(&self, message: String) {
        if self.bar.is_hidden() && self.began.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(message);
        self.bar.tick();
    }

    /// Prints a line that stays, terminal or not.
    pub fn note(&self, line: &str) {
        self.bar.suspend(|| output::hint(line));
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
