//! `illformed compare`.

use crate::ask::adapter::{Adapter, OpenFailure};
use crate::ask::nearest::{did_you_mean, nearest};
use crate::ask::reproducer::opened;
use crate::ask::selection::Globs;
use crate::cli::args::{TextFormat, seconds};
use crate::cli::decoders::{OwnDecoderArguments, supervision};
use crate::cli::error::CliError;
use crate::cli::given::GivenArguments;
use crate::cli::help::{CASES, DECODERS, LIMITS, OUTPUT};
use crate::cli::identify::identified;
use crate::cli::output;
use crate::record::comparison::{AnsweredDecoder, DecoderComparison};
use crate::record::poll;
use crate::record::run::{RunOptions, run};
use crate::search::identify::{Identified, OpenDecoder, Parting};
use crate::tell::report::{comparison as shown, parting as shown_parting, pretty_json};
use clap::Args;
use illformed_judge::case::{Case, Plan};
use illformed_judge::complete::default_suite;
use illformed_judge::shown::reason;
use illformed_vectors::{Input, Suite, Vector};
use serde::Serialize;
use std::collections::HashSet;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct CompareArguments {
    /// The names of two decoders, or of one beside --command or a command after `--`.
    ///
    /// `illformed list decoders` has the names. A name may have `*`, and must match one decoder. Of an adapter with several
    /// decoders name one: `illformed compare std/from-utf8 mine/fast -- ./mine`.
    #[arg(value_name = "DECODER", num_args = 0..=2, help_heading = DECODERS)]
    pub(crate) decoders: Vec<String>,
    /// Show every input on which they differ.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) all: bool,
    /// The output format.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text, help_heading = OUTPUT)]
    pub(crate) format: TextFormat,
    /// Ask only cases whose id matches; repeatable.
    #[arg(long, value_name = "GLOB", help_heading = CASES)]
    pub(crate) only: Vec<String>,
    /// Seconds to wait for an answer.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) timeout: Duration,
    #[command(flatten)]
    pub(crate) given: GivenArguments,
    #[command(flatten)]
    pub(crate) own: OwnDecoderArguments,
}

pub(crate) fn compare(arguments: &CompareArguments) -> Result<ExitCode, CliError> {
    let supervision = supervision(arguments.timeout);
    let interrupted = Arc::clone(&supervision.interrupted);
    let adapters = arguments.own.named_adapters(&arguments.decoders, &supervision)?;
    let known = listed(&adapters)?;
    let sides = sides(&arguments.decoders, &known)?;
    let vectors: Vec<Vector> = arguments
        .given
        .inputs
        .iter()
        .map(|given| poll::vector(given.input()?).map_err(CliError::Usage))
        .collect::<Result<_, _>>()?;
    let asks_all = vectors.is_empty() && arguments.only.is_empty();
    let plan = if vectors.is_empty() {
        let only = Globs::parse("--only", &arguments.only)?;
        let plan =
            Plan::selected(default_suite(), |id| only.select_case(&id.to_string(), id.vector.as_str()));
        let cases = plan.cases.iter().map(|case| (case.id.to_string(), case.vector.id.as_str()));
        only.check_cases(cases, default_suite().vectors().map(|vector| vector.id.as_str()))?;
        // Each input is asked once, however many cases have it.
        let mut seen: HashSet<&Input> = HashSet::new();
        let is_first: Vec<bool> = plan.cases.iter().map(|case| seen.insert(case.input())).collect();
        let cases = plan.cases.into_iter().zip(is_first).filter(|(_, is_first)| *is_first);
        Plan { suite: plan.suite, cases: cases.map(|(case, _)| case).collect() }
    } else {
        Plan { suite: Suite::embedded(), cases: vectors.iter().map(Case::of).collect() }
    };
    let names = sides.map(|side| known[side].clone());
    let wanted = names.clone();
    let options = RunOptions {
        wants_decoder: Box::new(move |name| wanted.iter().any(|wanted| wanted == name)),
        interrupted: Arc::clone(&interrupted),
        ..RunOptions::default()
    };
    let outcome = run(&plan, &adapters, &options, &|adapter, _, info| AnsweredDecoder::of(adapter, info));
    if let Some((adapter, failure)) = outcome.not_opened.first() {
        return Err(CliError::NotAsked(format!("{adapter}: {}", reason(&failure.to_string()))));
    }
    let is_interrupted = outcome.is_interrupted;
    let why_interrupted = || CliError::NotAsked("interrupted: not everything was asked".to_owned());
    let mut answered: Vec<_> = outcome.decoders().collect();
    // They come in the order of their adapters.
    if sides[0] > sides[1] {
        answered.reverse();
    }
    let [first, second] = <[_; 2]>::try_from(answered).map_err(|answered| {
        if is_interrupted {
            why_interrupted()
        } else {
            format!("{} of the two could be asked", answered.len()).into()
        }
    })?;
    let comparison = DecoderComparison::of(&plan, first, second);
    // One that was given up would be started anew for thousands of words more.
    let is_answered = comparison.decoders.iter().all(|side| side.not_asked == 0);
    let all_inputs = if asks_all && is_answered && !is_interrupted {
        let [one, other] = sides.map(|side| reopened(&adapters, (&known[side], side), &interrupted));
        let ((one, first), (other, second)) = (one?, other?);
        Some(Parting::of([&one, &other], &mut [first, second], &interrupted))
    } else {
        None
    };
    let is_interrupted = is_interrupted || interrupted.load(Ordering::Relaxed);
    let is_apart = all_inputs.as_ref().is_some_and(Parting::is_apart);
    output::print(&match arguments.format {
        TextFormat::Text => {
            let on_all = all_inputs.as_ref().map_or(String::new(), shown_parting);
            shown(&comparison, arguments.all, output::style()) + &on_all
        }
        TextFormat::Json => pretty_json(&ComparisonOutput { comparison: &comparison, all_inputs }),
    })?;
    if is_interrupted {
        return Err(why_interrupted());
    }
    if comparison.compared == 0 {
        output::complain(&"nothing was compared: no input was answered by both");
        return Ok(ExitCode::from(4));
    }
    if let Some(side) = comparison.decoders.iter().find(|side| side.not_asked > 0) {
        return Err(CliError::NotAsked(format!("{} was given up, see above", side.name)));
    }
    Ok(ExitCode::from(u8::from(comparison.differing > 0 || is_apart)))
}

/// What `--format json` prints.
#[derive(Debug, Serialize)]
struct ComparisonOutput<'c> {
    #[serde(flatten)]
    comparison: &'c DecoderComparison,
    /// Where the two part on any input; not there if the user chose what is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_inputs: Option<Parting>,
}

/// What a decoder of `adapters` is, and a session in which it can be asked again: of the name `name`, and of that number among
/// those of all adapters, since two programs may have one name.
fn reopened(
    adapters: &[Box<dyn Adapter>],
    (name, mut number): (&str, usize),
    interrupted: &AtomicBool,
) -> Result<(Identified, OpenDecoder), CliError> {
    for adapter in adapters {
        let Ok((mut session, names)) = opened(&**adapter) else { break };
        if names.get(number).is_some_and(|known| known == name) {
            return Ok((identified(&mut *session, name, number, interrupted), (session, number)));
        }
        let Some(left) = number.checked_sub(names.len()) else { break };
        number = left;
        session.close();
    }
    Err(CliError::NotAsked(format!("{name}: it could not be opened again")))
}

/// The names of all decoders of `adapters`, in their order.
fn listed(adapters: &[Box<dyn Adapter>]) -> Result<Vec<String>, CliError> {
    let mut names = Vec::new();
    for adapter in adapters {
        let (session, of_adapter) = opened(&**adapter).map_err(|failure| {
            let (OpenFailure::Absent(why) | OpenFailure::Broken(why)) = failure;
            CliError::NotAsked(format!("{}: {}", adapter.name(), reason(&why)))
        })?;
        names.extend(of_adapter);
        session.close();
    }
    Ok(names)
}

/// Which two of the decoders `known` are meant by `names`; where fewer than two are named, what is left are those that no
/// name matches.
fn sides(names: &[String], known: &[String]) -> Result<[usize; 2], CliError> {
    let named =
        |numbers: &[usize]| numbers.iter().map(|one| known[*one].as_str()).collect::<Vec<_>>().join(", ");
    let mut sides: Vec<usize> = Vec::new();
    for name in names {
        let glob = Globs::parse("DECODER", std::slice::from_ref(name))?;
        let matching: Vec<usize> = (0..known.len()).filter(|number| glob.name(&known[*number])).collect();
        let wrong = match matching.as_slice() {
            [one] if sides.contains(one) => "the same decoder twice".to_owned(),
            [one] => {
                sides.push(*one);
                continue;
            }
            [] => {
                "no decoder of that name".to_owned()
                    + &did_you_mean(&nearest(name, known.iter().map(String::as_str)))
            }
            several => format!("matches {}: name one", named(several)),
        };
        return Err(CliError::Usage(format!("{name}: {wrong}")));
    }
    let adapter = |number: usize| known[number].split('/').next().unwrap_or_default();
    let taken: Vec<&str> = sides.iter().map(|side| adapter(*side)).collect();
    let left: Vec<usize> = (0..known.len()).filter(|number| !taken.contains(&adapter(*number))).collect();
    let missing = 2 - sides.len().min(2);
    if left.len() != missing && missing > 0 {
        let left = if left.is_empty() { String::new() } else { format!("; there is {}", named(&left)) };
        return Err(
            format!("compare needs two decoders: names, --command, or a command after `--`{left}").into()
        );
    }
    sides.extend(left.into_iter().take(missing));
    Ok([sides[0], sides[1]])
}
