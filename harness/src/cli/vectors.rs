//! `illformed vectors`.

use crate::cli::args::{SuiteArguments, VectorsCommand};
use crate::cli::error::CliError;
use crate::cli::{output, suite};
use illformed::lint::lint;
use illformed::oracle::Oracle;
use illformed_vectors::Suite;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use tempfile::NamedTempFile;

pub(crate) fn vectors(command: &VectorsCommand) -> Result<ExitCode, CliError> {
    match command {
        VectorsCommand::Fmt { check, dir } => fmt(dir, *check),
        VectorsCommand::Lint { dir } => {
            let suite = suite::load(&SuiteArguments { suite: dir.clone() })?;
            let findings = lint(&suite, &Oracle::ALL);
            for finding in &findings {
                output::print(&format!("{finding}\n"))?;
            }
            let vectors = suite.vectors().count();
            if findings.is_empty() && vectors > 0 {
                let names: Vec<&str> = Oracle::ALL.iter().map(|oracle| oracle.name).collect();
                output::print(&format!("{vectors} vectors agree with {}\n", names.join(", ")))?;
                return Ok(ExitCode::SUCCESS);
            }
            output::print(&format!("{} findings in {vectors} vectors\n", findings.len()))?;
            Ok(ExitCode::from(if vectors == 0 { 4 } else { 1 }))
        }
    }
}

/// Writes, or finds, the files that are not in their canonical form.
fn fmt(dir: &Path, check: bool) -> Result<ExitCode, CliError> {
    let suite = Suite::read_dir(dir).map_err(CliError::Load)?;
    let mut changed = 0;
    for file in suite.files() {
        // The loader holds a file's name equal to its group.
        let path = dir.join(format!("{}.json", file.group));
        let canonical = file.to_canonical();
        let failed = |source| CliError::File { path: path.clone(), source };
        if fs::read_to_string(&path).map_err(failed)? == canonical {
            continue;
        }
        changed += 1;
        if check {
            output::print(&format!("{}: not in canonical form\n", path.display()))?;
        } else {
            let mut written = NamedTempFile::new_in(dir).map_err(failed)?;
            written.write_all(canonical.as_bytes()).map_err(failed)?;
            written.persist(&path).map_err(|error| failed(error.error))?;
            output::print(&format!("{}: written\n", path.display()))?;
        }
    }
    Ok(ExitCode::from(u8::from(check && changed > 0)))
}
