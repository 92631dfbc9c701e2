//! `illformed baseline`.

use crate::cli::adapters::{matches_any, matches_case, patterns};
use crate::cli::baseline::LoadedBaselines;
use crate::cli::baseline::arguments::{
    BaselineCommand, ShowBaselineArguments, UpdateBaselineArguments, WriteBaselineArguments,
};
use crate::cli::error::CliError;
use crate::cli::files::{opened, put_in_place};
use crate::cli::output;
use crate::cli::report_file::read_record;
use crate::cli::suite;
use crate::record::baseline::{
    ANY, Amendment, Amends, Baseline, Condition, Day, Reason, SealedEntry, VersionRange, compare, listed,
};
use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::{BaselineOptions, baseline as render, counted};
use illformed_judge::judge::VerdictKind;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
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
    let loaded = LoadedBaselines::read(&arguments.baselines, &*suite::load(&arguments.suite)?)?;
    let options = BaselineOptions { style: output::style(), entries: arguments.entries };
    for file in &loaded.files {
        output::print(&render(&file.baseline, &file.path.display().to_string(), options))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn update(arguments: &UpdateBaselineArguments) -> Result<ExitCode, CliError> {
    let record = read_record(&arguments.report)?;
    let loaded = LoadedBaselines::read(&arguments.baselines, &*suite::load(&arguments.suite)?)?;
    let amends = if arguments.only_fixed { Amends::OnlyFixed } else { Amends::FixedAndChanged };
    for file in &loaded.files {
        let name = file.path.display();
        let described = record.decoders.iter().find(|one| file.baseline.describes(&record, one));
        let Some(decoder) = described else {
            output::hint(&format!(
                "{name}: {} as it describes it is not in the report; unchanged",
                file.baseline.decoder
            ));
            continue;
        };
        let Amendment { baseline, removed, added } = Amendment::of(&record, decoder, &file.baseline, amends);
        if removed == 0 {
            output::hint(&format!("{name}: unchanged"));
            continue;
        }
        replace(&file.path, &baseline.to_canonical())?;
        let went = counted(removed, "line");
        output::hint(&format!("{name}: {went} went, {added} came instead"));
    }
    Ok(ExitCode::SUCCESS)
}

fn write(arguments: &WriteBaselineArguments) -> Result<ExitCode, CliError> {
    let record = read_record(&arguments.report)?;
    let wanted = patterns("--decoder", &arguments.decoder)?;
    let asked = |decoder: &&DecoderRecord| wanted.is_empty() || matches_any(&wanted, &decoder.name());
    let decoders: Vec<&DecoderRecord> = record.decoders.iter().filter(asked).collect();
    if decoders.is_empty() {
        return Err(CliError::Usage("no decoder of that name is in the report".to_owned()));
    }
    if let Some(day) = arguments.until.as_ref().filter(|day| **day < Day::of(record.began_at)) {
        return Err(CliError::Usage(format!(
            "--until {day}: the run is later, and nothing would be accepted"
        )));
    }
    let only = patterns("--only", &arguments.only)?;
    let is_selected = |case: usize| {
        matches_case(&only, &record.case_id(case), &record.vectors[record.cases[case].vector].id)
    };
    if !(0..record.cases.len()).any(is_selected) {
        return Err(CliError::Usage("--only: no case of that id is in the report".to_owned()));
    }
    let suite = suite::load(&arguments.suite)?;
    let mut written = Vec::new();
    for decoder in decoders {
        let path = arguments.out.join(format!("{}.json", decoder.name()));
        let before = if path.exists() {
            LoadedBaselines::read(slice::from_ref(&path), &suite)?.files.pop()
        } else {
            None
        };
        let text = before.as_ref().map_or("", |file| &file.text);
        let only = if arguments.pinned { pinned(&record, decoder) } else { Condition::default() };
        let empty = Baseline::empty(decoder.name(), only);
        let mut baseline = before.as_ref().map_or(empty, |file| file.baseline.clone());
        let mut cases = unlisted(&record, decoder, &baseline, text, arguments);
        cases.retain(|case| is_selected(*case));
        // Cases whose answers differ are not listed one by one: others do in the next run.
        let is_flaky = |case: &usize| {
            let mut flaky = decoder.accountable().bad().filter(|group| group.verdict == VerdictKind::Flaky);
            flaky.any(|group| group.cases.contains(*case))
        };
        let is_unstable = baseline.unstable.is_none() && cases.iter().any(is_flaky);
        let failures = cases.len();
        cases.retain(|case| !is_flaky(case));
        let mut entries = listed(&record, decoder, &cases, &arguments.why);
        if entries.is_empty() && !is_unstable {
            continue;
        }
        if arguments.any {
            for entry in &mut entries {
                entry.observed = vec![ANY.to_owned()];
            }
        }
        let count = entries.len();
        add_reason(&mut baseline, arguments, &path)?;
        if is_unstable {
            baseline.unstable = Some(arguments.why.clone());
        }
        if arguments.sealed {
            baseline.sealed.extend(entries.iter().map(SealedEntry::of));
        } else {
            baseline.entries.extend(entries);
        }
        // What was written must be what is read: a reason that is no sentence is found here.
        let text = baseline.to_canonical();
        Baseline::from_json(&path.display().to_string(), &text).map_err(CliError::Baseline)?;
        written.push((path, text, failures, count));
    }
    // Nothing is written unless all can be.
    for (path, text, cases, entries) in &written {
        replace(path, text)?;
        let (failures, lines) = (counted(*cases, "failure"), counted(*entries, "line"));
        output::hint(&format!("{}: {failures} in {lines} more", path.display()));
    }
    if written.is_empty() {
        output::hint("nothing to write: all that fails and was asked for is listed");
    }
    Ok(ExitCode::SUCCESS)
}

/// The version and the platform of a run.
fn pinned(record: &RunRecord, decoder: &DecoderRecord) -> Condition {
    Condition {
        version: VersionRange::exactly(&decoder.version),
        os: Some(record.platform.os.clone()),
        arch: Some(record.platform.arch.clone()),
    }
}

/// The cases that fail by a verdict that is wanted, and are not listed.
fn unlisted(
    record: &RunRecord,
    decoder: &DecoderRecord,
    baseline: &Baseline,
    text: &str,
    arguments: &WriteBaselineArguments,
) -> Vec<usize> {
    let groups = decoder.accountable().bad();
    let verdicts: HashMap<usize, VerdictKind> =
        groups.flat_map(|group| group.cases.iter().map(|case| (case, group.verdict))).collect();
    let of_verdict =
        |verdict: &VerdictKind| arguments.verdict.is_empty() || arguments.verdict.contains(verdict);
    let compared = compare(record, decoder, baseline, ("", text), false);
    let wanted = |case: &usize| verdicts.get(case).is_some_and(of_verdict);
    compared.regressed.iter().filter(wanted).collect()
}

fn add_reason(
    baseline: &mut Baseline,
    arguments: &WriteBaselineArguments,
    path: &Path,
) -> Result<(), CliError> {
    let reason = Reason {
        id: arguments.why.clone(),
        reason: arguments.reason.clone(),
        link: arguments.link.clone(),
        until: arguments.until.clone(),
        only: Condition {
            version: arguments.version.clone(),
            os: arguments.os.clone(),
            arch: arguments.arch.clone(),
        },
    };
    match baseline.reasons.iter().find(|known| known.id == reason.id) {
        Some(known) if *known == reason => {}
        Some(_) => {
            return Err(CliError::Usage(format!(
                "{}: its reason `{}` is another; --why WORD names a new one",
                path.display(),
                reason.id
            )));
        }
        None => baseline.reasons.push(reason),
    }
    Ok(())
}

/// Writes `text` to `path`, whole or not at all.
fn replace(path: &Path, text: &str) -> Result<(), CliError> {
    let failed = |source| CliError::File { path: path.to_owned(), source };
    let dir =
        path.parent().filter(|dir| !dir.as_os_str().is_empty()).map_or(PathBuf::from("."), Path::to_owned);
    fs::create_dir_all(&dir).map_err(failed)?;
    put_in_place(path, opened(&dir, path)?, text)
}
