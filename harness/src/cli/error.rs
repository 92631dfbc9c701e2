//! Why a command could not do what it was asked.

use crate::ask::nearest::did_you_mean;
use clap::error::{ContextKind, ContextValue};
use illformed_judge::judge::SelfCheckFailure;
use illformed_vectors::LoadError;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fmt, io};

/// Something that ends a command early.
#[derive(Debug)]
pub enum CliError {
    /// What was typed makes no sense here.
    Usage(String),
    /// A decoder that is needed cannot be asked.
    NotAsked(String),
    /// Vectors, a report or baselines cannot be used.
    Load(Vec<LoadError>),
    /// A file or folder cannot be read or written.
    File { path: PathBuf, source: io::Error },
    /// Standard output cannot be written.
    Output(io::Error),
    /// The judge or the codec is broken.
    SelfCheck(SelfCheckFailure),
}

impl CliError {
    /// That the file or folder at `path` failed, of the reason.
    pub fn of_file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |source| Self::File { path, source }
    }

    /// The exit code, as the command's help states it.
    pub fn code(&self) -> ExitCode {
        match self {
            Self::SelfCheck(_) => ExitCode::from(4),
            Self::NotAsked(_) => ExitCode::from(3),
            // Whoever read our output had enough.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            _ => ExitCode::from(2),
        }
    }

    /// Whether it is not reported, since the reader closed the pipe.
    pub fn is_silent(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(what) | Self::NotAsked(what) => formatter.write_str(what),
            Self::Load(errors) => {
                let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                formatter.write_str(&lines.join("\n"))
            }
            Self::File { path, source } => write!(formatter, "{}: {source}", path.display()),
            Self::Output(error) => write!(formatter, "standard output: {error}"),
            Self::SelfCheck(failure) => write!(formatter, "self-check: {failure}"),
        }
    }
}

impl From<String> for CliError {
    fn from(what: String) -> Self {
        Self::Usage(what)
    }
}

impl From<SelfCheckFailure> for CliError {
    fn from(failure: SelfCheckFailure) -> Self {
        Self::SelfCheck(failure)
    }
}

/// What is wrong with what was typed, in one line, with the names near it or with the advice that there is instead.
pub(crate) fn mistake(error: &clap::Error) -> String {
    // What is wrong may take several lines, such as the names of what is missing; a blank line ends it.
    let text = error.render().to_string();
    let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let what = lines.join(" ").trim_start_matches("error: ").to_owned();
    let near: Vec<&str> =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
            .into_iter()
            .flat_map(|kind| match error.get(kind) {
                Some(ContextValue::String(name)) => vec![name.as_str()],
                Some(ContextValue::Strings(names)) => names.iter().map(String::as_str).collect(),
                _ => Vec::new(),
            })
            .collect();
    match error.get(ContextKind::Suggested) {
        Some(ContextValue::StyledStrs(advice)) if near.is_empty() => {
            advice.iter().fold(what, |what, advice| format!("{what}; {advice}"))
        }
        _ => what + &did_you_mean(&near),
    }
}
