//! From the arguments to vectors, and to the exit code.

use crate::ask::adapter::process::Supervision;
use crate::ask::selection::{DecoderChoice, selected_adapters};
use crate::cli::error::CliError;
use crate::cli::promote::suspects::{Suspect, suspects};
use crate::cli::promote::{PromoteArguments, Promotions};
use crate::search::black_box::{FuzzOptions, fuzz};
use crate::search::promote::{Failing, Unpromoted};
use glob::Pattern;
use illformed_judge::judge::{judge_observation, self_check};
use illformed_judge::oracle::Oracle;
use illformed_vectors::Suite;
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn promote(arguments: &PromoteArguments) -> Result<ExitCode, CliError> {
    let mut promotions = Promotions::new(&arguments.promotion)?;
    let suspects = suspects(arguments)?;
    let supervision = arguments.promotion.supervision();
    self_check(judge_observation, &Oracle::ALL, Suite::embedded())?;
    for suspect in &suspects {
        let (by, asked) = ask(suspect, arguments, &supervision)?;
        match asked {
            Ok(failing) => {
                promotions.promote((&suspect.name, &by, &suspect.artifact), failing)?;
            }
            Err(why) => promotions.refuse(&suspect.name, &by, &why),
        }
    }
    Ok(promotions.finish())
}

/// The name of the decoder, and the smallest input on which it fails so, or why there is none.
fn ask(
    suspect: &Suspect,
    arguments: &PromoteArguments,
    supervision: &Supervision,
) -> Result<(String, Result<Failing, Unpromoted>), CliError> {
    let name = suspect.decoder.clone().unwrap_or_else(|| "the decoder".to_owned());
    if suspect.is_own && !arguments.own.is_given() {
        let why = "it is a decoder of your own; give its command again, after --";
        return Ok((name, Err(Unpromoted::Unasked(why.to_owned()))));
    }
    let decoder: Vec<String> = suspect.decoder.as_deref().map(Pattern::escape).into_iter().collect();
    let adapters = selected_adapters(&[], &decoder, arguments.own.adapters(supervision)?, supervision)?;
    let choice = DecoderChoice::parse(&decoder)?;
    let wanted = choice.clone();
    let mut record = fuzz(
        &adapters,
        &FuzzOptions {
            runs: None,
            time: None,
            given: vec![suspect.input.clone()],
            shrinks_given: !arguments.promotion.keep_size,
            wants_decoder: Box::new(move |name| wanted.wants(name)),
            interrupted: Arc::clone(&supervision.interrupted),
            ..FuzzOptions::default()
        },
    );
    choice.check()?;
    let unused = record.absent.iter().chain(&record.broken).next();
    let unused = unused.map(|adapter| format!("{}: {}", adapter.adapter, adapter.why));
    if let Some(why) = record.oracles_disagree.pop().or(unused) {
        return Ok((name, Err(Unpromoted::Unasked(why))));
    }
    match record.decoders.as_slice() {
        [decoder] => Ok((decoder.decoder.clone(), decoder.failing())),
        [] => Err(CliError::Usage("no decoder of that name; see illformed list decoders".to_owned())),
        several => {
            let names: Vec<&str> = several.iter().map(|decoder| decoder.decoder.as_str()).collect();
            Err(CliError::Usage(format!("which one? name one with --decoder: {}", names.join(", "))))
        }
    }
}
