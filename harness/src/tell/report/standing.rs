//! Whether a decoder keeps its claim, in a word.

#[cfg(feature = "cli")]
use crate::record::run_record::RunRecord;
use crate::record::run_record::{DecoderRecord, Tally};

/// What a run says of a decoder's claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Everything that was judged is as claimed.
    Keeps,
    /// The same, but it declined cases, or could be asked nothing of ill-formed or of well-formed input.
    KeepsInPart,
    /// Something is not.
    Breaks,
    /// Nothing could be judged, or it declined all well-formed or all ill-formed input.
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
        let asked = &decoder.asked;
        let in_part = asked.declined() > 0 || asked.unaskable_part().is_some();
        let standing = match (tally.judged, tally.bad()) {
            (0, _) => Self::NotJudged,
            (_, 1..) => Self::Breaks,
            _ if asked.declined_part().is_some() => Self::NotJudged,
            _ if in_part => Self::KeepsInPart,
            _ => Self::Keeps,
        };
        (standing, tally)
    }

    /// Its word in the matrix.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Keeps => "pass",
            Self::KeepsInPart => "part",
            Self::Breaks => "FAIL",
            Self::NotJudged => "-",
            Self::NoClaim => "none",
        }
    }
}

/// How many decoders of `record` stand how, in words; empty if there is none.
#[cfg(feature = "cli")]
pub(crate) fn standings(record: &RunRecord) -> String {
    let all = [
        (Standing::Keeps, "shows nothing against its claim", "show nothing against their claims"),
        (
            Standing::KeepsInPart,
            "passed in part (it declined cases, or could not be asked them)",
            "passed in part (they declined cases, or could not be asked them)",
        ),
        (Standing::Breaks, "breaks its claim", "break their claims"),
        (Standing::NoClaim, "claims no format that we have", "claim no format that we have"),
        (Standing::NotJudged, "could not be judged", "could not be judged"),
    ];
    let said = all.into_iter().filter_map(|(wanted, one, more)| {
        match record.decoders.iter().filter(|decoder| Standing::of(decoder).0 == wanted).count() {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {more}")),
        }
    });
    said.collect::<Vec<_>>().join(", ")
}
