//! `illformed vectors lint`.

use crate::cli::error::CliError;
use crate::cli::{output, suite};
use crate::search::promote::digests;
use illformed_judge::lint::{LintFinding, lint as lint_expectations, lint_complete};
use illformed_judge::oracle::Oracle;
use illformed_vectors::{CompleteFile, Suite};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

pub(crate) fn lint(dir: Option<&Path>) -> Result<ExitCode, CliError> {
    lint_suite(dir, "", |_| Vec::new())
}

/// Lints the suite in `dir`, or the built-in one: its digests, its expectations, and what `more_lint` checks. When nothing is
/// found, the line printed ends with `more`, which names what `more_lint` checks.
pub fn lint_suite(
    dir: Option<&Path>,
    more: &str,
    more_lint: fn(&Suite) -> Vec<LintFinding>,
) -> Result<ExitCode, CliError> {
    let suite = suite::load(dir)?;
    let began = Instant::now();
    let mut findings = digests(&suite);
    findings.extend(lint_expectations(&suite, &Oracle::ALL));
    findings.extend(more_lint(&suite));
    if dir.is_none() {
        findings.extend(lint_complete(CompleteFile::embedded(), &Oracle::ALL));
    }
    // As a reader goes through the files.
    findings.sort_by(|one, other| one.place.cmp(&other.place));
    for finding in &findings {
        output::print(&format!("{finding}\n"))?;
    }
    let took = began.elapsed().as_secs_f64();
    let vectors = suite.vectors().count();
    if findings.is_empty() && vectors > 0 {
        let names: Vec<&str> = Oracle::ALL.iter().map(|oracle| oracle.name).collect();
        output::print(&format!("{vectors} vectors agree with {}{more}, in {took:.2} s\n", names.join(", ")))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::print(&format!("{} findings in {vectors} vectors\n", findings.len()))?;
    Ok(ExitCode::from(if vectors == 0 { 4 } else { 1 }))
}
