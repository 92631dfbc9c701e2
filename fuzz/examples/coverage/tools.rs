//! Finding the two programs of LLVM that read a profile. A profile has the format of the compiler that wrote it, and
//! programs of another LLVM read it wrongly or not at all, so their version is checked before anything is built.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where to look, best first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    /// What `LLVM_COV` and `LLVM_PROFDATA` name. Somebody chose it: if it does not fit, nothing else is tried.
    pub(crate) chosen: [Option<PathBuf>; 2],
    /// Folders: rustc's own tools, then the distribution's, then those of `PATH`.
    pub(crate) folders: Vec<PathBuf>,
}

/// The compiler whose profiles are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Compiler {
    /// As in `1.95.0`.
    pub(crate) release: String,
    /// The major version of its LLVM.
    pub(crate) llvm: u32,
    /// As in `x86_64-unknown-linux-gnu`.
    pub(crate) host: String,
}

/// The programs, of the compiler's LLVM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tools {
    pub(crate) llvm_cov: PathBuf,
    pub(crate) llvm_profdata: PathBuf,
}

/// No program fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Missing {
    name: &'static str,
    variable: &'static str,
    compiler: Compiler,
    /// What there was instead, with the major version of its LLVM if it said one.
    found: Vec<(PathBuf, Option<u32>)>,
}

impl Compiler {
    /// Reads what `rustc -vV` prints.
    pub(crate) fn from_verbose_version(text: &str) -> Option<Self> {
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
        Some(Self {
            release: value("release: ")?.to_owned(),
            llvm: major(value("LLVM version: ")?)?,
            host: value("host: ")?.to_owned(),
        })
    }
}

impl Places {
    /// The places of this machine, for a compiler whose files are in `sysroot`.
    pub(crate) fn of_this_machine(compiler: &Compiler, sysroot: &Path) -> Self {
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let mut folders = vec![
            sysroot.join("lib/rustlib").join(&compiler.host).join("bin"),
            PathBuf::from(format!("/usr/lib/llvm-{}/bin", compiler.llvm)),
        ];
        folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        Self { chosen: ["LLVM_COV", "LLVM_PROFDATA"].map(variable), folders }
    }
}

impl Tools {
    /// The first of each program in `places` that is of the LLVM of `compiler`. Each candidate is asked for its version.
    pub(crate) fn find(places: &Places, compiler: &Compiler) -> Result<Self, Missing> {
        let [cov, profdata] = &places.chosen;
        Ok(Self {
            llvm_cov: find("llvm-cov", "LLVM_COV", cov.as_deref(), &places.folders, compiler)?,
            llvm_profdata: find(
                "llvm-profdata",
                "LLVM_PROFDATA",
                profdata.as_deref(),
                &places.folders,
                compiler,
            )?,
        })
    }
}

fn find(
    name: &'static str,
    variable: &'static str,
    chosen: Option<&Path>,
    folders: &[PathBuf],
    compiler: &Compiler,
) -> Result<PathBuf, Missing> {
    let candidates: Vec<PathBuf> = match chosen {
        Some(program) => vec![program.to_owned()],
        None => folders.iter().map(|folder| folder.join(name)).filter(|program| program.is_file()).collect(),
    };
    let mut found = Vec::new();
    for program in candidates {
        let version = version_of(&program);
        if version == Some(compiler.llvm) {
            return Ok(program);
        }
        found.push((program, version));
    }
    Err(Missing { name, variable, compiler: compiler.clone(), found })
}

/// The major version that a program of LLVM prints.
fn version_of(program: &Path) -> Option<u32> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().find_map(|line| major(line.split_once("LLVM version ")?.1))
}

fn major(version: &str) -> Option<u32> {
    version.split('.').next()?.trim().parse().ok()
}

impl fmt::Display for Missing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, variable, compiler: Compiler { release, llvm, .. }, found } = self;
        write!(formatter, "no {name} of LLVM {llvm}, which is the LLVM of rustc {release}")?;
        for (program, version) in found {
            match version {
                Some(version) => write!(formatter, "; {} is of LLVM {version}", program.display())?,
                None => write!(formatter, "; {} does not say its version", program.display())?,
            }
        }
        write!(
            formatter,
            "\ninstall it with `apt-get install llvm-{llvm}` or `rustup component add llvm-tools`, or name it in {variable}"
        )
    }
}

impl Error for Missing {}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiler() -> Compiler {
        Compiler { release: "1.95.0".to_owned(), llvm: 22, host: "x86_64-unknown-linux-gnu".to_owned() }
    }

    #[test]
    fn the_compiler_says_its_llvm() {
        let text = "rustc 1.95.0 (59807616e 2026-04-14)\nhost: x86_64-unknown-linux-gnu\nrelease: 1.95.0\n\
                    LLVM version: 22.1.2\n";
        assert_eq!(Compiler::from_verbose_version(text), Some(compiler()));
        assert_eq!(Compiler::from_verbose_version("rustc 1.95.0\n"), None);
    }

    #[test]
    fn what_is_not_there_is_named_with_what_installs_it() {
        let error = Tools::find(&Places::default(), &compiler()).unwrap_err().to_string();
        for part in ["no llvm-cov of LLVM 22", "apt-get install llvm-22", "rustup component add llvm-tools"] {
            assert!(error.contains(part), "{error}");
        }
    }

    #[cfg(unix)]
    mod with_programs {
        use super::*;
        use std::fs;
        use std::os::unix::fs::PermissionsExt;

        /// A folder with both programs, which say `version`.
        fn programs(version: &str) -> tempfile::TempDir {
            let folder = tempfile::tempdir().unwrap();
            for name in ["llvm-cov", "llvm-profdata"] {
                let program = folder.path().join(name);
                fs::write(&program, format!("#!/bin/sh\necho '{version}'\n")).unwrap();
                fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
            }
            folder
        }

        fn places(folders: &[&tempfile::TempDir]) -> Places {
            let folders = folders.iter().map(|folder| folder.path().to_owned()).collect();
            Places { chosen: [None, None], folders }
        }

        #[test]
        fn another_llvm_is_refused_and_named() {
            let old = programs("Debian LLVM version 14.0.6");
            let silent = programs("nothing");
            let error = Tools::find(&places(&[&old, &silent]), &compiler()).unwrap_err().to_string();
            for part in [
                format!("{} is of LLVM 14", old.path().join("llvm-cov").display()),
                format!("{} does not say its version", silent.path().join("llvm-cov").display()),
            ] {
                assert!(error.contains(&part), "{error}");
            }
        }

        #[test]
        fn the_first_that_fits_is_taken_past_those_that_do_not() {
            let (old, new) = (programs("LLVM version 14.0.6"), programs("LLVM version 22.1.8"));
            let tools = Tools::find(&places(&[&old, &new]), &compiler()).unwrap();
            assert_eq!(tools.llvm_cov, new.path().join("llvm-cov"));
            assert_eq!(tools.llvm_profdata, new.path().join("llvm-profdata"));
        }

        #[test]
        fn a_program_that_somebody_chose_is_not_passed_over() {
            let (old, new) = (programs("LLVM version 14.0.6"), programs("LLVM version 22.1.8"));
            let mut places = places(&[&new]);
            places.chosen[1] = Some(old.path().join("llvm-profdata"));
            let error = Tools::find(&places, &compiler()).unwrap_err();
            assert_eq!(error.found, [(old.path().join("llvm-profdata"), Some(14))]);
            places.chosen[1] = Some(new.path().join("llvm-profdata"));
            assert!(Tools::find(&places, &compiler()).is_ok());
        }
    }
}
