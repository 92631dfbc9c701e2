//! The twelve questions of the matrix: what people ask of a decoder.

use illformed_codec::ErrorKind;
use illformed_judge::cause::Cause;
use illformed_judge::named_enum;

named_enum! {
    /// A question, by the heading of its column.
    pub enum Question {
        /// Are overlong forms refused?
        Overlong = "over",
        /// Are surrogates refused?
        Surrogate = "surr",
        /// Are numbers above 10FFFF refused?
        Above = "abov",
        /// Are forms of five and six bytes refused?
        Legacy = "5-6",
        NeverValid = "FEFF",
        /// Are stray continuation bytes refused?
        Stray = "stra",
        /// Are sequences refused that are not continued, or that the end cuts?
        Truncated = "trun",
        /// Is well-formed input accepted?
        Refuses = "refu",
        /// Is the text right?
        Text = "text",
        /// Is U+FEFF at the start treated as claimed?
        Bom = "BOM",
        /// Are offset and length of an error right?
        Offset = "offs",
        /// Is the answer the same when the input comes in chunks, and in time?
        Chunks = "chun",
    }
}

impl Question {
    /// What is asked, in a word or two.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Overlong => "overlong forms",
            Self::Surrogate => "surrogates",
            Self::Above => "above 10FFFF",
            Self::Legacy => "5- and 6-byte forms",
            Self::NeverValid => "FE and FF",
            Self::Stray => "stray continuation bytes",
            Self::Truncated => "truncated sequences",
            Self::Refuses => "well-formed input",
            Self::Text => "text",
            Self::Bom => "byte order mark",
            Self::Offset => "offsets",
            Self::Chunks => "chunks",
        }
    }

    /// Whether it asks what is done with ill-formed sequences of some kind.
    pub(crate) fn is_of_errors(self) -> bool {
        self <= Self::Truncated
    }

    /// The question that input with an error of that kind asks.
    pub(crate) const fn of_error(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Overlong => Self::Overlong,
            ErrorKind::Surrogate => Self::Surrogate,
            ErrorKind::OutOfRange => Self::Above,
            ErrorKind::LegacyForm | ErrorKind::UnsupportedLength => Self::Legacy,
            ErrorKind::NeverValid => Self::NeverValid,
            ErrorKind::UnexpectedContinuation => Self::Stray,
            ErrorKind::Truncated | ErrorKind::Incomplete => Self::Truncated,
        }
    }

    /// The question that `cause` answers with no, whatever its cases are.
    pub(crate) const fn of(cause: Cause) -> Option<Self> {
        match cause {
            Cause::AcceptsOverlong2 | Cause::AcceptsOverlong3 | Cause::AcceptsOverlong4 => {
                Some(Self::Overlong)
            }
            Cause::AcceptsOverlong5 | Cause::AcceptsOverlong6 => Some(Self::Overlong),
            Cause::AcceptsSurrogate | Cause::AcceptsSurrogatePair => Some(Self::Surrogate),
            Cause::AcceptsOutOfRange => Some(Self::Above),
            Cause::AcceptsLegacyForm | Cause::AcceptsUnsupportedLength => Some(Self::Legacy),
            Cause::AcceptsNeverValid => Some(Self::NeverValid),
            Cause::AcceptsStrayContinuation => Some(Self::Stray),
            Cause::AcceptsTruncated | Cause::AcceptsIncomplete | Cause::SaysIncomplete => {
                Some(Self::Truncated)
            }
            Cause::RefusesNul | Cause::RefusesBom | Cause::RefusesNoncharacter => Some(Self::Refuses),
            Cause::RefusesReplacementCharacter | Cause::RefusesAscii | Cause::RefusesTwoByte => {
                Some(Self::Refuses)
            }
            Cause::RefusesThreeByte | Cause::RefusesSupplementary | Cause::RefusesProfileForm => {
                Some(Self::Refuses)
            }
            Cause::RefusesWellFormed | Cause::StopsAtError | Cause::AcceptsRefused => Some(Self::Refuses),
            Cause::SwallowsNext | Cause::DecodesWrongly | Cause::LosesText | Cause::InventsText => {
                Some(Self::Text)
            }
            Cause::EndsAtNul | Cause::ReplacesOtherwise | Cause::CountsWrongly => Some(Self::Text),
            Cause::WrongTextBeforeError | Cause::PositionSensitive => Some(Self::Text),
            Cause::Crashes | Cause::Hangs | Cause::BreaksProtocol | Cause::Unstable => Some(Self::Text),
            Cause::ReadsPastEnd | Cause::ReadsBeforeStart | Cause::WritesPastOutput => Some(Self::Text),
            Cause::WritesBeforeOutput | Cause::MisstatesLength => Some(Self::Text),
            Cause::ChangesInput | Cause::DependsOnPlace | Cause::ChangesWithUse => Some(Self::Text),
            // Which errors are hidden, its cases tell.
            Cause::HidesErrors => None,
            Cause::BomStripped | Cause::BomKept => Some(Self::Bom),
            Cause::WrongOffset | Cause::WrongLength => Some(Self::Offset),
            Cause::Late | Cause::Early | Cause::CutSensitive | Cause::StateLeaks => Some(Self::Chunks),
        }
    }
}
