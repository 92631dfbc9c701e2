//! Long tables: whole with `ILLFORMED_WHOLE=1`, as `.ci/nightly` runs the tests, and by stride otherwise.

#![expect(clippy::print_stdout, reason = "what was left out is worth a line; `--nocapture` shows it")]

use std::env;

/// Whether the long tables are taken whole.
pub(crate) fn is_whole() -> bool {
    env::var("ILLFORMED_WHOLE").is_ok_and(|value| value == "1")
}

/// Every how manieth row of the table `name` is taken, from the first on: each, or each `usual`-th.
pub(crate) fn stride(name: &str, usual: usize) -> usize {
    let stride = if is_whole() { 1 } else { usual };
    println!("{name}: rows 0, {stride}, {} and so on (ILLFORMED_WHOLE=1 takes all)", 2 * stride);
    stride
}
