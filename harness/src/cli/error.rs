//! Why a command could not do what it was asked.

use crate::ask::nearest::did_you_mean;
use clap::error::{ContextKind, ContextValue};
use illformed_judge::judge::SelfCheckFailure;
use illformed_vectors::LoadError;
use std::path::Path;
use std::process::ExitCode;
use std::{fmt, io};

/// Something that ends a command early, and what to say of it.
#[derive(Debug)]
pub enum CliError {
    /// What was typed makes no sense here, or a file cannot be used.
    Usage(String),
    /// A decoder that is needed cannot be asked.
    NotAsked(String),
    /// The judge or the codec is broken.
    SelfCheck(String),
}

impl CliError {
    /// That the file or folder at `path` failed, of the reason.
    pub fn of_file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.display().to_string();
        move |source| Self::Usage(format!("{path}: {source}"))
    }

    /// All failures of `outcomes` as wrong usage, a line each, if there are any.
    pub(crate) fn all(outcomes: impl IntoIterator<Item = Result<(), Self>>) -> Result<(), Self> {
        let failures = outcomes.into_iter().filter_map(Result::err).map(|error| error.to_string());
        let failures: Vec<String> = failures.collect();
        if failures.is_empty() { Ok(()) } else { Err(Self::Usage(failures.join("\n"))) }
    }

    /// The exit code, as the command's help states it.
    pub fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Usage(_) => 2,
            Self::NotAsked(_) => 3,
            Self::SelfCheck(_) => 4,
        })
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Usage(what) | Self::NotAsked(what) | Self::SelfCheck(what)) = self;
        formatter.write_str(what)
    }
}

impl From<String> for CliError {
    fn from(what: String) -> Self {
        Self::Usage(what)
    }
}

impl From<Vec<LoadError>> for CliError {
    fn from(errors: Vec<LoadError>) -> Self {
        Self::Usage(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    }
}

impl From<SelfCheckFailure> for CliError {
    fn from(failure: SelfCheckFailure) -> Self {
        Self::SelfCheck(format!("self-check: {failure}"))
    }
}

/// What is wrong with what was typed, in one line, with the names near it or with the advice that there is instead. A value behind
/// `--` is no advice where a program stands there.
pub(crate) fn mistake(error: &clap::Error, takes_program: bool) -> String {
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
            let advice = advice.iter().map(ToString::to_string);
            let advice = advice.filter(|advice| !(takes_program && advice.contains("use '-- ")));
            advice.fold(what, |what, advice| format!("{what}; {advice}"))
        }
        _ => what + &did_you_mean(&near),
    }
}
