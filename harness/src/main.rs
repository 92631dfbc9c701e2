//! The `illformed` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    illformed::cli::main()
}
