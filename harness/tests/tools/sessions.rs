//! The table of `sessions.txt`: what a shell is told, the exit code, and what is printed.

use crate::pages::parts;
use crate::said::hold;
use crate::typed::Folder;

/// The name, the needed programs and the rows of each part.
pub(crate) fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    parts(include_str!("sessions.txt"))
}

pub(crate) fn is_kept(rows: &str) {
    let folder = Folder::new();
    hold(rows, |line| folder.sh(line));
}
