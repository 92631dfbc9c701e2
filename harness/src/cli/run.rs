//! `illformed run`.

use crate::ask::adapter::process::Supervision;
#[cfg(unix)]
use crate::ask::native::share_heaps;
use crate::ask::selection::{Adapters, Globs, guarded_adapters};
use crate::cli::args::one_of;
use crate::cli::baseline::{BaselineFile, LoadedBaselines, Stale};
use crate::cli::decoders::ALLOW_MISSING;
use crate::cli::error::CliError;
use crate::cli::files::{OutputFiles, WholeLines, say_written};
use crate::cli::help::{BASELINES, OUTPUT};
use crate::cli::output;
use crate::cli::progress::RunProgress;
use crate::cli::render::ReportArguments;
use crate::cli::selection::{Selection, load_selected};
use crate::cli::sweep::sweep_selected;
use crate::record::digest::suite_digest;
use crate::record::run::{FinishedDecoder, Observer, RunOptions, run as run_plan};
use crate::record::run_record::{DecoderRecord, DecoderRecorder, ExitReason, RunFacts, RunRecord, recorded};
use crate::tell::report::{DecoderEvents, EventLines, Format, counted};
use clap::Args;
use illformed_judge::cause::Severity;
use illformed_judge::judge::{Judged, Response, VerdictKind, judge_observation, self_check};
use illformed_judge::lint::lint;
use illformed_judge::oracle::Oracle;
use illformed_judge::shown::escape_controls;
use illformed_vectors::Suite;
use std::collections::BTreeSet;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    selection: Selection,
    /// Allow that a decoder with a baseline is not there; repeatable.
    ///
    /// A run fails if a decoder has a baseline and was not asked, unless --adapter or --decoder leave it out: otherwise a
    /// decoder that is lost, with its interpreter or by a change of its adapter, would not be noticed.
    #[arg(long, value_name = "GLOB", requires = "baseline", help_heading = BASELINES, hide_short_help = true)]
    allow_missing: Vec<String>,
    /// Compare with baselines (file or folder); repeatable.
    ///
    /// A baseline lists the causes for which a decoder fails, with the cases, and why that is accepted. The run
    /// fails if other cases fail, if they fail with other answers, after the reason's last day, and if the decoder was not
    /// asked. `illformed baseline write` makes a baseline from a report. A decoder without a baseline is checked against its
    /// claim.
    #[arg(long, value_name = "PATH", help_heading = BASELINES)]
    baseline: Vec<PathBuf>,
    /// The least severity that fails the run.
    ///
    /// critical, wrong or imprecise: `illformed explain CAUSE` says how severe a cause is. Less severe failures are reported
    /// all the same.
    #[arg(long, value_name = "SEVERITY", default_value = "imprecise", value_parser = one_of(Severity::ALL.map(|severity| (severity.name(), severity))), hide_possible_values = true, help_heading = OUTPUT, hide_short_help = true)]
    fail_on: Severity,
    /// How to treat an accepted failure that passes now.
    ///
    /// `illformed baseline update` removes it from the baseline.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Stale::Warn, requires = "baseline", help_heading = BASELINES, hide_short_help = true)]
    stale: Stale,
    #[command(flatten)]
    report: ReportArguments,
}

pub(crate) fn run(arguments: &RunArguments) -> Result<ExitCode, CliError> {
    let RunArguments { selection, report, .. } = arguments;
    let decoders = &selection.decoders;
    #[cfg(unix)]
    share_heaps();
    let suite = load_selected(selection)?;
    if let Some(folder) = &selection.suite.suite {
        warn_of_faults(&suite, folder);
    }
    // What ends with the process is not given back block by block, which takes longer than all else at the end.
    let mut plan = ManuallyDrop::new(selection.plan(&suite)?);
    let baselines = LoadedBaselines::read(&arguments.baseline)?;
    let is_expected = expected_baselines(arguments)?;
    let supervision = decoders.supervision();
    let (mut adapters, choice) = decoders.adapters(&supervision)?;
    if selection.guard {
        adapters = guarded(adapters, &supervision)?;
    }
    let wanted = choice.clone();
    let mut files = OutputFiles::create(report)?;
    let built_in = if selection.suite.suite.is_some() { Suite::embedded() } else { &*suite };
    self_check(judge_observation, &Oracle::ALL, built_in)?;

    let began = Instant::now();
    let began_at = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let swept = sweep_selected(selection, &adapters, &choice, &supervision, &plan)?;
    let with_found = swept.suite(&suite);
    if let Some(with_found) = &with_found {
        plan = ManuallyDrop::new(selection.plan(with_found)?);
    }
    let (events_path, events_file) = files.events.take().unzip();
    let events = events_file.map(|file| EventLines::new(&plan, file));
    let progress = Arc::new(RunProgress::new(plan.cases.len()));
    let of_restarts = Arc::clone(&progress);
    let by_default = RunOptions::default();
    let options = RunOptions {
        asking_again: Box::new(move || of_restarts.asking_again()),
        jobs: decoders.jobs.unwrap_or(by_default.jobs),
        ruling: selection.ruling(),
        repeat: selection.repeat as usize,
        wants_decoder: Box::new(move |name| wanted.wants(name)),
        known_causes: baselines.causes(),
        seen_flaky: swept.flaky,
        interrupted: supervision.interrupted,
        ..by_default
    };
    // Digests are for who reads the record later, which a terminal does not.
    let is_kept =
        !arguments.baseline.is_empty() || report.format.iter().any(|format| *format != Format::Terminal);
    let facts = RunFacts {
        suite_digest: if is_kept { suite_digest(&suite) } else { String::new() },
        fail_on: Some(arguments.fail_on),
        swept: swept.records,
        ..selection.facts(began_at)
    };
    let mut outcome = run_plan(&plan, &adapters, &options, &|adapter, command, info| {
        progress.decoder(&format!("{adapter}/{}", info.name));
        RunObserver {
            recorder: DecoderRecorder::new(&plan, &facts, adapter, command, info),
            events: events.as_ref().map(|events| events.decoder(adapter, info)),
            progress: &progress,
        }
    });
    progress.finish();
    outcome.is_interrupted |= swept.is_interrupted;
    let took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let mut record = ManuallyDrop::new(recorded(&plan, facts, outcome, took_ms));
    if record.decoders.is_empty() {
        choice.check()?;
    }
    let misses_decoders = baselines.hold(&mut record, arguments.stale == Stale::Error, is_expected);
    let reasons = if is_kept { record.finalize() } else { ExitReason::of(&record) };

    let events_written = events.zip(events_path).map_or(Ok(()), |(events, path)| {
        let written = events.finish(&record).map_err(CliError::of_file(&path));
        written.map(|()| say_written(&path))
    });
    let written = CliError::all([events_written, files.write(&record)]);
    report.print(&record)?;
    // Standard output is the last to be withheld because a file failed.
    written?;
    let is_shown = report.format.iter().any(|format| matches!(format, Format::Terminal | Format::Github));
    for reason in &reasons {
        let place = if is_shown { "see above" } else { "see the report" };
        output::complain(&format!("{}{place}", message(*reason, &record)));
    }
    if let Some(command) = decoders.own.command_line().filter(|_| !record.broken.is_empty()) {
        output::hint(&format!("to see why: illformed adapter check -- {command}"));
    }
    for line in baselines.unused(&record) {
        output::complain(&line);
    }
    for line in &record.missed_baselines {
        output::complain(&escape_controls(line));
    }
    if misses_decoders {
        output::hint(ALLOW_MISSING);
    }
    let asked = adapters.iter().map(|adapter| adapter.name());
    let asked: BTreeSet<&str> =
        asked.chain(record.decoders.iter().map(|decoder| decoder.adapter.as_str())).collect();
    // One that is broken has not said its name.
    if record.broken.is_empty() {
        decoders.check_adapters(&Vec::from_iter(asked))?;
    }
    choice.check()?;
    Ok(reasons.first().map_or(ExitCode::SUCCESS, |reason| ExitCode::from(reason.code())))
}

/// Which baselines need their decoders: those that the user named, and those of decoders that are selected, less those that may
/// be missing.
fn expected_baselines(arguments: &RunArguments) -> Result<impl Fn(&BaselineFile) -> bool, CliError> {
    let adapters = Globs::parse("--adapter", &arguments.selection.decoders.adapter)?;
    let decoders = Globs::parse("--decoder", &arguments.selection.decoders.decoder)?;
    let may_be_missing = Globs::parse("--allow-missing", &arguments.allow_missing)?;
    Ok(move |file: &BaselineFile| {
        let name = &file.baseline.decoder;
        let adapter = name.split('/').next().unwrap_or_default();
        let is_selected = adapters.select(adapter) && decoders.select(name);
        (file.is_named || is_selected) && !may_be_missing.name(name)
    })
}

fn guarded(adapters: Adapters, supervision: &Supervision) -> Result<Adapters, CliError> {
    let (adapters, unguarded) = guarded_adapters(adapters, supervision)?;
    if !unguarded.is_empty() {
        let names = unguarded.join(", ");
        output::complain(&format!("--guard: not guarded, since not part of this program: {names}"));
    }
    Ok(adapters)
}

/// Says whether the expectations in `folder` are those of the standards: what is judged by others says little.
pub(crate) fn warn_of_faults(suite: &Suite, folder: &Path) {
    let findings = lint(suite, &Oracle::ALL);
    if let Some(first) = findings.first() {
        let folder = folder.display();
        output::complain(&format!("{first}"));
        output::hint(&format!(
            "the suite has {}: illformed vectors lint {folder}",
            counted(findings.len(), "fault")
        ));
    }
}

/// What to say of `reason`, before where the details are.
fn message(reason: ExitReason, record: &RunRecord) -> &'static str {
    let has_baseline = record.decoders.iter().any(|decoder| decoder.baseline.is_some());
    match reason {
        ExitReason::NothingJudged if !record.decoders.is_empty() => {
            "nothing was judged: no answer could be held to a claim, "
        }
        ExitReason::NothingJudged => "nothing was judged: no decoder was asked, ",
        ExitReason::NotJudged if !record.footer.complete => "interrupted: not everything was asked, ",
        ExitReason::NotJudged if !record.missed_baselines.is_empty() && record.broken.is_empty() => {
            "a decoder could not be judged, or a baseline was not compared, "
        }
        ExitReason::NotJudged => "an adapter or a decoder could not be judged, ",
        ExitReason::Failed if has_baseline => {
            "results differ from a baseline, or a decoder failed its claim, "
        }
        ExitReason::Failed => "a decoder failed its claim, ",
    }
}

/// What a run makes of one decoder: its record, its events, and progress.
struct RunObserver<'a> {
    recorder: DecoderRecorder<'a>,
    events: Option<DecoderEvents<'a, WholeLines>>,
    progress: &'a RunProgress,
}

impl Observer for RunObserver<'_> {
    type Seen = DecoderRecord;

    fn case(&mut self, case: usize, judged: &Judged, response: Option<&Response>, window: &[usize]) {
        self.recorder.case(case, judged, response, window);
        if let Some(events) = &self.events {
            events.case(case, judged, response);
        }
        self.progress.case(case);
    }

    fn correct(&mut self, case: usize, was: [VerdictKind; 2], why: &str) {
        self.recorder.correct(case, was, why);
        if let Some(events) = &self.events {
            events.correct(case, was, why);
        }
    }

    fn finish(self, finished: &FinishedDecoder) -> DecoderRecord {
        let record = self.recorder.finish(finished);
        if let Some(events) = self.events {
            events.finish(&record);
        }
        record
    }
}
