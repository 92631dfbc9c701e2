//! `illformed explain`.

use crate::cli::args::ExplainArguments;
use crate::cli::error::CliError;
use crate::cli::input_file::read_record;
use crate::cli::output;
use illformed_judge::explain::{explain, parse_bytes};
use illformed_vectors::{Input, Suite};
use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;

/// The most bytes that are explained: beyond a few hundred only counts are shown, and they have to be there at once.
/// What is typed is not held to it: systems allow less for an argument.
const LIMIT: u64 = 1 << 20;

/// Where `make conformance` leaves its report.
const LAST_REPORT: &str = "target/conformance/report.json";

pub(crate) fn run(arguments: &ExplainArguments) -> Result<ExitCode, CliError> {
    let bytes = bytes(arguments)?;
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

fn bytes(arguments: &ExplainArguments) -> Result<Vec<u8>, CliError> {
    match (&arguments.bytes, &arguments.file) {
        (Some(text), _) if text == "-" => all_of(Ok(io::stdin().lock()), Path::new("standard input")),
        (Some(text), _) => parse_bytes(text).map_err(|error| CliError::Usage(format!("BYTES: {error}"))),
        (None, Some(path)) => all_of(File::open(path), path),
        (None, None) => Err(CliError::Usage("name BYTES, or a file with --file".to_owned())),
    }
}

/// What is to be read from `source`, which is called `path`, if it is not more than [`LIMIT`].
fn all_of(source: io::Result<impl Read>, path: &Path) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = source.and_then(|source| source.take(LIMIT + 1).read_to_end(&mut bytes));
    read.map_err(|source| CliError::File { path: path.to_owned(), source })?;
    if bytes.len() as u64 > LIMIT {
        return Err(CliError::Usage(format!(
            "{}: more than {LIMIT} bytes, the most that explain takes; give it the part that matters, such as\n\
             `tail -c +OFFSET FILE | head -c LENGTH | illformed explain -`",
            path.display()
        )));
    }
    Ok(bytes)
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
