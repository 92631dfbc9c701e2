//! `illformed baseline`, and the baselines of a run.

use crate::ask::selection::DecoderChoice;
use crate::cli::error::CliError;
use crate::cli::files::{read_record, replace, text_of};
use crate::cli::help::{CASES, DECODERS, OUTPUT, REASON};
use crate::cli::named::cause_named;
use crate::cli::output;
use crate::record::baseline::{
    Acceptance, AcceptedReason, AskedCases, Baseline, Condition, compare, day, version_range,
};
use crate::record::date::day_of;
use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::{baseline as render, counted, escape_controls};
use clap::{Args, Subcommand, ValueEnum};
use illformed_judge::cause::Cause;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, slice};

#[derive(Debug, Subcommand)]
pub(crate) enum BaselineCommand {
    /// Show what baselines accept, and why.
    Show {
        /// Files, or folders with files of baselines.
        #[arg(value_name = "BASELINE", required = true)]
        baselines: Vec<PathBuf>,
        /// Also show the groups of vectors of each cause.
        #[arg(long)]
        groups: bool,
    },
    /// Remove from baselines what a run shows to be fixed.
    ///
    /// Failures that are not listed are never added: they need a reason, see `baseline write`. Where a newer suite has more cases
    /// of a listed group, their failures count as listed, unless --only-fixed.
    Update {
        /// The report.json of a run, the folder that it is in, or `-`.
        #[arg(value_name = "REPORT")]
        report: PathBuf,
        /// Files, or folders with files of baselines.
        #[arg(value_name = "BASELINE", required = true)]
        baselines: Vec<PathBuf>,
        /// Only remove what passes; by default, what fails with other answers is counted anew too.
        #[arg(long)]
        only_fixed: bool,
    },
    /// Accept the failures of a run, with a reason.
    ///
    /// Accepts causes, such as accepts-surrogate: the file has which cases of each group of vectors fail for the cause, and marks
    /// of their answers. The baseline of python/strict is DIR/python/strict.json. If it exists, failures that it does
    /// not accept are added. To give different reasons, write several times with --cause.
    Write(Box<WriteBaselineArguments>),
}

#[derive(Debug, Clone, Args)]
pub(crate) struct WriteBaselineArguments {
    /// The report.json of a run, the folder that it is in, or `-`.
    #[arg(value_name = "REPORT")]
    report: PathBuf,
    /// The folder of the baselines; created if needed.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    out: PathBuf,
    /// Why this is accepted: one sentence.
    #[arg(long, value_name = "TEXT", help_heading = REASON)]
    reason: String,
    /// The name of the reason within the file.
    ///
    /// It has lower-case letters, digits and hyphens. A word that the file has already must have the same reason there.
    #[arg(long, value_name = "WORD", default_value = "accepted", help_heading = REASON, hide_short_help = true)]
    why: String,
    /// A page with the details.
    #[arg(long, value_name = "URL", help_heading = REASON, hide_short_help = true)]
    link: Option<String>,
    /// The last day of the reason, such as 2027-06-30.
    ///
    /// After it, what still fails is an error again.
    #[arg(long, value_name = "DAY", value_parser = day, help_heading = REASON)]
    until: Option<String>,
    /// Only for these versions, such as '>=3.11,<3.14'.
    #[arg(long = "for-version", value_name = "RANGE", value_parser = version_range, help_heading = REASON, hide_short_help = true)]
    version: Option<String>,
    /// Only on this system: linux, macos, windows.
    #[arg(long, value_name = "OS", help_heading = REASON, hide_short_help = true)]
    os: Option<String>,
    /// Only on this architecture: `x86_64`, aarch64.
    #[arg(long, value_name = "ARCH", help_heading = REASON, hide_short_help = true)]
    arch: Option<String>,
    /// Restrict a new file to this version and platform.
    ///
    /// Runs with another version or on another platform are not compared with it.
    /// For decoders that this project does not ship, such as those of a language, which differ from machine to machine.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pinned: bool,
    /// Write digests instead of the names of causes and groups.
    ///
    /// The file does not show what the decoder fails, which is held to numbers of cases and a digest of all answers: a new
    /// failure beside more fixes is not seen. This is not encryption: hashing the names of all causes shows which are meant.
    #[arg(long, help_heading = OUTPUT)]
    sealed: bool,
    /// Accept any answer in the failing cases.
    ///
    /// This is for answers that differ from run to run.
    #[arg(long, help_heading = CASES, hide_short_help = true)]
    any: bool,
    /// Only failures for this cause; repeatable.
    ///
    /// It is a name that a report shows, such as accepts-surrogate.
    #[arg(long, value_name = "CAUSE", value_parser = cause_named, help_heading = CASES)]
    cause: Vec<Cause>,
    /// Only matching `adapter/decoder` names; repeatable.
    #[arg(long, value_name = "GLOB", help_heading = DECODERS)]
    decoder: Vec<String>,
}

/// How a listed failure that passes is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stale {
    /// Reported, with the line to remove; the run passes.
    Warn,
    /// The run fails.
    Error,
}

pub(crate) fn baseline(command: &BaselineCommand) -> Result<ExitCode, CliError> {
    match command {
        BaselineCommand::Show { baselines, groups } => show(baselines, *groups),
        BaselineCommand::Update { report, baselines, only_fixed } => update(report, baselines, *only_fixed),
        BaselineCommand::Write(arguments) => write(arguments),
    }
}

fn show(baselines: &[PathBuf], groups: bool) -> Result<ExitCode, CliError> {
    for file in &LoadedBaselines::read(baselines)?.files {
        let name = file.path.display().to_string();
        output::print(&render(&file.baseline, &name, groups, output::style()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn update(report: &Path, baselines: &[PathBuf], only_fixed: bool) -> Result<ExitCode, CliError> {
    let (_, record) = read_record(report)?;
    let asked = AskedCases::of(&record);
    for file in &LoadedBaselines::read(baselines)?.files {
        let name = file.path.display();
        let Some(decoder) = record.decoders.iter().find(|one| file.baseline.describes(&record, one)) else {
            let decoder = &file.baseline.decoder;
            output::hint(&format!("{name}: {decoder} as it describes it is not in the report; unchanged"));
            continue;
        };
        let mut baseline = file.baseline.clone();
        let updated = baseline.update((&record, decoder), &asked, only_fixed);
        let updated = updated.map_err(|error| format!("{name}: {error}"))?;
        if updated == 0 {
            let has_other = |then: &AskedCases| then.selection != asked.selection;
            let why = if file.baseline.asked.as_ref().is_some_and(has_other) {
                ": it counts the cases of another selection; to count these remove it and write it anew"
            } else {
                ""
            };
            output::hint(&format!("{name}: unchanged{why}"));
            continue;
        }
        replace(&file.path, &baseline.to_canonical())?;
        output::hint(&format!("{name}: updated {}", counted(updated, "group")));
    }
    Ok(ExitCode::SUCCESS)
}

fn write(arguments: &WriteBaselineArguments) -> Result<ExitCode, CliError> {
    let (_, record) = read_record(&arguments.report)?;
    if !record.footer.complete {
        let why = "of a run that was interrupted, and what it did not ask would count as asked";
        return Err(format!("{}: {why}", arguments.report.display()).into());
    }
    let wanted = DecoderChoice::parse(&arguments.decoder)?;
    let is_wanted = |decoder: &&DecoderRecord| wanted.wants(&decoder.name());
    let decoders: Vec<&DecoderRecord> = record.decoders.iter().filter(is_wanted).collect();
    wanted.check()?;
    if decoders.is_empty() {
        return Err(CliError::Usage("the report has no decoder".to_owned()));
    }
    if let Some(day) = arguments.until.as_ref().filter(|day| **day < day_of(record.began_at)) {
        return Err(format!("--until {day}: the run is later, and nothing would be accepted").into());
    }
    let WriteBaselineArguments { why: id, reason, link, until, version, os, arch, .. } = arguments.clone();
    let reason = AcceptedReason { id, reason, link, until, only: Condition { version, os, arch } };
    if let Some(fault) = reason.fault() {
        return Err(CliError::Usage(format!("the reason cannot be written: {fault}")));
    }
    let acceptance =
        Acceptance { reason, causes: &arguments.cause, any: arguments.any, sealed: arguments.sealed };
    let asked = AskedCases::of(&record);
    let mut written = Vec::new();
    for decoder in decoders {
        if !acceptance.reason.only.describes(&record, decoder) {
            let why =
                "--for-version, --os or --arch does not hold in this report, and nothing would be accepted";
            return Err(format!("{} {}: {why}", decoder.name(), decoder.version).into());
        }
        let path = arguments.out.join(format!("{}.json", decoder.name()));
        let before =
            if path.exists() { LoadedBaselines::read(slice::from_ref(&path))?.files.pop() } else { None };
        let only = if arguments.pinned { Condition::pinned(&record, decoder) } else { Condition::default() };
        let empty = || Baseline::empty(decoder.name(), only);
        let mut baseline = before.as_ref().map_or_else(empty, |file| file.baseline.clone());
        let added = baseline
            .accept((&record, decoder), &asked, &acceptance)
            .map_err(|refused| format!("{}: {refused}", path.display()))?;
        let Some(added) = added else { continue };
        // What was written must be what is read: a reason that is no sentence is found here.
        let text = baseline.to_canonical();
        Baseline::from_json(&path.display().to_string(), &text)?;
        written.push((path, text, added));
    }
    // Nothing is written unless all can be.
    for (path, text, added) in &written {
        replace(path, text)?;
        let failures = counted(added.failures, "failure");
        let what = match added.causes {
            0 => ", whose answers vary".to_owned(),
            causes => format!(" for {}", counted(causes, "cause")),
        };
        output::hint(&format!("{}: accepted {failures}{what}", path.display()));
    }
    if written.is_empty() {
        output::hint("nothing to write: no failure is selected, or all are accepted already");
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Debug, Default)]
pub(crate) struct LoadedBaselines {
    files: Vec<BaselineFile>,
}

#[derive(Debug)]
pub(crate) struct BaselineFile {
    path: PathBuf,
    text: String,
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
        if errors.is_empty() { Ok(Self { files }) } else { Err(errors.into()) }
    }

    /// The causes that are accepted of each decoder, by its name.
    pub(crate) fn causes(&self) -> BTreeMap<String, BTreeSet<Cause>> {
        let mut causes: BTreeMap<String, BTreeSet<Cause>> = BTreeMap::new();
        for BaselineFile { baseline, .. } in &self.files {
            let is_accepted = |cause: &Cause| baseline.entries.iter().any(|entry| entry.accepts(*cause));
            let accepted = Cause::ALL.into_iter().filter(is_accepted);
            causes.entry(baseline.decoder.clone()).or_default().extend(accepted);
        }
        causes
    }

    /// Holds the decoders of `record` to their baselines, and notes the baselines that contradict each other, and those whose
    /// decoders were not asked, of those that the user named and those of decoders for which `is_expected` holds. Returns
    /// whether some were not asked.
    pub(crate) fn hold(
        &self,
        record: &mut RunRecord,
        stale_is_error: bool,
        is_expected: impl Fn(&BaselineFile) -> bool,
    ) -> bool {
        if self.files.is_empty() {
            return false;
        }
        let asked = AskedCases::of(record);
        let mut missed = Vec::new();
        let mut compared = Vec::new();
        for decoder in &record.decoders {
            let mut files = self.files.iter().filter(|file| file.baseline.describes(record, decoder));
            let held = files.next().map(|BaselineFile { path, text, baseline, .. }| {
                let name = path.display().to_string();
                if let Some(other) = files.next() {
                    let (other, decoder) = (other.path.display(), decoder.name());
                    return Err(format!("{name} and {other} both describe {decoder} as it is here"));
                }
                compare(record, decoder, baseline, (&name, text), &asked, stale_is_error)
                    .map_err(|error| format!("{name}: {error}"))
            });
            compared.push(held.and_then(|held| held.map_err(|error| missed.push(error)).ok()));
        }
        let contradicting = missed.len();
        for (decoder, compared) in record.decoders.iter_mut().zip(compared) {
            decoder.baseline = compared;
        }
        let expected = self.files.iter().filter(|file| is_expected(file));
        let unasked = expected.filter(|file| asked_decoder(record, file).is_none());
        missed.extend(unasked.map(|BaselineFile { path, baseline, .. }| {
            format!("{}: {} was not asked", path.display(), baseline.decoder)
        }));
        record.missed_baselines = missed;
        record.missed_baselines.len() > contradicting
    }

    /// What to say of files to which nothing was held although their decoder was asked.
    pub(crate) fn unused(&self, record: &RunRecord) -> Vec<String> {
        let files = self.files.iter().filter_map(|file| Some((file, asked_decoder(record, file)?)));
        let unused = files.filter(|(file, decoder)| {
            decoder.baseline.is_none() && !file.baseline.describes(record, decoder)
        });
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
    let metadata = fs::metadata(path).map_err(|source| match source.kind() {
        ErrorKind::NotFound => {
            CliError::Usage(format!("baseline {}: no such file or folder", path.display()))
        }
        _ => CliError::of_file(path)(source),
    });
    if !metadata?.is_dir() {
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
