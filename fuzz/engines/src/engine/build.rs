//! Building the targets with an engine in them.

use crate::engine::checkout::Checkout;
use crate::engine::watched::{Ended, Watched};
use illformed::ask::adapter::process::Program;
use illformed_fuzz::property::Property;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Engine {
    LibFuzzer,
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

/// Why there is no outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SearchFailure {
    Interrupted,
    /// A tool is missing, a build failed or a file cannot be read: a message.
    Failed(String),
}

impl fmt::Display for SearchFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Interrupted => "interrupted",
            Self::Failed(why) => why,
        })
    }
}

/// The feature that a target is behind, if any. The others are built without it: after a change of the codec that takes a
/// fraction of the time.
fn feature(target: &str) -> Option<&'static str> {
    Property::named(target).and_then(|property| property.feature)
}

/// What is given to `--features`.
fn features(engine: &str, feature: Option<&str>) -> String {
    feature.map_or_else(|| engine.to_owned(), |feature| format!("{engine},{feature}"))
}

/// A first build compiles the engine and everything that the targets use.
const LIMIT: Duration = Duration::from_hours(1);

/// How many lines of a command that failed are shown.
const KEPT_LINES: usize = 25;

/// Builds targets of a checkout.
pub(crate) struct Builder<'a> {
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
    ) -> Result<PathBuf, SearchFailure> {
        let command = engine.cargo_command();
        self.lines("cargo", &[command, "--version"], &mut |_| {}).map_err(|failure| match failure {
            SearchFailure::Interrupted => failure,
            SearchFailure::Failed(_) => SearchFailure::Failed(format!(
                "cargo {command} is not installed; install it: cargo install cargo-{command} --locked"
            )),
        })?;
        let target_folder = self.target_folder()?;
        let mut of_feature: BTreeMap<Option<&str>, Vec<&str>> = BTreeMap::new();
        for target in targets {
            of_feature.entry(feature(target)).or_default().push(target);
        }
        match engine {
            Engine::LibFuzzer => {
                let host = self.host()?;
                let (sanitizer, folder) = if self.address_sanitizer {
                    // The same folder would be built anew at each change between the two.
                    ("address", target_folder.join("address"))
                } else {
                    ("none", target_folder)
                };
                let folder_word = folder.to_string_lossy();
                let own = if self.mutator { "libfuzzer" } else { "libfuzzer,without-mutator" };
                for (feature, targets) in of_feature {
                    let features = features(own, feature);
                    let mut words = vec!["fuzz", "build", "--sanitizer", sanitizer];
                    words.extend(["--no-default-features", "--features", &features]);
                    // To look at what is compared takes as long as all else in an execution, and the mutator knows it.
                    words.extend(self.mutator.then_some("--no-trace-compares"));
                    words.extend(["--target", &host, "--target-dir", &folder_word]);
                    // It takes one target or all, which with a feature would be those without it once more.
                    if targets.len() > 1 && feature.is_none() {
                        self.lines("cargo", &words, hear)?;
                        continue;
                    }
                    for target in targets {
                        self.lines("cargo", &[&words[..], &[target]].concat(), hear)?;
                    }
                }
                Ok(folder.join(host).join("release"))
            }
            Engine::Afl => {
                let folder = target_folder.join("afl");
                let folder_word = folder.to_string_lossy();
                for (feature, targets) in of_feature {
                    let features = features("afl", feature);
                    let mut words = vec!["afl", "build", "--release", "-p", "illformed-fuzz"];
                    words.extend(["--no-default-features", "--features", &features]);
                    words.extend(["--target-dir", &folder_word]);
                    words.extend(targets.iter().flat_map(|target| ["--bin", target]));
                    self.lines("cargo", &words, hear)?;
                }
                Ok(folder.join("release"))
            }
        }
    }

    /// Where Cargo puts what it builds: `CARGO_TARGET_DIR` and the configuration are heeded.
    pub(crate) fn target_folder(&self) -> Result<PathBuf, SearchFailure> {
        let words = ["metadata", "--no-deps", "--format-version", "1"];
        let lines = self.lines("cargo", &words, &mut |_| {})?;
        let mut objects = lines.iter().filter(|line| line.starts_with('{'));
        let folder = objects.find_map(|line| {
            let metadata: serde_json::Value = serde_json::from_str(line).ok()?;
            metadata["target_directory"].as_str().map(PathBuf::from)
        });
        folder.ok_or_else(|| failed("cargo metadata", &Ended::Exited(0), &lines))
    }

    /// The machine that rustc builds for, which cargo-fuzz would else guess.
    fn host(&self) -> Result<String, SearchFailure> {
        let lines = self.lines("rustc", &["-vV"], &mut |_| {})?;
        let host = lines.iter().find_map(|line| line.strip_prefix("host: "));
        host.map(str::to_owned).ok_or_else(|| failed("rustc -vV", &Ended::Exited(0), &lines))
    }

    /// What the command writes, each line handed to `hear` too. Fails, with the last lines, if it fails.
    fn lines(
        &self,
        executable: &str,
        words: &[&str],
        hear: &mut dyn FnMut(&str),
    ) -> Result<Vec<String>, SearchFailure> {
        let environment = self.address_sanitizer.then(|| ("RUSTC_BOOTSTRAP".into(), "1".into()));
        let watched = Watched {
            program: Program::new(executable, words.iter().map(OsString::from).collect()),
            environment: environment.into_iter().collect(),
            input: None,
            folder: Some(self.checkout.root().to_owned()),
            limit: LIMIT,
            interrupted: Arc::clone(&self.interrupted),
        };
        let mut lines = Vec::new();
        let ended = watched.run(&mut |line| {
            hear(line);
            lines.push(line.to_owned());
        });
        match ended.map_err(|failure| SearchFailure::Failed(failure.to_string()))? {
            Ended::Exited(0) => Ok(lines),
            ended => Err(failed(&format!("{executable} {}", words.join(" ")), &ended, &lines)),
        }
    }
}

fn failed(command: &str, ended: &Ended, last_lines: &[String]) -> SearchFailure {
    let how = match ended {
        Ended::Exited(code) => format!("exited with code {code}"),
        Ended::Died(how) => how.clone(),
        Ended::Hung => "took too long".to_owned(),
        Ended::Flooded => "wrote a line without end".to_owned(),
        Ended::Interrupted => return SearchFailure::Interrupted,
    };
    let last_lines = &last_lines[last_lines.len().saturating_sub(KEPT_LINES)..];
    SearchFailure::Failed(format!("{command}: {how}\n{}", last_lines.join("\n")))
}
