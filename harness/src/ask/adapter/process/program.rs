//! An adapter that is a process: its program and the limits of that.

use crate::ask::adapter::process::registry::Registered;
use crate::ask::adapter::process::session::ProcessSession;
use crate::ask::adapter::process::unpack::Unpacked;
use crate::ask::adapter::{Adapter, OpenFailure, Session};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The environment variable that says, in two hex digits, what an adapter fills its outputs with before each call.
pub const CANARY_VARIABLE: &str = "ILLFORMED_CANARY";

/// The exit code of a worker whose library is not on this machine: `EX_UNAVAILABLE`.
pub const ABSENT_CODE: u8 = 69;

/// How a process is watched.
#[derive(Debug, Clone)]
pub struct Supervision {
    /// How long the compiler may take, for an adapter that is compiled first.
    pub build_limit: Duration,
    pub hello_limit: Duration,
    pub answer_limit: Duration,
    /// How many requests may be outstanding.
    pub window: usize,
    /// After how many crashes of one decoder the rest of its cases is given up.
    pub max_crashes: usize,
    /// After how many missing answers of one decoder the rest of its cases is given up; each costs `answer_limit`.
    pub max_hangs: usize,
    /// After how many protocol errors in a row the rest of the cases is given up. Errors with a hundred answers between
    /// them are not in a row.
    pub max_faults: usize,
    pub max_line_bytes: usize,
    /// How much memory its process group may use, in MiB; [`u64::MAX`] for no limit. Only Linux reports it; elsewhere memory is
    /// not limited.
    pub max_memory_mib: u64,
    /// This program, where it can be started anew as a worker. Without it no functions of libraries are asked.
    pub worker: Option<PathBuf>,
    /// The value of [`CANARY_VARIABLE`]; without one the variable is left as it is.
    pub canary: Option<u8>,
    /// Set from outside when everything should end.
    pub interrupted: Arc<AtomicBool>,
}

impl Default for Supervision {
    fn default() -> Self {
        Self {
            build_limit: Duration::from_mins(2),
            hello_limit: Duration::from_secs(20),
            answer_limit: Duration::from_secs(5),
            window: 512,
            max_crashes: 200,
            max_hangs: 5,
            max_faults: 5,
            max_line_bytes: 32 << 20,
            max_memory_mib: 2048,
            worker: None,
            canary: None,
            interrupted: Arc::default(),
        }
    }
}

impl Supervision {
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// What to start: a path, or a name to be looked up on PATH.
    pub executable: OsString,
    pub arguments: Vec<OsString>,
    /// Variables of its environment, besides those of this process.
    pub environment: Vec<(OsString, OsString)>,
}

impl Program {
    /// A program in the environment of this process.
    pub fn new(executable: impl Into<OsString>, arguments: Vec<OsString>) -> Self {
        Self { executable: executable.into(), arguments, environment: Vec::new() }
    }
}

/// An adapter that is a process. Its clones share what is unpacked for it.
#[derive(Debug, Clone)]
pub struct ProcessAdapter {
    name: String,
    source: Source,
    pub(crate) supervision: Supervision,
    /// The arguments of `illformed run` that select it, if the user gave a command.
    pub words: Vec<String>,
    /// Whether it is known by the name that it introduces itself with.
    pub(super) is_command: bool,
    /// What is said if it ends with [`ABSENT_CODE`] in the place of its introduction.
    pub absence: Option<String>,
    /// The Debian packages that have what it needs, as far as they are known.
    pub packages: Option<String>,
}

#[derive(Debug, Clone)]
enum Source {
    Program(Program),
    /// Unpacked and compiled by the first session, for all of them.
    Registered(Registered, Arc<OnceLock<Result<Unpacked, OpenFailure>>>),
}

impl ProcessAdapter {
    /// A program of ours as `name`.
    pub fn new(name: &str, program: Program, supervision: Supervision) -> Self {
        Self::of(name, Source::Program(program), supervision)
    }

    fn of(name: &str, source: Source, supervision: Supervision) -> Self {
        let (words, is_command) = (Vec::new(), false);
        Self { name: name.to_owned(), source, supervision, words, is_command, absence: None, packages: None }
    }

    pub fn registered(registered: Registered, supervision: Supervision) -> Self {
        let source = Source::Registered(registered, Arc::default());
        let packages = Some(registered.packages.to_owned());
        Self { packages, ..Self::of(registered.name, source, supervision) }
    }

    /// A program of the user. Its name is the executable's.
    pub fn command(program: Program, supervision: Supervision) -> Self {
        let stem = Path::new(&program.executable).file_stem().unwrap_or(OsStr::new("adapter"));
        let name = stem.to_string_lossy().into_owned();
        let words = [&program.executable].into_iter().chain(&program.arguments);
        let words = words.map(|word| word.to_string_lossy().into_owned());
        let words = ["--".to_owned()].into_iter().chain(words).collect();
        Self { words, is_command: true, ..Self::new(&name, program, supervision) }
    }

    /// The same adapter, told to fill its outputs with `canary` before each call.
    #[must_use]
    pub fn with_canary(&self, canary: u8) -> Self {
        let mut adapter = self.clone();
        adapter.supervision.canary = Some(canary);
        adapter
    }

    /// What starts it. What has to be unpacked is unpacked first and stays as long as the adapter and its clones.
    pub(super) fn program(&self) -> Result<Program, OpenFailure> {
        match &self.source {
            Source::Program(program) => Ok(program.clone()),
            Source::Registered(registered, unpacked) => {
                let unpacked = unpacked.get_or_init(|| registered.unpack(&self.supervision));
                unpacked.as_ref().map(|unpacked| unpacked.program.clone()).map_err(OpenFailure::clone)
            }
        }
    }

    /// `text` without the path of the folder that it was unpacked to, which is another in each run.
    pub(super) fn without_folder(&self, text: String) -> String {
        let Source::Registered(_, unpacked) = &self.source else { return text };
        let Some(Ok(unpacked)) = unpacked.get() else { return text };
        text.replace(&format!("{}/", unpacked.folder.path().display()), "")
    }
}

impl Adapter for ProcessAdapter {
    fn name(&self) -> &str {
        &self.name
    }

    fn command(&self) -> Vec<String> {
        self.words.clone()
    }

    fn worker(&self, _supervision: &Supervision) -> Option<Program> {
        match &self.source {
            Source::Program(program) if !self.is_command => Some(program.clone()),
            Source::Program(_) | Source::Registered(..) => None,
        }
    }

    fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
        Ok(Box::new(ProcessSession::open(self.clone())?))
    }
}
