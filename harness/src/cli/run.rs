//! `illformed run`.

use crate::ask::adapter::process::Supervision;
use crate::cli::baseline::{LoadedBaselines, Stale};
use crate::cli::error::CliError;
use crate::cli::files::OutputFiles;
use crate::cli::format::printed;
use crate::cli::progress::Progress;
use crate::cli::run_arguments::RunArguments;
use crate::cli::{adapters, interrupt, output, suite, worker};
use crate::record::run::{RunOptions, run as run_plan};
use crate::record::run_record::{ExitReason, PeerRecord, Recorder, RunFacts};
use crate::record::security::is_security;
use illformed_judge::case::{CaseId, Depth, Plan};
use illformed_judge::expected::{Resolutions, Ruling};
use illformed_judge::judge::{judge_observation, self_check};
use illformed_judge::oracle::Oracle;
use illformed_vectors::{Kinds, smoke_vectors};
use std::collections::HashSet;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// The implementation whose failures count in a survey.
const OWN: &str = "illformed-codec";

pub(crate) fn run(arguments: &RunArguments) -> Result<ExitCode, CliError> {
    let suite = suite::load(&arguments.suite)?;
    let plan = plan(arguments, &suite)?;
    let baselines = LoadedBaselines::read(&arguments.baseline, &suite)?;
    let interrupted = interrupt::flag();
    let supervision = Supervision {
        answer_limit: Duration::from_secs_f64(arguments.timeout),
        max_memory_mib: arguments.max_memory,
        interrupted: Arc::clone(&interrupted),
        ..Supervision::default()
    };
    let mut adapters =
        adapters::selected(&arguments.adapter, &arguments.decoder, &arguments.own, &supervision)?;
    if arguments.guard {
        adapters = worker::guarded(adapters, &supervision)?;
    }
    let peers = adapters::peers(arguments)?;
    let wanted = adapters::patterns("--decoder", &arguments.decoder)?;
    let by_default = RunOptions::default();
    let options = RunOptions {
        jobs: arguments.jobs.unwrap_or(by_default.jobs),
        resolutions: resolutions(&arguments.resolve)?,
        repeat: arguments.repeat as usize,
        wants_decoder: Box::new(move |name| wanted.is_empty() || adapters::matches_any(&wanted, name)),
        interrupted,
        ..by_default
    };
    let mut files = OutputFiles::create(&arguments.format, arguments.out.as_deref())?;
    self_check(judge_observation, &Oracle::ALL)?;

    let began = Instant::now();
    let mut events = files.events(&plan);
    let mut recorder = Recorder::new(&plan, facts(arguments, suite::digest(&suite)));
    let mut progress = Progress::new(plan.cases.len());
    run_plan(&plan, &adapters, &options, &mut |event| {
        progress.take(&event);
        recorder.take(&event);
        if let Some(events) = &mut events {
            events.take(&event);
        }
    });
    progress.finish();
    recorder.take_kinds(PeerRecord::of_all(&peers, Kinds::embedded()));
    let took = began.elapsed().as_millis();
    let (mut record, mut reasons) = recorder.finish(u64::try_from(took).unwrap_or(u64::MAX));
    if !arguments.baseline.is_empty() {
        baselines.hold(&mut record, arguments.stale == Stale::Error);
        reasons = record.finalize();
    }

    let told = events.map_or(Ok(()), |events| events.finish(&record));
    let written = told.and(files.write(&record));
    output::print(&printed(&arguments.format, &record, arguments.findings))?;
    // Standard output is the last to be withheld because a file failed.
    written?;
    for reason in &reasons {
        output::complain(&match reason.code() {
            4 => "nothing was judged: no decoder was asked a case that it could answer",
            3 if !record.footer.complete => "interrupted: not everything was asked",
            3 => "an adapter or a decoder could not be judged, see above",
            _ if !arguments.baseline.is_empty() => {
                "a decoder is not as its baseline says, or failed its claim, see above"
            }
            _ => "a decoder failed its claim, see above",
        });
    }
    let (unheard, is_missed) = baselines.unheard(&record);
    for line in &unheard {
        output::complain(line);
    }
    reasons.extend(is_missed.then_some(ExitReason::NotJudged));
    reasons.sort_unstable();
    Ok(reasons.first().map_or(ExitCode::SUCCESS, |reason| ExitCode::from(reason.code())))
}

fn plan<'suite>(
    arguments: &RunArguments,
    suite: &'suite illformed_vectors::Suite,
) -> Result<Plan<'suite>, CliError> {
    let only = adapters::patterns("--only", &arguments.only)?;
    let depth = if arguments.deep { Depth::Deep } else { Depth::Usual };
    let about_attacks: Option<HashSet<&str>> = arguments.security.then(|| {
        let vectors = suite.vectors().filter(|vector| is_security(suite, vector));
        vectors.map(|vector| vector.id.as_str()).collect()
    });
    let smoke: Option<HashSet<&str>> = arguments.smoke.then(|| smoke_vectors().collect());
    let too_much = |id: &CaseId| {
        smoke.as_ref().is_some_and(|smoke| id.recipe.is_some() || !smoke.contains(id.vector.as_str()))
    };
    let mut plan = Plan::of_depth(suite, depth, |id: &CaseId| {
        !too_much(id)
            && about_attacks.as_ref().is_none_or(|ids| ids.contains(id.vector.as_str()))
            && adapters::matches_case(&only, &id.to_string(), id.vector.as_str())
    });
    // What is named in full is asked, whether or not it is usually derived; but not what another flag leaves out.
    let by_name = !arguments.security && !arguments.smoke;
    let named = arguments.only.iter().filter(|_| by_name).filter_map(|text| text.parse::<CaseId>().ok());
    named.filter_map(|id| Plan::find(suite, &id)).for_each(|case| plan.insert(case));
    if plan.cases.is_empty() && arguments.security && only.is_empty() {
        return Err(CliError::Usage("--security: no vector of this suite is about attacks".to_owned()));
    }
    if plan.cases.is_empty() && !only.is_empty() {
        return Err(CliError::Usage(format!("--only {}: no case of that id", arguments.only.join(" "))));
    }
    let place = |flag: &str, id: &String| {
        let place = plan.cases.iter().position(|case| case.id.to_string() == *id);
        place.ok_or_else(|| CliError::Usage(format!("{flag} {id}: no selected case of that id")))
    };
    let to = arguments.to.as_ref().map(|id| place("--to", id)).transpose()?;
    let from = arguments.from.as_ref().map(|id| place("--from", id)).transpose()?;
    plan.cases.truncate(to.map_or(usize::MAX, |to| to + 1));
    plan.cases.drain(..from.unwrap_or(0).min(plan.cases.len()));
    if plan.cases.is_empty() && (from.is_some() || to.is_some()) {
        return Err(CliError::Usage("--to names a case before that of --from".to_owned()));
    }
    Ok(plan)
}

fn resolutions(texts: &[String]) -> Result<Resolutions, CliError> {
    let parse = |text: &String| {
        let wrong = |reason: String| CliError::Usage(format!("--resolve {text}: {reason}"));
        let (question, ruling) = text
            .split_once('=')
            .ok_or_else(|| wrong("expected QUESTION=accept or QUESTION=reject".to_owned()))?;
        let question = question.parse().map_err(|error| wrong(format!("{error}")))?;
        let ruling = match ruling {
            "accept" => Ruling::Accept,
            "reject" => Ruling::Reject,
            other => return Err(wrong(format!("unknown ruling `{other}`, expected accept or reject"))),
        };
        Ok((question, ruling))
    };
    texts.iter().map(parse).collect::<Result<_, _>>().map(Resolutions)
}

fn facts(arguments: &RunArguments, suite_digest: String) -> RunFacts {
    let began_at =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut selection: Vec<String> = Vec::new();
    selection.extend(arguments.security.then(|| "--security".to_owned()));
    selection.extend(arguments.smoke.then(|| "--smoke".to_owned()));
    let (from, to) = (Vec::from_iter(arguments.from.clone()), Vec::from_iter(arguments.to.clone()));
    for (flag, values) in [
        ("--adapter", &arguments.adapter),
        ("--decoder", &arguments.decoder),
        ("--only", &arguments.only),
        ("--from", &from),
        ("--to", &to),
        ("--resolve", &arguments.resolve),
    ] {
        selection.extend(values.iter().map(|value| format!("{flag} {value}")));
    }
    for (flag, given) in [("--deep", arguments.deep), ("--guard", arguments.guard)] {
        selection.extend(given.then(|| flag.to_owned()));
    }
    if let Some(suite) = &arguments.suite.suite {
        selection.push(format!("--suite {}", suite.display()));
    }
    let by_default = Supervision::default();
    if arguments.repeat > 1 {
        selection.push(format!("--repeat {}", arguments.repeat));
    }
    if Duration::from_secs_f64(arguments.timeout) != by_default.answer_limit {
        selection.push(format!("--timeout {}", arguments.timeout));
    }
    if arguments.max_memory != by_default.max_memory_mib {
        selection.push(format!("--max-memory {}", arguments.max_memory));
    }
    RunFacts {
        suite_digest,
        selection,
        survey_of_all_but: arguments.survey.then(|| OWN.to_owned()),
        began_at,
    }
}
