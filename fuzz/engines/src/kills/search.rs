//! One search of libFuzzer for one fault.

use illformed_fuzz::property::FAULT_VARIABLE;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// libFuzzer's exit code after an input that failed.
const CRASHED: i32 = 77;

/// A program with libFuzzer in it, and what it is given.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    pub(crate) name: &'static str,
    pub(crate) program: PathBuf,
    pub(crate) dictionary: Option<PathBuf>,
}

/// What came of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// How many inputs were executed, with the one that failed.
    pub(crate) executions: u64,
    /// Whether one failed.
    pub(crate) killed: bool,
}

/// Why nothing can be said of a search.
#[derive(Debug)]
pub(crate) enum SearchError {
    /// The program could not be started, or its artifacts have no folder.
    Io(PathBuf, io::Error),
    /// It ended in another way than after its budget or with an input that betrays the fault.
    Ended { fault: String, code: Option<i32>, last_lines: String },
}

impl fmt::Display for SearchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(formatter, "{}: {error}", path.display()),
            Self::Ended { fault, code, last_lines } => {
                write!(
                    formatter,
                    "the search for {fault} ended with code {code:?} and the words:\n{last_lines}"
                )
            }
        }
    }
}

impl Error for SearchError {}

impl Setup {
    /// Searches for `fault` from an empty corpus, with inputs of at most 64 bytes, `most` of them.
    pub(crate) fn search(&self, fault: &str, seed: u32, most: u64) -> Result<Found, SearchError> {
        let started = |error| SearchError::Io(self.program.clone(), error);
        let artifacts = tempfile::tempdir().map_err(started)?;
        let mut command = Command::new(&self.program);
        command
            .arg(format!("-seed={seed}"))
            .arg(format!("-runs={most}"))
            .args(["-max_len=64", "-print_final_stats=1"])
            .arg(format!("-artifact_prefix={}/", artifacts.path().display()))
            .env(FAULT_VARIABLE, fault)
            .stdin(Stdio::null());
        if let Some(dictionary) = &self.dictionary {
            command.arg(format!("-dict={}", dictionary.display()));
        }
        let output = command.output().map_err(started)?;
        let words = String::from_utf8_lossy(&output.stderr);
        let executions = words.lines().find_map(|line| {
            line.strip_prefix("stat::number_of_executed_units:").and_then(|count| count.trim().parse().ok())
        });
        // A panic for another reason, such as a fault that nobody knows, is no kill.
        let betrayed =
            words.contains("planted_fault does not hold for") && !words.contains("names no mutant");
        match (output.status.code(), executions) {
            (Some(0), Some(executions)) => Ok(Found { executions, killed: false }),
            (Some(CRASHED), Some(executions)) if betrayed => Ok(Found { executions, killed: true }),
            (code, _) => {
                let lines: Vec<&str> = words.lines().collect();
                let last_lines = lines[lines.len().saturating_sub(12)..].join("\n");
                Err(SearchError::Ended { fault: fault.to_owned(), code, last_lines })
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    /// A program that says these words and ends with this code.
    fn searched(words: &str, code: i32) -> Result<Found, SearchError> {
        let folder = tempfile::tempdir().expect("there is space for a folder");
        let program = folder.path().join("engine");
        fs::write(&program, format!("#!/bin/sh\ncat >&2 <<'END'\n{words}\nEND\nexit {code}\n"))
            .expect("the folder can be written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("the folder can be written");
        Setup { name: "fake", program, dictionary: None }.search("m01", 1, 100)
    }

    #[test]
    fn a_search_is_a_kill_a_survival_or_an_error() {
        let stats = "stat::number_of_executed_units: 42\nstat::average_exec_per_sec: 0";
        let panic = "planted_fault does not hold for c080: m01 accepts what is ill-formed";
        let found = searched(&format!("{panic}\n{stats}"), 77).unwrap();
        assert_eq!(found, Found { executions: 42, killed: true });
        assert_eq!(searched(stats, 0).unwrap(), Found { executions: 42, killed: false });
        let unknown = "planted_fault does not hold for : ILLFORMED_FAULT is \"m\", which names no mutant";
        for (words, code) in
            [(stats, 77), (panic, 77), (stats, 1), ("", 0), (&*format!("{unknown}\n{stats}"), 77)]
        {
            assert!(searched(words, code).is_err(), "{words} {code}");
        }
    }
}
