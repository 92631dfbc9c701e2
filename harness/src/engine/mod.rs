//! The fuzz engines, driven: the targets of a checkout through libFuzzer and AFL++, and what they find sorted so that
//! one fault is one finding.
//!
//! ```text
//! checkout -> build -> libFuzzer, AFL++ (artifacts) -> trial, shrink -> bucket -> EngineRecord -> text, JSON
//! ```

mod afl;
mod bucket;
mod build;
mod campaign;
mod checkout;
mod failure;
mod last_lines;
mod libfuzzer;
mod options;
mod record;
mod seed_folder;
mod status;
mod target_search;
mod text;
mod trial;
mod watched;

pub use afl::{AflArtifact, AflOutcome, AflRun, AflStatus};
pub use build::{BuildFailure, Builder, Engine};
pub use campaign::{SortFailure, search_targets, sort_artifacts};
pub use checkout::Checkout;
pub use libfuzzer::{CRASHED, InputLimits, LibFuzzerOutcome, LibFuzzerRun, OUT_OF_MEMORY, TIMED_OUT};
pub use options::{Budget, EngineOptions, EngineProgress};
pub use record::{EngineRecord, TargetFinding, TargetSearch};
pub use status::LibFuzzerStatus;
pub use text::engine_text;
pub use watched::{Ended, Watched};
