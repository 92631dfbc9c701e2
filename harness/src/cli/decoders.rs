//! Which decoders are asked, and within which limits: the same arguments for every command that asks decoders.

use crate::ask::adapter::command::{CommandAdapter, CommandClaim, OutputForm};
use crate::ask::adapter::process::{ProcessAdapter, Program, Supervision};
use crate::ask::adapter_check::command_line;
use crate::ask::nearest::did_you_mean;
use crate::ask::selection::{Adapters, DecoderChoice, Globs, selected_adapters};
use crate::cli::args::{containers, jobs, one_of, refusals, seconds};
use crate::cli::error::CliError;
use crate::cli::help::{DECODERS, LIMITS};
use crate::cli::interrupt;
#[cfg(unix)]
use crate::cli::native::NativeArguments;
use clap::Args;
use illformed_judge::claim::Refusal;
use illformed_judge::container::Container;
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::slice;
use std::time::Duration;

/// The decoders that a command asks, and their limits.
#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct DecoderArguments {
    /// Ask only adapters whose name matches; repeatable.
    ///
    /// `codec`, `std` and the other crates are adapters too. `illformed list decoders` names them.
    #[arg(long, value_name = "GLOB", help_heading = DECODERS)]
    pub(crate) adapter: Vec<String>,
    /// Ask only matching `adapter/decoder` names; repeatable.
    #[arg(long, value_name = "GLOB", help_heading = DECODERS)]
    pub(crate) decoder: Vec<String>,
    /// Decoders to ask at once [default: number of processors].
    ///
    /// The report does not depend on it.
    #[arg(long, value_name = "N", value_parser = jobs, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Memory limit of an adapter or a --command program, in MiB.
    ///
    /// It covers the processes that it starts, as long as they stay in its process group.
    ///
    /// It is measured on Linux alone, many times a second; elsewhere nothing is limited. One that uses more is killed and
    /// counts as crashed. What leaves the process group is neither counted nor killed.
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 24), help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_memory: u64,
    /// Seconds to wait for an answer.
    ///
    /// An adapter always has 20 seconds to introduce itself.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) timeout: Duration,
    #[command(flatten)]
    pub(crate) own: OwnDecoderArguments,
}

impl DecoderArguments {
    /// How the processes of adapters are supervised. An interrupt of the program ends them.
    pub(crate) fn supervision(&self) -> Supervision {
        Supervision { max_memory_mib: self.max_memory, ..supervision(self.timeout) }
    }

    /// The adapters to ask, and the choice among their decoders.
    pub(crate) fn adapters(&self, supervision: &Supervision) -> Result<(Adapters, DecoderChoice), CliError> {
        let choice = DecoderChoice::parse(&self.decoder)?;
        let own = self.own.adapters(supervision)?;
        // With --adapter a shipped adapter is asked too, and may be absent.
        let is_complete = !own.is_empty() && self.adapter.is_empty();
        let adapters = selected_adapters(&self.adapter, &self.decoder, own, supervision)?;
        Ok((adapters, if is_complete { choice.of_own() } else { choice }))
    }

    /// Fails if one of the names of `--adapter` is that of none of `asked`: an adapter of the user says its name only when it
    /// is started.
    pub(crate) fn check_adapters(&self, asked: &[&str]) -> Result<(), CliError> {
        for text in &self.adapter {
            let glob = Globs::parse("--adapter", slice::from_ref(text))?;
            if !asked.iter().any(|name| glob.name(name)) {
                let asked = asked.join(", ");
                return Err(CliError::Usage(format!(
                    "--adapter {text}: no adapter of that name; asked: {asked}"
                )));
            }
        }
        Ok(())
    }
}

/// This program, if the system says where it lies.
pub(crate) fn own_program() -> Option<PathBuf> {
    std::env::current_exe().ok()
}

/// How a process is watched that may take so long for an answer.
pub(crate) fn supervision(answer_limit: Duration) -> Supervision {
    Supervision {
        answer_limit,
        interrupted: interrupt::flag(),
        worker: own_program(),
        ..Supervision::default()
    }
}

/// A program of the user's own: one that speaks protocol 1, or any that takes bytes on stdin.
#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct OwnDecoderArguments {
    /// Ask any program: bytes on stdin, exit code 0 accepts.
    ///
    /// The program is started once for each input. CMD is split into words as a shell does, but no shell runs. A probe comes
    /// first: the program must accept characters of one to four bytes, and exit with another code on the byte FF; that code
    /// is taken as its rejection. Any other code, or a signal, is a crash. It can be given several times; the second command of one
    /// program PROGRAM is `command/PROGRAM-2`. No other adapter is asked unless it is named.
    #[arg(long = "command", value_name = "CMD", help_heading = DECODERS)]
    pub(crate) one_shot: Vec<String>,
    /// The form of the text that --command writes to stdout.
    ///
    /// Without it the probe detects the form. If it cannot, only the exit code is judged.
    #[arg(long, value_name = "FORM", requires = "one_shot", value_parser = one_of(OutputForm::ALL.map(|form| (form.name(), form))), help_heading = DECODERS, hide_short_help = true)]
    pub(crate) command_out: Option<OutputForm>,
    /// What --command claims to implement; `none` is shown and not judged.
    #[arg(long, value_name = "PROFILE", default_value = "rfc3629", requires = "one_shot", value_parser = ["rfc3629", "rfc2279", "none"], help_heading = DECODERS, hide_short_help = true)]
    pub(crate) command_profile: String,
    /// An exit code by which --command rejects; repeatable.
    ///
    /// With it, the probe no longer decides which exit codes reject.
    #[arg(long, value_name = "N", requires = "one_shot", value_parser = clap::value_parser!(i32).range(1..=255), help_heading = DECODERS, hide_short_help = true)]
    pub(crate) reject_code: Vec<i32>,
    /// Format that holds each input of --command or --call.
    ///
    /// For a program or a function that reads a format and not bare text: json-string, cbor-text, msgpack-str or
    /// protobuf-string (a message whose field 1 is the string). What JSON forbids in a string is escaped. Offsets are counted in
    /// the text.
    #[arg(long, value_name = "FORMAT", value_parser = containers(), hide_possible_values = true, help_heading = DECODERS, hide_short_help = true)]
    pub(crate) container: Option<Container>,
    /// Well-formed characters that --command or --call documents to refuse; repeatable.
    #[arg(long, value_name = "WHAT", alias = "call-refuses", value_parser = refusals(), help_heading = DECODERS, hide_short_help = true)]
    pub(crate) refuses: Vec<Refusal>,
    #[cfg(unix)]
    #[command(flatten)]
    pub(crate) native: NativeArguments,
    /// Your own adapter: a program and its arguments.
    ///
    /// It speaks protocol 1; `illformed adapter new` creates one. No other adapter is asked unless it is named.
    #[arg(last = true, value_name = "CMD", help_heading = DECODERS)]
    pub(crate) command: Vec<OsString>,
}

impl OwnDecoderArguments {
    /// Whether there is one.
    pub(crate) fn is_given(&self) -> bool {
        !self.one_shot.is_empty() || !self.command.is_empty() || self.has_library()
    }

    #[cfg(unix)]
    const fn has_library(&self) -> bool {
        self.native.is_given()
    }

    #[cfg(not(unix))]
    const fn has_library(&self) -> bool {
        false
    }

    /// The user's adapter, as it can be typed.
    pub(crate) fn command_line(&self) -> Option<String> {
        let words: Vec<_> = self.command.iter().map(|word| word.to_string_lossy()).collect();
        (!words.is_empty()).then(|| command_line(&words))
    }

    /// The adapters that are brought in.
    pub(crate) fn adapters(&self, supervision: &Supervision) -> Result<Adapters, CliError> {
        let given = [("--container", self.container.is_some()), ("--refuses", !self.refuses.is_empty())];
        if let Some((flag, _)) = given.into_iter().find(|(_, is_given)| *is_given)
            && self.one_shot.is_empty()
            && !self.has_library()
        {
            return Err(CliError::Usage(format!("{flag} needs --command or --call")));
        }
        let mut adapters = Adapters::new();
        let mut programs = Vec::new();
        for text in &self.one_shot {
            let command = self.one_shot(text, supervision)?;
            programs.push(command.program_name());
            let number = programs.iter().filter(|name| **name == programs[programs.len() - 1]).count();
            adapters.push(Box::new(command.numbered(number)));
        }
        #[cfg(unix)]
        adapters.extend(self.native.adapter(self.container, &self.refuses, supervision)?);
        if let Some((executable, rest)) = self.command.split_first() {
            check_found(executable)?;
            let program = Program::new(executable.clone(), rest.to_vec());
            adapters.push(Box::new(ProcessAdapter::command(program, supervision.clone())));
        }
        Ok(adapters)
    }

    /// The adapters that may have the decoders that `names` name, and those that are brought in.
    pub(crate) fn named_adapters(
        &self,
        names: &[String],
        supervision: &Supervision,
    ) -> Result<Adapters, CliError> {
        let own = self.adapters(supervision)?;
        let shipped = |names: &[String]| selected_adapters(&[], names, Vec::new(), supervision);
        // A name may be that of a decoder of the user's own.
        let may_be_shipped = |name: &&String| own.is_empty() || shipped(slice::from_ref(name)).is_ok();
        let names: Vec<String> = names.iter().filter(may_be_shipped).cloned().collect();
        let shipped = if names.is_empty() { Vec::new() } else { shipped(&names)? };
        Ok(shipped.into_iter().chain(own).collect())
    }

    fn one_shot(&self, text: &str, supervision: &Supervision) -> Result<CommandAdapter, CliError> {
        let claim = CommandClaim {
            profile: self.command_profile.parse().ok(),
            out: self.command_out,
            reject_codes: self.reject_code.clone(),
            refuses: self.refuses.clone(),
            container: self.container,
        };
        let adapter = CommandAdapter::new(text, claim, supervision.clone())
            .map_err(|error| format!("--command {text}: {error}"))?;
        check_found(adapter.executable())?;
        Ok(adapter)
    }
}

/// Fails if there is no such program: at that path, or in a folder of `PATH`. On Windows, where names are completed, its start
/// tells.
fn check_found(executable: &OsStr) -> Result<(), CliError> {
    let path = Path::new(executable);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_in_path = || std::env::split_paths(&folders).any(|folder| folder.join(path).is_file());
    let is_there = || path.components().count() > 1 && path.exists() || is_in_path();
    if !executable.is_empty() && (cfg!(windows) || is_there()) {
        return Ok(());
    }
    let here = Path::new(".").join(executable);
    let near = did_you_mean(here.is_file().then(|| here.display()).as_slice());
    let name = command_line(&[executable.to_string_lossy()]);
    Err(CliError::Usage(format!("{name}: no such program{near}")))
}

/// Says how to allow that a decoder is missing.
pub(crate) const ALLOW_MISSING: &str = "`--allow-missing GLOB` allows that such a decoder is not there";
