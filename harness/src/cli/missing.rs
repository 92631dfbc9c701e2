//! Decoders that were asked before and may be missing now: `--allow-missing`.

use crate::ask::selection::{Globs, SelectionError};
use crate::cli::output;

/// The names of decoders that may be missing.
pub(crate) fn allowed(globs: &[String]) -> Result<Globs, SelectionError> {
    Globs::parse("--allow-missing", globs)
}

/// Says how to allow it.
pub(crate) fn hint() {
    output::hint("`--allow-missing GLOB` allows that such a decoder is not there");
}
