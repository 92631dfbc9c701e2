//! `illformed compare`.

use crate::ask::adapter::{Adapter, OpenFailure};
use crate::ask::nearest::{did_you_mean, nearest};
use crate::ask::selection::Globs;
use crate::cli::args::{TextFormat, seconds};
use crate::cli::decoders::{OwnDecoderArguments, supervision};
use crate::cli::error::CliError;
use crate::cli::given::GivenArguments;
use crate::cli::help::{CASES, DECODERS, LIMITS, OUTPUT};
use crate::cli::identify::ListedDecoder;
use crate::cli::output;
use crate::record::comparison::{AnsweredDecoder, DecoderComparison};
use crate::record::poll;
use crate::record::run::{RunOptions, run};
use crate::search::identify::Parting;
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
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{ptr, slice};

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
    #[arg(long, value_name = "GLOB", conflicts_with_all = ["bytes", "calls"], help_heading = CASES)]
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
    let wanted = sides.map(|side| known[side].name.clone());
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
        let reopened = |side: usize| {
            let why = |_| CliError::NotAsked(format!("{}: it could not be opened again", known[side].name));
            known[side].identified(&interrupted).map_err(why)
        };
        let ((one, first), (other, second)) = (reopened(sides[0])?, reopened(sides[1])?);
        let sessions = &mut [(first, known[sides[0]].number), (second, known[sides[1]].number)];
        Some(Parting::of([&one, &other], sessions, &interrupted))
    } else {
        None
    };
    let is_interrupted = is_interrupted || interrupted.load(Ordering::Relaxed);
    let is_apart = all_inputs.as_ref().is_some_and(Parting::is_apart);
    output::print(&match arguments.format {
        TextFormat::Text => {
            let on_all = all_inputs.as_ref().map_or(String::new(), |all| shown_parting(all, &comparison));
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

/// The decoders of `adapters`, in their order.
fn listed(adapters: &[Box<dyn Adapter>]) -> Result<Vec<ListedDecoder<'_>>, CliError> {
    let mut known = Vec::new();
    for adapter in adapters {
        let failed = |why: OpenFailure| format!("{}: {}", adapter.name(), reason(&why.to_string()));
        known.extend(ListedDecoder::all(&**adapter).map_err(|why| CliError::NotAsked(failed(why)))?);
    }
    Ok(known)
}

/// Which two of the decoders `known` are meant by `names`; where fewer than two are named, what is left are those that no
/// name matches.
fn sides(names: &[String], known: &[ListedDecoder<'_>]) -> Result<[usize; 2], CliError> {
    let named = |numbers: &[usize]| {
        numbers.iter().map(|one| known[*one].name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let mut sides: Vec<usize> = Vec::new();
    for name in names {
        let glob = Globs::parse("DECODER", slice::from_ref(name))?;
        let matching: Vec<usize> =
            (0..known.len()).filter(|number| glob.name(&known[*number].name)).collect();
        let wrong = match matching.as_slice() {
            [one] if sides.contains(one) => "the same decoder twice".to_owned(),
            [one] => {
                sides.push(*one);
                continue;
            }
            [] => {
                "no decoder of that name".to_owned()
                    + &did_you_mean(&nearest(name, known.iter().map(|one| one.name.as_str())))
            }
            several => format!("matches {}: name one", named(several)),
        };
        return Err(CliError::Usage(format!("{name}: {wrong}")));
    }
    // Only decoders of the user need no name; one of each adapter is enough.
    let is_left = |one: &ListedDecoder<'_>| {
        let is_taken = sides.iter().any(|side| ptr::addr_eq(known[*side].adapter, one.adapter));
        !one.adapter.command().is_empty() && !is_taken
    };
    let left: Vec<usize> = (0..known.len()).filter(|number| is_left(&known[*number])).collect();
    sides.extend(left);
    <[usize; 2]>::try_from(sides).map_err(|sides| {
        let needs = "compare needs two decoders: names, --command, or a command after `--`";
        match sides.as_slice() {
            [] => needs.to_owned().into(),
            [one] => format!("{needs}; there is {}", known[*one].name).into(),
            several => format!("which two? name both: {}", named(several)).into(),
        }
    })
}
