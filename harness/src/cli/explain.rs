//! `illformed explain`.

use crate::cli::args::ExplainArguments;
use crate::cli::cause_argument::cause_named;
use crate::cli::error::CliError;
use crate::cli::input_file::read_record;
use crate::cli::output;
use crate::cli::typed_bytes;
use crate::tell::report::cause_page;
use illformed_judge::cause::Cause;
use illformed_judge::explain::explain;
use illformed_vectors::{Input, Suite};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Where `make conformance` leaves its report.
const LAST_REPORT: &str = "target/conformance/report.json";

pub(crate) fn run(arguments: &ExplainArguments) -> Result<ExitCode, CliError> {
    if let [word] = arguments.bytes.as_slice()
        && let Some(cause) = cause(word)?
    {
        output::print(&cause_page(cause, output::style()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let bytes = match &arguments.file {
        Some(path) => typed_bytes::read_file(path)?,
        None if arguments.bytes.is_empty() => {
            return Err(CliError::Usage("name BYTES or a cause, or a file with --file".to_owned()));
        }
        None => typed_bytes::read(&arguments.bytes)?,
    };
    let mut text = explain(&bytes);
    let vectors = Suite::embedded().vectors();
    for vector in vectors.filter(|vector| matches!(&vector.input, Input::Bytes(own) if *own == bytes)) {
        let _ = writeln!(text, "\nvector {}: {}", vector.id, vector.comment);
    }
    let path = arguments.report.as_deref().unwrap_or(Path::new(LAST_REPORT));
    if arguments.report.is_some() || path.exists() {
        text.push_str(&disagreeing(path, &bytes)?);
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The cause of that name. Fails for a word with a hyphen that is none, which is no way to write bytes either, with the
/// names that are near.
fn cause(word: &str) -> Result<Option<Cause>, CliError> {
    let looks_like_name = word.len() > 2
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if Cause::named(word).is_none() && !(looks_like_name && word.contains('-')) {
        return Ok(None);
    }
    cause_named(word).map(Some).map_err(CliError::Usage)
}

/// The decoders of a report that RFC 3629 disagrees with on these bytes.
fn disagreeing(path: &Path, bytes: &[u8]) -> Result<String, CliError> {
    let record = read_record(path)?;
    let input = const_hex::encode(bytes);
    let Some(case) = record
        .cases
        .iter()
        .position(|case| record.vectors[case.vector].input == input && case.recipe.is_empty())
    else {
        return Ok(String::new());
    };
    let mut text = String::new();
    for decoder in &record.decoders {
        if let Some(finding) = decoder.shown().findings.iter().find(|finding| finding.case == case) {
            let _ = writeln!(text, "  {}: {} ({})", decoder.name(), finding.observed, finding.detail);
        } else if let Some(group) = decoder.shown().bad().find(|group| group.cases.contains(case)) {
            let why = group.cause.as_deref().unwrap_or(group.verdict.name());
            let _ = writeln!(text, "  {}: {why}", decoder.name());
        }
    }
    if text.is_empty() {
        text.push_str("  none\n");
    }
    Ok(format!("\ndecoders that differ from RFC 3629 here, by {}\n{text}", path.display()))
}
