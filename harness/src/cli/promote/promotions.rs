//! What every promotion does: reads artifacts, supervises who is asked, prints what came of it.

use crate::ask::adapter::process::Supervision;
use crate::cli::error::CliError;
use crate::cli::promote::{PromoteFormat, PromotionArguments};
use crate::cli::{interrupt, output};
use crate::search::promote::{
    Promoter, PromotionRecord, Shelf, ShelfError, Wording, exit_code, promotion_text,
};
use crate::tell::report::pretty_json;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The longest artifact that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

impl PromotionArguments {
    /// The shelf that is written to, with seeds in `corpus` if there is one.
    pub fn promoter(&self, corpus: Option<PathBuf>) -> Result<Promoter, CliError> {
        let wording = Wording { name: self.name.clone(), comment: self.comment.clone() };
        let dry_run = self.dry_run;
        Ok(Promoter {
            shelf: Shelf::open(self.suite.as_deref(), corpus)?,
            wording,
            dry_run,
            more_lint: |_| Vec::new(),
        })
    }

    /// How the processes that are asked are supervised.
    pub fn supervision(&self) -> Supervision {
        Supervision {
            answer_limit: Duration::from_secs_f64(self.timeout),
            interrupted: interrupt::flag(),
            // What ends a process, or none, is asked on and on.
            max_crashes: 2_000,
            max_hangs: 20,
            ..Supervision::default()
        }
    }

    /// Fails if several inputs would get the one name or comment that was typed.
    pub fn check_inputs(&self, inputs: usize) -> Result<(), CliError> {
        if inputs > 1 && (self.name.is_some() || self.comment.is_some()) {
            let what = "--name and --comment are of one input, and there are several";
            return Err(CliError::Usage(what.to_owned()));
        }
        Ok(())
    }

    /// Prints each record as it comes, and returns the exit code of all.
    pub fn told(
        &self,
        records: impl Iterator<Item = Result<PromotionRecord, CliError>>,
    ) -> Result<ExitCode, CliError> {
        let mut all = Vec::new();
        for record in records {
            let record = record?;
            if self.format == PromoteFormat::Text {
                output::print(&promotion_text(&record, self.dry_run, output::style()))?;
            }
            all.push(record);
        }
        if self.format == PromoteFormat::Json {
            output::print(&pretty_json(&serde_json::json!(all)))?;
        }
        Ok(ExitCode::from(exit_code(&all)))
    }
}

/// The bytes of the artifact `file`, at most 16 MiB.
pub fn artifact_of(file: &Path) -> Result<Vec<u8>, CliError> {
    let failed = |source| CliError::File { path: file.to_owned(), source };
    let kind = fs::metadata(file).map_err(failed)?;
    if !kind.is_file() {
        let what = if kind.is_dir() { "a folder; name the files in it" } else { "no file with bytes in it" };
        return Err(CliError::Usage(format!("{}: {what}", file.display())));
    }
    let mut bytes = Vec::new();
    File::open(file).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        let limit = MOST_BYTES >> 20;
        return Err(CliError::Usage(format!("{}: more than {limit} MiB", file.display())));
    }
    Ok(bytes)
}

impl From<ShelfError> for CliError {
    fn from(error: ShelfError) -> Self {
        match error {
            ShelfError::Usage(what) => Self::Usage(what),
            ShelfError::Load(errors) => Self::Load(errors),
            ShelfError::File { path, source } => Self::File { path, source },
        }
    }
}
