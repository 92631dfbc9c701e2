//! The program `workshop`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    illformed_workshop::cli::main()
}
