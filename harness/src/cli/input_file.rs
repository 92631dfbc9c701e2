//! Text that the user names a file for.

use crate::cli::error::CliError;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that are read: a file of more is a device, or nothing of ours.
const MOST_BYTES: u64 = 1 << 30;

/// What stands in the file at `path`.
pub fn text_of(path: &Path) -> Result<String, CliError> {
    text_from(path, || File::open(path))
}

/// What comes from a source that is called `path`.
pub(crate) fn text_from<S: Read>(
    path: &Path,
    open: impl FnOnce() -> io::Result<S>,
) -> Result<String, CliError> {
    let text = open().and_then(|source| read_at_most(MOST_BYTES, source));
    text.map_err(|source| CliError::File { path: path.to_owned(), source })
}

fn read_at_most(most: u64, source: impl Read) -> io::Result<String> {
    let mut text = String::new();
    let read = source.take(most + 1).read_to_string(&mut text)?;
    if u64::try_from(read).is_ok_and(|read| read <= most) {
        return Ok(text);
    }
    let reason = format!("more than {most} bytes, which no file of this kind has");
    Err(io::Error::new(io::ErrorKind::FileTooLarge, reason))
}

#[cfg(test)]
mod tests {
    use super::read_at_most;
    use std::io::{Read, repeat};

    #[test]
    fn a_source_without_an_end_is_refused() {
        assert_eq!(read_at_most(3, repeat(b'a').take(3)).unwrap(), "aaa");
        let error = read_at_most(3, repeat(b'a')).unwrap_err();
        assert_eq!(error.to_string(), "more than 3 bytes, which no file of this kind has");
    }
}
