//! What a segment should read as, piece by piece.

use crate::cause::{Cause, Deviation};
use crate::claim::{Claim, Kind, OutputKind};
use crate::expected::{SegmentEvents, expected_pieces, is_refused, lax_texts};
use illformed_codec::{ErrorKind, Event, Policy, Profile};

/// The pieces of one segment.
pub(super) struct Reference {
    pub(super) segment: SegmentEvents,
    pub(super) profile: Profile,
    pub(super) pieces: Vec<Piece>,
}

/// A character or an error.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// The event as it was read.
    pub(super) event: Event,
    /// Whether the decoder should show an error.
    pub(super) is_error: bool,
    /// What it adds to the text where errors are replaced, in the decoder's form; nothing where that is not known.
    pub(super) units: Vec<u32>,
}

impl Piece {
    /// The kind of the error; `None` also for a character that the decoder documents to refuse.
    pub(super) fn kind(&self) -> Option<ErrorKind> {
        self.event.error_kind()
    }
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
        let expected = expected_pieces(&segment, profile, &replacing);
        let pieces = segment.events.iter().zip(expected).map(|(event, expected)| Piece {
            event: *event,
            is_error: event.error_kind().is_some() || is_refused(*event, claim),
            units: expected.text.and_then(|text| text.units()).unwrap_or_default(),
        });
        let pieces = pieces.collect();
        Self { segment, profile, pieces }
    }

    /// The first error.
    pub(super) fn first_error(&self) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.is_error)
    }

    /// What a decoder that does not look at what is wrong with `error` may give for it, in the units of `out`.
    pub(super) fn lax_texts(&self, error: &Piece, out: OutputKind) -> Vec<Vec<u32>> {
        let bytes = self.segment.bytes.get(error.event.at()..).unwrap_or_default();
        lax_texts(bytes, error.event.len(), out)
    }

    /// Whether a lead byte stands at `piece` that announces more bytes than there are.
    pub(super) fn is_cut(&self, piece: &Piece) -> bool {
        let rest = self.segment.bytes.get(piece.event.at()..).unwrap_or_default();
        let announced = rest.first().map_or(0, |lead| lead.leading_ones() as usize);
        (2..=6).contains(&announced) && announced > rest.len()
    }

    /// Whether U+0000 stands before `error`.
    pub(super) fn has_nul_before(&self, error: &Piece) -> bool {
        let before = self.pieces.iter().take_while(|piece| piece.event.at() < error.event.at());
        before.into_iter().any(|piece| piece.event.value() == Some(0))
    }

    /// The characters.
    pub(super) fn characters(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|piece| !piece.is_error)
    }

    /// What a decoder may do that shows something else than an error of its kind, length or time at `error`: it may accept
    /// such errors, or refuse the character that begins there.
    pub(super) fn kin(&self, error: &Piece) -> Vec<Cause> {
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
    pub(super) fn accepts(&self, error: &Piece) -> Deviation {
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
