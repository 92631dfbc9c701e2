//! `illformed promote`: from inputs on which a decoder fails to vectors, and to the exit code.

use crate::ask::adapter::Adapter;
use crate::ask::adapter::process::Supervision;
use crate::ask::selection::{DecoderChoice, selected_adapters};
use crate::cli::args::{SuiteArguments, seconds};
use crate::cli::decoders::{OwnDecoderArguments, own_program};
use crate::cli::error::CliError;
use crate::cli::files::{bytes_from, text_of};
use crate::cli::given::{GivenArguments, TypedInput};
use crate::cli::help::{DECODERS, INPUTS, LIMITS};
use crate::cli::{interrupt, output};
use crate::search::black_box::{FuzzOptions, FuzzRecord, fuzz};
use crate::search::promote::{FailingInput, GROUP, Placement, Unpromoted};
use crate::tell::report::escape_controls;
use clap::Args;
use glob::Pattern;
use illformed_judge::judge::{judge_observation, self_check};
use illformed_judge::oracle::Oracle;
use illformed_judge::shown::quoted;
use illformed_vectors::{Input, Suite, Vector, VectorFile, VectorId};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
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
    let supervision = Supervision { worker: own_program(), ..arguments.promotion.supervision() };
    self_check(judge_observation, &Oracle::ALL, Suite::embedded())?;
    // An adapter is unpacked and compiled once for all that its decoder failed on.
    let mut adapters_of: BTreeMap<Option<&str>, Vec<Box<dyn Adapter>>> = BTreeMap::new();
    for suspect in &suspects {
        let (by, asked) = ask(suspect, arguments, &supervision, &mut adapters_of)?;
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
fn ask<'a>(
    suspect: &'a PromotedInput,
    arguments: &PromoteArguments,
    supervision: &Supervision,
    adapters_of: &mut BTreeMap<Option<&'a str>, Vec<Box<dyn Adapter>>>,
) -> Result<(String, Result<FailingInput, Unpromoted>), CliError> {
    let name = suspect.decoder.clone().unwrap_or_else(|| "the decoder".to_owned());
    if suspect.is_own && !arguments.own.is_given() {
        let why = "it is a decoder of your own; give its command again, after --";
        return Ok((name, Err(Unpromoted::unasked(why))));
    }
    if suspect.is_dependent {
        let why = "fails on it only after other inputs, and a vector is asked alone".to_owned();
        return Ok((name, Err(Unpromoted { why, code: 1 })));
    }
    let decoder: Vec<String> = suspect.decoder.as_deref().map(Pattern::escape).into_iter().collect();
    let adapters = match adapters_of.entry(suspect.decoder.as_deref()) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(unknown) => {
            let own = arguments.own.adapters(supervision)?;
            unknown.insert(selected_adapters(&[], &decoder, own, supervision)?)
        }
    };
    let choice = DecoderChoice::parse(&decoder)?;
    let wanted = choice.clone();
    let mut record = fuzz(
        adapters,
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
        return Ok((name, Err(Unpromoted::unasked(&why))));
    }
    if !record.complete {
        return Err(CliError::NotAsked("interrupted: not everything was asked".to_owned()));
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
struct PromotedInput {
    /// The file, or what was typed.
    name: String,
    /// Its bytes, or those of the script's text.
    artifact: Vec<u8>,
    /// The decoder, if there is more than one.
    decoder: Option<String>,
    input: Input,
    /// Whether a report says that the decoder is the user's own.
    is_own: bool,
    /// Whether a report says that it fails only after other inputs.
    is_dependent: bool,
}

/// All that was named. Everything is read before anything is asked.
fn suspects(arguments: &PromoteArguments) -> Result<Vec<PromotedInput>, CliError> {
    if let Some(report) = &arguments.from_report {
        return of_report(report);
    }
    let mut suspects = Vec::new();
    let mut add = |name: String, artifact: Vec<u8>, input: Input| {
        suspects.push(PromotedInput {
            name,
            artifact,
            decoder: arguments.decoder.clone(),
            input,
            is_own: false,
            is_dependent: false,
        });
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
    if let Some(glob) = arguments.decoder.as_ref().filter(|name| name.contains(['*', '?', '['])) {
        return Err(CliError::Usage(format!("--decoder {glob}: name one decoder, not a pattern")));
    }
    Ok(suspects)
}

/// Every finding of the report at `path`.
fn of_report(path: &Path) -> Result<Vec<PromotedInput>, CliError> {
    let wrong = |what: String| CliError::Usage(format!("{}: {what}", path.display()));
    let record = FuzzRecord::from_json(&text_of(path)?).map_err(|error| {
        wrong(format!("no report of decoders by `illformed fuzz --format json`: {error}"))
    })?;
    let findings = record.decoders.iter().flat_map(|decoder| {
        decoder.findings.iter().map(move |finding| PromotedInput {
            name: format!("{}, {}", path.display(), finding.input),
            artifact: finding.artifact(),
            decoder: Some(decoder.decoder.clone()),
            input: finding.input.clone(),
            is_own: !decoder.command.is_empty(),
            is_dependent: !finding.earlier.is_empty(),
        })
    });
    let suspects: Vec<PromotedInput> = findings.collect();
    if suspects.is_empty() {
        return Err(wrong("has no finding".to_owned()));
    }
    Ok(suspects)
}

/// The bytes of the artifact `file`, at most 16 MiB.
pub fn artifact_of(file: &Path) -> Result<Vec<u8>, CliError> {
    bytes_from(file, File::open(file), MOST_BYTES)
}

/// What is said of the group in a new file.
const ABOUT: &str =
    "What a search found: on each of these some decoder, or a property of this project, once failed.";

/// Vectors that are printed one after the other.
pub struct Promotions {
    suite: Cow<'static, Suite>,
    /// The folder of the suite; `None` is that of the checkout.
    folder: Option<PathBuf>,
    printed: Vec<Vector>,
    code: u8,
}

impl Promotions {
    /// Those beside the suite of `arguments`.
    pub fn new(arguments: &PromotionArguments) -> Result<Self, CliError> {
        let folder = arguments.suite.suite.clone();
        let suite = match &folder {
            Some(dir) => Cow::Owned(Suite::read_dir(dir)?),
            None => Cow::Borrowed(Suite::embedded()),
        };
        Ok(Self { suite, folder, printed: Vec::new(), code: 0 })
    }

    /// Prints the vector of the input on which `by` fails, or which vector there is already, and returns its id. The
    /// input was made of `artifact`, which is called `name`.
    pub fn promote(
        &mut self,
        (name, by, artifact): (&str, &str, &[u8]),
        failing: FailingInput,
    ) -> Result<Option<VectorId>, CliError> {
        let fails = format!("{name}: {by}: {}", failing.detail);
        match failing.placement(&self.suite, &self.printed, by, artifact) {
            Ok(Placement::New(vector)) => {
                output::print(&format!("{}\n", vector.to_canonical()))?;
                say(&fails);
                let id = vector.id.clone();
                self.printed.push(*vector);
                Ok(Some(id))
            }
            Ok(Placement::There(id)) => {
                say(&format!("{fails}\n{name}: no new vector: {id} has this input"));
                Ok(Some(id))
            }
            Err(why) => {
                self.refuse(name, by, &why);
                Ok(None)
            }
        }
    }

    /// Says why the input `name` becomes no vector.
    pub fn refuse(&mut self, name: &str, by: &str, why: &Unpromoted) {
        output::complain(&format!("{name}: {by} {}", why.why));
        self.code = self.code.max(why.code);
    }

    /// Says where the printed lines go and what to do then, and returns the exit code.
    pub fn finish(self) -> ExitCode {
        let folder = self.folder.as_ref().map_or("vectors/suite".into(), |dir| dir.display().to_string());
        let file = format!("{folder}/{GROUP}.json");
        if !self.printed.is_empty() {
            if !self.suite.files().iter().any(|file| file.group == GROUP) {
                let empty: VectorFile = VectorFile::new(self.suite.name(), GROUP, ABOUT, Vec::new());
                let envelope = empty.to_canonical().replace('\n', "");
                say(&format!("write {file} first: {envelope}"));
            }
            let (lines, them) =
                if self.printed.len() == 1 { ("the line", "it") } else { ("the lines", "them") };
            let then = match &self.folder {
                Some(_) => format!(
                    " and count {them} in its number_of_tests, then: illformed vectors lint {}",
                    quoted(&folder)
                ),
                None => ", then: make fmt lint".to_owned(),
            };
            say(&format!("add {lines} to the vectors of {file}{then}"));
        }
        ExitCode::from(self.code)
    }
}

/// Lines on standard error that cannot act on a terminal.
pub fn say(text: &str) {
    text.lines().for_each(|line| output::hint(&escape_controls(line)));
}

impl PromotionArguments {
    /// How the processes that are asked are supervised.
    pub fn supervision(&self) -> Supervision {
        Supervision {
            answer_limit: self.timeout,
            interrupted: interrupt::flag(),
            // What ends a process, or none, is asked on and on.
            max_crashes: 2_000,
            max_hangs: 20,
            ..Supervision::default()
        }
    }
}
