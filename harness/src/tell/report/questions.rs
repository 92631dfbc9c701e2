//! The twelve questions of the matrix: what people ask of a decoder.

use crate::record::run_record::{DecoderRecord, Outcomes};
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::named_enum;
use serde::{Deserialize, Serialize};

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
        /// Are FE and FF refused?
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
            Self::Refuses => "refused well-formed input",
            Self::Text => "text",
            Self::Bom => "byte order mark",
            Self::Offset => "offsets",
            Self::Chunks => "chunks",
        }
    }

    /// The questions that `cause` answers with no.
    pub(crate) fn of(cause: Cause) -> &'static [Self] {
        match cause {
            Cause::AcceptsOverlong2 | Cause::AcceptsOverlong3 | Cause::AcceptsOverlong4 => &[Self::Overlong],
            Cause::AcceptsOverlong5 | Cause::AcceptsOverlong6 => &[Self::Overlong],
            Cause::AcceptsSurrogate | Cause::AcceptsSurrogatePair => &[Self::Surrogate],
            Cause::AcceptsOutOfRange => &[Self::Above],
            Cause::AcceptsLegacyForm | Cause::AcceptsUnsupportedLength => &[Self::Legacy],
            Cause::AcceptsNeverValid => &[Self::NeverValid],
            Cause::AcceptsStrayContinuation => &[Self::Stray],
            Cause::AcceptsTruncated | Cause::AcceptsIncomplete | Cause::SaysIncomplete => &[Self::Truncated],
            Cause::HidesErrors => &[
                Self::Overlong,
                Self::Surrogate,
                Self::Above,
                Self::Legacy,
                Self::NeverValid,
                Self::Stray,
                Self::Truncated,
            ],
            Cause::RefusesNul | Cause::RefusesBom | Cause::RefusesNoncharacter => &[Self::Refuses],
            Cause::RefusesReplacementCharacter | Cause::RefusesAscii | Cause::RefusesTwoByte => {
                &[Self::Refuses]
            }
            Cause::RefusesThreeByte | Cause::RefusesSupplementary | Cause::RefusesProfileForm => {
                &[Self::Refuses]
            }
            Cause::RefusesWellFormed | Cause::StopsAtError | Cause::AcceptsRefused => &[Self::Refuses],
            Cause::SwallowsNext | Cause::DecodesWrongly | Cause::LosesText | Cause::InventsText => {
                &[Self::Text]
            }
            Cause::EndsAtNul | Cause::ReplacesOtherwise | Cause::CountsWrongly => &[Self::Text],
            Cause::WrongTextBeforeError | Cause::PositionSensitive => &[Self::Text],
            Cause::Crashes | Cause::Hangs | Cause::BreaksProtocol | Cause::Unstable => &[Self::Text],
            Cause::EncodesWrongly | Cause::DetectsWrongly | Cause::LabelsWrongly => &[Self::Text],
            Cause::BomStripped | Cause::BomKept => &[Self::Bom],
            Cause::WrongOffset | Cause::WrongLength => &[Self::Offset],
            Cause::Late | Cause::Early | Cause::CutSensitive | Cause::StateLeaks => &[Self::Chunks],
        }
    }

    /// What has to be compared for it to be asked, by the record's name.
    const fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Text | Self::Bom => &["out"],
            Self::Offset => &["at", "len"],
            Self::Chunks => &["per-call"],
            _ => &["answer", "out"],
        }
    }
}

/// What a decoder answers to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Answered {
    /// It could not be asked.
    NotAsked,
    /// As claimed.
    Right,
    /// Right, but with a wrong offset or length, or at the wrong time.
    Imprecise,
    /// Wrong.
    Wrong,
}

impl Answered {
    /// All, the worst first.
    pub(crate) const ALL: [Self; 4] = [Self::Wrong, Self::Imprecise, Self::Right, Self::NotAsked];

    /// What its sign means.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::NotAsked => "not asked",
            Self::Right => "passes",
            Self::Imprecise => "imprecise (offset, length, time)",
            Self::Wrong => "fails",
        }
    }

    /// Its sign in the matrix.
    pub(crate) const fn sign(self) -> char {
        match self {
            Self::NotAsked => '-',
            Self::Right => '.',
            Self::Imprecise => 'i',
            Self::Wrong => 'F',
        }
    }
}

/// What `decoder` answers to each question, judged as in `outcomes`; what its baseline accepts is as wrong as before.
pub(crate) fn answered(decoder: &DecoderRecord, outcomes: &Outcomes) -> [Answered; Question::ALL.len()] {
    let is_compared = |name: &str| {
        decoder
            .shown()
            .groups
            .iter()
            .any(|group| group.verdict.is_judged() && group.checked.iter().any(|checked| checked == name))
    };
    Question::ALL.map(|question| {
        let causes = outcomes.causes.iter().filter(|cause| Question::of(cause.id).contains(&question));
        match causes.map(|cause| cause.severity).min() {
            Some(Severity::Critical | Severity::Wrong) => Answered::Wrong,
            Some(Severity::Imprecise) => Answered::Imprecise,
            None if question.needs().iter().any(|name| is_compared(name)) => Answered::Right,
            None => Answered::NotAsked,
        }
    })
}

/// The titles of the questions to which `decoder` gives the answer `wanted`.
pub(crate) fn titles(decoder: &DecoderRecord, outcomes: &Outcomes, wanted: Answered) -> Vec<&'static str> {
    let answers = Question::ALL.into_iter().zip(answered(decoder, outcomes));
    answers.filter(|(_, answer)| *answer == wanted).map(|(question, _)| question.title()).collect()
}
