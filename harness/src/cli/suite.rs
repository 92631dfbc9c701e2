//! Which vectors a command works on.

use crate::cli::error::CliError;
use crate::cli::selection::Selection;
use illformed_judge::complete::{default_part, default_suite};
use illformed_vectors::Suite;
use std::borrow::Cow;
use std::path::Path;

/// The suite in the folder `dir`, or the built-in one with the complete suite.
pub fn load(dir: Option<&Path>) -> Result<Cow<'static, Suite>, CliError> {
    match dir {
        Some(dir) => Suite::read_dir(dir).map(Cow::Owned).map_err(CliError::Load),
        None => Ok(Cow::Borrowed(default_suite())),
    }
}

/// The same for a run of `selection`, without what it leaves out, where that is quickly known: to read all takes longer
/// than to ask one vector.
pub(crate) fn load_selected(selection: &Selection) -> Result<Cow<'static, Suite>, CliError> {
    if selection.suite.suite.is_none()
        && let Some(groups) = selection.groups()
    {
        let part = default_part(|group| groups.contains(group));
        // What is wrong with a selection is said with the names of all.
        if selection.plan(&part).is_ok() {
            return Ok(Cow::Owned(part));
        }
    }
    load(selection.suite.suite.as_deref())
}
