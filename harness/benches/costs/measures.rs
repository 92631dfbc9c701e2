//! Figures with names, and how they are measured.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Ratios and shares, by name. A greater one is worse.
#[derive(Debug, Default)]
pub(crate) struct Measures(BTreeMap<String, f64>);

impl Measures {
    /// Keeps `ratio` under `name`, and gives it back.
    pub(crate) fn keep(&mut self, name: String, ratio: f64) -> f64 {
        self.0.insert(name, ratio);
        ratio
    }

    /// Writes them to `path` as a JSON object.
    pub(crate) fn write(&self, path: &str) -> ExitCode {
        let text = serde_json::to_string_pretty(&self.0).expect("numbers with names");
        match std::fs::write(path, text + "\n") {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                println!("{path}: {error}");
                ExitCode::FAILURE
            }
        }
    }
}

/// The median of so many times that `measured` takes.
pub(crate) fn median(times: usize, mut measured: impl FnMut()) -> Duration {
    let mut took: Vec<Duration> = (0..times)
        .map(|_| {
            let began = Instant::now();
            measured();
            began.elapsed()
        })
        .collect();
    took.sort();
    took[times / 2]
}

/// Microseconds for each of `count`.
pub(crate) fn microseconds(took: Duration, count: usize) -> f64 {
    took.as_secs_f64() * 1e6 / f64::from(u32::try_from(count.max(1)).unwrap_or(u32::MAX))
}
