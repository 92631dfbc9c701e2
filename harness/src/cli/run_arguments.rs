//! What can be typed after `illformed run`.

use crate::cli::args::{SuiteArguments, seconds};
use crate::cli::baseline::Stale;
use crate::cli::cause_argument::severity_named;
use crate::cli::help::{BASELINES, CASES, DECODERS, LIMITS, OUTPUT};
use crate::cli::own_decoder::OwnDecoderArguments;
use crate::record::selection::Selection;
use crate::tell::report::{Format, SourceLocation};
use clap::Args;
use illformed_judge::cause::Severity;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct RunArguments {
    /// Ask only adapters whose name matches; repeatable.
    ///
    /// `codec`, `std` and the other crates are adapters too. `illformed list decoders` names them.
    #[arg(long, value_name = "GLOB", help_heading = DECODERS)]
    pub(crate) adapter: Vec<String>,
    /// Allow that a decoder with a baseline is not there; repeatable.
    ///
    /// A run fails if a decoder has a baseline and was not asked, unless --adapter or --decoder leave it out: otherwise a
    /// decoder that is lost, with its interpreter or by a change of its adapter, would not be noticed.
    #[arg(long, value_name = "GLOB", requires = "baseline", help_heading = BASELINES, hide_short_help = true)]
    pub(crate) allow_missing: Vec<String>,
    /// Compare with baselines (file or folder); repeatable.
    ///
    /// A baseline lists the causes for which a decoder fails, with the number of cases, and why that is accepted. The run
    /// fails if more cases fail, if they fail with other answers, after the reason's last day, and if the decoder was not
    /// asked. `illformed baseline write` makes a baseline from a report. A decoder without a baseline is checked against its
    /// claim.
    #[arg(long, value_name = "PATH", help_heading = BASELINES)]
    pub(crate) baseline: Vec<PathBuf>,
    /// Ask only matching `adapter/decoder` names; repeatable.
    #[arg(long, value_name = "GLOB", help_heading = DECODERS)]
    pub(crate) decoder: Vec<String>,
    /// Derive all cases, not only the most informative.
    ///
    /// By default each vector of bytes, in groups of at most 500, is also asked in two chunks, cut at each place; if it has
    /// at most 6 bytes, cut at each set of places; byte by byte; if it has at most 4, with empty chunks around both parts;
    /// and before other text on the same object. Vectors with the flag `block-probe` also stand from four bytes before
    /// the end of a block of 8, 16, 32, 64 and 128 bytes to behind it: after ASCII with 0, 16 and 64 bytes of ASCII behind
    /// them, after characters of two, three and four bytes with 0 and 64. They stand around byte 256, 500, 1,000 and 4,096
    /// too, in one call and in chunks, and are repeated up to 1,001 times; those that stand for a kind also 4,097 times, and
    /// some around byte 65,536 and 65,537 times. They stand directly before and after CR, LF, blanks, NUL, U+FEFF,
    /// noncharacters, each kind of error and characters that share a byte with them; and on one object after others and up
    /// to 256 times.
    ///
    /// With --deep they stand at each of the places from 0 to 130, after each kind of character, with each tail; sets of
    /// places go to 8 bytes, and empty chunks and all groups have no limit; the long inputs and the company are those of
    /// all lengths; all scalar values are asked, 1,024 at a time, and each surrogate alone.
    #[arg(long, help_heading = CASES, hide_short_help = true)]
    pub(crate) deep: bool,
    /// The least severity that fails the run.
    ///
    /// critical, wrong or imprecise: `illformed explain CAUSE` says how severe a cause is. Less severe failures are reported
    /// all the same.
    #[arg(long, value_name = "SEVERITY", default_value = "imprecise", value_parser = severity_named, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) fail_on: Severity,
    /// Show this many findings in full.
    ///
    /// The first of each decoder comes before the second of any. The causes are shown in any case.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) findings: usize,
    /// Output formats, separated by commas.
    ///
    /// `terminal` and `github` go to standard output. The others are files, written into --out, and need it. All are made
    /// from the same record; `jsonl` is written while the run goes on.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum, default_values_t = [Format::Terminal], help_heading = OUTPUT)]
    pub(crate) format: Vec<Format>,
    /// Start with this case of the selected ones.
    ///
    /// With --to it repeats the cases that were outstanding when an adapter broke.
    #[arg(long, value_name = "ID", help_heading = CASES, hide_short_help = true)]
    pub(crate) from: Option<String>,
    /// Crash a decoder that reads past the end of its input.
    ///
    /// A guard page follows each input. Only for decoders of this program (`codec`, `std` and the other crates), each in its own process, and only on Unix.
    /// Every chunk ends at an unreadable page. Every input of one call is also asked at an offset, 0 to 63, of an aligned
    /// block, with other bytes behind it. A decoder that reads too far, or answers differently there, crashes.
    #[arg(long, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) guard: bool,
    /// Decoders to ask at once [default: number of processors].
    ///
    /// The report does not depend on it.
    #[arg(long, value_name = "N", help_heading = LIMITS, hide_short_help = true)]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Show a table of decoders and twelve questions.
    ///
    /// Below it stands who accepts, refuses and replaces what.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) matrix: bool,
    /// Memory limit of an adapter or a --command program, in MiB.
    ///
    /// It covers the processes that it starts, as long as they stay in its process group.
    ///
    /// It is measured on Linux alone, many times a second; elsewhere nothing is limited. One that uses more is killed and
    /// counts as crashed. What leaves the process group is neither counted nor killed.
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 24), help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_memory: u64,
    /// Ask only cases whose id matches; repeatable.
    ///
    /// A pattern without `@` selects vectors with all that is derived from them; one with `@` selects derived cases:
    /// `overlong/*`, `script/*`, `*@split=1`. With `@-` at its end it selects vectors alone, without what is derived.
    #[arg(long, value_name = "GLOB", help_heading = CASES)]
    pub(crate) only: Vec<String>,
    /// The folder for files; created if needed.
    ///
    /// Files are created before the run, so that a bad path fails early, and renamed when it is over, so that there is
    /// never half a report.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub(crate) out: Option<PathBuf>,
    /// Ask each case N times; different answers are `flaky`.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = CASES, hide_short_help = true)]
    pub(crate) repeat: u32,
    /// Rule on a question that a standard leaves open; repeatable.
    ///
    /// `rfc2279-surrogate=accept` or `=reject`: is a three-byte form of D800..DFFF well-formed under RFC 2279?
    #[arg(long, value_name = "QUESTION=RULING", help_heading = CASES, hide_short_help = true)]
    pub(crate) resolve: Vec<String>,
    /// Ask only vectors about attacks; list repeated incidents.
    ///
    /// These are vectors with a critical flag and those that replay an incident of vectors/incidents.json, with all cases
    /// derived from them. The report ends with the incidents that a decoder would repeat.
    #[arg(long, help_heading = CASES)]
    pub(crate) security: bool,
    /// Ask only the few vectors that detect the most faults.
    ///
    /// `workshop mutants --smoke` computes them. No cases are derived from them.
    #[arg(long, conflicts_with = "suite", help_heading = CASES)]
    pub(crate) smoke: bool,
    /// Point SARIF results and annotations at this file.
    ///
    /// It is the file of your decoder, a path from the root of the repository, with a line or without: `src/utf8.py:12`.
    /// Without --source they point at the decoder's baseline, or at no file; GitHub shows no SARIF result without a file.
    #[arg(long, value_name = "FILE[:LINE]", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) source: Option<SourceLocation>,
    /// How to treat an accepted failure that passes now.
    ///
    /// `illformed baseline update` removes it from the baseline.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Stale::Warn, requires = "baseline", help_heading = BASELINES, hide_short_help = true)]
    pub(crate) stale: Stale,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
    /// Fail only for failures of this project's own codec.
    ///
    /// Failures of other decoders are reported, and the run ends with 0. Baselines count as without it, and a broken
    /// adapter still ends the run with 3.
    #[arg(long, help_heading = BASELINES, hide_short_help = true)]
    pub(crate) survey: bool,
    /// Seconds to wait for an answer.
    ///
    /// An adapter always has 20 seconds to introduce itself.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) timeout: f64,
    /// End with this case of the selected ones.
    #[arg(long, value_name = "ID", help_heading = CASES, hide_short_help = true)]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) own: OwnDecoderArguments,
}

impl RunArguments {
    /// What is selected.
    pub(crate) fn selection(&self) -> Selection {
        Selection {
            adapter: self.adapter.clone(),
            decoder: self.decoder.clone(),
            only: self.only.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
            resolve: self.resolve.clone(),
            deep: self.deep,
            security: self.security,
            smoke: self.smoke,
            guard: self.guard,
            suite: self.suite.suite.clone(),
            repeat: self.repeat as usize,
            timeout: self.timeout,
            max_memory: self.max_memory,
            survey: self.survey,
        }
    }
}
