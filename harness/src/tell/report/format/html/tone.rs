//! How what is said of a decoder is marked up: the classes of HTML elements, which script and style know.

use crate::tell::report::answers::Answered;
use crate::tell::report::standing::Standing;
use illformed_judge::cause::Severity;
use illformed_judge::judge::VerdictKind;

/// The class of something with a colour of its own.
pub(super) trait Tone {
    /// `good`, `doubtful`, `bad` or `faint`.
    fn tone(self) -> &'static str;
}

impl Tone for Standing {
    fn tone(self) -> &'static str {
        match self {
            Self::Keeps | Self::KeepsInPart => "good",
            Self::Imprecise => "doubtful",
            Self::Breaks => "bad",
            Self::NotJudged | Self::NoClaim => "faint",
        }
    }
}

impl Tone for Answered {
    fn tone(self) -> &'static str {
        match self {
            Self::Right => "good",
            Self::Imprecise => "doubtful",
            Self::Wrong => "bad",
            Self::NotAsked => "faint",
        }
    }
}

impl Tone for Severity {
    fn tone(self) -> &'static str {
        match self {
            Self::Critical | Self::Wrong => "bad",
            Self::Imprecise => "doubtful",
        }
    }
}

impl Tone for VerdictKind {
    fn tone(self) -> &'static str {
        match self {
            Self::Pass => "good",
            Self::WrongReason | Self::LateError => "doubtful",
            Self::Fail | Self::Crashed | Self::TimedOut | Self::ProtocolError | Self::Flaky => "bad",
            Self::Declined | Self::NotAsked | Self::NotApplicable | Self::Unspecified | Self::NoPolicy => {
                "faint"
            }
        }
    }
}
