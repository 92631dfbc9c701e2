//! A command line, and what its user says of it.

use crate::ask::adapter::command::form::OutputForm;
use crate::ask::adapter::command::probe::{Probed, probe};
use crate::ask::adapter::command::session::CommandSession;
use crate::ask::adapter::process::{Program, Supervision};
use crate::ask::adapter::{Adapter, OpenFailure, Session};
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, DecoderInfo, Kind, OffsetMeaning, OutputKind};
use std::ffi::OsString;
use std::fmt;
use std::path::Path;

/// What a user says of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandClaim {
    /// The format that it implements; `None`: shown and not judged.
    pub profile: Option<Profile>,
    /// The form of what it writes; `None`: to be found out.
    pub out: Option<OutputForm>,
    /// The exit codes that reject; none: to be found out.
    pub reject_codes: Vec<i32>,
}

impl Default for CommandClaim {
    fn default() -> Self {
        Self { profile: Some(Profile::Rfc3629), out: None, reject_codes: Vec::new() }
    }
}

/// A program that takes bytes on its standard input and says by its exit code whether they are well-formed: 0 accepts, a
/// declared code rejects, anything else is a crash. It is started anew for each case.
#[derive(Debug, Clone)]
pub struct CommandAdapter {
    text: String,
    program: Program,
    claim: CommandClaim,
    supervision: Supervision,
}

/// Why a text is no command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandLineError {
    /// There is no word in it.
    Empty,
    /// A quotation is not closed, or a backslash ends it.
    Unclosed,
}

impl fmt::Display for CommandLineError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Empty => "there is no command in it",
            Self::Unclosed => "a quotation is not closed",
        })
    }
}

impl std::error::Error for CommandLineError {}

impl CommandAdapter {
    /// The adapter of the command line `text`, which is split into words as a shell does. No shell runs: variables, pipes
    /// and patterns are words like others.
    ///
    /// ```
    /// use crate::ask::adapter::Adapter;
    /// use crate::ask::adapter::command::{CommandAdapter, CommandClaim};
    /// use crate::ask::adapter::process::Supervision;
    ///
    /// let text = "iconv -f UTF-8 -t 'UTF-16'";
    /// let adapter = CommandAdapter::new(text, CommandClaim::default(), Supervision::default())?;
    /// assert_eq!(adapter.command(), ["--command", text]);
    /// # Ok::<(), crate::ask::adapter::command::CommandLineError>(())
    /// ```
    pub fn new(text: &str, claim: CommandClaim, supervision: Supervision) -> Result<Self, CommandLineError> {
        let words = shlex::split(text).ok_or(CommandLineError::Unclosed)?;
        let mut words = words.into_iter().map(OsString::from);
        let executable = words.next().filter(|word| !word.is_empty()).ok_or(CommandLineError::Empty)?;
        let program = Program { executable, arguments: words.collect() };
        Ok(Self { text: text.to_owned(), program, claim, supervision })
    }

    /// The program's name, as a decoder's may be.
    fn decoder_name(&self) -> String {
        let path = Path::new(&self.program.executable);
        let name = path.file_name().unwrap_or(&self.program.executable).to_string_lossy();
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        name.chars().map(plain).collect()
    }

    fn decoder(&self, probed: &Probed) -> DecoderInfo {
        let (kind, out) = match probed.reading {
            Some(reading) => (Kind::Strict, reading.kind),
            None => (Kind::Validate, OutputKind::None),
        };
        // The profile is set below; this one only fills the place.
        let plain = Claim::strict(Profile::Rfc3629);
        DecoderInfo {
            name: self.decoder_name(),
            implementation: self.decoder_name(),
            version: "unknown".to_owned(),
            api: self.text.clone(),
            claim: Claim { kind, out, profile: self.claim.profile, at: OffsetMeaning::None, ..plain },
        }
    }
}

impl Adapter for CommandAdapter {
    fn name(&self) -> &'static str {
        "command"
    }

    fn command(&self) -> Vec<String> {
        let mut words = vec!["--command".to_owned(), self.text.clone()];
        let mut flag = |name: &str, value: String| words.extend([name.to_owned(), value]);
        if let Some(out) = self.claim.out {
            flag("--command-out", out.name().to_owned());
        }
        if self.claim.profile != Some(Profile::Rfc3629) {
            flag("--command-profile", self.claim.profile.map_or("none", Profile::name).to_owned());
        }
        for code in &self.claim.reject_codes {
            flag("--reject-code", code.to_string());
        }
        words
    }

    fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
        let probed = probe(&self.program, &self.claim, &self.supervision)?;
        Ok(Box::new(CommandSession {
            decoder: self.decoder(&probed),
            probed,
            program: self.program.clone(),
            supervision: self.supervision.clone(),
        }))
    }
}
