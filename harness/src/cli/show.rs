//! `illformed show`.

use crate::ask::nearest::{did_you_mean, near_vectors};
use crate::ask::protocol::{hello_request, is_name, write_request};
use crate::cli::args::SuiteArguments;
use crate::cli::error::CliError;
use crate::cli::help::OUTPUT;
use crate::cli::{load_suite, output};
use crate::tell::case_text::case_text;
use clap::Args;
use illformed_judge::case::{CaseId, Plan};
use illformed_vectors::Suite;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// The case, such as overlong/nul-two-bytes or overlong/nul-two-bytes@split=1.
    #[arg(value_name = "ID")]
    id: String,
    /// With --wire, the decoder that the request names.
    #[arg(long, value_name = "NAME", default_value = "strict", help_heading = OUTPUT)]
    decoder: String,
    #[command(flatten)]
    suite: SuiteArguments,
    /// Print what an adapter reads for this case, to be piped into it.
    #[arg(long, help_heading = OUTPUT)]
    wire: bool,
}

pub(crate) fn show(arguments: &ShowArguments) -> Result<ExitCode, CliError> {
    let suite = load_suite(arguments.suite.suite.as_deref())?;
    let wrong = |error: String| CliError::Usage(error + &near(&suite, &arguments.id));
    let id: CaseId = arguments.id.parse().map_err(wrong)?;
    let case = Plan::find(&suite, &id).ok_or_else(|| {
        CliError::Usage(match suite.vector(id.vector.as_str()) {
            Some(_) => format!("{id}: that recipe does not apply to this vector"),
            None => format!("{id}: no such vector{}", near(&suite, id.vector.as_str())),
        })
    })?;
    if arguments.wire {
        if !is_name(&arguments.decoder) {
            let name = arguments.decoder.escape_debug();
            return Err(CliError::Usage(format!("--decoder: `{name}` is no name of a decoder")));
        }
        let mut text = hello_request();
        write_request(&mut text, 1, &arguments.decoder, case.input());
        output::print(&text)?;
    } else {
        output::print(&case_text(&suite, &case))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The vectors near `wanted`, or where all are listed.
fn near(suite: &Suite, wanted: &str) -> String {
    let ids: Vec<&str> = suite.vectors().map(|vector| vector.id.as_str()).collect();
    let wanted = wanted.split('@').next().unwrap_or_default();
    let (group, name) = wanted.split_once('/').unwrap_or((wanted, ""));
    // A group's name alone stands for its first vectors.
    let of_group = ids.iter().filter(|id| name.is_empty() && id.split('/').next() == Some(group));
    let named: Vec<String> = of_group.take(3).map(ToString::to_string).collect();
    let near = if named.is_empty() { near_vectors(wanted, &ids) } else { named };
    let near: Vec<String> = near.into_iter().filter(|id| !id.ends_with('*')).collect();
    if near.is_empty() {
        return "; see illformed list, or illformed explain for bytes and other names".to_owned();
    }
    did_you_mean(&near)
}
