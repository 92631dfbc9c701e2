//! How what is said of a decoder is marked up: the classes of HTML elements, which script and style know.

use crate::record::run_record::Standing;
use crate::tell::report::answers::Answered;
use illformed_judge::cause::Severity;

/// The class of something with a colour of its own.
pub(super) trait Tone {
    /// `good`, `doubtful`, `bad` or `faint`.
    fn tone(self) -> &'static str;
}

impl Tone for Standing {
    fn tone(self) -> &'static str {
        match self {
            Self::Passed | Self::PassedInPart => "good",
            Self::Imprecise | Self::Outdated | Self::Tolerated | Self::Accepted => "doubtful",
            Self::Failed => "bad",
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
