//! What can be typed after `illformed diff`.

use crate::record::diff::{CaseChange, Change, DiffRecord, Pair};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct DiffArguments {
    /// Allow that a decoder of A is not in B; repeatable.
    ///
    /// Without it such a comparison ends with 3: otherwise a decoder that is lost, with its interpreter or by a change of
    /// its adapter, would not be noticed.
    #[arg(long, value_name = "GLOB")]
    pub(crate) allow_missing: Vec<String>,
    /// How many changed vectors of each decoder are shown.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) changes: usize,
    /// Compare only decoders whose `adapter/decoder` matches in either report; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) decoder: Vec<String>,
    /// Which changes end with 1, separated by commas.
    ///
    /// `regressed` also means a case that the old report has without a judgement and that fails now, and one that passed
    /// and is flaky now. `none` and `any` stand alone.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum, default_values_t = [FailOn::Regressed, FailOn::ChangedWrong])]
    pub(crate) fail_on: Vec<FailOn>,
    /// What to write, separated by commas: json, markdown, terminal.
    ///
    /// `terminal` goes to standard output. The others are written into --out, as diff.json and diff.md; without --out
    /// there may be one of them alone, and it goes to standard output.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum, default_values_t = [DiffFormat::Terminal])]
    pub(crate) format: Vec<DiffFormat>,
    /// Compare only cases whose id matches; repeatable.
    ///
    /// A pattern without `@` stands for vectors with all that is derived from them; one with `@` for derived cases:
    /// `overlong/*`, `*@split=1`.
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,
    /// The folder for files; created if needed.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Compare a decoder of A with one of another name in B, or all of an adapter; repeatable.
    ///
    /// `--pair mine/old=mine/new`, or `--pair node-20=node-22` for all decoders that both adapters have.
    #[arg(long, value_name = "OLD=NEW", value_parser = str::parse::<Pair>)]
    pub(crate) pair: Vec<Pair>,
    /// The old report: report.json, its folder, or `-` for standard input.
    #[arg(value_name = "A")]
    pub(crate) old: PathBuf,
    /// The new report, likewise.
    #[arg(value_name = "B")]
    pub(crate) new: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// The whole record: every change of every case.
    Json,
    /// For a comment on a change, or the summary of a job.
    Markdown,
    /// A line for each decoder, and the changes.
    Terminal,
}

impl DiffFormat {
    /// The name of its file, if it is one.
    pub(crate) const fn file_name(self) -> Option<&'static str> {
        match self {
            Self::Json => Some("diff.json"),
            Self::Markdown => Some("diff.md"),
            Self::Terminal => None,
        }
    }
}

/// A change that ends with 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Every change.
    Any,
    /// Failed, and fails in another way now.
    ChangedWrong,
    /// Failed, and passes now.
    Fixed,
    /// Answered differently when asked again, in either report.
    Flaky,
    /// Judged in A, and not in B.
    Gone,
    /// Judged in B, and not in A.
    New,
    /// Judged in B and not in A, and fails.
    NewFailing,
    /// Nothing.
    None,
    /// Passed, and fails now.
    Regressed,
}

impl FailOn {
    pub(crate) fn occurs(self, record: &DiffRecord) -> bool {
        let counts = &record.counts;
        let cases = match self {
            Self::Any => counts.changed(),
            Self::ChangedWrong => counts.of(Change::ChangedWrong),
            Self::Fixed => counts.of(Change::Fixed),
            Self::Flaky => counts.of(Change::Flaky),
            Self::Gone => counts.of(Change::Gone),
            Self::New => counts.added(),
            Self::NewFailing => counts.of(Change::NewFailing),
            Self::None => 0,
            Self::Regressed => {
                let mut changes = record.decoders.iter().flat_map(|decoder| &decoder.changes);
                return changes.any(CaseChange::is_worse);
            }
        };
        cases > 0
    }
}
