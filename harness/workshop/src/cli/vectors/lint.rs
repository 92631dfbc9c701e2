//! `workshop vectors lint`.

use crate::kinds::lint_kinds;
use crate::lint::{TextSource, digest_of_kind, labels, lint_texts};
use illformed::cli::{CliError, SuiteArguments, kind_file, output, suite};
use illformed::search::promote::digests;
use illformed_judge::lint::{lint as lint_expectations, lint_complete};
use illformed_judge::oracle::Oracle;
use illformed_vectors::{CompleteFile, KindFile, Kinds};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

pub(crate) fn lint(dir: Option<&Path>) -> Result<ExitCode, CliError> {
    match dir {
        Some(path) if path.is_file() => lint_files(&[kind_file(path)?]),
        Some(_) => lint_suite(dir),
        None => {
            let read = |(name, text)| KindFile::from_source(name, text).map_err(CliError::Load);
            let files: Vec<KindFile> =
                Kinds::embedded_sources().into_iter().map(read).collect::<Result<_, _>>()?;
            let suite = lint_suite(None)?;
            let others = lint_files(&files)?;
            Ok(if suite == ExitCode::SUCCESS { others } else { suite })
        }
    }
}

/// Checks files of the other kinds.
fn lint_files(files: &[KindFile]) -> Result<ExitCode, CliError> {
    let mut found = 0;
    for finding in files.iter().flat_map(|file| digest_of_kind(file).into_iter().chain(lint_kinds(file))) {
        found += 1;
        output::print(&format!("{finding}\n"))?;
    }
    let vectors: usize = files.iter().map(KindFile::len).sum();
    output::print(&match found {
        0 => format!("{vectors} vectors of other kinds agree with two sources and more\n"),
        _ => format!("{found} findings in {vectors} vectors of other kinds\n"),
    })?;
    Ok(ExitCode::from(u8::from(found > 0)))
}

fn lint_suite(dir: Option<&Path>) -> Result<ExitCode, CliError> {
    let suite = suite::load(&SuiteArguments { suite: dir.map(Path::to_owned) })?;
    let began = Instant::now();
    let mut findings = digests(&suite);
    findings.extend(lint_expectations(&suite, &Oracle::ALL));
    findings.extend(lint_texts(&suite, &TextSource::INDEPENDENT));
    findings.extend(labels(&suite));
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
        output::print(&format!(
            "{vectors} vectors agree with {} and their labels, in {took:.2} s\n",
            names.join(", ")
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::print(&format!("{} findings in {vectors} vectors\n", findings.len()))?;
    Ok(ExitCode::from(if vectors == 0 { 4 } else { 1 }))
}
