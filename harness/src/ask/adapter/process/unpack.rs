//! The programs that come with illformed, on the disk and compiled.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::program::{Program, Supervision};
use crate::ask::adapter::process::registry::Registered;
use crate::ask::adapter::process::spawn::{describe_end, spawn_group};
use crate::ask::temporary::TemporaryFolder;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

/// How often a compiler is looked after.
const POLL: Duration = Duration::from_millis(5);

/// How many lines of a compiler's complaint are passed on.
const COMPLAINT_LINES: usize = 8;

/// An adapter's program on the disk, ready to be started.
#[derive(Debug, Clone)]
pub struct Unpacked {
    /// The command line that starts it.
    pub program: Program,
    /// Where it lies. The folder goes when nobody needs it any more.
    pub(super) folder: Arc<TemporaryFolder>,
}

impl Registered {
    /// Writes the program into a folder of its own, which goes with what is returned, and compiles it if need be, within
    /// `supervision.build_limit`. Fails when its compiler is not on this machine or refuses it. Whether its interpreter
    /// is there is seen when it is started.
    pub fn unpack(&self, supervision: &Supervision) -> Result<Unpacked, OpenFailure> {
        let failed = |error: io::Error| OpenFailure::Broken(format!("cannot unpack {}: {error}", self.file));
        let folder = TemporaryFolder::new().map_err(failed)?;
        let path = folder.path().join(self.file);
        fs::write(&path, self.text).map_err(failed)?;
        if let Some(compiler) = program(self.build, &path, folder.path()) {
            compile(&compiler, folder.path(), supervision)?;
        }
        let program = program(self.command, &path, folder.path());
        let nothing = || OpenFailure::Broken(format!("{} has no command", self.name));
        Ok(Unpacked { program: program.ok_or_else(nothing)?, folder: Arc::new(folder) })
    }
}

/// The command line that `words` write; `None` if there are none.
fn program(words: &[&str], path: &Path, folder: &Path) -> Option<Program> {
    let mut words = words.iter().map(|word| match word.strip_prefix("{folder}") {
        Some("") => folder.as_os_str().to_owned(),
        Some(rest) => folder.join(rest.trim_start_matches('/')).into_os_string(),
        None if *word == "{program}" => path.as_os_str().to_owned(),
        None => OsString::from(word),
    });
    Some(Program { executable: words.next()?, arguments: words.collect() })
}

/// Runs a compiler to its end. A language whose compiler is not there is absent; one that fails is broken.
fn compile(compiler: &Program, folder: &Path, supervision: &Supervision) -> Result<(), OpenFailure> {
    let name = compiler.executable.to_string_lossy();
    let broken = |error: io::Error| OpenFailure::Broken(format!("cannot start {name}: {error}"));
    // A file and no pipe: nobody has to read it while the compiler runs.
    let complaint = folder.join("complaint");
    let (out, errors) =
        File::create(&complaint).and_then(|file| Ok((file.try_clone()?, file))).map_err(broken)?;
    let mut child = spawn_group(compiler, |command| {
        command.stdin(Stdio::null()).stdout(out).stderr(errors);
    })?;
    // What the user allows the adapter may be too little for its compiler, which is not what is judged.
    let max_memory_mib = supervision.max_memory_mib.max(Supervision::default().max_memory_mib);
    let mut memory = child.memory_watch(max_memory_mib);
    let deadline = Instant::now() + supervision.build_limit;
    let failure = loop {
        match child.exit_status() {
            Some(status) if status.success() => break None,
            Some(status) => break Some(describe_end(status)),
            None if supervision.interrupted.load(Ordering::Relaxed) => break Some("interrupted".to_owned()),
            None if Instant::now() >= deadline => {
                break Some(format!("not done after {} s", supervision.build_limit.as_secs()));
            }
            None => {}
        }
        if let Some(excess) = memory.excess() {
            break Some(excess);
        }
        thread::sleep(POLL);
    };
    child.kill();
    let Some(failure) = failure else { return Ok(()) };
    let text = fs::read(&complaint).unwrap_or_default();
    let lines: Vec<String> =
        String::from_utf8_lossy(&text).lines().take(COMPLAINT_LINES).map(str::to_owned).collect();
    Err(OpenFailure::Broken(format!("{name}: {failure}\n{}", lines.join("\n")).trim_end().to_owned()))
}
