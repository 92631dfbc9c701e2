//! Replaying kept inputs through a property, with no fuzz engine: the `main` of every target in an ordinary
//! build.

use crate::property::{Property, Seeds};
use crate::{CorpusFile, corpus_files};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// The code with which Rust ends a program that panicked: what a property that does not hold does.
const PANICKED: u8 = 101;

/// Puts every file that the arguments name, or that lies in a folder they name, through `check`, the property
/// `name`, and prints how many there were. All are replayed even if the property fails for some; each of these is named
/// after the panic's message.
///
/// The exit code is 0 when the property holds for all; 1, before any is replayed, when an argument cannot be
/// read or there is nothing to replay; 101 when the property fails.
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program's whole main")]
pub fn replay(
    name: &'static str,
    check: fn(&[u8]),
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    // What is replayed is said by the arguments, so the seeds do not matter.
    let property = Property::new(name, Seeds::Bytes, check);
    let files = match files_of(arguments) {
        Ok(files) => files,
        Err(unreadable) => {
            eprintln!("{unreadable}");
            return ExitCode::FAILURE;
        }
    };
    if files.is_empty() {
        eprintln!("nothing to replay: name files, or folders that have some");
        return ExitCode::FAILURE;
    }
    let mut code = ExitCode::SUCCESS;
    for file in &files {
        if !property.holds_for(&file.bytes) {
            eprintln!("{}: {} does not hold", file.path.display(), property.name);
            code = ExitCode::from(PANICKED);
        }
    }
    println!("{} inputs replayed", files.len());
    code
}

fn files_of(arguments: impl IntoIterator<Item = OsString>) -> io::Result<Vec<CorpusFile>> {
    let mut files = Vec::new();
    for argument in arguments {
        files.extend(corpus_files(Path::new(&argument))?);
    }
    Ok(files)
}
