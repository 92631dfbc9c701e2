//! The contributors' program around the fuzz targets: it searches them with real engines, sorts and promotes what they
//! find, chooses the seeds of the corpus, and measures what a planted fault takes to be found.
//!
//! ```text
//! cargo fuzz, cargo afl -> libFuzzer, AFL++ (artifacts) -> failures, by bucket -> the smallest input -> finding -> vector and seed
//! ```

#![forbid(unsafe_code)]

mod cli;
mod engine;
mod fill_out;
mod kills;
mod place;
mod promote;
mod replay;
mod search;
mod seeds;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
