//! The program `engines`: its arguments, and the command that each runs. Only this prints.

mod promote;
mod search;

use crate::engine::{Engine, EngineName};
use crate::fill_out::fill_out;
use crate::kills::{KillsCommand, kills};
use crate::promote::serve_property;
use crate::replay::{replay_corpus, replay_files};
use crate::seeds::choose;
use clap::{Parser, Subcommand};
use illformed::cli::{CliError, interrupt, output, run_program};
use illformed_fuzz::property::{ALL, Property};
use promote::{PromoteSuspectArguments, property_named};
use search::{SearchArguments, search};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// The contributors' program around the fuzz targets of illformed.
///
/// It searches the targets of a checkout with libFuzzer and AFL++, and keeps what they find. `illformed fuzz` searches
/// decoders as black boxes.
#[derive(Debug, Parser)]
#[command(name = "engines", version, max_term_width = 80)]
struct EnginesArguments {
    #[command(subcommand)]
    command: EnginesCommand,
}

#[derive(Debug, Subcommand)]
enum EnginesCommand {
    /// Choose the seeds of the corpus.
    ///
    /// Candidates are the vectors and the finds of searches in fuzz/corpus. Those that reach new features are kept.
    ///
    /// Exit codes: 0 the choice stands; 1 it does not come to rest, or a property does not hold for an input.
    ChooseSeeds {
        /// The folder of the corpus.
        corpus: PathBuf,
    },
    /// Fill a folder for OSS-Fuzz: targets, seeds, options, dictionaries.
    FillOut {
        /// The folder of the built targets.
        built: PathBuf,
        /// The folder to fill.
        out: PathBuf,
        /// Only these targets.
        targets: Vec<String>,
    },
    /// Measure how many executions a planted fault takes to be found.
    ///
    /// Exit codes: 0 done; 1 a requirement is missed; 2 a search could not be run.
    #[command(subcommand)]
    Kills(KillsCommand),
    /// Print the vector and the seed of what an engine found.
    ///
    /// It takes the artifacts of an engine (`engines promote fuzz/artifacts/decoders_agree/crash-...`). The property must
    /// fail for each. The input is shrunk while it fails in the same way. Standard output has a line for each new vector of
    /// the group `found`; standard error has the file that it goes into and the command to run then, and the command that
    /// makes the seed, `corpus/regressions/PROPERTY/NAME`. What is no UTF-8, or has a vector already, becomes a seed alone.
    /// No file is written. The paths are those of the checkout's root.
    ///
    /// Exit codes: 0 each input has its vector and its seed, printed or there; 1 the property does not fail for an input, or
    /// the input is too long to keep; 2 wrong usage, or a file cannot be read; 3 a property could not be run. The first that
    /// applies of 2, 3, 1.
    Promote(Box<PromoteSuspectArguments>),
    /// Replay kept inputs, without a fuzz engine.
    ///
    /// A corpus goes through the properties that start from it, and its regressions through all: `engines replay corpus`.
    /// With --property all files go through that property: `engines replay --property decoders_agree FILE...`.
    ///
    /// Exit codes: 0 everything holds; 1 a property does not hold, or there are no inputs; 2 wrong usage.
    Replay {
        /// Replay all files through this property alone.
        #[arg(long, value_name = "NAME")]
        property: Option<String>,
        /// A corpus; with --property, files and folders of files.
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<PathBuf>,
    },
    /// Search the fuzz targets of a checkout with libFuzzer and AFL++.
    ///
    /// Each target is a property of any bytes: `engines search --seconds 60`, `engines search --target 'decoders*' -- -fork=2
    /// -max_len=512`. The search continues after a failure. Failing inputs are run again, sorted and made small: one
    /// fault is one finding. `engines search --replay DIR` sorts the crash files of an earlier search.
    ///
    /// Exit codes: 0 no finding; 1 findings; 2 wrong usage, or a build failed; 3 a target could not be searched, or the search
    /// was interrupted.
    Search(Box<SearchArguments>),
    /// Run as an adapter whose decoder is the property: it may end its process.
    #[command(hide = true)]
    Serve { property: String },
}

/// Runs what was typed.
pub(crate) fn main() -> ExitCode {
    run_program("engines", |arguments: EnginesArguments| match arguments.command {
        EnginesCommand::ChooseSeeds { corpus } => {
            let libfuzzer = Engine::new(EngineName::Libfuzzer, &interrupt::flag());
            ALL.iter().try_for_each(|property| libfuzzer.build(property)).map_err(CliError::Usage)?;
            let chosen = choose(&libfuzzer, &corpus, &mut |line| {
                // A closed pipe does not end the choice.
                let _ = output::print(&format!("{line}\n"));
            });
            done(chosen.map(|()| String::new()))
        }
        EnginesCommand::FillOut { built, out, targets } => done(fill_out(&built, &out, &targets)),
        EnginesCommand::Kills(command) => {
            output::hint("building the target; the first time it takes minutes");
            let (text, is_missed) = kills(command, &interrupt::flag()).map_err(CliError::Usage)?;
            output::print(&text)?;
            Ok(ExitCode::from(u8::from(is_missed)))
        }
        EnginesCommand::Promote(arguments) => promote::promote(&arguments),
        EnginesCommand::Replay { property, paths } => {
            let replayed = match property {
                Some(name) => replay_files(&[property_named(&name)?], &paths),
                None => paths.iter().map(|corpus| replay_corpus(corpus)).sum(),
            };
            done(replayed.map(|inputs| format!("{inputs} inputs replayed")))
        }
        EnginesCommand::Search(arguments) => search(&arguments),
        EnginesCommand::Serve { property } => {
            // A planted fault may be unnamed here: that is a failure like any other.
            let property = Property::named(&property)
                .ok_or_else(|| CliError::Usage(format!("serve: {property} is no property")))?;
            serve_property(property, io::stdin().lock(), io::stdout())
                .map(|()| ExitCode::SUCCESS)
                .map_err(|error| CliError::Usage(format!("serve: {error}")))
        }
    })
}

/// The exit code of what has succeeded, with a line, or failed.
fn done<E: ToString>(outcome: Result<String, E>) -> Result<ExitCode, CliError> {
    match outcome {
        Ok(line) if line.is_empty() => Ok(ExitCode::SUCCESS),
        Ok(line) => output::print(&format!("{line}\n")).map(|()| ExitCode::SUCCESS),
        Err(error) => {
            output::complain(&error.to_string());
            Ok(ExitCode::FAILURE)
        }
    }
}
