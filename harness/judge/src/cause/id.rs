//! The names of what can be wrong with a decoder.

use crate::named_enum;
use serde::{Deserialize, Serialize};
use std::fmt;

named_enum! {
    /// What is wrong with a decoder, an encoder, a detector or a reader of labels. A name is never given to another cause:
    /// baselines and the rules of SARIF rest on it. `illformed explain NAME` prints the page of a cause.
    pub enum Cause {
        /// The process died, or read outside its input.
        Crashes = "crashes",
        /// No answer came in time.
        Hangs = "hangs",
        /// What came is not an answer of the protocol.
        BreaksProtocol = "breaks-protocol",
        /// The same question got different answers.
        Unstable = "unstable",
        /// A well-formed character after an error vanishes.
        SwallowsNext = "swallows-next",
        /// `C0` or `C1` and a continuation byte are decoded.
        AcceptsOverlong2 = "accepts-overlong-2",
        /// `E0 80..9F` and a continuation byte are decoded.
        AcceptsOverlong3 = "accepts-overlong-3",
        /// `F0 80..8F` and two continuation bytes are decoded.
        AcceptsOverlong4 = "accepts-overlong-4",
        /// `F8 80..87` and three continuation bytes are decoded.
        AcceptsOverlong5 = "accepts-overlong-5",
        /// `FC 80..83` and four continuation bytes are decoded.
        AcceptsOverlong6 = "accepts-overlong-6",
        /// `ED A0..BF` and a continuation byte are decoded.
        AcceptsSurrogate = "accepts-surrogate",
        /// Two encoded surrogates are decoded, as two or as one character, although one alone is refused.
        AcceptsSurrogatePair = "accepts-surrogate-pair",
        /// A number above 10FFFF is decoded: `F4 90..BF`, `F5..F7`.
        AcceptsOutOfRange = "accepts-out-of-range",
        /// A form of five or six bytes is decoded: `F8..FD`.
        AcceptsLegacyForm = "accepts-legacy-form",
        /// `FE` or `FF` is decoded.
        AcceptsNeverValid = "accepts-never-valid",
        /// A form longer than the profile has is decoded.
        AcceptsUnsupportedLength = "accepts-unsupported-length",
        /// A continuation byte that continues nothing is decoded.
        AcceptsStrayContinuation = "accepts-stray-continuation",
        /// A sequence is decoded whose next byte is not a continuation byte.
        AcceptsTruncated = "accepts-truncated",
        /// A sequence is decoded that the end of the input cuts.
        AcceptsIncomplete = "accepts-incomplete",
        /// Ill-formed input is replaced, and no error is reported, although the claim is strict.
        HidesErrors = "hides-errors",
        /// A well-formed character becomes another.
        DecodesWrongly = "decodes-wrongly",
        /// Text vanishes, or an error leaves no trace in it.
        LosesText = "loses-text",
        /// Text comes out that no bytes encode and no replacement policy yields.
        InventsText = "invents-text",
        /// What follows U+0000 is not read.
        EndsAtNul = "ends-at-nul",
        /// Wrong only after an earlier call or input on the same object.
        StateLeaks = "state-leaks",
        /// Wrong only when the input is cut into several calls.
        CutSensitive = "cut-sensitive",
        /// Wrong only at some offset of a long input.
        PositionSensitive = "position-sensitive",
        /// U+0000 is refused.
        RefusesNul = "refuses-nul",
        /// U+FEFF is refused.
        RefusesBom = "refuses-bom",
        /// A noncharacter is refused.
        RefusesNoncharacter = "refuses-noncharacter",
        /// U+FFFD is refused.
        RefusesReplacementCharacter = "refuses-replacement-character",
        /// A character of one byte is refused.
        RefusesAscii = "refuses-ascii",
        /// A character of two bytes is refused.
        RefusesTwoByte = "refuses-two-byte",
        /// A character of three bytes is refused.
        RefusesThreeByte = "refuses-three-byte",
        /// A character above U+FFFF is refused.
        RefusesSupplementary = "refuses-supplementary",
        /// A form is refused that RFC 3629 does not have and the claimed profile does.
        RefusesProfileForm = "refuses-profile-form",
        /// Well-formed input of several classes is refused.
        RefusesWellFormed = "refuses-well-formed",
        /// A character that the decoder documents to refuse is accepted.
        AcceptsRefused = "accepts-refused",
        /// An error is reported, although the claim is to replace errors.
        StopsAtError = "stops-at-error",
        /// U+FEFF at the start is dropped, although the claim is to keep it.
        BomStripped = "bom-stripped",
        /// U+FEFF at the start is kept, although the claim is to drop it.
        BomKept = "bom-kept",
        /// The text before a reported error is wrong.
        WrongTextBeforeError = "wrong-text-before-error",
        /// Errors are replaced otherwise than the claimed policy says.
        ReplacesOtherwise = "replaces-otherwise",
        /// The number of characters is wrong.
        CountsWrongly = "counts-wrongly",
        /// An encoder encodes or refuses otherwise than its profile says.
        EncodesWrongly = "encodes-wrongly",
        /// A detector finds another encoding than the bytes have.
        DetectsWrongly = "detects-wrongly",
        /// A reader of labels gives another encoding than the label has.
        LabelsWrongly = "labels-wrongly",
        /// The offset of an error is wrong.
        WrongOffset = "wrong-offset",
        /// The length of an error is wrong.
        WrongLength = "wrong-length",
        /// An error or text comes after the call that decides it.
        Late = "late",
        /// An error or text comes before the call that decides it.
        Early = "early",
        /// Input is called incomplete that no continuation can complete.
        SaysIncomplete = "says-incomplete",
    }
}

named_enum! {
    /// How bad a cause is. The worst comes first.
    pub enum Severity {
        /// Ill-formed input gets through, text changes or vanishes, or no answer comes: input that one program checks can
        /// mean something else to the next.
        Critical = "critical",
        /// Well-formed input is refused, or the text differs from what is claimed.
        Wrong = "wrong",
        /// The answer is right, but an offset, a length or the time at which it comes is not.
        Imprecise = "imprecise",
    }
}

impl Cause {
    /// How bad it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_judge::cause::{Cause, Severity};
    ///
    /// assert_eq!(Cause::AcceptsSurrogate.severity(), Severity::Critical);
    /// assert_eq!(Cause::RefusesNul.severity(), Severity::Wrong);
    /// assert_eq!(Cause::Late.severity(), Severity::Imprecise);
    /// ```
    pub const fn severity(self) -> Severity {
        // The order of the list is that of the severities.
        if (self as usize) < Self::RefusesNul as usize {
            Severity::Critical
        } else if (self as usize) < Self::WrongOffset as usize {
            Severity::Wrong
        } else {
            Severity::Imprecise
        }
    }

    /// Whether well-formed input of one class is refused.
    pub const fn is_refusal(self) -> bool {
        (self as usize) >= Self::RefusesNul as usize && (self as usize) <= Self::RefusesWellFormed as usize
    }

    /// Whether ill-formed input of one kind is decoded.
    pub const fn accepts_ill_formed(self) -> bool {
        (self as usize) >= Self::AcceptsOverlong2 as usize
            && (self as usize) <= Self::AcceptsIncomplete as usize
    }

    /// The cause of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.name() == name)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
