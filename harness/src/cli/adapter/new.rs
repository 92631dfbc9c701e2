//! `illformed adapter new`.

use crate::ask::adapter_check::{Template, command_line, shell_word};
use crate::ask::protocol::is_name;
use crate::cli::adapter::arguments::AdapterNewArguments;
use crate::cli::error::CliError;
use crate::cli::output;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// What an adapter is called that was given neither name nor path.
const DEFAULT_NAME: &str = "mine";

pub(crate) fn new(arguments: &AdapterNewArguments) -> Result<ExitCode, CliError> {
    let unknown = || CliError::Usage(format!("--lang {}: no such template", arguments.lang));
    let template = Template::of(&arguments.lang).ok_or_else(unknown)?;
    let name = name(arguments)?;
    let path =
        arguments.path.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.{}", template.extension)));
    let failed = |source| CliError::File { path: path.clone(), source };
    // What is there stays as it is.
    let mut file = File::create_new(&path).map_err(failed)?;
    file.write_all(template.text(&name).as_bytes()).map_err(failed)?;

    let mut text = format!("written: {}; the places to change are marked EDIT\n\n", path.display());
    if let Some(build) = template.build(&path) {
        let _ = writeln!(text, "  {}", command_line(&build));
    }
    let command = command_line(&template.command(&path));
    let _ = writeln!(text, "  illformed adapter check -- {command}");
    let _ = writeln!(text, "  illformed run -- {command}");
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The name that was given, or else that of the file.
fn name(arguments: &AdapterNewArguments) -> Result<String, CliError> {
    let (name, advice) = match (&arguments.name, &arguments.path) {
        (Some(name), _) => (name.clone(), ""),
        (None, None) => (DEFAULT_NAME.to_owned(), ""),
        (None, Some(path)) => {
            let stem = path.file_stem().unwrap_or_default();
            (stem.to_string_lossy().into_owned(), "; give another with --name")
        }
    };
    if is_name(&name) {
        return Ok(name);
    }
    let word = shell_word(&name);
    let what = "is no name of an adapter, which has 1 to 64 lower-case letters, digits and hyphens";
    Err(CliError::Usage(format!("{word} {what}{advice}")))
}
