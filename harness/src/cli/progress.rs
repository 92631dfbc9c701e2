//! Where a long run is, on standard error, if somebody is looking.

use illformed::engine::EngineProgress;
use illformed::fuzz::FuzzProgress;
use illformed::run::RunEvent;
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
            _ => {}
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
pub(crate) struct SearchProgress {
    bar: ProgressBar,
    began: Instant,
}

impl SearchProgress {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar, began: Instant::now() }
    }

    pub(crate) fn take(&self, so_far: FuzzProgress<'_>) {
        let FuzzProgress { decoder, executions, findings } = so_far;
        self.say(format!("{decoder}: {executions} inputs, {findings} findings"));
    }

    pub(crate) fn take_target(&self, so_far: EngineProgress<'_>) {
        self.say(match so_far {
            EngineProgress::Building(line) => line.trim().to_owned(),
            EngineProgress::Searching { target, engine, executions, artifacts } => {
                format!("{target}, {}: {executions} executions, {artifacts} fail", engine.name())
            }
            EngineProgress::Sorting { target } => format!("{target}: sorting what fails"),
        });
    }

    fn say(&self, message: String) {
        if self.bar.is_hidden() && self.began.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(message);
        self.bar.tick();
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
