//! The progress of a run or a search that lasts, on standard error if it is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A short run shows nothing.
const PATIENCE: Duration = Duration::from_millis(800);

/// The bar moves by so many cases.
const STEP: usize = 256;

/// A line with a message that appears when the work lasts, and only on a terminal.
#[derive(Clone)]
pub struct SearchProgress {
    bar: ProgressBar,
    began: Instant,
}

impl Default for SearchProgress {
    fn default() -> Self {
        Self::of("{spinner} {wide_msg}", None)
    }
}

impl SearchProgress {
    fn of(template: &str, len: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar, began: Instant::now() }
    }

    pub fn say(&self, message: String) {
        self.bar.set_message(message);
        self.show();
        self.bar.tick();
    }

    /// It stays hidden where standard error is no terminal.
    fn show(&self) {
        if self.bar.is_hidden() && self.began.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar over all decoders of a run.
pub(crate) struct RunProgress {
    line: SearchProgress,
    /// How many cases each decoder is asked.
    cases: usize,
    asked: AtomicUsize,
    /// How many processes were started to ask cases again.
    again: AtomicUsize,
}

impl RunProgress {
    pub(crate) fn new(cases: usize) -> Self {
        let line = SearchProgress::of("{bar:20} {human_pos}/{human_len} {wide_msg}", Some(0));
        Self { line, cases, asked: AtomicUsize::new(0), again: AtomicUsize::new(0) }
    }

    /// The decoder of that name is about to be asked.
    pub(crate) fn decoder(&self, name: &str) {
        let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        self.line.bar.inc_length(self.cases as u64);
        self.line.say(format!("decoder {number}: {name}"));
    }

    /// That case of some decoder was judged.
    pub(crate) fn case(&self, case: usize) {
        let is_last = case + 1 == self.cases;
        if case % STEP == STEP - 1 || is_last {
            self.line.bar.inc(if is_last { case % STEP + 1 } else { STEP } as u64);
            self.line.show();
        }
    }

    /// A process is started to ask cases of some decoder again.
    pub(crate) fn asking_again(&self) {
        let number = self.again.fetch_add(1, Ordering::Relaxed) + 1;
        self.line.say(format!("asking failures again, in process {number}"));
    }

    pub(crate) fn finish(&self) {
        self.line.finish();
    }
}
