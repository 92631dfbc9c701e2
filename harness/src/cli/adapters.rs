//! Which adapters a command asks.

use crate::cli::args::RunArguments;
use crate::cli::error::CliError;
use glob::Pattern;
use illformed::adapter::process::{ProcessAdapter, Program, REGISTRY, Supervision};
use illformed::adapter::{Adapter, in_process};

/// All adapters of this program: those of this process, then those that are programs.
pub(crate) fn all(supervision: &Supervision) -> Vec<Box<dyn Adapter>> {
    let in_process = in_process::all().into_iter().map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) });
    let processes = REGISTRY.iter().map(|registered| -> Box<dyn Adapter> {
        Box::new(ProcessAdapter::registered(*registered, supervision.clone()))
    });
    in_process.chain(processes).collect()
}

/// The adapters that a run asks.
pub(crate) fn selected(
    arguments: &RunArguments,
    supervision: &Supervision,
) -> Result<Vec<Box<dyn Adapter>>, CliError> {
    let patterns = patterns("--adapter", &arguments.adapter)?;
    let mut adapters = all(supervision);
    if let Some((executable, rest)) = arguments.command.split_first() {
        if patterns.is_empty() {
            adapters.clear();
        }
        let program = Program { executable: executable.clone(), arguments: rest.to_vec() };
        let own = ProcessAdapter::command(program, supervision.clone());
        adapters.retain(|adapter| matches_any(&patterns, adapter.name()));
        adapters.push(Box::new(own));
        return Ok(adapters);
    }
    // A decoder's name begins with its adapter's: what cannot match is not even started.
    adapters.retain(|adapter| {
        let of_decoder = |pattern: &String| {
            let wanted = pattern.split('/').next().unwrap_or_default();
            Pattern::new(wanted).is_ok_and(|pattern| pattern.matches(adapter.name()))
        };
        (patterns.is_empty() || matches_any(&patterns, adapter.name()))
            && (arguments.decoder.is_empty() || arguments.decoder.iter().any(of_decoder))
    });
    if adapters.is_empty() {
        return Err(CliError::Usage("no adapter of that name; see illformed list decoders".to_owned()));
    }
    Ok(adapters)
}

/// The patterns that a flag was given.
pub(crate) fn patterns(flag: &str, texts: &[String]) -> Result<Vec<Pattern>, CliError> {
    let parse = |text: &String| {
        Pattern::new(text).map_err(|error| CliError::Usage(format!("{flag} {text}: {}", error.msg)))
    };
    texts.iter().map(parse).collect()
}

/// Whether `name` matches one of `patterns`.
pub(crate) fn matches_any(patterns: &[Pattern], name: &str) -> bool {
    patterns.iter().any(|pattern| pattern.matches(name))
}
