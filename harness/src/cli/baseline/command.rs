//! `illformed baseline`.

use crate::ask::selection::DecoderChoice;
use crate::cli::baseline::arguments::{
    BaselineCommand, ReportAndBaselines, ShowBaselineArguments, UpdateBaselineArguments,
    WriteBaselineArguments,
};
use crate::cli::baseline::{BaselineFile, LoadedBaselines};
use crate::cli::error::CliError;
use crate::cli::files::replace;
use crate::cli::input_file::read_record;
use crate::cli::output;
use crate::record::baseline::{Acceptance, Baseline, Condition, Day, Reason};
use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::{baseline as render, counted};
use std::process::ExitCode;
use std::slice;

pub(crate) fn baseline(command: &BaselineCommand) -> Result<ExitCode, CliError> {
    match command {
        BaselineCommand::Show(arguments) => show(arguments),
        BaselineCommand::Update(arguments) => update(arguments),
        BaselineCommand::Write(arguments) => write(arguments),
    }
}

fn show(arguments: &ShowBaselineArguments) -> Result<ExitCode, CliError> {
    let loaded = LoadedBaselines::read(&arguments.baselines)?;
    for file in &loaded.files {
        let name = file.path.display().to_string();
        output::print(&render(&file.baseline, &name, arguments.groups, output::style()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The report, the baselines, and of each baseline the decoder of the report that it describes.
struct Compared {
    record: RunRecord,
    loaded: LoadedBaselines,
}

impl Compared {
    fn read(arguments: &ReportAndBaselines) -> Result<Self, CliError> {
        let record = read_record(&arguments.report)?;
        let loaded = LoadedBaselines::read(&arguments.baselines)?;
        Ok(Self { record, loaded })
    }

    /// The files that describe a decoder of the report; says which do not.
    fn pairs(&self) -> impl Iterator<Item = (&BaselineFile, &DecoderRecord)> {
        self.loaded.files.iter().filter_map(|file| {
            let described =
                self.record.decoders.iter().find(|one| file.baseline.describes(&self.record, one));
            if described.is_none() {
                let (name, decoder) = (file.path.display(), &file.baseline.decoder);
                output::hint(&format!(
                    "{name}: {decoder} as it describes it is not in the report; unchanged"
                ));
            }
            described.map(|decoder| (file, decoder))
        })
    }
}

fn update(arguments: &UpdateBaselineArguments) -> Result<ExitCode, CliError> {
    let compared = Compared::read(&arguments.compared)?;
    for (file, decoder) in compared.pairs() {
        let name = file.path.display();
        let mut baseline = file.baseline.clone();
        let updated = baseline
            .update(&compared.record, decoder, arguments.only_fixed)
            .map_err(|error| CliError::Usage(format!("{name}: {error}")))?;
        if updated == 0 {
            output::hint(&format!("{name}: unchanged"));
            continue;
        }
        replace(&file.path, &baseline.to_canonical())?;
        output::hint(&format!("{name}: updated {}", counted(updated, "group")));
    }
    Ok(ExitCode::SUCCESS)
}

fn write(arguments: &WriteBaselineArguments) -> Result<ExitCode, CliError> {
    let record = read_record(&arguments.report)?;
    let wanted = DecoderChoice::parse(&arguments.decoder)?;
    let asked = |decoder: &&DecoderRecord| wanted.wants(&decoder.name());
    let decoders: Vec<&DecoderRecord> = record.decoders.iter().filter(asked).collect();
    wanted.check()?;
    if decoders.is_empty() {
        return Err(CliError::Usage("the report has no decoder".to_owned()));
    }
    if let Some(day) = arguments.until.as_ref().filter(|day| **day < Day::of(record.began_at)) {
        return Err(CliError::Usage(format!(
            "--until {day}: the run is later, and nothing would be accepted"
        )));
    }
    let reason = reason(arguments);
    if let Some(fault) = reason.fault() {
        return Err(CliError::Usage(format!("the reason cannot be written: {fault}")));
    }
    let acceptance =
        Acceptance { reason, causes: &arguments.cause, any: arguments.any, sealed: arguments.sealed };
    let mut written = Vec::new();
    for decoder in decoders {
        let path = arguments.out.join(format!("{}.json", decoder.name()));
        let before =
            if path.exists() { LoadedBaselines::read(slice::from_ref(&path))?.files.pop() } else { None };
        let only = if arguments.pinned { Condition::pinned(&record, decoder) } else { Condition::default() };
        let empty = || Baseline::empty(decoder.name(), only);
        let mut baseline = before.as_ref().map_or_else(empty, |file| file.baseline.clone());
        let added = baseline
            .accept((&record, decoder), &acceptance)
            .map_err(|refused| CliError::Usage(format!("{}: {refused}", path.display())))?;
        let Some(added) = added else { continue };
        // What was written must be what is read: a reason that is no sentence is found here.
        let text = baseline.to_canonical();
        Baseline::from_json(&path.display().to_string(), &text).map_err(CliError::Load)?;
        written.push((path, text, added));
    }
    // Nothing is written unless all can be.
    for (path, text, added) in &written {
        replace(path, text)?;
        let (failures, causes) = (counted(added.failures, "failure"), counted(added.causes, "cause"));
        output::hint(&format!("{}: accepted {failures} for {causes}", path.display()));
    }
    if written.is_empty() {
        output::hint("nothing to write: all selected failures are accepted already");
    }
    Ok(ExitCode::SUCCESS)
}

fn reason(arguments: &WriteBaselineArguments) -> Reason {
    Reason {
        id: arguments.why.clone(),
        reason: arguments.reason.clone(),
        link: arguments.link.clone(),
        until: arguments.until.clone(),
        only: Condition {
            version: arguments.version.clone(),
            os: arguments.os.clone(),
            arch: arguments.arch.clone(),
        },
    }
}
