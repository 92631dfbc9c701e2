//! An adapter that is a process: its program and the limits of that.

use crate::ask::adapter::process::registry::Registered;
use crate::ask::adapter::process::session::ProcessSession;
use crate::ask::adapter::process::supervised::ProcessLimits;
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
    /// How long it may take to introduce itself.
    pub hello_limit: Duration,
    /// How long it may take to answer.
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
    /// The longest line that it may write.
    pub max_line_bytes: usize,
    /// How much memory its process group may use, in MiB; not limited except on Linux.
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

    /// What stops the process besides a deadline.
    pub(crate) fn limits(&self) -> ProcessLimits {
        ProcessLimits {
            max_memory_mib: Some(self.max_memory_mib),
            interrupted: Arc::clone(&self.interrupted),
        }
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

#[derive(Debug, Clone)]
pub struct ProcessAdapter {
    name: String,
    source: Source,
    supervision: Supervision,
}

#[derive(Debug, Clone)]
enum Source {
    Command(Program),
    /// This program, with what the user typed to have it started.
    Worker(Program, Vec<String>),
    /// This program, for a library of the table.
    Table {
        program: Program,
        /// What is said if the library is not here.
        absence: String,
        /// The Debian package that has it.
        package: String,
    },
    Registered {
        registered: Registered,
        /// Unpacked and compiled by the first session, for all of them.
        unpacked: Arc<OnceLock<Result<Unpacked, OpenFailure>>>,
    },
}

impl ProcessAdapter {
    pub fn registered(registered: Registered, supervision: Supervision) -> Self {
        let source = Source::Registered { registered, unpacked: Arc::default() };
        Self { name: registered.name.to_owned(), source, supervision }
    }

    /// A program of the user. Its name is the executable's.
    pub fn command(program: Program, supervision: Supervision) -> Self {
        let stem = Path::new(&program.executable).file_stem().unwrap_or(OsStr::new("adapter"));
        Self { name: stem.to_string_lossy().into_owned(), source: Source::Command(program), supervision }
    }

    /// This program as `name`, which a user brings in by typing `words`.
    pub fn shown_as(name: &str, program: Program, words: Vec<String>, supervision: Supervision) -> Self {
        Self { name: name.to_owned(), source: Source::Worker(program, words), supervision }
    }

    /// This program as `name`, for a library of the table. `absence` is said if the library is not here.
    pub fn of_table(
        name: &str,
        program: Program,
        (absence, package): (String, String),
        supervision: Supervision,
    ) -> Self {
        Self { name: name.to_owned(), source: Source::Table { program, absence, package }, supervision }
    }

    /// The same adapter, told to fill its outputs with `canary` before each call.
    #[must_use]
    pub fn with_canary(&self, canary: u8) -> Self {
        let supervision = Supervision { canary: Some(canary), ..self.supervision.clone() };
        Self { supervision, ..self.clone() }
    }

    /// What starts it. What has to be unpacked is unpacked first and stays as long as the adapter and its clones.
    pub(super) fn program(&self) -> Result<Program, OpenFailure> {
        match &self.source {
            Source::Command(program) | Source::Worker(program, _) | Source::Table { program, .. } => {
                Ok(program.clone())
            }
            Source::Registered { registered, unpacked } => {
                let unpacked = unpacked.get_or_init(|| registered.unpack(&self.supervision));
                unpacked.as_ref().map(|unpacked| unpacked.program.clone()).map_err(OpenFailure::clone)
            }
        }
    }

    /// `text` without the path of the folder that it was unpacked to, which is another in each run.
    pub(super) fn without_folder(&self, text: String) -> String {
        let Source::Registered { unpacked, .. } = &self.source else { return text };
        let Some(Ok(unpacked)) = unpacked.get() else { return text };
        text.replace(&format!("{}/", unpacked.folder.path().display()), "")
    }

    /// Whether the user gave its command. It is then known by the name that it introduces itself with.
    pub(super) fn is_command(&self) -> bool {
        matches!(self.source, Source::Command(_))
    }

    /// What is said if it ends with [`ABSENT_CODE`] in the place of its introduction.
    pub(super) fn absence(&self) -> Option<&str> {
        if let Source::Table { absence, .. } = &self.source { Some(absence) } else { None }
    }

    /// The Debian packages that have what it needs, as far as they are known.
    pub fn packages(&self) -> Option<&str> {
        match &self.source {
            Source::Command(_) | Source::Worker(..) => None,
            Source::Table { package, .. } => Some(package),
            Source::Registered { registered, .. } => Some(registered.packages),
        }
    }

    pub(crate) fn supervision(&self) -> &Supervision {
        &self.supervision
    }
}

impl Adapter for ProcessAdapter {
    fn name(&self) -> &str {
        &self.name
    }

    fn command(&self) -> Vec<String> {
        let program = match &self.source {
            Source::Command(program) => program,
            Source::Worker(_, words) => return words.clone(),
            Source::Registered { .. } | Source::Table { .. } => return Vec::new(),
        };
        let words = [&program.executable].into_iter().chain(&program.arguments);
        let words = words.map(|word| word.to_string_lossy().into_owned());
        [String::from("--")].into_iter().chain(words).collect()
    }

    fn worker(&self, _supervision: &Supervision) -> Option<Program> {
        match &self.source {
            Source::Worker(program, _) | Source::Table { program, .. } => Some(program.clone()),
            Source::Command(_) | Source::Registered { .. } => None,
        }
    }

    fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
        Ok(Box::new(ProcessSession::open(self.clone())?))
    }
}
