//! The contributors' program around the fuzz targets: it searches them with real engines, sorts and promotes what they
//! find, chooses the seeds of the corpus, and measures what a planted fault takes to be found.
//!
//! ```text
//! checkout -> build -> libFuzzer, AFL++ (artifacts) -> trial, shrink -> finding -> vector and seed
//! ```

#![forbid(unsafe_code)]

mod cli;
mod engine;
mod fill_out;
mod kills;
mod parallel;
mod place;
mod promote;
mod replay_corpus;
mod seeds;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "planted-faults")]
    plant_fault();
    cli::main()
}

/// Switches on the fault of the codec that the environment names, for the tests of what becomes of it.
#[cfg(feature = "planted-faults")]
fn plant_fault() {
    use illformed_codec::{PlantedFault, plant};

    let name = std::env::var("ILLFORMED_PLANTED_FAULT").unwrap_or_default();
    plant(PlantedFault::ALL.iter().copied().find(|fault| format!("{fault:?}") == name));
}
