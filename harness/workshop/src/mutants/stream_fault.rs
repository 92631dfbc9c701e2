//! What a decoder that is pushed may do wrong.

/// A fault of [`Push`](crate::mutants::Push), or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamFault {
    None,
    /// Says nothing of a sequence that the end of the input cuts.
    DropsCutEnd,
    /// Takes what the end of the input cuts off for zeros.
    FillsCutEnd,
    /// Reports each byte of a sequence that the end of the input cuts.
    CountsCutEnd,
    /// Consumes the byte that does not continue a sequence.
    EatsOffending,
    /// Consumes as many bytes as the first one announced, whatever they are.
    SkipsAnnounced,
    /// Looks at nothing after an error.
    StopsAtError,
    /// Takes a continuation byte after a complete sequence for a part of it.
    SwallowsStray,
    /// Loses the character after an error.
    LosesNext,
    SkipsFf,
    EndsAtNul,
    RefusesNul,
    /// Makes one character of a pair of encoded surrogates.
    JoinsSurrogates,
    /// Drops U+FEFF at the start.
    DropsFirstMark,
    /// Drops U+FEFF everywhere.
    DropsMarks,
    /// Drops U+FEFF at the start of each call.
    DropsMarkOfEachCall,
    /// Forgets when it is given more what it has of a sequence.
    ForgetsBetweenCalls,
    /// Keeps over a reset what it has of a sequence.
    KeepsOverReset,
    /// Takes a call without bytes for the end.
    EndsAtEmptyCall,
    /// Consumes a byte that does not continue the sequence of the call before.
    EatsOffendingOfNextCall,
    /// Reports an error in the call after the one that decides it.
    ReportsLate,
    /// Gives offsets since the start of the call.
    CountsFromCall,
    /// Waits after F5, F6 and F7 for a byte.
    WaitsAfterF5,
    /// Looks for surrogates when the sequence is complete.
    SeesSurrogatesLate,
    /// Says nothing of a sequence that is left over from calls when a call says that this is the end.
    DropsLeftOver,
    /// Says nothing of a sequence that the end cuts and that came in more than one call.
    DropsCutEndOfSeveralCalls,
    /// Drops U+FEFF at the start if it comes in one call.
    DropsUnsplitMark,
    /// Keeps U+FEFF at the start if a call without bytes came before it, and else drops it.
    KeepsMarkAfterEmptyCall,
    /// Loses what looked like U+FEFF in the calls before and is not.
    LosesLookAlike,
    /// Loses a character that begins as U+FEFF does, and comes in several calls at the start.
    LosesCharacterLikeMark,
    /// Says nothing when the end cuts what looked like U+FEFF.
    DropsCutMark,
    /// Does not look again, as at a first byte, at the one that does not continue the sequence of the calls before.
    DoesNotLookAgain,
    /// Expects after a sequence of the calls before that is not continued as many bytes as that missed.
    KeepsMissing,
    /// Keeps three bytes of a sequence between calls, and needs a fourth.
    KeepsThreeBytes,
    /// Takes a stray byte at the start of a call for a part of the complete sequence before the call.
    SwallowsStrayOfNextCall,
    /// Takes a stray byte at the start of a call for a part of what the call before had too much.
    SwallowsStrayAfterStray,
}
