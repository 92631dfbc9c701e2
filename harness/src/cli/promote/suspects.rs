//! What is to be promoted, and which decoder is said to have failed on it.

use crate::cli::error::CliError;
use crate::cli::given::TypedInput;
use crate::cli::input_file::text_of;
use crate::cli::promote::PromoteArguments;
use crate::search::black_box::FuzzRecord;
use illformed_vectors::Input;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The longest artifact that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// An input that is said to fail.
#[derive(Debug)]
pub(super) struct Suspect {
    /// The file, or what was typed.
    pub(super) name: String,
    /// Its bytes, or those of the script's text.
    pub(super) artifact: Vec<u8>,
    /// The decoder, if there is more than one.
    pub(super) decoder: Option<String>,
    pub(super) input: Input,
    /// Whether a report says that the decoder is the user's own.
    pub(super) is_own: bool,
}

/// All that was named. Everything is read before anything is asked.
pub(super) fn suspects(arguments: &PromoteArguments) -> Result<Vec<Suspect>, CliError> {
    if let Some(report) = &arguments.from_report {
        return of_report(report);
    }
    let mut suspects = Vec::new();
    let mut add = |name: String, artifact: Vec<u8>, input: Input| {
        suspects.push(Suspect { name, artifact, decoder: arguments.decoder.clone(), input, is_own: false });
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
    Ok(suspects)
}

/// Every finding of the report at `path`.
fn of_report(path: &Path) -> Result<Vec<Suspect>, CliError> {
    let wrong = |what: String| CliError::Usage(format!("{}: {what}", path.display()));
    let record = FuzzRecord::from_json(&text_of(path)?).map_err(|error| {
        wrong(format!("no report of decoders by `illformed fuzz --format json`: {error}"))
    })?;
    let mut suspects = Vec::new();
    for decoder in &record.decoders {
        for finding in &decoder.findings {
            let (input, artifact) = (finding.input().map_err(wrong)?, finding.artifact());
            let name = format!("{}, {}", path.display(), finding.input);
            let is_own = !decoder.command.is_empty();
            suspects.push(Suspect { name, artifact, decoder: Some(decoder.decoder.clone()), input, is_own });
        }
    }
    if suspects.is_empty() {
        return Err(wrong("has no finding".to_owned()));
    }
    Ok(suspects)
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
