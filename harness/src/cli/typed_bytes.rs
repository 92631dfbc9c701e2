//! Bytes as they are typed on a command line.

use crate::cli::error::CliError;
use crate::search::black_box::bytes_of_text;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that are read: beyond a few hundred only counts are shown, and they have to be there at once.
/// What is typed is not held to it: systems allow less for an argument.
const LIMIT: u64 = 1 << 20;

/// The bytes that `words`, typed for `what`, write: one of the forms of [`bytes_of_text`], `-` for standard input, or `@FILE`
/// for a file.
pub(crate) fn read(what: &str, words: &[String]) -> Result<Vec<u8>, CliError> {
    match words {
        [word] if word == "-" => all_of(Ok(io::stdin().lock()), Path::new("standard input")),
        [word] if word == "@" => Err(CliError::Usage(format!("{what}: name a file after `@`"))),
        [word] if word.starts_with('@') => read_file(Path::new(&word[1..])),
        words => bytes_of_text(&words.join(" ")).map_err(|error| CliError::Usage(format!("{what}: {error}"))),
    }
}

/// The bytes in the file `path`.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, CliError> {
    all_of(File::open(path), path)
}

/// What is to be read from `source`, which is called `path`, if it is not more than [`LIMIT`].
fn all_of(source: io::Result<impl Read>, path: &Path) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = source.and_then(|source| source.take(LIMIT + 1).read_to_end(&mut bytes));
    read.map_err(|source| CliError::File { path: path.to_owned(), source })?;
    if bytes.len() as u64 > LIMIT {
        return Err(CliError::Usage(format!(
            "{}: more than {LIMIT} bytes, the most that are read; give it the part that matters, such as\n\
             `tail -c +OFFSET FILE | head -c LENGTH`, and `-` for the bytes",
            path.display()
        )));
    }
    Ok(bytes)
}
