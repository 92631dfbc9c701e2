//! The names of what can be wrong with a decoder.

use crate::named_enum;

/// The catalogue of causes: each has a name and, beside it, its severity.
macro_rules! catalogue {
    ($(#[$about:meta])* pub enum Cause {
        $($(#[$doc:meta])* $cause:ident = $name:literal: $severity:ident,)*
    }) => {
        named_enum! {
            $(#[$about])*
            pub enum Cause { $($(#[$doc])* $cause = $name,)* }
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
                match self {
                    $(Self::$cause => Severity::$severity,)*
                }
            }
        }
    };
}

catalogue! {
    /// What is wrong with a decoder, an encoder, a detector or a reader of labels. A name is never given to another cause:
    /// baselines and the rules of SARIF rest on it. `illformed explain NAME` prints the page of a cause.
    pub enum Cause {
        /// The process died.
        Crashes = "crashes": Critical,
        /// Bytes behind the input are read.
        ReadsPastEnd = "reads-past-end": Critical,
        /// Bytes before the input are read.
        ReadsBeforeStart = "reads-before-start": Critical,
        /// Memory behind the output is written.
        WritesPastOutput = "writes-past-output": Critical,
        /// Memory before the output is written.
        WritesBeforeOutput = "writes-before-output": Critical,
        /// The length that is reported is not the one that is written, or does not fit.
        MisstatesLength = "misstates-length": Critical,
        /// The input is written.
        ChangesInput = "changes-input": Critical,
        /// The answer depends on the address of the input, or on the bytes around it.
        DependsOnPlace = "depends-on-place": Critical,
        /// No answer came in time.
        Hangs = "hangs": Critical,
        /// What came is not an answer of the protocol.
        BreaksProtocol = "breaks-protocol": Critical,
        /// The same question got different answers.
        Unstable = "unstable": Critical,
        /// A well-formed character after an error vanishes.
        SwallowsNext = "swallows-next": Critical,
        /// `C0` or `C1` and a continuation byte are decoded.
        AcceptsOverlong2 = "accepts-overlong-2": Critical,
        /// `E0 80..9F` and a continuation byte are decoded.
        AcceptsOverlong3 = "accepts-overlong-3": Critical,
        /// `F0 80..8F` and two continuation bytes are decoded.
        AcceptsOverlong4 = "accepts-overlong-4": Critical,
        /// `F8 80..87` and three continuation bytes are decoded.
        AcceptsOverlong5 = "accepts-overlong-5": Critical,
        /// `FC 80..83` and four continuation bytes are decoded.
        AcceptsOverlong6 = "accepts-overlong-6": Critical,
        /// `ED A0..BF` and a continuation byte are decoded.
        AcceptsSurrogate = "accepts-surrogate": Critical,
        /// Two encoded surrogates are decoded, as two or as one character, although one alone is refused.
        AcceptsSurrogatePair = "accepts-surrogate-pair": Critical,
        /// A number above 10FFFF is decoded: `F4 90..BF`, `F5..F7`.
        AcceptsOutOfRange = "accepts-out-of-range": Critical,
        /// A form of five or six bytes is decoded: `F8..FD`.
        AcceptsLegacyForm = "accepts-legacy-form": Critical,
        /// `FE` or `FF` is decoded.
        AcceptsNeverValid = "accepts-never-valid": Critical,
        /// A form longer than the profile has is decoded.
        AcceptsUnsupportedLength = "accepts-unsupported-length": Critical,
        /// A continuation byte that continues nothing is decoded.
        AcceptsStrayContinuation = "accepts-stray-continuation": Critical,
        /// A sequence is decoded whose next byte is not a continuation byte.
        AcceptsTruncated = "accepts-truncated": Critical,
        /// A sequence is decoded that the end of the input cuts.
        AcceptsIncomplete = "accepts-incomplete": Critical,
        /// Ill-formed input is taken without the error, or the replacement, that is claimed.
        HidesErrors = "hides-errors": Critical,
        /// A well-formed character becomes another.
        DecodesWrongly = "decodes-wrongly": Critical,
        /// Text vanishes, or an error leaves no trace in it.
        LosesText = "loses-text": Critical,
        /// Text comes out that no bytes encode and no replacement policy yields.
        InventsText = "invents-text": Critical,
        /// What follows U+0000 is not read.
        EndsAtNul = "ends-at-nul": Critical,
        /// Wrong only after an earlier call or input on the same object.
        StateLeaks = "state-leaks": Critical,
        /// Wrong only once the process has decoded many inputs.
        ChangesWithUse = "changes-with-use": Critical,
        /// Wrong only when the input is cut into several calls.
        CutSensitive = "cut-sensitive": Critical,
        /// Wrong only at some place of a long input, or after some number of repeats.
        PositionSensitive = "position-sensitive": Critical,
        /// U+0000 is refused.
        RefusesNul = "refuses-nul": Wrong,
        /// U+FEFF is refused.
        RefusesBom = "refuses-bom": Wrong,
        /// A noncharacter is refused.
        RefusesNoncharacter = "refuses-noncharacter": Wrong,
        /// U+FFFD is refused.
        RefusesReplacementCharacter = "refuses-replacement-character": Wrong,
        /// A character of one byte is refused.
        RefusesAscii = "refuses-ascii": Wrong,
        /// A character of two bytes is refused.
        RefusesTwoByte = "refuses-two-byte": Wrong,
        /// A character of three bytes is refused.
        RefusesThreeByte = "refuses-three-byte": Wrong,
        /// A character above U+FFFF is refused.
        RefusesSupplementary = "refuses-supplementary": Wrong,
        /// A form is refused that RFC 3629 does not have and the claimed profile does.
        RefusesProfileForm = "refuses-profile-form": Wrong,
        /// Well-formed input of several classes is refused.
        RefusesWellFormed = "refuses-well-formed": Wrong,
        /// A character that the decoder documents to refuse is accepted.
        AcceptsRefused = "accepts-refused": Wrong,
        /// An error is reported, although the claim is to replace errors.
        StopsAtError = "stops-at-error": Wrong,
        /// U+FEFF at the start is dropped, although the claim is to keep it.
        BomStripped = "bom-stripped": Wrong,
        /// U+FEFF at the start is kept, although the claim is to drop it.
        BomKept = "bom-kept": Wrong,
        /// The text before a reported error is wrong.
        WrongTextBeforeError = "wrong-text-before-error": Wrong,
        /// Errors are replaced otherwise than the claimed policy says.
        ReplacesOtherwise = "replaces-otherwise": Wrong,
        /// The number of characters is wrong.
        CountsWrongly = "counts-wrongly": Wrong,
        /// The offset of an error is wrong.
        WrongOffset = "wrong-offset": Imprecise,
        /// The length of an error is wrong.
        WrongLength = "wrong-length": Imprecise,
        /// An error or text comes after the call that decides it.
        Late = "late": Imprecise,
        /// An error or text comes before the call that decides it.
        Early = "early": Imprecise,
        /// Input is called incomplete that no continuation can complete.
        SaysIncomplete = "says-incomplete": Imprecise,
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
    /// Whether well-formed input of one class is refused.
    pub const fn is_refusal(self) -> bool {
        self.is_between(Self::RefusesNul, Self::RefusesWellFormed)
    }

    /// Whether ill-formed input of one kind is decoded.
    pub const fn accepts_ill_formed(self) -> bool {
        self.is_between(Self::AcceptsOverlong2, Self::AcceptsIncomplete)
    }

    /// Whether there is no answer that could be compared.
    pub const fn is_without_answer(self) -> bool {
        self.is_between(Self::Crashes, Self::BreaksProtocol)
    }

    /// Whether it stands in the list from `first` to `last`.
    const fn is_between(self, first: Self, last: Self) -> bool {
        first as u8 <= self as u8 && self as u8 <= last as u8
    }

    /// The cause of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.name() == name)
    }
}
