//! Writes the programs that come with illformed to the disk and compiles them.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::broken::Break;
use crate::ask::adapter::process::once::run_once;
use crate::ask::adapter::process::pipes::Stderr;
use crate::ask::adapter::process::program::{Program, Supervision};
use crate::ask::adapter::process::registry::Registered;
use crate::ask::adapter::process::supervised::describe_end;
use crate::ask::temporary::folder_in;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// How many lines of a compiler's messages are shown.
const COMPLAINT_LINES: usize = 8;

/// The variables that say where temporary files go.
const TEMPORARY: [&str; 3] = ["TMPDIR", "TMP", "TEMP"];

/// An adapter's program on the disk, ready to be started.
#[derive(Debug)]
pub struct Unpacked {
    /// The command line that starts it.
    pub program: Program,
    /// Its folder, which is removed with this.
    pub(super) folder: TempDir,
}

impl Registered {
    /// Writes the program into a folder of its own and compiles it if necessary, within `supervision.build_limit`. Fails
    /// when its compiler is missing or reports an error. A missing interpreter is noticed at the start only.
    pub fn unpack(&self, supervision: &Supervision) -> Result<Unpacked, OpenFailure> {
        let (folder, path) = self.written(supervision)?;
        if !self.build.is_empty() {
            run(&program(self.build, &path, folder.path()), supervision)?;
        }
        Ok(Unpacked { program: program(self.command, &path, folder.path()), folder })
    }

    /// The program in a folder of its own, if the command of `needs` succeeds there.
    fn written(&self, supervision: &Supervision) -> Result<(TempDir, PathBuf), OpenFailure> {
        let written = folder_in(&env::temp_dir()).and_then(|folder| {
            let path = folder.path().join(self.file);
            fs::write(&path, self.text).map(|()| (folder, path))
        });
        let Self { file, needs, packages, .. } = self;
        let (folder, path) =
            written.map_err(|error| OpenFailure::Broken(format!("cannot unpack {file}: {error}")))?;
        if !needs.is_empty() {
            run(&program(needs, &path, folder.path()), supervision).map_err(|failure| match failure {
                OpenFailure::Broken(_) => OpenFailure::Absent(format!("`{needs}` fails; install {packages}")),
                absent @ OpenFailure::Absent(_) => absent,
            })?;
        }
        Ok((folder, path))
    }

    /// The programs that it needs, if all of them are on PATH and the command of `needs` succeeds. Nothing is compiled, and
    /// the adapter is not started.
    pub fn find(&self, supervision: &Supervision) -> Result<Vec<&'static str>, OpenFailure> {
        let mut programs: Vec<&str> = Vec::new();
        for command in [self.needs, self.build, self.command] {
            let program = command.split(' ').next().filter(|program| !program.is_empty());
            let program = program.filter(|program| !program.starts_with("{folder}"));
            programs.extend(program.filter(|program| !programs.contains(program)));
        }
        if let Some(program) = programs.iter().find(|program| !is_on_path(program)) {
            return Err(OpenFailure::Absent(format!("{program} was not found; install {}", self.packages)));
        }
        self.written(supervision)?;
        Ok(programs)
    }
}

/// Whether a folder of PATH has that program.
fn is_on_path(program: &str) -> bool {
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(&file).is_file()))
}

/// What `command` starts. Temporary files that it leaves when it is killed are in `folder`, and go with it.
fn program(command: &str, path: &Path, folder: &Path) -> Program {
    // The commands of the registry are well quoted; a test splits them all.
    let words = shlex::split(command).unwrap_or_default();
    let mut words = words.iter().map(|word| {
        let mut made = OsString::new();
        // The path of a folder need not be text.
        for (number, part) in word.split("{folder}").enumerate() {
            if number > 0 {
                made.push(folder);
            }
            made.push(part);
        }
        if word == "{program}" { path.as_os_str().to_owned() } else { made }
    });
    let executable = words.next().unwrap_or_default();
    let environment = TEMPORARY.map(|name| (name.into(), folder.into())).to_vec();
    Program { environment, ..Program::new(executable, words.collect()) }
}

/// Runs a command to its end, within `supervision.build_limit`. If it is missing the adapter is absent; if it fails the
/// adapter is broken.
fn run(command: &Program, supervision: &Supervision) -> Result<(), OpenFailure> {
    // The user's memory limit is for the adapter and may be too low for its compiler.
    let max_memory_mib = supervision.max_memory_mib.max(Supervision::default().max_memory_mib);
    let supervision =
        Supervision { answer_limit: supervision.build_limit, max_memory_mib, ..supervision.clone() };
    let stderr = Stderr::default();
    let (failure, stdout) = match run_once(command, &[], Some(&stderr), &supervision) {
        Ok((status, _)) if status.success() => return Ok(()),
        Ok((status, stdout)) => (describe_end(status), stdout),
        Err(Break::Gone(failure)) => return Err(failure),
        Err(Break::Late(limit)) => (format!("not done after {} s", limit.as_secs()), Vec::new()),
        Err(broken) => (broken.to_string(), Vec::new()),
    };
    let written = String::from_utf8_lossy(&stdout).into_owned() + &stderr.whole_text();
    let lines: Vec<&str> = written.lines().take(COMPLAINT_LINES).collect();
    let name = command.executable.to_string_lossy();
    Err(OpenFailure::Broken(format!("{name}: {failure}\n{}", lines.join("\n")).trim_end().to_owned()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::ask::adapter::process::REGISTRY;

    #[test]
    fn temporary_files_of_an_adapter_go_with_its_folder() {
        let registered = Registered {
            name: "leaves-files",
            file: "leaves-files.sh",
            text: "",
            needs: "sh -c 'exit 0'",
            build: "sh -c 'echo left > $TMPDIR/by-the-compiler'",
            command: "sh {program} -Dtemporary={folder}/x",
            packages: "dash",
        };
        let supervision = Supervision::default();
        assert_eq!(registered.find(&supervision), Ok(vec!["sh"]));
        let unpacked = registered.unpack(&supervision).unwrap();
        let program = unpacked.program.clone();
        let path = Path::new(&program.environment[0].1).to_owned();
        assert_eq!(fs::read_to_string(path.join("by-the-compiler")).unwrap(), "left\n");
        assert_eq!(program.arguments[1], *format!("-Dtemporary={}/x", path.display()));
        assert!(program.environment.contains(&("TMPDIR".into(), path.clone().into())));
        drop(unpacked);
        assert!(!path.exists());
    }

    #[test]
    fn each_command_of_the_registry_is_words() {
        for registered in REGISTRY {
            for command in [registered.needs, registered.build, registered.command] {
                assert!(shlex::split(command).is_some(), "{}: {command}", registered.name);
            }
        }
    }

    #[test]
    fn what_an_adapter_needs_is_found_or_said_to_be_absent() {
        let registered = Registered { needs: "sh -c 'exit 1'", command: "sh", ..REGISTERED };
        let absent = |why: &str| Err(OpenFailure::Absent(why.to_owned()));
        let find = |registered: Registered| registered.find(&Supervision::default());
        assert_eq!(find(registered), absent("`sh -c 'exit 1'` fails; install a package"));
        let registered = Registered { needs: "", build: "no-such-compiler {program}", ..registered };
        assert_eq!(find(registered), absent("no-such-compiler was not found; install a package"));
        let registered = Registered { build: "sh", command: "{folder}/made", ..registered };
        assert_eq!(find(registered), Ok(vec!["sh"]));
    }

    const REGISTERED: Registered = Registered {
        name: "none",
        file: "none",
        text: "",
        needs: "",
        build: "",
        command: "",
        packages: "a package",
    };
}
