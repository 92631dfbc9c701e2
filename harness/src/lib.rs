//! illformed: does a UTF-8 decoder conform, what does it really implement, and did it get worse?
//!
//! The data flows one way, one module an arrow:
//!
//! ```text
//! vectors -> case (plan) -> adapter (observation) -> judge (verdict) -> record -> report
//! ```
//!
//! What a decoder should answer, and whether it does, is in [`illformed_judge`], whose modules stand here too: [`case`],
//! [`claim`], [`complete`], [`completion`], [`expected`], [`explain`], [`judge`], [`observation`], [`oracle`]. The rest:
//!
//! * [`adapter`]: asks a decoder, in this process or in another.
//! * [`run`]: drives the line and emits events.
//! * [`record`]: everything that is known of a run, and nothing else; reports read only it.
//! * [`report`]: renders a record.
//! * [`diff`]: what changed from one record to another.
//! * [`lint`]: the check of the vectors themselves: what ids, comments and flags say, and digests.
//! * `generate` (feature `cli`): vectors that are worked out from the grammar.
//! * [`kinds`]: encoders, detectors and readers of labels.
//! * [`export`]: the suite in forms that need no code of ours.
//! * [`security`]: which vectors are about attacks, and which incidents a decoder would repeat.
//! * [`sequence`]: the shortest part of a sequence that fails.
//! * [`baseline`]: accepted divergences of a decoder, compared with its outcomes both ways.
//! * [`stats`]: what is in a suite, counted; [`suite_diff`]: what changed between two.
//! * `guard` (Unix, feature `cli`): decoders of this process asked before a page that cannot be read.
//! * `kit`, with the feature `cli`: for those who write an adapter.
//! * [`file_heading`]: whether a JSON file is whole, ours and of this version.
//! * [`fuzz`]: any decoder as a black box: inputs that are made, judged, shrunk and sorted.
//! * [`mutation`]: changes to inputs, for fuzz engines.
//! * `promote` (feature `cli`): what a search found as a vector and a seed.
//! * [`property`]: what holds for any bytes; the bodies of the fuzz targets.
//! * `engine` (feature `cli`): the targets of a checkout, searched by libFuzzer and AFL++, and what they find sorted.
//! * [`zoo`]: faulty decoders, to learn what the vectors see.
//! * `selftest` (feature `cli`): adapters that misbehave on purpose, to check the supervision.
//!
//! Unsafe code is in `guard` alone, in the file that maps pages.
//!
//! Only the binary's `cli` prints; only [`adapter`] and `engine` spawn.

#![deny(unsafe_code)]

pub use illformed_judge::{case, claim, complete, completion, expected, explain, judge, observation, oracle};

pub mod adapter;
pub mod baseline;
mod date;
pub mod diff;
#[cfg(feature = "cli")]
pub mod engine;
pub mod export;
pub mod file_heading;
pub mod fuzz;
#[cfg(feature = "cli")]
pub mod generate;
#[cfg(all(unix, feature = "cli"))]
pub mod guard;
mod json_text;
pub mod kinds;
#[cfg(feature = "cli")]
pub mod kit;
pub mod lint;
pub mod mutation;
#[cfg(feature = "cli")]
pub mod promote;
pub mod property;
pub mod protocol;
pub mod record;
pub mod report;
pub mod run;
pub mod security;
#[cfg(feature = "cli")]
pub mod selftest;
pub mod sequence;
mod serialized_as_text;
pub mod stats;
pub mod suite_diff;
#[cfg(feature = "cli")]
pub mod temporary;
pub mod zoo;
