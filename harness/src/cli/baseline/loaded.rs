//! The baselines that a command is given.

use crate::cli::error::CliError;
use crate::cli::input_file::text_of;
use crate::record::baseline::{AskedCases, Baseline, check, compare};
use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::escape_controls;
use illformed_judge::cause::Cause;
use illformed_judge::complete::default_suite;
use illformed_vectors::Suite;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Baselines of different decoders, each with its file.
#[derive(Debug, Default)]
pub(crate) struct LoadedBaselines {
    pub(super) files: Vec<BaselineFile>,
}

/// A baseline in its file.
#[derive(Debug)]
pub(super) struct BaselineFile {
    pub(super) path: PathBuf,
    pub(super) text: String,
    pub(super) baseline: Baseline,
    /// Whether the user named the file, and not only the folder that it is in.
    is_named: bool,
}

impl LoadedBaselines {
    /// Reads files, and all `.json` files in folders and what is below them. The cases must be in `suite` or in the built-in
    /// one.
    pub(crate) fn read(paths: &[PathBuf], suite: &Suite) -> Result<Self, CliError> {
        let mut found = Vec::new();
        for path in paths {
            let before = found.len();
            collect(path, true, &mut found)?;
            if found.len() == before {
                return Err(CliError::Usage(format!("{}: no .json file in this folder", path.display())));
            }
        }
        let mut files: Vec<BaselineFile> = Vec::new();
        let mut errors = Vec::new();
        for (path, is_named) in found {
            let name = path.display().to_string();
            let text = text_of(&path)?;
            let baseline = match Baseline::from_json(&name, &text) {
                Ok(baseline) => baseline,
                Err(wrong) => {
                    errors.extend(wrong);
                    continue;
                }
            };
            errors.extend(check(&baseline, &name, &text, &[suite, default_suite()]));
            let clashes = |other: &&BaselineFile| {
                other.baseline.decoder == baseline.decoder && !other.baseline.only.excludes(&baseline.only)
            };
            if let Some(other) = files.iter().find(clashes) {
                let (decoder, other) = (&baseline.decoder, other.path.display());
                return Err(CliError::Usage(format!("{name}: {other} is a baseline of {decoder} too")));
            }
            files.push(BaselineFile { path, text, baseline, is_named });
        }
        if errors.is_empty() { Ok(Self { files }) } else { Err(CliError::Baseline(errors)) }
    }

    /// The causes that are accepted of each decoder, by its name.
    pub(crate) fn causes(&self) -> BTreeMap<String, BTreeSet<Cause>> {
        let mut causes: BTreeMap<String, BTreeSet<Cause>> = BTreeMap::new();
        for BaselineFile { baseline, .. } in &self.files {
            let accepted = baseline.causes.iter().map(|entry| entry.cause);
            causes.entry(baseline.decoder.clone()).or_default().extend(accepted);
        }
        causes
    }

    /// Holds the decoders of `record` to their baselines, and notes those that the user named and whose decoders were not
    /// asked.
    pub(crate) fn hold(&self, record: &mut RunRecord, stale_is_error: bool) {
        let counts_cases = self.files.iter().any(|file| !file.baseline.causes.is_empty());
        let asked = if counts_cases { AskedCases::of(record) } else { AskedCases::default() };
        let compared: Vec<_> = record
            .decoders
            .iter()
            .map(|decoder| {
                let mut files = self.files.iter();
                let file = files.find(|file| file.baseline.describes(record, decoder))?;
                let name = file.path.display().to_string();
                Some(compare(record, decoder, &file.baseline, (&name, &file.text), &asked, stale_is_error))
            })
            .collect();
        for (decoder, compared) in record.decoders.iter_mut().zip(compared) {
            decoder.baseline = compared;
        }
        let named = self.files.iter().filter(|file| file.is_named);
        let missed = named.filter(|file| asked_decoder(record, file).is_none());
        let note = |BaselineFile { path, baseline, .. }: &BaselineFile| {
            format!("{}: {} was not asked", path.display(), baseline.decoder)
        };
        record.missed_baselines = missed.map(note).collect();
    }

    /// What to say of files to which nothing was held although their decoder was asked.
    pub(crate) fn unheard(&self, record: &RunRecord) -> Vec<String> {
        let files = self.files.iter().filter_map(|file| Some((file, asked_decoder(record, file)?)));
        let unheard = files.filter(|(_, decoder)| decoder.baseline.is_none());
        let line = |(BaselineFile { path, baseline, .. }, decoder): (&BaselineFile, &DecoderRecord)| {
            format!(
                "{}: describes another version or platform than {} {} on {} {}",
                path.display(),
                escape_controls(&baseline.decoder),
                escape_controls(&decoder.version),
                record.platform.os,
                record.platform.arch
            )
        };
        unheard.map(line).collect()
    }
}

/// The decoder that `file` is a baseline of, of whatever version, if it was asked.
fn asked_decoder<'a>(record: &'a RunRecord, file: &BaselineFile) -> Option<&'a DecoderRecord> {
    record.decoders.iter().find(|decoder| decoder.name() == file.baseline.decoder)
}

/// Adds `path`, or the files below it in the order of their names.
fn collect(path: &Path, is_named: bool, found: &mut Vec<(PathBuf, bool)>) -> Result<(), CliError> {
    let failed = |source| CliError::File { path: path.to_owned(), source };
    if !fs::metadata(path).map_err(failed)?.is_dir() {
        found.push((path.to_owned(), is_named));
        return Ok(());
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(failed)?;
    let mut below: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    below.sort();
    for path in below {
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "json") {
            collect(&path, false, found)?;
        }
    }
    Ok(())
}
