//! Why a program is not asked any further.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::rule::Rule;
use crate::ask::protocol::{LineError, may_be_object};
use illformed_judge::judge::Response;
use illformed_judge::shown::{WROTE, quoted_output as quoted};
use std::fmt;
use std::time::Duration;

/// A line that breaks a rule of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenLine {
    pub(crate) rule: Rule,
    pub(crate) error: LineError,
    /// The line, or what was read of it.
    pub(crate) line: Vec<u8>,
    /// How the process ended, if it ended with this line: that is then often an error message about the end.
    pub(crate) end: Option<String>,
}

impl BrokenLine {
    pub(crate) fn new(rule: Rule, error: LineError, line: impl Into<Vec<u8>>) -> Self {
        Self { rule, error, line: line.into(), end: None }
    }

    /// A line, or words in its place, that say by themselves how they break `rule`.
    pub(crate) fn plain(rule: Rule, line: impl Into<Vec<u8>>) -> Self {
        Self::new(rule, LineError::whole(""), line)
    }

    /// A line that cannot be read as what `rule` wants.
    pub(super) fn unreadable(rule: Rule, error: LineError, line: String) -> Self {
        Self::new(if may_be_object(&line) { rule } else { Rule::AnswersAlone }, error, line)
    }
}

impl fmt::Display for BrokenLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{WROTE}{}", self.error, quoted(&self.line))?;
        self.end.as_ref().map_or(Ok(()), |end| write!(formatter, "; {end}"))
    }
}

/// Why a program is not asked any further. It may still run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Break {
    BrokenLine(BrokenLine),
    /// The program ended, or it was not let go on: how.
    Ended(String),
    /// Nothing came in this time.
    Late(Duration),
    /// There is no process: why it cannot be started.
    Gone(OpenFailure),
    Interrupted,
}

impl Break {
    /// The response to the case that broke the program.
    pub(crate) fn response(&self) -> Response {
        match self {
            Self::BrokenLine(fault) => Response::ProtocolError(fault.to_string()),
            Self::Ended(how) => Response::Crashed(how.clone()),
            Self::Late(limit) => Response::TimedOut(*limit),
            Self::Gone(_) | Self::Interrupted => Response::NotAsked(self.to_string()),
        }
    }
}

impl fmt::Display for Break {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BrokenLine(fault) => fault.fmt(formatter),
            Self::Ended(how) => formatter.write_str(how),
            Self::Late(limit) => write!(formatter, "no answer in {} ms", limit.as_millis()),
            Self::Gone(failure) => failure.fmt(formatter),
            Self::Interrupted => formatter.write_str("interrupted"),
        }
    }
}

impl From<BrokenLine> for Break {
    fn from(fault: BrokenLine) -> Self {
        Self::BrokenLine(fault)
    }
}

impl From<OpenFailure> for Break {
    fn from(failure: OpenFailure) -> Self {
        Self::Gone(failure)
    }
}
