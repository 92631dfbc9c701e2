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

pub(crate) use build::{BuildFailure, Engine};
pub(crate) use campaign::{SortFailure, search_targets, sort_artifacts};
pub(crate) use checkout::Checkout;
pub(crate) use options::{Budget, EngineOptions, EngineProgress};
pub(crate) use record::{EngineRecord, TargetFinding};
pub(crate) use text::engine_text;
