//! From the arguments to vectors, and to the exit code.

use crate::ask::adapter::process::Supervision;
use crate::ask::adapter_check::{command_line, shell_word};
use crate::ask::selection::{DecoderChoice, selected_adapters};
use crate::cli::error::CliError;
use crate::cli::promote::PromoteArguments;
use crate::cli::promote::suspects::{Suspect, suspects};
use crate::search::black_box::{FuzzOptions, fuzz};
use crate::search::promote::{PromotionOutcome, PromotionRecord, Searched, of_search};
use glob::Pattern;
use illformed_judge::judge::{judge_observation, self_check};
use illformed_judge::oracle::Oracle;
use illformed_vectors::Suite;
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn promote(arguments: &PromoteArguments) -> Result<ExitCode, CliError> {
    let mut promoter = arguments.promotion.promoter(None)?;
    let suspects = suspects(arguments)?;
    let supervision = arguments.promotion.supervision();
    self_check(judge_observation, &Oracle::ALL, Suite::embedded())?;
    arguments.promotion.told(suspects.into_iter().map(|suspect| {
        let by = suspect.decoder.clone().unwrap_or_default();
        promoter.promote(
            (suspect.name.clone(), &by, &suspect.artifact),
            || finding(&suspect, arguments, &supervision),
            |record| again(record, arguments),
        )
    }))
}

/// The smallest input on which the decoder fails so, or what came of it instead and why.
fn finding(
    suspect: &Suspect,
    arguments: &PromoteArguments,
    supervision: &Supervision,
) -> Result<Searched, CliError> {
    let name = suspect.decoder.as_deref();
    if suspect.is_own && !arguments.own.is_given() {
        let name = name.unwrap_or_default();
        let why = format!("{name} is a decoder of the user's own: give its command again, after --");
        return Ok(Err((PromotionOutcome::Unasked, why)));
    }
    let decoder: Vec<String> = name.map(Pattern::escape).into_iter().collect();
    let adapters = selected_adapters(&[], &decoder, arguments.own.adapter(supervision)?, supervision)?;
    let wanted = DecoderChoice::parse(&decoder)?;
    let choice = wanted.clone();
    let options = FuzzOptions {
        runs: None,
        time: None,
        given: vec![suspect.input.clone()],
        shrinks_given: !arguments.promotion.keep_size,
        wants_decoder: Box::new(move |name| wanted.wants(name)),
        interrupted: Arc::clone(&supervision.interrupted),
        ..FuzzOptions::default()
    };
    let record = fuzz(&adapters, &options);
    choice.check()?;
    Ok(of_search(record, &suspect.artifact)?)
}

/// The words that bring in the decoder that failed.
fn again(record: &PromotionRecord, arguments: &PromoteArguments) -> String {
    let own: Vec<_> = arguments.own.command.iter().map(|word| word.to_string_lossy()).collect();
    match &arguments.own.one_shot {
        Some(command) => format!(" --command {}", shell_word(command)),
        None if !own.is_empty() => format!(" --decoder {} -- {}", record.by, command_line(&own)),
        None => format!(" --decoder {}", record.by),
    }
}
