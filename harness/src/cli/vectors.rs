//! `illformed vectors`: export a suite, check one.

use crate::ask::temporary::{beside, folder_in};
use crate::cli::error::CliError;
use crate::cli::files::{folder_of, say_written};
use crate::cli::run::warn_of_faults;
use crate::cli::{examples, load_suite, output};
use crate::tell::export::{COMPLETE_LIST, c_header, complete_list, jsonl, kinds_jsonl, raw};
use crate::tell::report::counted;
use clap::{Subcommand, ValueEnum};
use illformed_judge::complete::complete_suite;
use illformed_judge::lint::{LintFinding, lint as lint_expectations};
use illformed_judge::oracle::Oracle;
use illformed_vectors::Suite;
use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[derive(Debug, Subcommand)]
pub(crate) enum VectorsCommand {
    /// Write a suite in a form that needs no code of ours.
    ///
    /// `jsonl`: a file with one vector a line, as in the files, with its group. `raw`: a folder with a file of just the
    /// bytes for each vector, named by its id, and index.json, which says what each profile expects. `c`: one header of
    /// C99 with the bytes and a table. `raw` and `c` leave out scripts of calls. `complete`: a file with a line for each
    /// test of the built-in complete suite, its answer and its bytes; it is in the folder of `raw` too, and the other forms
    /// leave it out. All is written at once or not at all. What is there already is not replaced.
    #[command(after_long_help = examples::VECTORS_EXPORT)]
    Export {
        /// The folder of .json files, instead of the built-in vectors.
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
        /// The form.
        #[arg(long, value_name = "FORMAT", value_enum)]
        format: ExportFormat,
        /// The file, or for `raw` the folder, to write.
        #[arg(long, value_name = "PATH")]
        out: PathBuf,
    },
    /// Check that vectors are well-made and right.
    ///
    /// Every expectation is worked out again from sources that share no code: the codec's reference decoder,
    /// arithmetic on the decoded numbers, the grammar that RFC 3629 prints, and Rust's standard library. Each finding has file,
    /// line and pointer.
    ///
    /// Exit codes: 0 nothing is wrong; 1 something is; 2 the files cannot be read; 4 there are no vectors.
    #[command(after_long_help = examples::VECTORS_LINT)]
    Lint {
        /// The folder of .json files, instead of the built-in vectors.
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

pub(crate) fn vectors(command: &VectorsCommand) -> Result<ExitCode, CliError> {
    match command {
        VectorsCommand::Export { dir, format, out } => export(dir.as_deref(), *format, out),
        VectorsCommand::Lint { dir } => lint_suite(dir.as_deref(), "", |_| Vec::new()),
    }
}

/// The crates have one version, and it is the suite's.
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One C header.
    C,
    /// The complete suite: a line for each test.
    Complete,
    /// One vector a line.
    Jsonl,
    /// A folder: a file for each vector that is bytes, and index.json.
    Raw,
}

fn export(dir: Option<&Path>, format: ExportFormat, out: &Path) -> Result<ExitCode, CliError> {
    // The tests of the complete suite are a file of their own.
    let suite = match dir {
        Some(dir) => load_suite(Some(dir))?,
        None => Cow::Borrowed(Suite::embedded()),
    };
    if let (ExportFormat::Complete, Some(dir)) = (format, dir) {
        let reason = "the complete suite is built in and in no folder of vectors";
        return Err(CliError::Usage(format!("{}: {reason}", dir.display())));
    }
    // A folder of the user has no known version.
    let version = if suite.files() == Suite::embedded().files() { VERSION } else { "unknown" };
    let complete = || complete_list(VERSION);
    if out.symlink_metadata().is_ok() {
        return Err(CliError::Usage(format!("{}: there already, and never replaced", out.display())));
    }
    if let Some(dir) = dir {
        warn_of_faults(&suite, dir);
    }
    let failed = CliError::of_file(out);
    match format {
        ExportFormat::C => write_file(out, &c_header(&suite, version)).map_err(failed)?,
        ExportFormat::Complete => write_file(out, &complete()).map_err(failed)?,
        ExportFormat::Jsonl => {
            // The built-in vectors have those of the other kinds behind them.
            let kinds = if dir.is_none() { kinds_jsonl() } else { String::new() };
            write_file(out, &(jsonl(&suite) + &kinds)).map_err(failed)?;
        }
        ExportFormat::Raw => {
            let mut files = raw(&suite, version);
            if dir.is_none() {
                files.push((COMPLETE_LIST.to_owned(), complete().into_bytes()));
            }
            write_folder(out, &files).map_err(failed)?;
        }
    }
    say_written(out);
    Ok(ExitCode::SUCCESS)
}

fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let mut file = beside(folder_of(path))?;
    file.write_all(text.as_bytes())?;
    file.persist_noclobber(path).map(drop).map_err(|error| error.error)
}

/// Writes all `files` beside `path` and puts them there at once.
fn write_folder(path: &Path, files: &[(String, Vec<u8>)]) -> io::Result<()> {
    let work = folder_in(folder_of(path))?;
    let new = work.path().join("new");
    fs::create_dir(&new)?;
    for (file, bytes) in files {
        let to = new.join(file);
        fs::create_dir_all(folder_of(&to))?;
        fs::write(to, bytes)?;
    }
    fs::rename(&new, path)
}

/// Lints the suite in `dir`, or the built-in one: its expectations, and what `more_lint` checks. When nothing is
/// found, the line printed ends with `more`, which names what `more_lint` checks.
pub fn lint_suite(
    dir: Option<&Path>,
    more: &str,
    more_lint: fn(&Suite) -> Vec<LintFinding>,
) -> Result<ExitCode, CliError> {
    let suite = load_suite(dir)?;
    let began = Instant::now();
    let mut findings = lint_expectations(&suite, &Oracle::ALL);
    findings.extend(more_lint(&suite));
    if dir.is_none() {
        findings.extend(lint_expectations(&complete_suite(), &Oracle::ALL));
    }
    // As a reader goes through the files.
    findings.sort_by(|one, other| one.place.cmp(&other.place));
    for finding in &findings {
        output::print(&format!("{finding}\n"))?;
    }
    let took = began.elapsed().as_secs_f64();
    let vectors = suite.vectors().count();
    if findings.is_empty() && vectors > 0 {
        let names: Vec<&str> = Oracle::ALL.iter().map(|oracle| oracle.name).collect();
        output::print(&format!("{vectors} vectors agree with {}{more}, in {took:.2} s\n", names.join(", ")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (found, of) = (counted(findings.len(), "finding"), counted(vectors, "vector"));
    output::print(&format!("{found} in {of}\n"))?;
    Ok(ExitCode::from(if vectors == 0 { 4 } else { 1 }))
}
