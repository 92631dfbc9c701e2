//! Whether a decoder keeps its claim, in a word.

use crate::record::{DecoderRecord, Tally};

/// What a run says of a decoder's claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Everything that was judged is as claimed.
    Keeps,
    /// Something is not.
    Breaks,
    /// Nothing could be judged.
    NotJudged,
    /// It claims no profile that we have.
    NoClaim,
}

impl Standing {
    /// The standing of `decoder`, and the counts it rests on: a decoder that claims nothing is counted as it is shown.
    pub(crate) fn of(decoder: &DecoderRecord) -> (Self, &Tally) {
        if decoder.claim.profile == "none" {
            return (Self::NoClaim, &decoder.shown().tally);
        }
        let tally = &decoder.by_claim.tally;
        let standing = match (tally.judged, tally.bad()) {
            (0, _) => Self::NotJudged,
            (_, 0) => Self::Keeps,
            _ => Self::Breaks,
        };
        (standing, tally)
    }

    /// Its word in the matrix.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Keeps => "pass",
            Self::Breaks => "FAIL",
            Self::NotJudged => "-",
            Self::NoClaim => "none",
        }
    }
}
