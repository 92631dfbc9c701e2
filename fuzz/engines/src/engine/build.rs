//! Building the targets with an engine in them.

use crate::engine::checkout::Checkout;
use crate::engine::watched::{Ended, Watched};
use illformed::ask::adapter::OpenFailure;
use illformed::ask::adapter::process::Program;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A fuzz engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Engine {
    /// libFuzzer, through cargo-fuzz.
    LibFuzzer,
    /// AFL++, through cargo-afl.
    Afl,
}

impl Engine {
    /// Its name, as it is typed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::LibFuzzer => "libfuzzer",
            Self::Afl => "afl",
        }
    }

    /// The cargo command that builds with it.
    fn cargo_command(self) -> &'static str {
        match self {
            Self::LibFuzzer => "fuzz",
            Self::Afl => "afl",
        }
    }
}

/// Why there are no programs to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BuildFailure {
    /// This cargo command is not installed.
    Missing(&'static str),
    /// A command failed; its last lines.
    Failed {
        /// What was run.
        command: String,
        /// How it ended.
        ended: Ended,
        /// What it wrote last.
        last_lines: Vec<String>,
    },
    /// A command could not be started.
    CannotStart(String),
    /// The user interrupted it.
    Interrupted,
}

impl fmt::Display for BuildFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(command) => write!(
                formatter,
                "cargo {command} is not installed; install it: cargo install cargo-{command} --locked"
            ),
            Self::Failed { command, ended, last_lines } => {
                let how = match ended {
                    Ended::Exited(code) => format!("exited with code {code}"),
                    Ended::Died(how) => how.clone(),
                    Ended::Hung => "took too long".to_owned(),
                    Ended::Flooded => "wrote a line without end".to_owned(),
                    Ended::Interrupted => "was interrupted".to_owned(),
                };
                write!(formatter, "{command}: {how}\n{}", last_lines.join("\n"))
            }
            Self::CannotStart(why) => formatter.write_str(why),
            Self::Interrupted => formatter.write_str("interrupted"),
        }
    }
}

impl std::error::Error for BuildFailure {}

/// A first build compiles the engine and everything that the targets use.
const LIMIT: Duration = Duration::from_hours(1);

/// How many lines of a command that failed are shown.
const KEPT_LINES: usize = 25;

/// Builds targets of a checkout.
pub(crate) struct Builder<'a> {
    /// The checkout.
    pub(crate) checkout: &'a Checkout,
    /// Whether the address sanitizer is built in. Stable Rust takes it through `RUSTC_BOOTSTRAP`; it is for unsafe code and
    /// for decoders in C.
    pub(crate) address_sanitizer: bool,
    /// Whether the mutator that knows UTF-8 is built in, where the engine takes one.
    pub(crate) mutator: bool,
    /// Set from outside when everything should end.
    pub(crate) interrupted: Arc<AtomicBool>,
}

impl Builder<'_> {
    /// Builds `targets` for `engine` and returns the folder that their programs lie in. `hear` gets every line of the
    /// build. Fails if a tool is missing or the build fails.
    pub(crate) fn build(
        &self,
        engine: Engine,
        targets: &[&str],
        hear: &mut dyn FnMut(&str),
    ) -> Result<PathBuf, BuildFailure> {
        let command = engine.cargo_command();
        if self.lines("cargo", &[command, "--version"], &mut |_| {}).is_err() {
            self.interrupted()?;
            return Err(BuildFailure::Missing(command));
        }
        let target_folder = self.target_folder()?;
        match engine {
            Engine::LibFuzzer => {
                let host = self.host()?;
                let (sanitizer, folder) = if self.address_sanitizer {
                    // The same folder would be built anew at each change between the two.
                    ("address", target_folder.join("address"))
                } else {
                    ("none", target_folder)
                };
                let folder_word = folder.to_string_lossy().into_owned();
                let features = if self.mutator { "libfuzzer" } else { "libfuzzer,without-mutator" };
                let mut words = vec!["fuzz", "build", "--sanitizer", sanitizer, "--features", features];
                words.extend(["--target", &host, "--target-dir", &folder_word]);
                // It takes one target or all.
                words.extend(if let [only] = targets { Some(*only) } else { None });
                self.lines("cargo", &words, hear)?;
                Ok(folder.join(host).join("release"))
            }
            Engine::Afl => {
                let folder = target_folder.join("afl");
                let folder_word = folder.to_string_lossy().into_owned();
                let mut words =
                    vec!["afl", "build", "--release", "-p", "illformed-fuzz", "--features", "afl"];
                words.extend(["--target-dir", &folder_word]);
                words.extend(targets.iter().flat_map(|target| ["--bin", target]));
                self.lines("cargo", &words, hear)?;
                Ok(folder.join("release"))
            }
        }
    }

    /// Where Cargo puts what it builds: `CARGO_TARGET_DIR` and the configuration are heeded.
    pub(crate) fn target_folder(&self) -> Result<PathBuf, BuildFailure> {
        let words = ["metadata", "--no-deps", "--format-version", "1"];
        let lines = self.lines("cargo", &words, &mut |_| {})?;
        let mut objects = lines.iter().filter(|line| line.starts_with('{'));
        let folder = objects.find_map(|line| {
            let metadata: serde_json::Value = serde_json::from_str(line).ok()?;
            metadata["target_directory"].as_str().map(PathBuf::from)
        });
        folder.ok_or_else(|| failed("cargo metadata", Ended::Exited(0), lines))
    }

    /// The machine that rustc builds for, which cargo-fuzz would else guess.
    fn host(&self) -> Result<String, BuildFailure> {
        let lines = self.lines("rustc", &["-vV"], &mut |_| {})?;
        let host = lines.iter().find_map(|line| line.strip_prefix("host: "));
        host.map(str::to_owned).ok_or_else(|| failed("rustc -vV", Ended::Exited(0), lines.clone()))
    }

    /// What the command writes, each line handed to `hear` too. Fails, with the last lines, if it fails.
    fn lines(
        &self,
        executable: &str,
        words: &[&str],
        hear: &mut dyn FnMut(&str),
    ) -> Result<Vec<String>, BuildFailure> {
        let mut lines = Vec::new();
        let ended = self.run(executable, words, &mut |line| {
            hear(line);
            lines.push(line.to_owned());
        })?;
        match ended {
            Ended::Exited(0) => Ok(lines),
            ended => {
                lines.drain(..lines.len().saturating_sub(KEPT_LINES));
                Err(failed(&format!("{executable} {}", words.join(" ")), ended, lines))
            }
        }
    }

    fn run(
        &self,
        executable: &str,
        words: &[&str],
        hear: &mut dyn FnMut(&str),
    ) -> Result<Ended, BuildFailure> {
        let mut environment: Vec<(OsString, OsString)> = Vec::new();
        if self.address_sanitizer {
            environment.push(("RUSTC_BOOTSTRAP".into(), "1".into()));
        }
        let arguments = words.iter().map(OsString::from).collect();
        let watched = Watched {
            program: Program { executable: executable.into(), arguments },
            environment,
            input: None,
            folder: Some(self.checkout.root().to_owned()),
            limit: LIMIT,
            interrupted: Arc::clone(&self.interrupted),
        };
        let ended = watched
            .run(hear)
            .map_err(|failure: OpenFailure| BuildFailure::CannotStart(failure.to_string()))?;
        if ended == Ended::Interrupted { Err(BuildFailure::Interrupted) } else { Ok(ended) }
    }

    fn interrupted(&self) -> Result<(), BuildFailure> {
        if self.interrupted.load(Ordering::Relaxed) { Err(BuildFailure::Interrupted) } else { Ok(()) }
    }
}

fn failed(command: &str, ended: Ended, last_lines: Vec<String>) -> BuildFailure {
    BuildFailure::Failed { command: command.to_owned(), ended, last_lines }
}
