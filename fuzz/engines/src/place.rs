//! An error of the file system with the path that it is about.

use std::io;
use std::path::Path;

/// Makes a message of an error: `path: error`.
pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}
