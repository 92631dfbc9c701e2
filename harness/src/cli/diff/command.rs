//! `illformed diff`.

use crate::ask::selection::{DecoderChoice, Globs};
use crate::cli::diff::arguments::{DiffArguments, DiffFormat, FailOnWord};
use crate::cli::diff::files::Destination;
use crate::cli::error::CliError;
use crate::cli::input_file::named_record;
use crate::cli::output;
use crate::record::diff::{DiffOptions, FailOn, PairingError, compare, exit_code};
use crate::tell::report::{diff_markdown, diff_terminal, json};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn diff(arguments: &DiffArguments) -> Result<ExitCode, CliError> {
    let fail_on = fail_on(&arguments.fail_on)?;
    let (decoder, only) =
        (DecoderChoice::parse(&arguments.decoder)?, Globs::parse("--only", &arguments.only)?);
    if arguments.old == Path::new("-") && arguments.new == Path::new("-") {
        return Err(CliError::Usage("only one of A and B can be standard input".to_owned()));
    }
    let destination = Destination::create(&arguments.format, arguments.out.as_deref())?;
    let (old_file, old) = named_record(&arguments.old)?;
    let (new_file, new) = named_record(&arguments.new)?;
    only.check_cases(
        "--only",
        old.case_ids().chain(new.case_ids()),
        old.vector_ids().chain(new.vector_ids()),
    )?;
    let options = DiffOptions {
        pairings: &arguments.pair,
        wants_decoder: &|name| decoder.wants(name),
        wants_case: &|id, vector| only.select_case(id, vector),
    };
    let compared = compare((&old_file, &old), (&new_file, &new), &options);
    if matches!(compared, Err(PairingError::NoDecoder)) {
        decoder.check()?;
    }
    let record = compared.map_err(|error| CliError::Usage(error.to_string()))?;
    destination.write(|format| match format {
        DiffFormat::Json => json(&record),
        DiffFormat::Markdown => diff_markdown(&record, arguments.changes),
        DiffFormat::Terminal => diff_terminal(&record, arguments.changes, output::style()),
    })?;
    let code = exit_code(&record, &fail_on);
    match code {
        0 => {}
        1 => output::complain(&"found a change that --fail-on names, see above"),
        _ => output::complain(
            &"nothing was compared: no case is judged in both reports; --pair compares decoders of different names",
        ),
    }
    Ok(ExitCode::from(code))
}

fn fail_on(words: &[FailOnWord]) -> Result<Vec<FailOn>, CliError> {
    let alone = [FailOnWord::Any, FailOnWord::None].iter().any(|word| words.contains(word));
    if alone && words.len() > 1 {
        return Err(CliError::Usage("--fail-on any and --fail-on none stand alone".to_owned()));
    }
    Ok(words.iter().flat_map(|word| word.meant()).collect())
}
