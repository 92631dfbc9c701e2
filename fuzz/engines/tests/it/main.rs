//! All tests of the program that drives the engines.

#![cfg(unix)]

#[cfg(feature = "test-engines")]
mod engines;
mod fuzz_targets;
#[path = "../../../../harness/tests/support/program.rs"]
mod program;
mod promote;
#[path = "../../../../harness/tests/support/promotion_folder.rs"]
mod promotion_folder;
mod replay;
