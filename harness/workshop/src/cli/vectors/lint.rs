//! `workshop vectors lint`.

use crate::lint::{labels, lint_codec, lint_texts};
use illformed::cli::CliError;
use illformed::cli::vectors::lint_suite;
use illformed_judge::lint::LintFinding;
use illformed_judge::second_source::TextSource;
use illformed_vectors::Suite;
use std::path::Path;
use std::process::ExitCode;

/// What the vectors agree with besides the sources.
const MORE: &str = " and their labels";

pub(crate) fn lint(dir: Option<&Path>) -> Result<ExitCode, CliError> {
    lint_suite(dir, MORE, if dir.is_some() { more_lint } else { shipped_lint })
}

/// What is checked of the shipped vectors, and the codec whatever they are.
fn shipped_lint(suite: &Suite) -> Vec<LintFinding> {
    lint_codec(&TextSource::INDEPENDENT).into_iter().chain(more_lint(suite)).collect()
}

/// What only contributors check: texts under every policy, and what labels say.
fn more_lint(suite: &Suite) -> Vec<LintFinding> {
    lint_texts(suite, &TextSource::INDEPENDENT).chain(labels(suite)).collect()
}
