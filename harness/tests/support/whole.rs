//! Long tables: whole with `ILLFORMED_WHOLE=1`, as `.ci/nightly` runs the tests, and by stride otherwise.

#![expect(clippy::print_stdout, reason = "what was left out is worth a line; `--nocapture` shows it")]

use std::env;

pub(crate) fn is_whole() -> bool {
    env::var("ILLFORMED_WHOLE").is_ok_and(|value| value == "1")
}

/// The stride by which rows of the table `name` are taken, from the first on: 1, or `usual`.
pub(crate) fn stride(name: &str, usual: usize) -> usize {
    let stride = if is_whole() { 1 } else { usual };
    println!("{name}: rows 0, {stride}, {} and so on (ILLFORMED_WHOLE=1 takes all)", 2 * stride);
    stride
}
