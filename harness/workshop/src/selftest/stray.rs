//! A process that leaves its adapter: another session and group, a parent that has ended, no pipe.

use crate::selftest::dying::grow;
use crate::selftest::stage::{Stage, outlast, sign};
use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::process::{self, Command, Stdio};

/// What the process between starts with, and what it does it for.
const LEAVES: &str = "leaves-and-";

impl Stage<'_> {
    /// Starts one that `does` something (`sleeps`, `grows`), and waits until it has left.
    pub(crate) fn start_stray(&self, does: &str) -> io::Result<()> {
        start(&format!("{LEAVES}{does}"), &self.folder)?.wait().map(drop)
    }

    /// Whether this program was asked the marked case before: the probe asks it first.
    pub(crate) fn probes_are_over(&self) -> io::Result<bool> {
        match OpenOptions::new().write(true).create_new(true).open(self.folder.join("probed")) {
            Ok(_) => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(true),
            Err(error) => Err(error),
        }
    }
}

fn start(name: &str, folder: &Path) -> io::Result<process::Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("misbehave").arg(name).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}

/// Is the process `name` of those that a stray is made of; `None` if there is none of that name.
pub(super) fn stray(name: &str, folder: &Path) -> Option<io::Result<u8>> {
    let is = |act: fn() -> u8| Some(sign(folder, process::id()).map(|()| act()));
    match name {
        "sleeps" => is(outlast),
        "grows" => is(grow),
        _ => {
            let does = name.strip_prefix(LEAVES)?;
            let left = nix::unistd::setsid().map_err(io::Error::from);
            Some(left.and_then(|_| start(does, folder)).map(|_| 0))
        }
    }
}
