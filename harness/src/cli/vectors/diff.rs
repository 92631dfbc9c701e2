//! `illformed vectors diff`.

use crate::cli::error::CliError;
use crate::cli::files::kind_file;
use crate::cli::output;
use crate::cli::suite::short_hash;
use illformed::suite_diff::{Bump, Compared, suite_diff};
use illformed_vectors::Suite;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn diff(old: &Path, new: &Path, major: bool) -> Result<ExitCode, CliError> {
    let (old, new) = (read(old)?, read(new)?);
    let changes = suite_diff(&old, &new);
    let mut text = String::new();
    for (id, change) in &changes {
        let hash = |side: &Compared| side.content(id).map_or_else(|| "-".to_owned(), short_hash);
        let _ = writeln!(text, "{id} {} {} {change}", hash(&old), hash(&new));
    }
    let bump = changes.iter().map(|(_, change)| change.bump()).max();
    let _ = match bump {
        None => writeln!(text, "no vector changed"),
        Some(bump) => writeln!(text, "{} ids changed; needed is {bump}", changes.len()),
    };
    output::print(&text)?;
    let allowed = if major { Bump::Major } else { Bump::Minor };
    Ok(ExitCode::from(u8::from(bump > Some(allowed))))
}

/// The folder of a suite, or a file of another kind.
fn read(path: &Path) -> Result<Compared, CliError> {
    if path.is_file() {
        return Ok((&kind_file(path)?).into());
    }
    Ok((&Suite::read_dir(path).map_err(CliError::Load)?).into())
}
