//! Which adapters a command asks.

use crate::cli::args::{ClaimedProfile, RunArguments};
use crate::cli::error::CliError;
use crate::cli::fuzz::FuzzArguments;
use crate::cli::promote::PromoteArguments;
use glob::Pattern;
use illformed::adapter::command::{CommandAdapter, CommandClaim, OutputForm};
use illformed::adapter::process::{ProcessAdapter, Program, REGISTRY, Supervision};
use illformed::adapter::{Adapter, in_process};
use illformed::kinds::{self, Peer};
use illformed_codec::Profile;
use std::ffi::OsString;

/// All adapters of this program: those of this process, then those that are programs.
pub(crate) fn all(supervision: &Supervision) -> Vec<Box<dyn Adapter>> {
    let in_process = in_process::all().into_iter().map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) });
    let processes = REGISTRY.iter().map(|registered| -> Box<dyn Adapter> {
        Box::new(ProcessAdapter::registered(*registered, supervision.clone()))
    });
    in_process.chain(processes).collect()
}

/// The flags by which adapters are selected or brought in.
pub(crate) struct Doors<'a> {
    adapter: &'a [String],
    decoder: &'a [String],
    command: &'a [OsString],
    one_shot: Option<&'a String>,
    command_profile: Option<ClaimedProfile>,
    command_out: Option<&'a String>,
    reject_code: &'a [i32],
}

/// Both commands have the same flags, each in the order of its own help.
macro_rules! doors {
    ($arguments:ty) => {
        impl<'a> From<&'a $arguments> for Doors<'a> {
            fn from(arguments: &'a $arguments) -> Self {
                Self {
                    adapter: &arguments.adapter,
                    decoder: &arguments.decoder,
                    command: &arguments.command,
                    one_shot: arguments.one_shot.as_ref(),
                    command_profile: arguments.command_profile,
                    command_out: arguments.command_out.as_ref(),
                    reject_code: &arguments.reject_code,
                }
            }
        }
    };
}

impl<'a> From<&'a PromoteArguments> for Doors<'a> {
    fn from(arguments: &'a PromoteArguments) -> Self {
        Self {
            adapter: &[],
            decoder: arguments.decoder.as_slice(),
            command: &arguments.command,
            one_shot: arguments.one_shot.as_ref(),
            command_profile: arguments.command_profile,
            command_out: arguments.command_out.as_ref(),
            reject_code: &arguments.reject_code,
        }
    }
}

impl<'a> Doors<'a> {
    /// The same, for decoders whose names match one of `patterns`.
    pub(crate) fn asking(self, patterns: &'a [String]) -> Self {
        Self { decoder: patterns, ..self }
    }
}

doors!(RunArguments);
doors!(FuzzArguments);

/// The adapters that are asked.
pub(crate) fn selected(
    arguments: &Doors<'_>,
    supervision: &Supervision,
) -> Result<Vec<Box<dyn Adapter>>, CliError> {
    let patterns = patterns("--adapter", arguments.adapter)?;
    let mut adapters = all(supervision);
    if let Some(own) = own(arguments, supervision)? {
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
            && (arguments.decoder.is_empty() || arguments.decoder.iter().any(of_decoder))
    });
    if adapters.is_empty() {
        return Err(CliError::Usage("no adapter of that name; see illformed list decoders".to_owned()));
    }
    Ok(adapters)
}

/// The encoders, detectors and readers of labels that a run asks: those of the adapters and names that it asks for, and
/// none when only cases of decoders were named.
pub(crate) fn peers(arguments: &RunArguments) -> Result<Vec<Peer>, CliError> {
    let RunArguments { only, from, to, command, one_shot, suite, .. } = arguments;
    let of_adapters = patterns("--adapter", &arguments.adapter)?;
    let of_names = patterns("--decoder", &arguments.decoder)?;
    let own = !command.is_empty() || one_shot.is_some();
    let cases_named = !only.is_empty() || from.is_some() || to.is_some() || suite.suite.is_some();
    if cases_named || own && of_adapters.is_empty() {
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

/// The adapter that the user gave, if any.
fn own(arguments: &Doors<'_>, supervision: &Supervision) -> Result<Option<Box<dyn Adapter>>, CliError> {
    if let Some((executable, rest)) = arguments.command.split_first() {
        let program = Program { executable: executable.clone(), arguments: rest.to_vec() };
        return Ok(Some(Box::new(ProcessAdapter::command(program, supervision.clone()))));
    }
    let Some(text) = arguments.one_shot else { return Ok(None) };
    let form = |name: &String| OutputForm::ALL.into_iter().find(|(known, _)| known == name);
    let claim = CommandClaim {
        profile: match arguments.command_profile {
            None | Some(ClaimedProfile::Rfc3629) => Some(Profile::Rfc3629),
            Some(ClaimedProfile::Rfc2279) => Some(Profile::Rfc2279),
            Some(ClaimedProfile::None) => None,
        },
        out: arguments.command_out.and_then(form).map(|(_, form)| form),
        reject_codes: arguments.reject_code.to_vec(),
    };
    let adapter = CommandAdapter::new(text, claim, supervision.clone())
        .map_err(|error| CliError::Usage(format!("--command {text}: {error}")))?;
    Ok(Some(Box::new(adapter)))
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
