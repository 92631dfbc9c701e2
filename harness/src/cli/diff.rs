//! `illformed diff`.

use crate::ask::selection::{DecoderChoice, Globs};
use crate::cli::decoders::ALLOW_MISSING;
use crate::cli::error::CliError;
use crate::cli::files::{NO_FILE, read_record, replace_told};
use crate::cli::output;
use crate::record::diff::{CaseChange, Change, DecoderDiff, DiffRecord, Pair, compare};
use crate::record::run_record::ExitReason;
use crate::tell::report::{diff_markdown, diff_terminal, json};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct DiffArguments {
    /// Allow that a decoder of A is not in B; repeatable.
    ///
    /// Without it such a comparison ends with 3: otherwise a decoder that is lost, with its interpreter or by a change of
    /// its adapter, would not be noticed.
    #[arg(long, value_name = "GLOB")]
    allow_missing: Vec<String>,
    /// How many changed vectors of each decoder are shown.
    #[arg(long, value_name = "N", default_value_t = 10)]
    changes: usize,
    /// Compare only decoders whose `adapter/decoder` matches in either report; repeatable.
    #[arg(long, value_name = "GLOB")]
    decoder: Vec<String>,
    /// Which changes end with 1, separated by commas.
    ///
    /// They are described above. `new-failing` is what is new and fails. `regressed` also means a case that the old report
    /// has without a judgement and that fails now, and one that passed and is flaky now. `none` and `any` stand alone.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = fail_on_words(), default_value = "regressed,changed-wrong")]
    fail_on: Vec<String>,
    /// What to write, separated by commas: json, markdown, terminal.
    ///
    /// `terminal` goes to standard output. The others are written into --out, as diff.json and diff.md; without --out
    /// there may be one of them alone, and it goes to standard output.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum, default_values_t = [DiffFormat::Terminal])]
    format: Vec<DiffFormat>,
    /// Compare only cases whose id matches; repeatable.
    ///
    /// A pattern without `@` stands for vectors with all that is derived from them; one with `@` for derived cases:
    /// `overlong/*`, `*@split=1`.
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// The folder for files; created if needed.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Compare a decoder of A with one of another name in B, or all of an adapter; repeatable.
    ///
    /// `--pair mine/old=mine/new`, or `--pair node-20=node-22` for all decoders that both adapters have.
    #[arg(long, value_name = "OLD=NEW", value_parser = str::parse::<Pair>)]
    pair: Vec<Pair>,
    /// The old report: report.json, its folder, or `-` for standard input.
    #[arg(value_name = "A")]
    old: PathBuf,
    /// The new report, likewise.
    #[arg(value_name = "B")]
    new: PathBuf,
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

/// The words of `--fail-on` that stand alone.
const ANY: &str = "any";
const NONE: &str = "none";

/// The words of `--fail-on`: every way in which a case changes, and what stands alone.
fn fail_on_words() -> PossibleValuesParser {
    let changes = Change::ALL.into_iter().filter(|change| *change != Change::Same).map(Change::name);
    changes.chain([ANY, NONE]).collect::<Vec<_>>().into()
}

fn has_change(record: &DiffRecord, word: &str) -> bool {
    let counts = &record.counts;
    match Change::ALL.into_iter().find(|change| change.name() == word) {
        Some(Change::Regressed) => {
            record.decoders.iter().flat_map(|decoder| &decoder.changes).any(CaseChange::is_worse)
        }
        Some(Change::New) => counts.added() > 0,
        Some(change) => counts.of(change) > 0,
        None => word == ANY && counts.changed() > 0,
    }
}

pub(crate) fn diff(arguments: &DiffArguments) -> Result<ExitCode, CliError> {
    let (decoder, only) =
        (DecoderChoice::parse(&arguments.decoder)?, Globs::parse("--only", &arguments.only)?);
    let may_be_missing = Globs::parse("--allow-missing", &arguments.allow_missing)?;
    check_usage(arguments)?;
    let (old_file, old) = read_record(&arguments.old)?;
    let (new_file, new) = read_record(&arguments.new)?;
    only.check_cases(old.case_ids().chain(new.case_ids()), old.vector_ids().chain(new.vector_ids()))?;
    let (old, new) = ((old_file.as_str(), &old), (new_file.as_str(), &new));
    let wants_case = |id: &str, vector: &str| only.select_case(id, vector);
    let record = compare(old, new, &arguments.pair, |name| decoder.wants(name), wants_case)?;
    decoder.check()?;
    write(arguments, &record)?;
    let missing = |is_lost: fn(&DecoderDiff) -> bool| {
        let names = record.decoders.iter().filter(|one| is_lost(one)).map(DecoderDiff::name);
        names.filter(|name| !may_be_missing.name(name)).collect::<Vec<_>>().join(", ")
    };
    let only_old = missing(|one| one.new.is_none());
    let unjudged =
        missing(|one| one.both().is_some() && one.counts.compared() == 0 && one.counts.of(Change::Gone) > 0);
    let mut reasons = Vec::new();
    if !only_old.is_empty() || !unjudged.is_empty() {
        reasons.push(ExitReason::NotJudged);
        if !only_old.is_empty() {
            output::complain(&format!("only the old report has {only_old}"));
        }
        if !unjudged.is_empty() {
            output::complain(&format!("only the old report has answers of {unjudged}"));
        }
        output::hint(ALLOW_MISSING);
        if record.decoders.iter().any(|decoder| decoder.old.is_none()) {
            output::hint("`--pair OLD=NEW` compares decoders of different names");
        }
    } else if record.counts.compared() == 0 {
        reasons.push(ExitReason::NothingJudged);
        output::complain(&"nothing was compared: no case is judged in both reports");
    }
    if arguments.fail_on.iter().any(|word| has_change(&record, word)) {
        reasons.push(ExitReason::Failed);
        output::complain(&"found a change that --fail-on names, see above");
    }
    Ok(reasons.first().map_or(ExitCode::SUCCESS, |reason| ExitCode::from(reason.code())))
}

fn check_usage(arguments: &DiffArguments) -> Result<(), CliError> {
    let DiffArguments { fail_on, format, .. } = arguments;
    if fail_on.len() > 1 && fail_on.iter().any(|word| word == ANY || word == NONE) {
        return Err(CliError::Usage("--fail-on any and --fail-on none stand alone".to_owned()));
    }
    if arguments.old == Path::new("-") && arguments.new == Path::new("-") {
        return Err(CliError::Usage("only one of A and B can be standard input".to_owned()));
    }
    if arguments.out.is_some() && !format.iter().any(|format| format.file_name().is_some()) {
        return Err(CliError::Usage(NO_FILE.to_owned()));
    }
    if arguments.out.is_none() && format.len() > 1 {
        return Err(CliError::Usage("several formats need --out DIR".to_owned()));
    }
    Ok(())
}

/// Writes the formats that are files into the folder of `--out`, and prints the other; without a folder the one that there is.
fn write(arguments: &DiffArguments, record: &DiffRecord) -> Result<(), CliError> {
    let text = |format: &DiffFormat| match format {
        DiffFormat::Json => json(record),
        DiffFormat::Markdown => diff_markdown(record, arguments.changes),
        DiffFormat::Terminal => diff_terminal(record, arguments.changes, output::style()),
    };
    for format in DiffFormat::value_variants().iter().filter(|known| arguments.format.contains(known)) {
        match (&arguments.out, format.file_name()) {
            (Some(dir), Some(name)) => replace_told(&dir.join(name), &text(format))?,
            _ => output::print(&text(format))?,
        }
    }
    Ok(())
}
