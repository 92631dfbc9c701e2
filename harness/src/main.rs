//! The `illformed` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "planted-faults")]
    plant_fault();
    illformed::cli::main()
}

/// Switches on the fault of the codec that the environment names, for the tests of what a run does then.
#[cfg(feature = "planted-faults")]
fn plant_fault() {
    use illformed_codec::{PlantedFault, plant};

    let name = std::env::var("ILLFORMED_PLANTED_FAULT").unwrap_or_default();
    plant(PlantedFault::ALL.iter().copied().find(|fault| format!("{fault:?}") == name));
}
