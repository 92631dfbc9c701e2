//! The progress of a long run, on standard error if it is a terminal.

use crate::cli::output;
use crate::record::run::RunEvent;
use crate::search::black_box::FuzzProgress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// A short run shows nothing.
const PATIENCE: Duration = Duration::from_millis(800);

/// A bar that appears when the run lasts, and only on a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    began: Instant,
    cases: usize,
    decoder: String,
    /// How many processes were started to ask it again.
    again: usize,
}

impl Progress {
    pub(crate) fn new(cases: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar, began: Instant::now(), cases, decoder: String::new(), again: 0 }
    }

    pub(crate) fn take(&mut self, event: &RunEvent<'_>) {
        match event {
            RunEvent::DecoderStarted { adapter, decoder, .. } => {
                self.bar.set_length(self.cases as u64);
                self.bar.set_position(0);
                self.decoder = format!("{adapter}/{}", decoder.name);
                self.again = 0;
                self.bar.set_message(self.decoder.clone());
            }
            RunEvent::CaseJudged { case, .. } if case % 256 == 0 => {
                self.show();
                self.bar.set_position(*case as u64);
            }
            RunEvent::AskingAgain => {
                self.again += 1;
                self.show();
                self.bar.set_message(format!("{}, asked again in process {}", self.decoder, self.again));
            }
            RunEvent::AdapterAbsent { .. }
            | RunEvent::AdapterBroken { .. }
            | RunEvent::CaseJudged { .. }
            | RunEvent::CaseCorrected { .. }
            | RunEvent::DecoderFinished { .. }
            | RunEvent::AdapterFinished { .. }
            | RunEvent::Interrupted => {}
        }
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
