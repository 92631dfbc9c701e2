//! `illformed trend`.

use crate::ask::selection::{DecoderChoice, Globs};
use crate::cli::diff::arguments::{TrendArguments, TrendFormat};
use crate::cli::diff::files::Destination;
use crate::cli::error::CliError;
use crate::cli::input_file::{read_record, text_of_report};
use crate::cli::output;
use crate::record::diff::{DiffOptions, Trend};
use crate::record::run_record::RunRecord;
use crate::tell::report::{json, trend_terminal};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn trend(arguments: &TrendArguments) -> Result<ExitCode, CliError> {
    let (decoder, only) =
        (DecoderChoice::parse(&arguments.decoder)?, Globs::parse("--only", &arguments.only)?);
    let formats = arguments.format.iter().map(|format| (*format, format.file_name()));
    let destination = Destination::create(formats, arguments.out.as_deref())?;
    let wants_decoder = |name: &str| decoder.wants(name);
    let wants_case = |id: &str, vector: &str| only.select_case(id, vector);
    let options =
        DiffOptions { wants_decoder: &wants_decoder, wants_case: &wants_case, ..DiffOptions::default() };
    let mut trend = Trend::new(options);
    // Reports may be large and many: first they are only put in order.
    let mut ordered: Vec<(u64, PathBuf)> = Vec::new();
    for path in files(&arguments.reports)? {
        let began_at = RunRecord::began_at_of(&path.display().to_string(), &text_of_report(&path)?);
        ordered.push((began_at.map_err(|error| CliError::Record { path: path.clone(), error })?, path));
    }
    ordered.sort();
    let mut cases: BTreeSet<(String, String)> = BTreeSet::new();
    for (_, path) in ordered {
        let record = read_record(&path)?;
        if !only.is_empty() {
            cases.extend(record.case_ids().map(|(id, vector)| (id, vector.to_owned())));
        }
        trend.push(&path.display().to_string(), record);
    }
    let vectors: BTreeSet<&str> = cases.iter().map(|(_, vector)| vector.as_str()).collect();
    let ids = cases.iter().map(|(id, vector)| (id.clone(), vector.as_str()));
    only.check_cases("--only", ids, vectors.iter().copied())?;
    let record = trend.finish();
    decoder.check()?;
    destination.write(|format| match format {
        TrendFormat::Json => json(&record),
        TrendFormat::Terminal => trend_terminal(&record, output::style()),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The files that `paths` name, each once.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let (mut files, mut seen) = (Vec::new(), BTreeSet::new());
    for path in paths {
        let mut found = Vec::new();
        if path.is_dir() {
            below(path, &mut found)?;
            if found.is_empty() {
                return Err(CliError::Usage(format!("{}: no report.json below this folder", path.display())));
            }
        } else {
            found.push(path.clone());
        }
        let failed = |path: &Path| {
            let path = path.to_owned();
            |source: io::Error| CliError::File { path, source }
        };
        for file in found {
            if seen.insert(file.canonicalize().map_err(failed(&file))?) {
                files.push(file);
            }
        }
    }
    Ok(files)
}

/// Every report.json below `folder`; links to folders are not followed, since they may lead back.
fn below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), CliError> {
    let failed = |source| CliError::File { path: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_type().map_err(failed)?.is_dir() {
            below(&entry.path(), found)?;
        } else if entry.file_name() == "report.json" {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(())
}
