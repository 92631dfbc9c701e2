//! What can be typed. The first line of each help is what `-h` shows; `--help` shows all of it.

use crate::cli::adapter::AdapterCommand;
use crate::cli::baseline::BaselineCommand;
use crate::cli::diff::{DiffArguments, TrendArguments};
use crate::cli::format::Format;
use crate::cli::fuzz::FuzzArguments;
use crate::cli::promote::PromoteArguments;
use crate::cli::run_arguments::RunArguments;
use crate::cli::vectors::VectorsCommand;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Conformance testing of UTF-8 decoders in any language.
///
/// illformed asks decoders what they make of bytes, judges the answers by what each decoder claims to implement, and
/// shows them beside RFC 3629. Start with `illformed run`, or `illformed run -- CMD` for an adapter of your own.
///
/// Exit codes: 0 all fine; 1 a decoder failed its claim; 2 wrong usage or invalid input files, nothing was judged; 3 an
/// adapter could not be judged: it is broken, was given up or interrupted, or a decoder declined all well-formed or all
/// ill-formed input; 4 the self-check is broken, or nothing was judged although no adapter is broken. The first that
/// applies of 2, a broken self-check (4), 3, 4, 1.
/// A run that is interrupted once ends its adapters, writes its report, marked as not complete, and ends with 3 or 4; one
/// that is interrupted twice ends at once, without a report, with 130.
#[derive(Debug, Parser)]
#[command(name = "illformed", version, max_term_width = 80, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write an adapter, check it, or list those that there are.
    ///
    /// `new` writes one to begin with, `check` holds it to the contract, `list` says which of the shipped ones work here.
    /// The tutorial and the contract are in harness/adapters/README.md.
    #[command(subcommand)]
    Adapter(AdapterCommand),
    /// Write down what a decoder fails and why that is accepted, and keep it right.
    ///
    /// A baseline is a file of JSON for one decoder: a line for each case that it fails, with what it gives, and the reasons,
    /// each with a link, a last day, versions or a platform where need be. `illformed run --baseline PATH` compares both
    /// ways, so that nothing gets worse and no line outlives its cause:
    ///
    /// illformed run --decoder python/strict --format json --out target
    ///
    /// illformed baseline write target/report.json --out baselines --reason 'Reported as bug 123, not yet mended.'
    ///
    /// illformed run --decoder python/strict --baseline baselines
    ///
    /// illformed baseline update --only-fixed target/report.json baselines
    ///
    /// Exit codes: 0 done; 2 wrong usage, or a file cannot be used or written.
    #[command(subcommand)]
    Baseline(BaselineCommand),
    /// Say what became of decoders from one report to another.
    ///
    /// A and B are what `illformed run --format json --out DIR` wrote: `illformed diff before/ after/`. Decoders are
    /// joined by `adapter/decoder`, cases by their ids; nothing is asked, and every case is compared. A case is *fixed* (it failed and
    /// passes), *regressed* (it passed and fails), *changed-wrong* (it fails with another verdict, or the decoder gave
    /// something else), *new* or *gone* (judged in B or in A alone), or *flaky* (the decoder answered differently when it
    /// was asked again, in either). Cases of one vector are folded. What else is not the same is said first, since it may explain a change: another version
    /// of the decoder, its claim, the suite, this program, what was selected, a run that was interrupted.
    ///
    /// To see what an upgrade changes, judge the decoder before and after, with the same adapter; or have both versions in
    /// one adapter and compare them in one report: `illformed diff report.json report.json --pair mine/old=mine/new`.
    ///
    /// Exit codes: 0 nothing that --fail-on names; 1 something; 2 wrong usage, or a file that is no report; 4 nothing was
    /// compared: no case is judged in both.
    Diff(Box<DiffArguments>),
    /// Say everything about some bytes.
    ///
    /// The bits of each byte, the way through each profile's grammar, the text that each replacement policy makes of
    /// them, and which decoders of the last report differ from RFC 3629 on them. At most 1 MiB (1048576 bytes) is taken.
    Explain(ExplainArguments),
    /// Search for inputs on which a decoder fails its claim, or a property of this project.
    ///
    /// With a decoder named: any decoder, in any language, as a black box: `illformed fuzz --adapter python`, or `illformed fuzz -- CMD` for an
    /// adapter of your own. Inputs are made from the grammar and from the shapes of known faults, for decoders that take
    /// chunks also scripts of calls. The ordinary judge judges the answers, by what the arithmetic of the format says.
    /// What fails is shrunk to the smallest input that fails in the same way, and one fault is one finding, with a line
    /// that asks it again. A crash or a missing answer is a finding and not the end. The seed is printed; the same seed
    /// and --runs give the same findings. `--decoder '*'` asks all decoders.
    ///
    /// With none named, in a checkout of illformed: its fuzz targets, each a property of any bytes, through libFuzzer and
    /// AFL++, which see which code an input reaches: `illformed fuzz --seconds 60`, `illformed fuzz --target 'decoders*'
    /// --engine both --runs 1000000`. The options that begin with "Targets:" are for this way. A target that fails is not
    /// the end, nor is an input; all that fail are tried again, shrunk and sorted, so that one fault is one finding.
    /// `illformed fuzz --replay DIR` sorts the crash files of an earlier search.
    ///
    /// Exit codes: 0 nothing was found; 1 something was; 2 wrong usage, or a tool is missing; 3 an adapter or an engine
    /// could not be run to the end, or the search was interrupted; 4 nothing was judged or run, or this program
    /// contradicts itself.
    Fuzz(Box<FuzzArguments>),
    /// List vectors, or what else there is.
    ///
    /// One line each, fit for grep: id, hash of input and expectations, input, comment.
    List(ListArguments),
    /// Be an adapter that misbehaves on purpose.
    #[command(hide = true)]
    Misbehave(MisbehaveArguments),
    /// Say which vectors kill which faulty decoders.
    ///
    /// The zoo has decoders with one fault each, of nine structures. Each is asked the vectors that somebody wrote twice: as
    /// a decoder that shows all it can, and as one that says accepted or rejected and no more. What survives is asked what
    /// is generated, and then what is derived. One that no case kills shows a hole in the vectors, unless it is declared to be no fault in
    /// truth.
    ///
    /// Exit codes: 0 all as declared; 1 not so; 2 wrong usage or invalid input files.
    Mutants(MutantsArguments),
    /// Turn what a search found into a vector and a seed.
    ///
    /// It takes the artifacts of a fuzz engine (`illformed promote fuzz/artifacts/decoders_agree/crash-...`), bytes or
    /// calls on which a decoder fails its claim (`--decoder NAME --bytes HEX`), or a report of `illformed fuzz`. Each must
    /// really fail. It is made as small as can be while it fails in the same way, its expectations are worked out and
    /// checked against all sources, and it becomes a vector of the group `found` that says where it comes from, and a seed
    /// of the corpus, corpus/regressions/<property>/. What only a reader of this project is given becomes a seed alone.
    /// Nothing that is there is changed, both are written or neither, and a second time nothing is.
    ///
    /// Exit codes: 0 done, or this artifact was promoted before; 1 an input does not fail, or cannot be kept; 2 wrong
    /// usage, or a file cannot be read or written; 3 nobody could say whether an input fails; 5 what it takes to fail has
    /// a vector or a seed already, and is named. The first that applies of 2, 3, 1, 5.
    Promote(Box<PromoteArguments>),
    /// Show a report again, or in another format.
    ///
    /// It takes the report.json of a run. Nothing is asked, and nothing is judged.
    Render(RenderArguments),
    /// Ask decoders every case and judge the answers.
    ///
    /// Without a command after `--`, all decoders of this program and of this machine are asked. Before anything is
    /// judged the judge itself is checked.
    Run(Box<RunArguments>),
    /// Check that adapters that misbehave are handled correctly.
    ///
    /// This program is started again as adapters that hang, die, lie, flood and leak, and as some that are only odd;
    /// each case of each must get exactly its verdict, and nothing may be left running. Nothing else is needed.
    ///
    /// Exit codes: 0 all as it should be; 4 not so, or interrupted.
    Selftest(SelftestArguments),
    /// Show a vector or a derived case: bytes, bits, path, expectation.
    Show(ShowArguments),
    /// Follow decoders through many reports.
    ///
    /// Reports are taken in the order in which their runs began, whatever their names. Each decoder has a table with a
    /// line for each report: date, version, how many cases were judged, how many failed, and what changed since the line above,
    /// in the words of `illformed diff`, which names the cases.
    ///
    /// Exit codes: 0 done; 2 wrong usage, or a file that is no report.
    Trend(TrendArguments),
    /// Work on files of vectors.
    #[command(subcommand)]
    Vectors(VectorsCommand),
    /// Be the process in which the decoders of this program are asked with --guard.
    #[command(hide = true)]
    Worker(WorkerArguments),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// A line for each.
    Text,
    /// A list of objects.
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// The bytes: `E2 28 A1`, `e228a1`, `'a\xC0\x80'`, or `-` for standard input, at most 1 MiB.
    #[arg(value_name = "BYTES")]
    pub(crate) bytes: Option<String>,
    /// Take the bytes from this file, at most 1 MiB.
    #[arg(long, value_name = "FILE", conflicts_with = "bytes")]
    pub(crate) file: Option<PathBuf>,
    /// The report to look decoders up in; else target/conformance/report.json, if it is there.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// What to list.
    #[arg(value_enum, default_value_t = Listed::Vectors)]
    pub(crate) what: Listed,
    /// Only vectors or cases about attacks: critical ones, and those that replay an incident.
    #[arg(long)]
    pub(crate) security: bool,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    /// Ids of all cases, derived ones too.
    Cases,
    /// The decoders of this program and this machine, with what they claim.
    Decoders,
    /// The flags, with their effect.
    Flags,
    /// The groups, with what they are about.
    Groups,
    /// The vectors.
    Vectors,
}

#[derive(Debug, Args)]
pub(crate) struct SuiteArguments {
    /// Take the vectors from the .json files of this folder instead of the built-in ones.
    #[arg(long, value_name = "DIR")]
    pub(crate) suite: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClaimedProfile {
    Rfc3629,
    Rfc2279,
    None,
}

#[derive(Debug, Args)]
pub(crate) struct RenderArguments {
    /// How many findings are shown in full.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) findings: usize,
    /// What to write, separated by commas; all but jsonl.
    ///
    /// `terminal` and `github` go to standard output. The others are files, written into --out, and need it.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum, default_values_t = [Format::Terminal])]
    pub(crate) format: Vec<Format>,
    /// The folder for files; it is made if need be.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// The report.json of a run, the folder that it is in, or `-`.
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.01 to 3600".to_owned()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    /// Which adapter.
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
}

#[derive(Debug, Args)]
pub(crate) struct MisbehaveArguments {
    /// Which one.
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// A folder that all its processes share.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct MutantsArguments {
    /// Only list them, with what they do wrong.
    #[arg(long)]
    pub(crate) list: bool,
    /// Only those whose name matches; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,
    /// Print the shortest lists of vectors that kill the most.
    ///
    /// One kills every mutant that one input betrays, where decoders show all they can; the other kills what can be
    /// seen by the answer alone. They are computed, and `illformed run --smoke` asks them. A list of more than 30 or 40
    /// vectors, or one that leaves a mutant alive, ends the command with 1.
    #[arg(long, conflicts_with_all = ["list", "only"])]
    pub(crate) smoke: bool,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
}

#[derive(Debug, Args)]
pub(crate) struct SelftestArguments {
    /// Only list them.
    #[arg(long)]
    pub(crate) list: bool,
    /// Only those whose name matches; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// The case, such as overlong/nul-two-bytes or overlong/nul-two-bytes@split=1.
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// With --wire, the decoder that the request names.
    #[arg(long, value_name = "NAME", default_value = "strict")]
    pub(crate) decoder: String,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
    /// Print what an adapter reads for this case, to be piped into it.
    #[arg(long)]
    pub(crate) wire: bool,
}
