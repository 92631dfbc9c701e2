//! What is known of a run: it is driven, recorded, compared with baselines and with other records.

mod as_text;
pub mod baseline;
#[cfg(feature = "cli")]
pub mod comparison;
pub(crate) mod date;
pub mod diff;
pub mod digest;
pub mod file_heading;
pub(crate) mod hazard;
pub(crate) mod json_text;
pub mod poll;
pub mod ranges;
pub mod run;
pub mod run_record;
pub mod security;
pub mod sequence;
