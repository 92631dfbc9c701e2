//! What a segment should read as, piece by piece.

use crate::cause::{Cause, Deviation};
use crate::claim::{Claim, Kind, OutputKind};
use crate::expected::{ExpectedPiece, SegmentEvents, expected_pieces, lax_texts};
use illformed_codec::{ErrorKind, Policy, Profile};

/// The pieces of one segment.
pub(super) struct Reference {
    pub(super) segment: SegmentEvents,
    pub(super) profile: Profile,
    /// The characters and errors. Where errors are not to be replaced, their text is that of the usual policy.
    pub(super) pieces: Vec<ExpectedPiece>,
}

impl Reference {
    /// Of `segment`; in one that is open, what the end cuts may still go on.
    pub(super) fn new(segment: &SegmentEvents, is_open: bool, profile: Profile, claim: &Claim) -> Self {
        let mut segment = segment.clone();
        if is_open {
            segment.events.pop_if(|event| event.error_kind() == Some(ErrorKind::Incomplete));
        }
        let policy = claim.policy.filter(|policy| *policy != Policy::Fatal);
        let replacing = Claim {
            kind: Kind::Lossy,
            policy: Some(policy.unwrap_or(Policy::MaximalSubpart)),
            ..claim.clone()
        };
        let pieces = expected_pieces(&segment, profile, &replacing);
        Self { segment, profile, pieces }
    }

    /// The first error.
    pub(super) fn first_error(&self) -> Option<&ExpectedPiece> {
        self.pieces.iter().find(|piece| piece.is_error)
    }

    /// What a decoder that does not look at what is wrong with `error` may give for it, in the units of `out`.
    pub(super) fn lax_texts(&self, error: &ExpectedPiece, out: OutputKind) -> Vec<Vec<u32>> {
        let bytes = self.segment.bytes.get(error.event.at()..).unwrap_or_default();
        lax_texts(bytes, error.event.len(), out)
    }

    /// Whether a lead byte stands at `piece` that announces more bytes than there are.
    pub(super) fn is_cut(&self, piece: &ExpectedPiece) -> bool {
        let rest = self.segment.bytes.get(piece.event.at()..).unwrap_or_default();
        let announced = rest.first().map_or(0, |lead| lead.leading_ones() as usize);
        (2..=6).contains(&announced) && announced > rest.len()
    }

    /// Whether U+0000 stands before `error`.
    pub(super) fn has_nul_before(&self, error: &ExpectedPiece) -> bool {
        let before = self.pieces.iter().take_while(|piece| piece.event.at() < error.event.at());
        before.into_iter().any(|piece| piece.event.value() == Some(0))
    }

    /// The characters.
    pub(super) fn characters(&self) -> impl Iterator<Item = &ExpectedPiece> {
        self.pieces.iter().filter(|piece| !piece.is_error)
    }

    /// What a decoder may do that shows something else than an error of its kind, length or time at `error`: it may accept
    /// such errors, or refuse the character that begins there.
    pub(super) fn kin(&self, error: &ExpectedPiece) -> Vec<Cause> {
        let accepts = self.accepts(error);
        let lead = self.segment.bytes.get(error.event.at());
        let more = match (error.kind(), lead) {
            (Some(ErrorKind::Surrogate), _) => {
                [Cause::AcceptsSurrogate, Cause::AcceptsSurrogatePair].as_slice()
            }
            (Some(ErrorKind::Truncated | ErrorKind::Incomplete), Some(lead)) => match lead {
                ..=0xDF => &[Cause::RefusesTwoByte, Cause::RefusesWellFormed],
                ..=0xEF => &[Cause::RefusesThreeByte, Cause::RefusesWellFormed],
                _ => &[Cause::RefusesSupplementary, Cause::RefusesWellFormed],
            },
            _ => &[],
        };
        accepts.all().chain(more.iter().copied()).collect()
    }

    /// What a decoder does that decodes what is at `error`.
    pub(super) fn accepts(&self, error: &ExpectedPiece) -> Deviation {
        let bytes = self.segment.bytes.get(error.event.at()..).unwrap_or_default();
        let cause = match error.kind() {
            None => Cause::AcceptsRefused,
            Some(ErrorKind::Overlong) => match bytes.first() {
                Some(0xC0..=0xDF) => Cause::AcceptsOverlong2,
                Some(0xE0..=0xEF) => Cause::AcceptsOverlong3,
                Some(0xF0..=0xF7) => Cause::AcceptsOverlong4,
                Some(0xF8..=0xFB) => Cause::AcceptsOverlong5,
                Some(0xFC..=0xFD) => Cause::AcceptsOverlong6,
                _ => Cause::AcceptsUnsupportedLength,
            },
            Some(ErrorKind::Surrogate) if is_pair(bytes) => {
                return Deviation::new(Cause::AcceptsSurrogatePair).with_kin([Cause::AcceptsSurrogate]);
            }
            Some(ErrorKind::Surrogate) => Cause::AcceptsSurrogate,
            Some(ErrorKind::OutOfRange) => Cause::AcceptsOutOfRange,
            Some(ErrorKind::LegacyForm) => Cause::AcceptsLegacyForm,
            Some(ErrorKind::NeverValid) => Cause::AcceptsNeverValid,
            Some(ErrorKind::UnsupportedLength) => Cause::AcceptsUnsupportedLength,
            Some(ErrorKind::UnexpectedContinuation) => Cause::AcceptsStrayContinuation,
            Some(ErrorKind::Truncated) => Cause::AcceptsTruncated,
            Some(ErrorKind::Incomplete) => Cause::AcceptsIncomplete,
        };
        Deviation::new(cause)
    }
}

/// Whether `bytes` begin with a leading and a trailing surrogate.
const fn is_pair(bytes: &[u8]) -> bool {
    matches!(bytes, [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..])
}

/// The units that all `pieces` add.
pub(super) fn units<'a>(pieces: impl IntoIterator<Item = &'a ExpectedPiece>) -> Vec<u32> {
    pieces.into_iter().flat_map(ExpectedPiece::units).collect()
}
