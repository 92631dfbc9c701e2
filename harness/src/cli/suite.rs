//! Which vectors a command works on.

use crate::cli::args::SuiteArguments;
use crate::cli::error::CliError;
use illformed_judge::complete::default_suite;
use illformed_vectors::Suite;
use std::borrow::Cow;

/// The suite that was asked for, or the built-in one with the complete suite.
pub fn load(arguments: &SuiteArguments) -> Result<Cow<'static, Suite>, CliError> {
    match &arguments.suite {
        Some(dir) => Suite::read_dir(dir).map(Cow::Owned).map_err(CliError::Load),
        None => Ok(Cow::Borrowed(default_suite())),
    }
}
