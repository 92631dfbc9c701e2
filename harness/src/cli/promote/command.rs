//! `illformed promote`: from the arguments to vectors, and to the exit code.

use crate::ask::adapter::process::Supervision;
use crate::ask::selection::{DecoderChoice, selected_adapters};
use crate::cli::args::{SuiteArguments, seconds};
use crate::cli::decoders::OwnDecoderArguments;
use crate::cli::error::CliError;
use crate::cli::given::{GivenArguments, TypedInput};
use crate::cli::help::{DECODERS, INPUTS, LIMITS};
use crate::cli::input_file::{bytes_from, text_of};
use crate::cli::promote::Promotions;
use crate::search::black_box::{FuzzOptions, FuzzRecord, fuzz};
use crate::search::promote::{Failing, Unpromoted};
use clap::Args;
use glob::Pattern;
use illformed_judge::judge::{judge_observation, self_check};
use illformed_judge::oracle::Oracle;
use illformed_vectors::{Input, Suite};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct PromoteArguments {
    /// The decoder that failed its claim, `adapter/decoder`.
    #[arg(long, value_name = "NAME", help_heading = DECODERS)]
    pub(crate) decoder: Option<String>,
    /// Files with bytes on which the decoder failed.
    #[arg(value_name = "FILE", help_heading = INPUTS)]
    pub(crate) files: Vec<PathBuf>,
    /// Promote every finding of this report, which `illformed fuzz --format json` wrote.
    ///
    /// A decoder of your own is asked only if its command is given again: no command in a file is ever run.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bytes", "calls", "decoder", "files"], help_heading = INPUTS)]
    pub(crate) from_report: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) given: GivenArguments,
    #[command(flatten)]
    pub(crate) promotion: PromotionArguments,
    #[command(flatten)]
    pub(crate) own: OwnDecoderArguments,
}

/// The options of every promotion.
#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub struct PromotionArguments {
    /// Keep the input as it is, instead of shrinking it.
    #[arg(long, help_heading = INPUTS)]
    pub keep_size: bool,
    #[command(flatten)]
    pub suite: SuiteArguments,
    /// Seconds that an answer may take.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, help_heading = LIMITS, hide_short_help = true)]
    pub timeout: Duration,
}

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

/// The longest artifact that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// An input that is said to fail.
#[derive(Debug)]
struct Suspect {
    /// The file, or what was typed.
    name: String,
    /// Its bytes, or those of the script's text.
    artifact: Vec<u8>,
    /// The decoder, if there is more than one.
    decoder: Option<String>,
    input: Input,
    /// Whether a report says that the decoder is the user's own.
    is_own: bool,
}

/// All that was named. Everything is read before anything is asked.
fn suspects(arguments: &PromoteArguments) -> Result<Vec<Suspect>, CliError> {
    if let Some(report) = &arguments.from_report {
        return of_report(report);
    }
    let mut suspects = Vec::new();
    let mut add = |name: String, artifact: Vec<u8>, input: Input| {
        suspects.push(Suspect { name, artifact, decoder: arguments.decoder.clone(), input, is_own: false });
    };
    for file in &arguments.files {
        let bytes = artifact_of(file)?;
        add(file.display().to_string(), bytes.clone(), Input::Bytes(bytes));
    }
    for given in &arguments.given.inputs {
        let input = given.input()?;
        let artifact = match given {
            TypedInput::Bytes(_) => input.bytes().into_owned(),
            TypedInput::Calls(text) => text.as_bytes().to_vec(),
        };
        add(given.to_string(), artifact, input);
    }
    if suspects.is_empty() {
        return Err(CliError::Usage(
            "nothing to promote: name a FILE, --bytes, --calls or --from-report".into(),
        ));
    }
    if arguments.decoder.is_none() && !arguments.own.is_given() {
        return Err(CliError::Usage("which decoder failed? name --decoder, or a command after --".into()));
    }
    Ok(suspects)
}

/// Every finding of the report at `path`.
fn of_report(path: &Path) -> Result<Vec<Suspect>, CliError> {
    let wrong = |what: String| CliError::Usage(format!("{}: {what}", path.display()));
    let record = FuzzRecord::from_json(&text_of(path)?).map_err(|error| {
        wrong(format!("no report of decoders by `illformed fuzz --format json`: {error}"))
    })?;
    let mut suspects = Vec::new();
    for decoder in &record.decoders {
        for finding in &decoder.findings {
            let (input, artifact) = (finding.input().map_err(wrong)?, finding.artifact());
            let name = format!("{}, {}", path.display(), finding.input);
            let is_own = !decoder.command.is_empty();
            suspects.push(Suspect { name, artifact, decoder: Some(decoder.decoder.clone()), input, is_own });
        }
    }
    if suspects.is_empty() {
        return Err(wrong("has no finding".to_owned()));
    }
    Ok(suspects)
}

/// The bytes of the artifact `file`, at most 16 MiB.
pub fn artifact_of(file: &Path) -> Result<Vec<u8>, CliError> {
    bytes_from(file, File::open(file), MOST_BYTES)
}
