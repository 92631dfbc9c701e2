//! The judge's words.

use crate::shown::WROTE;
use illformed_vectors::Question;
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// The judge's word on one case, and what it was able to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The word.
    pub verdict: Verdict,
    /// What was compared. A part that is not in it is not known to be right.
    pub checked: Checked,
}

impl Judgement {
    /// A verdict without any comparison.
    pub fn unchecked(verdict: Verdict) -> Self {
        Self { verdict, checked: Checked::default() }
    }
}

/// The names of the verdicts that say nothing for or against the decoder.
const UNJUDGED: [&str; 5] = ["declined", "not-asked", "not-applicable", "unspecified", "no-policy"];

/// Whether the verdict of that [name](Verdict::name) counts, for or against the decoder.
pub fn is_judged_name(name: &str) -> bool {
    !UNJUDGED.contains(&name)
}

/// What a decoder did with a case, judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Everything that could be compared is right.
    Pass,
    /// The answer or the text is wrong.
    Fail(Failure),
    /// The answer is right, and what it says of the error is not.
    WrongReason(Reason),
    /// Right, but said after the call in which it was decided.
    LateError {
        /// The call that could have said it.
        decided: usize,
        /// The call that did; `None` when it was not said before a script ended that does not finish its input.
        reported: Option<usize>,
    },
    /// The adapter declined the case, with its reason.
    Declined(String),
    /// The case was not asked: the adapter was given up, or the run was interrupted.
    NotAsked(String),
    /// The decoder cannot be asked this.
    NotApplicable(String),
    /// The standard does not say.
    Unspecified(Question),
    /// The decoder documents no replacement policy, so its text for ill-formed input has no expectation.
    NoPolicy,
    /// The adapter died.
    Crashed(String),
    /// The adapter did not answer in time.
    TimedOut(Duration),
    /// The adapter broke the protocol.
    ProtocolError(String),
    /// Asked twice, it answered differently.
    Flaky(String),
}

/// A wrong answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Ill-formed bytes were taken for well-formed.
    AcceptsIllFormed,
    /// Well-formed bytes were taken for ill-formed.
    RefusesWellFormed,
    /// Ill-formed bytes leave no trace in the text, although the decoder does not claim to drop them.
    DropsIllFormed,
    /// The text is not the one the bytes have.
    WrongText,
}

/// A right answer for a wrong reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// `incomplete` of bytes that no more input could complete.
    NotIncomplete,
    /// The error's offset.
    Offset {
        /// What it should be, in the declared meaning.
        expected: usize,
        /// What was reported.
        observed: usize,
    },
    /// The error's length.
    Length {
        /// What it should be.
        expected: usize,
        /// What was reported.
        observed: usize,
    },
    /// The text handed out before the error.
    Prefix,
    /// An error or text before the bytes that decide it were fed.
    TooEarly {
        /// The call that could say it at the earliest.
        decided: usize,
        /// The call that did.
        reported: usize,
    },
}

/// What was compared with the expectation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "five independent facts, each with a name")]
pub struct Checked {
    /// Accepted or rejected.
    pub answer: bool,
    /// The error's offset.
    pub at: bool,
    /// The error's length.
    pub len: bool,
    /// The text.
    pub out: bool,
    /// Which call said what.
    pub per_call: bool,
}

impl Checked {
    /// The names of what was compared.
    pub fn names(self) -> Vec<&'static str> {
        let all = [
            (self.answer, "answer"),
            (self.at, "at"),
            (self.len, "len"),
            (self.out, "out"),
            (self.per_call, "per-call"),
        ];
        all.into_iter().filter(|(checked, _)| *checked).map(|(_, name)| name).collect()
    }
}

impl Verdict {
    /// The verdict's name in records and reports.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail(_) => "fail",
            Self::WrongReason(_) => "wrong-reason",
            Self::LateError { .. } => "late-error",
            Self::Declined(_) => "declined",
            Self::NotAsked(_) => "not-asked",
            Self::NotApplicable(_) => "not-applicable",
            Self::Unspecified(_) => "unspecified",
            Self::NoPolicy => "no-policy",
            Self::Crashed(_) => "crashed",
            Self::TimedOut(_) => "timed-out",
            Self::ProtocolError(_) => "protocol-error",
            Self::Flaky(_) => "flaky",
        }
    }

    /// What is wrong, or why it was not judged, without the numbers of the single case; `None` for a pass.
    pub fn cause(&self) -> Option<Cow<'_, str>> {
        Some(match self {
            Self::Pass | Self::NoPolicy => return None,
            Self::Fail(failure) => failure.name().into(),
            Self::WrongReason(reason) => reason.name().into(),
            Self::LateError { .. } => "late".into(),
            Self::Unspecified(question) => question.name().into(),
            Self::TimedOut(_) => "no answer".into(),
            // What was written is another thing each time.
            Self::Crashed(why) | Self::ProtocolError(why) => {
                why.split_once(WROTE).map_or(why.as_str(), |(what, _)| what).into()
            }
            Self::Declined(why) | Self::NotAsked(why) | Self::NotApplicable(why) => why.into(),
            Self::Flaky(_) => "different answers".into(),
        })
    }

    /// Whether the decoder was asked and its answer counts, for or against it.
    pub fn is_judged(&self) -> bool {
        is_judged_name(self.name())
    }

    /// Whether it counts against the decoder.
    pub fn is_bad(&self) -> bool {
        self.is_judged() && !matches!(self, Self::Pass)
    }
}

impl fmt::Display for Verdict {
    /// What happened, as a fragment.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => formatter.write_str("as expected"),
            Self::Fail(failure) => failure.fmt(formatter),
            Self::WrongReason(reason) => reason.fmt(formatter),
            Self::LateError { decided, reported: Some(reported) } => {
                write!(formatter, "decided by call {decided}, said in call {reported}")
            }
            Self::LateError { decided, reported: None } => {
                write!(formatter, "decided by call {decided}, not said by the last call")
            }
            Self::Unspecified(question) => write!(formatter, "not specified: {question}"),
            Self::TimedOut(limit) => write!(formatter, "no answer in {} ms", limit.as_millis()),
            Self::NoPolicy => {
                formatter.write_str("no replacement policy is documented, so its text cannot be judged")
            }
            Self::NotAsked(why) => write!(formatter, "not asked: {why}"),
            Self::Declined(why)
            | Self::NotApplicable(why)
            | Self::Crashed(why)
            | Self::ProtocolError(why)
            | Self::Flaky(why) => formatter.write_str(why),
        }
    }
}

impl Failure {
    /// Its name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AcceptsIllFormed => "accepts-ill-formed",
            Self::RefusesWellFormed => "refuses-well-formed",
            Self::DropsIllFormed => "drops-ill-formed",
            Self::WrongText => "wrong-text",
        }
    }
}

impl Reason {
    /// Its name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotIncomplete => "not-incomplete",
            Self::Offset { .. } => "offset",
            Self::Length { .. } => "length",
            Self::Prefix => "prefix",
            Self::TooEarly { .. } => "too-early",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::AcceptsIllFormed => "accepts ill-formed bytes",
            Self::RefusesWellFormed => "refuses well-formed bytes",
            Self::DropsIllFormed => "drops ill-formed bytes without a trace",
            Self::WrongText => "wrong text",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotIncomplete => {
                formatter.write_str("calls it incomplete, but no more input could complete it")
            }
            Self::Offset { expected, observed } => {
                write!(formatter, "error offset {observed}, should be {expected}")
            }
            Self::Length { expected, observed } => {
                write!(formatter, "error length {observed}, should be {expected}")
            }
            Self::Prefix => formatter.write_str("wrong text before the error"),
            Self::TooEarly { decided, reported } => {
                write!(formatter, "said in call {reported}, before call {decided} decided it")
            }
        }
    }
}
