//! `illformed vectors diff`.

use crate::cli::error::CliError;
use crate::cli::output;
use crate::cli::suite::content_hash;
use illformed::suite_diff::{Bump, suite_diff};
use illformed_vectors::{Suite, Vector};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn diff(old: &Path, new: &Path, major: bool) -> Result<ExitCode, CliError> {
    let [old, new] = [old, new].map(|dir| Suite::read_dir(dir).map_err(CliError::Load));
    let (old, new) = (old?, new?);
    let changes = suite_diff(&old, &new);
    let hash = |vector: Option<&Vector>| vector.map_or_else(|| "-".to_owned(), content_hash);
    let mut text = String::new();
    for one in &changes {
        let _ = writeln!(text, "{} {} {} {}", one.id, hash(one.old), hash(one.new), one.change);
    }
    let bump = changes.iter().map(|one| one.change.bump()).max();
    let _ = match bump {
        None => writeln!(text, "no vector changed"),
        Some(bump) => writeln!(text, "{} ids changed; needed is {bump}", changes.len()),
    };
    output::print(&text)?;
    let allowed = if major { Bump::Major } else { Bump::Minor };
    Ok(ExitCode::from(u8::from(bump > Some(allowed))))
}
