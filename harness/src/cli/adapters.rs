//! Which adapters a command asks.

use crate::ask::adapter::process::{ProcessAdapter, REGISTRY, Supervision};
use crate::ask::adapter::{Adapter, in_process};
use crate::ask::kinds::{self, Peer};
use crate::cli::error::CliError;
use crate::cli::own_decoder::OwnDecoderArguments;
use crate::cli::run_arguments::RunArguments;
use glob::Pattern;

/// All adapters of this program: those of this process, then those that are programs.
pub(crate) fn all(supervision: &Supervision) -> Vec<Box<dyn Adapter>> {
    let in_process = in_process::all().into_iter().map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) });
    let processes = REGISTRY.iter().map(|registered| -> Box<dyn Adapter> {
        Box::new(ProcessAdapter::registered(*registered, supervision.clone()))
    });
    in_process.chain(processes).collect()
}

/// The adapters that are asked: the user's own, and else those that may have a decoder of which the name matches one of
/// `decoder`; of both those that match one of `adapter`.
pub(crate) fn selected(
    adapter: &[String],
    decoder: &[String],
    own: &OwnDecoderArguments,
    supervision: &Supervision,
) -> Result<Vec<Box<dyn Adapter>>, CliError> {
    let patterns = patterns("--adapter", adapter)?;
    let mut adapters = all(supervision);
    if let Some(own) = own.adapter(supervision)? {
        adapters.retain(|adapter| matches_any(&patterns, adapter.name()));
        adapters.push(own);
        return Ok(adapters);
    }
    // A decoder's name begins with its adapter's: what cannot match is not even started.
    adapters.retain(|adapter| {
        let of_decoder = |pattern: &String| {
            let wanted = pattern.split('/').next().unwrap_or_default();
            Pattern::new(wanted).is_ok_and(|pattern| pattern.matches(adapter.name()))
        };
        (patterns.is_empty() || matches_any(&patterns, adapter.name()))
            && (decoder.is_empty() || decoder.iter().any(of_decoder))
    });
    if adapters.is_empty() {
        return Err(CliError::Usage("no adapter of that name; see illformed list decoders".to_owned()));
    }
    Ok(adapters)
}

/// The encoders, detectors and readers of labels that a run asks: those of the adapters and names that it asks for, and
/// none when only cases of decoders were named.
pub(crate) fn peers(arguments: &RunArguments) -> Result<Vec<Peer>, CliError> {
    let RunArguments { only, from, to, own, suite, .. } = arguments;
    let of_adapters = patterns("--adapter", &arguments.adapter)?;
    let of_names = patterns("--decoder", &arguments.decoder)?;
    let cases_named = !only.is_empty() || from.is_some() || to.is_some() || suite.suite.is_some();
    if cases_named || own.is_given() && of_adapters.is_empty() {
        return Ok(Vec::new());
    }
    let mut peers = kinds::peers();
    peers.retain(|peer| {
        let adapter = peer.name.split('/').next().unwrap_or_default();
        (of_adapters.is_empty() || matches_any(&of_adapters, adapter))
            && (of_names.is_empty() || matches_any(&of_names, &peer.name))
    });
    Ok(peers)
}

/// The patterns that a flag was given.
pub fn patterns(flag: &str, texts: &[String]) -> Result<Vec<Pattern>, CliError> {
    let parse = |text: &String| {
        Pattern::new(text).map_err(|error| CliError::Usage(format!("{flag} {text}: {}", error.msg)))
    };
    texts.iter().map(parse).collect()
}

/// Whether `only` selects the case of that id: a pattern without `@` selects vectors, with all that is derived from them.
pub(crate) fn matches_case(only: &[Pattern], id: &str, vector: &str) -> bool {
    let of_vectors = || only.iter().any(|pattern| !pattern.as_str().contains('@') && pattern.matches(vector));
    // In the words of a record `-` is the vector itself, without what is derived from it.
    let alone = || {
        let id = format!("{id}@-");
        !id[..id.len() - 2].contains('@')
            && only.iter().any(|pattern| pattern.as_str().ends_with("@-") && pattern.matches(&id))
    };
    only.is_empty() || matches_any(only, id) || of_vectors() || alone()
}

/// Whether `name` matches one of `patterns`.
pub fn matches_any(patterns: &[Pattern], name: &str) -> bool {
    patterns.iter().any(|pattern| pattern.matches(name))
}
