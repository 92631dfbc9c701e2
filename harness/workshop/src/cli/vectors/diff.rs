//! `workshop vectors diff`.

use crate::suite_diff::{Bump, Compared, suite_diff};
use illformed::cli::CliError;
use illformed::cli::kind_file;
use illformed::cli::output;
use illformed::record::digest::short_hash;
use illformed_vectors::Suite;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn diff(old: &Path, new: &Path, major: bool) -> Result<ExitCode, CliError> {
    let (old, new) = of_one_kind(old, new)?;
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

/// What stands at the two paths. Fails if one is a folder and the other a file, or if they are files of different kinds:
/// then nothing of the one is in the other, and every id would be gone.
fn of_one_kind(old: &Path, new: &Path) -> Result<(Compared, Compared), CliError> {
    let sides = (read(old)?, read(new)?);
    if sides.0.kind() == sides.1.kind() {
        return Ok(sides);
    }
    let named = |path: &Path, side: &Compared| {
        let form = if path.is_file() { "file" } else { "folder" };
        format!("{}: a {form} of vectors of the kind {}", path.display(), side.kind())
    };
    Err(CliError::Usage(format!(
        "{}\n{}\nwhat is compared is two folders, or two files of one kind",
        named(old, &sides.0),
        named(new, &sides.1)
    )))
}

/// The folder of a suite, or a file of another kind.
fn read(path: &Path) -> Result<Compared, CliError> {
    if path.is_file() {
        return Ok((&kind_file(path)?).into());
    }
    Ok((&Suite::read_dir(path).map_err(CliError::Load)?).into())
}
