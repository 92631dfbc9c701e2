//! The baselines that a command is given.

use crate::cli::error::CliError;
use crate::cli::input_file::text_of;
use crate::record::baseline::{AskedCases, Baseline, compare};
use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::escape_controls;
use illformed_judge::cause::Cause;
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
pub(crate) struct BaselineFile {
    pub(super) path: PathBuf,
    pub(super) text: String,
    pub(crate) baseline: Baseline,
    /// Whether the user named the file, and not only the folder that it is in.
    pub(crate) is_named: bool,
}

impl LoadedBaselines {
    /// Reads files, and all `.json` files in folders and what is below them.
    pub(crate) fn read(paths: &[PathBuf]) -> Result<Self, CliError> {
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
            let clashes = |other: &&BaselineFile| {
                other.baseline.decoder == baseline.decoder && other.baseline.only == baseline.only
            };
            if let Some(other) = files.iter().find(clashes) {
                let (decoder, other) = (&baseline.decoder, other.path.display());
                return Err(CliError::Usage(format!("{name}: {other} is a baseline of {decoder} too")));
            }
            files.push(BaselineFile { path, text, baseline, is_named });
        }
        if errors.is_empty() { Ok(Self { files }) } else { Err(CliError::Load(errors)) }
    }

    /// The causes that are accepted of each decoder, by its name.
    pub(crate) fn causes(&self) -> BTreeMap<String, BTreeSet<Cause>> {
        let mut causes: BTreeMap<String, BTreeSet<Cause>> = BTreeMap::new();
        for BaselineFile { baseline, .. } in &self.files {
            let is_accepted = |cause: &Cause| baseline.entries.iter().any(|entry| entry.cause.is(*cause));
            let accepted = Cause::ALL.into_iter().filter(is_accepted);
            causes.entry(baseline.decoder.clone()).or_default().extend(accepted);
        }
        causes
    }

    /// Holds the decoders of `record` to their baselines, and notes the baselines whose decoders were not asked, of those that
    /// the user named and those of decoders for which `is_expected` holds.
    pub(crate) fn hold(
        &self,
        record: &mut RunRecord,
        stale_is_error: bool,
        is_expected: impl Fn(&BaselineFile) -> bool,
    ) -> Result<(), CliError> {
        if self.files.is_empty() {
            return Ok(());
        }
        let asked = AskedCases::of(record);
        let mut compared = Vec::new();
        for decoder in &record.decoders {
            let files: Vec<&BaselineFile> =
                self.files.iter().filter(|file| file.baseline.describes(record, decoder)).collect();
            compared.push(match files.as_slice() {
                [] => None,
                [BaselineFile { path, text, baseline, .. }] => {
                    let name = path.display().to_string();
                    let compared = compare(record, decoder, baseline, (&name, text), &asked, stale_is_error);
                    Some(compared.map_err(|error| CliError::Usage(format!("{name}: {error}")))?)
                }
                [one, other, ..] => {
                    let (one, other) = (one.path.display(), other.path.display());
                    let name = decoder.name();
                    return Err(CliError::Usage(format!(
                        "{one} and {other} both describe {name} as it is here"
                    )));
                }
            });
        }
        for (decoder, compared) in record.decoders.iter_mut().zip(compared) {
            decoder.baseline = compared;
        }
        let expected = self.files.iter().filter(|file| is_expected(file));
        let missed = expected.filter(|file| asked_decoder(record, file).is_none());
        let note = |BaselineFile { path, baseline, .. }: &BaselineFile| {
            format!("{}: {} was not asked", path.display(), baseline.decoder)
        };
        record.missed_baselines = missed.map(note).collect();
        Ok(())
    }

    /// What to say of files to which nothing was held although their decoder was asked.
    pub(crate) fn unused(&self, record: &RunRecord) -> Vec<String> {
        let files = self.files.iter().filter_map(|file| Some((file, asked_decoder(record, file)?)));
        let unused = files.filter(|(_, decoder)| decoder.baseline.is_none());
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
        unused.map(line).collect()
    }
}

/// The decoder that `file` is a baseline of, of whatever version, if it was asked.
fn asked_decoder<'a>(record: &'a RunRecord, file: &BaselineFile) -> Option<&'a DecoderRecord> {
    record.decoders.iter().find(|decoder| decoder.name() == file.baseline.decoder)
}

/// Adds `path`, or the files below it in the order of their names.
fn collect(path: &Path, is_named: bool, found: &mut Vec<(PathBuf, bool)>) -> Result<(), CliError> {
    if !fs::metadata(path).map_err(CliError::of_file(path))?.is_dir() {
        found.push((path.to_owned(), is_named));
        return Ok(());
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(CliError::of_file(path))?;
    let mut below: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    below.sort();
    for path in below {
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "json") {
            collect(&path, false, found)?;
        }
    }
    Ok(())
}
