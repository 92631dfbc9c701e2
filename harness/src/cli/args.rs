//! What can be typed. The first line of a doc comment is what `-h` and `--help` show of an option, `illformed help` shows
//! all of it. Of a command `--help` shows all.

use crate::cli::adapter::AdapterCommand;
use crate::cli::ask::AskArguments;
use crate::cli::baseline::BaselineCommand;
use crate::cli::compare::CompareArguments;
use crate::cli::diff::DiffArguments;
use crate::cli::examples;
use crate::cli::explain::ExplainArguments;
use crate::cli::fuzz::FuzzArguments;
use crate::cli::help::CASES;
use crate::cli::identify::IdentifyArguments;
use crate::cli::list::ListArguments;
use crate::cli::promote::PromoteArguments;
use crate::cli::render::RenderArguments;
use crate::cli::run::RunArguments;
use crate::cli::show::ShowArguments;
use crate::cli::vectors::VectorsCommand;
#[cfg(unix)]
use crate::cli::worker::WorkerArguments;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use illformed_judge::claim::Refusal;
use illformed_judge::container::Container;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Conformance testing of UTF-8 decoders in any language.
///
/// illformed runs a suite against decoders, checks each answer against what the decoder claims to implement, and also
/// shows it under RFC 3629. Start with `illformed run`, or `illformed run -- CMD` for an adapter of your own. `illformed
/// completions SHELL` prints a completion script.
///
/// Exit codes: 0 passed; 1 a decoder failed its claim; 2 wrong usage or invalid input files, nothing was judged; 3 an
/// adapter could not be judged: it is broken, was given up or interrupted, a decoder declined all well-formed or all
/// ill-formed input, or a baseline was not compared; 4 the self-check is broken, or nothing was judged although no adapter is broken. The first
/// that applies of 2, a broken self-check (4), 3, 4, 1.
/// An interrupt in a sweep ends the sweep, and the cases are asked. A run that is interrupted in its cases ends its
/// adapters, writes its report, marked as not complete, and ends with 3 or 4; one that is interrupted again, half a second
/// later or more, ends at once, without a report, with 130. Then, and when it is killed, temporary files stay behind:
/// `illformed-*` in the system's temporary directory and `.illformed-*.part` in `--out`.
#[derive(Debug, Parser)]
#[command(name = "illformed", version, max_term_width = 80, after_long_help = examples::ILLFORMED)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands, in the order in which a new user meets them.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the suite against decoders.
    ///
    /// Without a command after `--`, all decoders of this program and of this machine are asked. The checker tests itself
    /// before each run.
    #[command(after_long_help = examples::RUN)]
    Run(Box<RunArguments>),
    /// Ask all decoders for one input: who accepts these bytes?
    ///
    /// Every decoder that is found is asked, whatever it claims, and the decoders are grouped by their answers: first,
    /// marked with `!`, the dangerous ones, then others that differ, then the usual ones. Where many give the same answer,
    /// those of each adapter are counted; --all names each. `illformed ask 'C0 80'` shows who decodes an overlong NUL;
    /// `illformed ask 'C0 80' -- CMD` asks an adapter of your own.
    ///
    /// Exit codes: 0 a decoder answered; 2 wrong usage; 3 no decoder answered, or the command was
    /// interrupted.
    #[command(after_long_help = examples::ASK)]
    Ask(Box<AskArguments>),
    /// Explain a byte sequence, a cause, an incident, a vector or a flag.
    ///
    /// Of bytes it shows the bits of each byte, the parse under each profile, the text under each replacement policy, and the decoders
    /// of the last report that differ from RFC 3629 on these bytes. At most 1 MiB (1048576 bytes).
    #[command(after_long_help = examples::EXPLAIN)]
    Explain(ExplainArguments),
    /// List vectors, cases, causes, incidents, decoders, flags or groups.
    ///
    /// Each has one line; a vector's has its id, hash of input and expectations, input, comment. On a terminal a
    /// text that does not fit into 80 columns stands below. `illformed explain NAME` has all of a cause or an incident.
    #[command(after_long_help = examples::LIST)]
    List(ListArguments),
    /// Show a vector or a derived case: bytes, bits, parse, expectation.
    #[command(after_long_help = examples::SHOW)]
    Show(ShowArguments),
    /// Search for inputs on which a decoder fails its claim.
    ///
    /// It treats any decoder, in any language, as a black box: `illformed fuzz --adapter python`, or `illformed fuzz -- CMD` for an
    /// adapter of your own. Inputs are made from the grammar and from the shapes of known faults, for decoders that take
    /// chunks also scripts of calls. The answers are judged as in a run, against what the arithmetic of the format says.
    /// A failing input is shrunk to the smallest one that fails in the same way. Each fault is one finding, with a command
    /// that reproduces it. The search goes on after a crash or a missing answer. The seed is printed; the same seed
    /// and --runs give the same findings. `--decoder '*'` asks all decoders.
    ///
    /// Exit codes: 0 no finding; 1 findings; 2 wrong usage; 3 an adapter could not be judged to the end, or the
    /// search was interrupted; 4 nothing was judged although no adapter is broken, or this program contradicts itself.
    #[command(after_long_help = examples::FUZZ)]
    Fuzz(Box<FuzzArguments>),
    /// Print the vector of an input on which a decoder fails.
    ///
    /// It takes bytes or calls (`illformed promote --decoder NAME --bytes HEX`), files, or a report of `illformed fuzz`. The
    /// decoder must fail its claim on each. The input is shrunk while it fails in the same way, and its id, comment, flags
    /// and expectations are derived. Standard output has a line for each new vector of the group `found`; standard error
    /// has the file that it goes into and the command to run then, or the id of the vector with the same input. No file is
    /// written.
    ///
    /// Exit codes: 0 each input has a vector, printed or in the suite; 1 the decoder does not fail on an input, or the input
    /// is too long to keep; 2 wrong usage, or a file cannot be read; 3 a decoder could not be asked. The first that applies
    /// of 2, 3, 1.
    #[command(after_long_help = examples::PROMOTE)]
    Promote(Box<PromoteArguments>),
    /// Record and update accepted failures of a decoder.
    ///
    /// A baseline is a JSON file for one decoder. It has each accepted cause, with counts of failing cases and digests
    /// of their answers, and the reasons, each with an optional link, last day, versions and platform.
    /// `illformed run --baseline PATH` reports both new failures and entries whose failure is fixed.
    ///
    /// Exit codes: 0 done; 2 wrong usage, or a file cannot be used or written.
    #[command(subcommand, disable_help_subcommand = true, after_long_help = examples::BASELINE)]
    Baseline(BaselineCommand),
    /// Compare two reports.
    ///
    /// A and B are what `illformed run --format json --out DIR` wrote: `illformed diff before/ after/`. Decoders are
    /// matched by `adapter/decoder`, cases by their ids. No decoder is asked. A case is *fixed* (it failed and
    /// passes), *regressed* (it passed and fails), *changed-wrong* (it fails with another verdict, or the decoder gave
    /// something else), *new* or *gone* (judged in B or in A alone), or *flaky* (the decoder answered differently when it
    /// was asked again, in either). Cases of one vector share a line. Other differences come first, since they may explain a
    /// change: the decoder's version or claim, the suite, this program, the selection, an interrupted run. A report does not
    /// keep the answers to cases that pass: where claims differ, such as in their policy, equal verdicts are not equal
    /// answers, and the comparison says so.
    ///
    /// To see what an upgrade changes, run the decoder before and after it with the same adapter. Or put both versions into
    /// one adapter and compare them in one report: `illformed diff report.json report.json --pair mine/old=mine/new`.
    ///
    /// Exit codes: 0 no change that --fail-on names; 1 such a change; 2 wrong usage, or a file is not a report; 3 a decoder
    /// of A is not in B, unless --allow-missing allows it; 4 nothing was compared: no case is judged in both. The first that
    /// applies of 2, 3, 4, 1.
    #[command(after_long_help = examples::DIFF)]
    Diff(Box<DiffArguments>),
    /// Show a report again, or in another format.
    ///
    /// It takes the report.json of a run. No decoder is asked.
    #[command(after_long_help = examples::RENDER)]
    Render(RenderArguments),
    /// Create, check or list adapters, or print their contract.
    ///
    /// `new` creates a starter adapter, `check` tests one against the contract, `contract` prints that, `list` shows which
    /// shipped adapters work here. A tutorial is in harness/adapters/README.md.
    #[command(subcommand, disable_help_subcommand = true)]
    Adapter(AdapterCommand),
    /// Work on files of vectors.
    #[command(subcommand, disable_help_subcommand = true)]
    Vectors(VectorsCommand),
    /// Compare the answers of two decoders.
    ///
    /// Both are asked the suite, and the inputs are shown, the shortest first, that one accepts and the other refuses, and
    /// those that both accept as other text. Texts in UTF-8, UTF-16 and code points are compared as code points; of a decoder
    /// that gives no text only whether it accepts; offsets and what is refused are not compared. An input that a decoder
    /// cannot be asked, such as chunks, is not compared either. What RFC 3629 does not allow is named by its cause. Text with
    /// `../` and the like that is not in the input is marked.
    ///
    /// Exit codes: 0 no input differs; 1 some do; 2 wrong usage; 3 a decoder could not be asked; 4 no input was answered by
    /// both.
    #[command(after_long_help = examples::COMPARE)]
    Compare(Box<CompareArguments>),
    /// Find out what a decoder really is.
    ///
    /// At most twelve inputs tell all known formats apart, such as RFC 3629, CESU-8, Modified UTF-8, Perl's form, and what takes
    /// surrogates, overlong forms or five bytes. Then the complete suite of that format is asked: a name is said only if
    /// every answer fits. Of a decoder that replaces errors the format, the replacement policy and what it does with U+FEFF
    /// are named by its texts. If no known one fits, its automaton is learned from its answers, and the sets of strings are
    /// shown in which it differs from the nearest known one. The claim of the decoder is not used.
    ///
    /// Exit codes: 0 each has a name; 1 one has none, or answers differently from time to time; 2 wrong usage; 3 one could
    /// not be asked to the end.
    #[command(after_long_help = examples::IDENTIFY)]
    Identify(Box<IdentifyArguments>),
    /// Print a completion script for a shell.
    ///
    /// Where the script has to lie depends on the shell; the examples are usual places.
    #[command(hide = true, after_long_help = examples::COMPLETIONS)]
    Completions {
        /// The shell.
        #[arg(value_name = "SHELL", value_enum)]
        shell: Shell,
    },
    /// The process that --guard and --library ask decoders in.
    #[cfg(unix)]
    #[command(hide = true)]
    Worker(WorkerArguments),
}

/// How a result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    /// Lines for people.
    Text,
    /// One JSON value with all that is known.
    Json,
}

/// Which vectors a command works on.
#[derive(Debug, Args)]
pub struct SuiteArguments {
    /// Take the vectors from this folder, not the built-in ones.
    ///
    /// All its .json files are read.
    #[arg(long, value_name = "DIR", help_heading = CASES, hide_short_help = true)]
    pub suite: Option<PathBuf>,
}

/// The seconds that `text` says, from 0.01 to 3600.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a number of seconds from 0.01 to 3600".to_owned()),
    }
}

/// How many threads ask at once: each is started, whether or not there is a decoder for it.
pub(crate) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = text.parse().ok().filter(|jobs: &NonZeroUsize| jobs.get() <= 1000);
    jobs.ok_or_else(|| "expected a whole number from 1 to 1000".to_owned())
}

/// What a decoder may document to refuse.
pub(crate) fn refusals() -> impl TypedValueParser<Value = Refusal> {
    one_of(Refusal::ALL.map(|refusal| (refusal.name(), refusal)))
}

/// The formats that hold a string.
pub(crate) fn containers() -> impl TypedValueParser<Value = Container> {
    one_of(Container::ALL.map(|container| (container.name(), container)))
}

/// The values that have these names.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    named: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let value = move |word: String| named.into_iter().find(|(name, _)| *name == word).map(|(_, value)| value);
    PossibleValuesParser::new(named.map(|(name, _)| name)).try_map(move |word| value(word).ok_or("unknown"))
}
