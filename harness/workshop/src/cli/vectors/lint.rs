//! `workshop vectors lint`.

use crate::kinds::lint_kinds;
use crate::lint::{labels, lint_codec, lint_texts};
use illformed::cli::vectors::lint_suite;
use illformed::cli::{CliError, kind_file, output};
use illformed_judge::lint::LintFinding;
use illformed_judge::second_source::TextSource;
use illformed_vectors::{Kinds, Suite};
use std::path::Path;
use std::process::ExitCode;

/// What the vectors agree with besides the sources.
const MORE: &str = " and their labels";

pub(crate) fn lint(dir: Option<&Path>) -> Result<ExitCode, CliError> {
    match dir {
        Some(path) if path.is_file() => lint_others(&kind_file(path)?),
        Some(_) => lint_suite(dir, MORE, more_lint),
        None => {
            let suite = lint_suite(None, MORE, shipped_lint)?;
            let others = lint_others(Kinds::embedded())?;
            Ok(if suite == ExitCode::SUCCESS { others } else { suite })
        }
    }
}

/// Checks vectors of the other kinds.
fn lint_others(kinds: &Kinds) -> Result<ExitCode, CliError> {
    let findings = lint_kinds(kinds);
    for finding in &findings {
        output::print(&format!("{finding}\n"))?;
    }
    let (vectors, found) = (kinds.ids().count(), findings.len());
    output::print(&match found {
        0 => format!("{vectors} vectors of other kinds agree with two sources and more\n"),
        _ => format!("{found} findings in {vectors} vectors of other kinds\n"),
    })?;
    Ok(ExitCode::from(u8::from(found > 0)))
}

/// The same of the shipped vectors, and the codec whatever they are.
fn shipped_lint(suite: &Suite) -> Vec<LintFinding> {
    lint_codec(&TextSource::INDEPENDENT).into_iter().chain(more_lint(suite)).collect()
}

/// What only contributors check: texts under every policy, and what labels say.
fn more_lint(suite: &Suite) -> Vec<LintFinding> {
    lint_texts(suite, &TextSource::INDEPENDENT).chain(labels(suite)).collect()
}
