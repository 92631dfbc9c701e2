//! Writes the programs that come with illformed to the disk and compiles them.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::program::{Program, Supervision};
use crate::ask::adapter::process::registry::Registered;
use crate::ask::adapter::process::supervised::{Halt, ProcessLimits, describe_end, spawn_group};
use crate::ask::temporary::folder_in;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;
use tempfile::TempDir;

/// How many lines of a compiler's messages are shown.
const COMPLAINT_LINES: usize = 8;

/// An adapter's program on the disk, ready to be started.
#[derive(Debug)]
pub struct Unpacked {
    /// The command line that starts it.
    pub program: Program,
    /// Its folder, which is removed with this.
    _folder: TempDir,
}

impl Registered {
    /// Writes the program into a folder of its own and compiles it if necessary, within `supervision.build_limit`. Fails
    /// when its compiler is missing or reports an error. A missing interpreter is noticed at the start only.
    pub fn unpack(&self, supervision: &Supervision) -> Result<Unpacked, OpenFailure> {
        let failed = |error: io::Error| OpenFailure::Broken(format!("cannot unpack {}: {error}", self.file));
        let folder = folder_in(&std::env::temp_dir()).map_err(failed)?;
        let path = folder.path().join(self.file);
        fs::write(&path, self.text).map_err(failed)?;
        if !self.needs.is_empty() {
            let needed = program(self.needs, &path, folder.path());
            match run(&needed, folder.path(), supervision)? {
                Ended::Well => {}
                Ended::Failed(_) => {
                    let packages = self.packages;
                    return Err(OpenFailure::Absent(format!(
                        "`{}` fails; install {packages}",
                        self.needs.join(" ")
                    )));
                }
            }
        }
        if !self.build.is_empty() {
            compile(&program(self.build, &path, folder.path()), folder.path(), supervision)?;
        }
        Ok(Unpacked { program: program(self.command, &path, folder.path()), _folder: folder })
    }
}

/// The command line in `words`.
fn program(words: &[&str], path: &Path, folder: &Path) -> Program {
    let mut words = words.iter().map(|word| match word.strip_prefix("{folder}") {
        Some("") => folder.as_os_str().to_owned(),
        Some(rest) => folder.join(rest.trim_start_matches('/')).into_os_string(),
        None if *word == "{program}" => path.as_os_str().to_owned(),
        None => OsString::from(word),
    });
    Program::new(words.next().unwrap_or_default(), words.collect())
}

/// How a command ended.
enum Ended {
    Well,
    /// What it was, with the lines that it printed.
    Failed(String),
}

/// Runs a compiler to its end. A missing compiler makes the adapter absent; a compiler that fails makes it broken.
fn compile(compiler: &Program, folder: &Path, supervision: &Supervision) -> Result<(), OpenFailure> {
    match run(compiler, folder, supervision)? {
        Ended::Well => Ok(()),
        Ended::Failed(why) => Err(OpenFailure::Broken(why)),
    }
}

/// Runs a command to its end. If it is missing the adapter is absent.
fn run(command: &Program, folder: &Path, supervision: &Supervision) -> Result<Ended, OpenFailure> {
    let name = command.executable.to_string_lossy();
    let broken = |error: io::Error| OpenFailure::Broken(format!("cannot start {name}: {error}"));
    // A file instead of a pipe needs no reader while the compiler runs.
    let complaint = folder.join("complaint");
    let (out, errors) =
        File::create(&complaint).and_then(|file| Ok((file.try_clone()?, file))).map_err(broken)?;
    // The user's memory limit is for the adapter and may be too low for its compiler.
    let default = Supervision::default();
    let max_memory_mib = supervision.max_memory_mib.max(default.max_memory_mib);
    let limits = ProcessLimits { max_memory_mib: Some(max_memory_mib), ..supervision.limits() };
    let mut child = spawn_group(command, limits, |command| {
        command.stdin(Stdio::null()).stdout(out).stderr(errors);
    })?;
    let end = child.wait(Instant::now() + supervision.build_limit);
    child.kill();
    let failure = match end {
        Ok(status) if status.success() => return Ok(Ended::Well),
        Ok(status) => describe_end(status),
        Err(Halt::Interrupted) => "interrupted".to_owned(),
        Err(Halt::OverMemory(excess)) => excess,
        Err(Halt::OverOutput(_) | Halt::Late | Halt::Closed | Halt::HeldOpen) => {
            format!("not done after {} s", supervision.build_limit.as_secs())
        }
    };
    let text = fs::read(&complaint).unwrap_or_default();
    let lines: Vec<String> =
        String::from_utf8_lossy(&text).lines().take(COMPLAINT_LINES).map(str::to_owned).collect();
    Ok(Ended::Failed(format!("{name}: {failure}\n{}", lines.join("\n")).trim_end().to_owned()))
}
