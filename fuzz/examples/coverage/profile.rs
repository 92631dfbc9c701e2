//! Building the replay with counters in it, running it, and reading its profile.

use crate::tools::Tools;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The instrumented replay and what it counted.
pub(crate) struct Profile<'a> {
    tools: &'a Tools,
    program: PathBuf,
    data: PathBuf,
}

impl<'a> Profile<'a> {
    /// Builds `replay_corpus` for `host` in a target folder of its own, as its flags differ, and replays `corpus`. What
    /// it writes is in `out`. Fails, with what failed, when something cannot be built, replayed or read.
    pub(crate) fn measure(tools: &'a Tools, host: &str, corpus: &Path, out: &Path) -> Result<Self, String> {
        let build = out.join("build");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        // With a target named, build scripts and macros are built without counters. Without optimisation and debug
        // information the build takes a quarter of the time.
        let replay =
            ["build", "--quiet", "-p", "illformed-fuzz", "--example", "replay_corpus", "--target", host];
        run(Command::new(cargo)
            .args(replay)
            .arg("--target-dir")
            .arg(&build)
            .env("RUSTFLAGS", "-C instrument-coverage")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
        let program = build.join(host).join("debug/examples/replay_corpus");
        let [raw, data] = ["replay.profraw", "replay.profdata"].map(|name| out.join(name));
        run(Command::new(&program).arg(corpus).env("LLVM_PROFILE_FILE", &raw))?;
        run(Command::new(&tools.llvm_profdata).args(["merge", "-sparse", "-o"]).args([&data, &raw]))?;
        fs::remove_file(&raw).map_err(|error| format!("{}: {error}", raw.display()))?;
        Ok(Self { tools, program, data })
    }

    /// The JSON of `llvm-cov export` for `sources`, files or folders.
    pub(crate) fn json(&self, sources: &[PathBuf]) -> Result<String, String> {
        self.cov(["export", "-format=text"], sources)
    }

    /// The same as lcov has it.
    pub(crate) fn lcov(&self, sources: &[PathBuf]) -> Result<String, String> {
        self.cov(["export", "-format=lcov"], sources)
    }

    /// Writes pages for `sources` into `folder`.
    pub(crate) fn html(&self, sources: &[PathBuf], folder: &Path) -> Result<(), String> {
        let mut folder_option = OsString::from("-output-dir=");
        folder_option.push(folder);
        let mut options: Vec<&OsStr> =
            ["show", "-format=html", "-show-instantiations=false"].map(OsStr::new).to_vec();
        options.push(&folder_option);
        // It knows Rust's names, and stands beside llvm-cov where LLVM was installed whole.
        let mut demangler = OsString::from("-Xdemangler=");
        let cxxfilt = self.tools.llvm_cov.with_file_name("llvm-cxxfilt");
        demangler.push(&cxxfilt);
        if cxxfilt.is_file() {
            options.push(&demangler);
        }
        self.cov(options, sources).map(drop)
    }

    fn cov(
        &self,
        options: impl IntoIterator<Item = impl AsRef<OsStr>>,
        sources: &[PathBuf],
    ) -> Result<String, String> {
        let mut profile = OsString::from("-instr-profile=");
        profile.push(&self.data);
        run(Command::new(&self.tools.llvm_cov).args(options).arg(&self.program).arg(profile).args(sources))
    }
}

/// Runs `command` to its end and returns what it printed. What it says on standard error is passed on.
pub(crate) fn run(command: &mut Command) -> Result<String, String> {
    let name = Path::new(command.get_program()).display().to_string();
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("{name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name}: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{name}: {error}"))
}
