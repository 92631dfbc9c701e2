//! How good or bad something is: a colour in the terminal, a class in HTML.

use crate::record::run_record::Standing;
use crate::tell::report::Style;
use crate::tell::report::answers::Answered;
use illformed_judge::cause::Severity;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Tone {
    Good,
    Doubtful,
    Bad,
    Faint,
}

impl Tone {
    pub(crate) fn paint(self, style: Style, text: &str) -> String {
        match self {
            Self::Good => style.good(text),
            Self::Doubtful => style.doubtful(text),
            Self::Bad => style.bad(text),
            Self::Faint => style.faint(text),
        }
    }

    /// The class of HTML elements, which script and style know.
    pub(crate) const fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Doubtful => "doubtful",
            Self::Bad => "bad",
            Self::Faint => "faint",
        }
    }
}

impl From<Standing> for Tone {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::Passed | Standing::PassedInPart => Self::Good,
            Standing::Imprecise | Standing::Outdated | Standing::Tolerated | Standing::Accepted => {
                Self::Doubtful
            }
            Standing::Failed => Self::Bad,
            Standing::NotJudged | Standing::NoClaim => Self::Faint,
        }
    }
}

impl From<Answered> for Tone {
    fn from(answered: Answered) -> Self {
        match answered {
            Answered::Right => Self::Good,
            Answered::Imprecise => Self::Doubtful,
            Answered::Wrong => Self::Bad,
            Answered::NotAsked => Self::Faint,
        }
    }
}

impl From<Severity> for Tone {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Critical | Severity::Wrong => Self::Bad,
            Severity::Imprecise => Self::Doubtful,
        }
    }
}
