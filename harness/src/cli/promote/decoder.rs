//! Whether a decoder fails its claim on an input, and the smallest on which it fails so.

use crate::ask::adapter::process::Supervision;
use crate::cli::adapters;
use crate::cli::error::CliError;
use crate::cli::promote::PromoteArguments;
use crate::search::black_box::{FuzzOptions, FuzzRecord, fuzz};
use glob::Pattern;
use illformed_vectors::Input;
use std::sync::Arc;

/// What came of asking a decoder.
pub(super) enum Tried {
    /// It fails: its name, the smallest input, and how.
    Fails { decoder: String, input: Input, detail: String },
    /// It keeps its claim.
    Holds { decoder: String },
    /// Nobody can say.
    Unasked(String),
}

/// Asks the decoder `name`, or the only one there is.
pub(super) fn smallest(
    name: Option<&str>,
    input: &Input,
    arguments: &PromoteArguments,
    supervision: &Supervision,
) -> Result<Tried, CliError> {
    let name: Vec<String> = name.map(Pattern::escape).into_iter().collect();
    let adapters = adapters::selected(&[], &name, &arguments.own, supervision)?;
    let wanted = adapters::patterns("--decoder", &name)?;
    let options = FuzzOptions {
        runs: None,
        time: None,
        given: vec![input.clone()],
        shrinks_given: !arguments.promotion.keep_size,
        wants_decoder: Box::new(move |name| wanted.is_empty() || adapters::matches_any(&wanted, name)),
        interrupted: Arc::clone(&supervision.interrupted),
        ..FuzzOptions::default()
    };
    tried(fuzz(&adapters, &options))
}

fn tried(record: FuzzRecord) -> Result<Tried, CliError> {
    if let Some(how) = record.oracles_disagree.first() {
        return Ok(Tried::Unasked(how.clone()));
    }
    if let Some(adapter) = record.absent.iter().chain(&record.broken).next() {
        return Ok(Tried::Unasked(format!("{}: {}", adapter.adapter, adapter.why)));
    }
    let names: Vec<&str> = record.decoders.iter().map(|decoder| decoder.decoder.as_str()).collect();
    if names.len() > 1 {
        return Err(CliError::Usage(format!("which one? name one with --decoder: {}", names.join(", "))));
    }
    let Some(decoder) = record.decoders.into_iter().next() else {
        return Err(CliError::Usage("no decoder of that name; see illformed list decoders".to_owned()));
    };
    let name = decoder.decoder;
    Ok(match decoder.findings.into_iter().next() {
        Some(finding) => {
            let input = if finding.calls {
                finding.input.parse().ok().map(Input::Calls)
            } else {
                const_hex::decode(&finding.input).ok().map(Input::Bytes)
            };
            let detail = format!("{}: {}", finding.verdict, finding.detail);
            match input {
                Some(input) => Tried::Fails { decoder: name, input, detail },
                None => Tried::Unasked(format!("{name}: what is left cannot be read")),
            }
        }
        None if decoder.executions > decoder.unjudged => Tried::Holds { decoder: name },
        None => Tried::Unasked(
            decoder
                .gave_up
                .unwrap_or_else(|| format!("{name}: its claim does not say what is right for this input")),
        ),
    })
}
