//! `illformed adapter list`.

use crate::ask::adapter::process::Supervision;
use crate::ask::adapter_check::{Drives, Shipped, State, inventory};
use crate::cli::adapter::arguments::AdapterListArguments;
use crate::cli::args::ListFormat;
use crate::cli::error::CliError;
use crate::cli::{interrupt, output};
use crate::tell::report::pretty_json;
use crate::tell::report::wrapped;
use std::fmt::Write;
use std::process::ExitCode;

pub(crate) fn list(arguments: &AdapterListArguments) -> Result<ExitCode, CliError> {
    let supervision = Supervision { interrupted: interrupt::flag(), ..Supervision::default() };
    let shipped = inventory(&supervision);
    let text = match arguments.format {
        ListFormat::Text => table(&shipped),
        ListFormat::Json => {
            // There is no key that JSON does not have, and no number either.
            pretty_json(&shipped)
        }
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A line for each, and more where one is not enough; at most 80 columns.
fn table(shipped: &[Shipped]) -> String {
    let mut text = format!("{:<13}{:<10}{:>8}  {}\n", "adapter", "", "decoders", "drives");
    let all = |drives: &Drives| (drives.decoders.to_string(), drives.implementations.join(", "));
    for shipped in shipped {
        let (state, (decoders, what)) = match &shipped.state {
            State::BuiltIn(drives) => ("built in", all(drives)),
            State::Found(drives) => ("found", all(drives)),
            State::Absent { why, install } => {
                ("absent", (String::new(), format!("{why}; Debian: {install}")))
            }
            State::Broken { why } => ("broken", (String::new(), why.replace('\n', " "))),
        };
        for (row, what) in wrapped(&what, 47).iter().enumerate() {
            let line = match row {
                0 => format!("{:<13}{state:<10}{decoders:>8}  {what}", shipped.name),
                _ => format!("{:33}{what}", ""),
            };
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text
}
