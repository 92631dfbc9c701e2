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
mod libfuzzer;
mod meaning;
mod options;
mod record;
mod run;
mod seed_folder;
mod shrunk_script;
mod target_search;
mod text;
mod trial;
mod watched;

pub(crate) use build::{Builder, Engine, SearchFailure};
pub(crate) use campaign::{search_targets, sort_artifacts};
pub(crate) use checkout::Checkout;
pub(crate) use failure::class_of;
pub(crate) use libfuzzer::{CRASHED, LibFuzzer};
pub(crate) use meaning::is_utf8;
pub(crate) use options::{EngineOptions, EngineProgress};
pub(crate) use record::{EngineRecord, TargetFinding};
pub(crate) use run::{Budget, EngineOutcome, EngineRun, InputLimits};
pub(crate) use shrunk_script::shrunk_script;
pub(crate) use text::engine_text;
pub(crate) use watched::Ended;
