//! Verdicts.

use crate::cause::{Deviation, without_answer};
use crate::expected::{Expected, Failure};
use crate::judge::memory_fault::MemoryFault;
use crate::named_enum;
use crate::shown::WROTE;
use illformed_vectors::Question;
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// The verdict on one case, what was compared for it, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// What was compared. A part that is not in it is not known to be right.
    pub checked: Checked,
    /// What is wrong, if the verdict counts against the decoder.
    #[doc(hidden)]
    pub deviation: Option<Box<Deviation>>,
    /// What is expected instead; `None` where nothing is wrong, or there is no answer, or more than one.
    #[doc(hidden)]
    pub expected: Option<Box<Expected>>,
}

impl Judgement {
    /// A verdict without any comparison.
    pub fn unchecked(verdict: Verdict) -> Self {
        let deviation = without_answer(&verdict).map(Box::new);
        Self { verdict, checked: Checked::default(), deviation, expected: None }
    }
}

named_enum! {
    /// Which [`Verdict`] it is, without its details. Records and reports hold this, by its name.
    #[expect(missing_docs, reason = "they are the variants of Verdict")]
    pub enum VerdictKind {
        Pass = "pass",
        Fail = "fail",
        WrongReason = "wrong-reason",
        LateError = "late-error",
        Declined = "declined",
        NotAsked = "not-asked",
        NotApplicable = "not-applicable",
        Unspecified = "unspecified",
        NoPolicy = "no-policy",
        Crashed = "crashed",
        TimedOut = "timed-out",
        ProtocolError = "protocol-error",
        Flaky = "flaky",
    }
}

impl VerdictKind {
    /// Whether it gave no answer: its adapter died, hung, or broke the protocol.
    pub const fn is_broken(self) -> bool {
        matches!(self, Self::Crashed | Self::TimedOut | Self::ProtocolError)
    }

    /// Whether it counts against the decoder.
    pub const fn is_bad(self) -> bool {
        self.is_broken() || matches!(self, Self::Fail | Self::WrongReason | Self::LateError | Self::Flaky)
    }

    /// Whether the decoder was asked and its answer counts, for or against it.
    pub const fn is_judged(self) -> bool {
        self.is_bad() || matches!(self, Self::Pass)
    }

    /// Whether its cause differs from run to run: it quotes a process that died, a time limit, or different answers.
    pub const fn has_varying_cause(self) -> bool {
        self.is_broken() || matches!(self, Self::Flaky)
    }
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
    /// Right, but reported after the call that decides it.
    LateError {
        /// The call that could have reported it.
        decided: usize,
        /// The call that did; `None` if a script that does not finish its input ended before.
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
    /// The decoder did something to memory that is no part of its answer.
    Misused {
        /// What.
        fault: MemoryFault,
        /// Where, as a fragment.
        how: String,
    },
    /// The adapter did not answer in time.
    TimedOut(Duration),
    /// The adapter broke the protocol.
    ProtocolError(String),
    /// Asked twice, it answered differently.
    Flaky(String),
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
    /// How many bits [`Checked::bits`] has.
    pub const BITS: u32 = 5;

    /// Packs the flags into a number, which takes less memory.
    pub fn bits(self) -> u64 {
        let Self { answer, at, len, out, per_call } = self;
        [answer, at, len, out, per_call].into_iter().rev().fold(0, |bits, bit| bits << 1 | u64::from(bit))
    }

    /// What has these bits; others are left alone.
    pub const fn from_bits(bits: u64) -> Self {
        let [answer, at, len, out, per_call] = [bits & 1, bits & 2, bits & 4, bits & 8, bits & 16];
        Self { answer: answer > 0, at: at > 0, len: len > 0, out: out > 0, per_call: per_call > 0 }
    }

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
    /// Which verdict it is, without its details.
    pub const fn kind(&self) -> VerdictKind {
        match self {
            Self::Pass => VerdictKind::Pass,
            Self::Fail(_) => VerdictKind::Fail,
            Self::WrongReason(_) => VerdictKind::WrongReason,
            Self::LateError { .. } => VerdictKind::LateError,
            Self::Declined(_) => VerdictKind::Declined,
            Self::NotAsked(_) => VerdictKind::NotAsked,
            Self::NotApplicable(_) => VerdictKind::NotApplicable,
            Self::Unspecified(_) => VerdictKind::Unspecified,
            Self::NoPolicy => VerdictKind::NoPolicy,
            Self::Crashed(_) | Self::Misused { .. } => VerdictKind::Crashed,
            Self::TimedOut(_) => VerdictKind::TimedOut,
            Self::ProtocolError(_) => VerdictKind::ProtocolError,
            Self::Flaky(_) => VerdictKind::Flaky,
        }
    }

    /// The verdict's name in records and reports.
    pub const fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// What is wrong, or why it was not judged, without the numbers of the single case; `None` for a pass, and
    /// where no policy is documented.
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
            Self::Misused { fault, .. } => fault.name().into(),
            Self::Flaky(_) => "different answers".into(),
        })
    }

    /// See [`VerdictKind::is_judged`].
    pub const fn is_judged(&self) -> bool {
        self.kind().is_judged()
    }

    /// See [`VerdictKind::is_bad`].
    pub const fn is_bad(&self) -> bool {
        self.kind().is_bad()
    }
}

impl fmt::Display for Verdict {
    /// What happened, as a fragment.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => formatter.write_str("as expected"),
            Self::Fail(failure) => formatter.write_str(match failure {
                Failure::AcceptsIllFormed => "accepts ill-formed bytes",
                Failure::RefusesWellFormed => "refuses well-formed bytes",
                Failure::DropsIllFormed => "drops ill-formed bytes without a trace",
                Failure::WrongText => "wrong text",
            }),
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
            | Self::Misused { how: why, .. }
            | Self::ProtocolError(why)
            | Self::Flaky(why) => formatter.write_str(why),
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
