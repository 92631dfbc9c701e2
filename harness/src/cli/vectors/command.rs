//! What can be typed after `illformed vectors`.

use crate::cli::error::CliError;
use crate::cli::examples;
use crate::cli::vectors::export::ExportFormat;
use crate::cli::vectors::{export, lint};
use clap::Subcommand;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub(crate) enum VectorsCommand {
    /// Write a suite in a form that needs no code of ours.
    ///
    /// `jsonl`: a file with one vector a line, as in the files, with its group. `raw`: a folder with a file of just the
    /// bytes for each vector, named by its id, and index.json, which says what each profile expects. `c`: one header of
    /// C99 with the bytes and a table. `raw` and `c` leave out scripts of calls. `complete`: a file with a line for each
    /// test of the built-in complete suite, its answer and its bytes; it is in the folder of `raw` too, and the other forms
    /// leave it out. All is written at once or not at all.
    #[command(after_long_help = examples::VECTORS_EXPORT)]
    Export {
        /// The folder of .json files, instead of the built-in vectors.
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
        /// Replace what is there; a folder only if this command wrote it.
        #[arg(long)]
        force: bool,
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
    /// arithmetic on the decoded numbers, the grammar that RFC 3629 prints, and Rust's standard library. Each file is held
    /// against its digest. Each finding has file, line and pointer.
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
        VectorsCommand::Export { dir, force, format, out } => {
            export::export(dir.as_deref(), *format, out, *force)
        }
        VectorsCommand::Lint { dir } => lint::lint(dir.as_deref()),
    }
}
