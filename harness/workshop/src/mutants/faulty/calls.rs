//! Mutants of the decoder that is pushed which err between calls; most are right when all comes in one.

use crate::mutants::{Mutant, StreamFault as Fault, Structure};
use illformed_judge::cause::Cause;

fn mutant(name: &'static str, does: &'static str, fault: Fault, calls: &'static str) -> Mutant {
    Mutant::new(name, does, Structure::Push(fault)).betrayed_by_calls(calls)
}

/// One that who sees the answer alone tells by the same calls.
fn answering(name: &'static str, does: &'static str, fault: Fault, calls: &'static str) -> Mutant {
    mutant(name, does, fault, calls).answering_wrong_to(calls)
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mut mutants = of_what_is_left_over();
    mutants.extend(of_the_mark());
    mutants.extend(of_errors());
    mutants
}

fn of_what_is_left_over() -> Vec<Mutant> {
    vec![
        answering(
            "s01",
            "forgets between calls what it has of a sequence",
            Fault::ForgetsBetweenCalls,
            "c2 a9 .",
        )
        .told_as(Cause::CutSensitive),
        answering("s02", "says nothing at the end of what is left over", Fault::DropsLeftOver, "c2 .")
            .told_as(Cause::CutSensitive),
        answering(
            "s02b",
            "says nothing at the end of what several calls left over",
            Fault::DropsCutEndOfSeveralCalls,
            "e2 82 .",
        )
        .told_as(Cause::CutSensitive),
        answering("s03", "keeps over a reset what it has of a sequence", Fault::KeepsOverReset, "c2 ~ a9 .")
            .told_as(Cause::StateLeaks),
        answering("s08", "keeps three bytes of a sequence of four", Fault::KeepsThreeBytes, "f0 9f 92 a9 .")
            .told_as(Cause::CutSensitive),
        answering("s09", "takes a call without bytes for the end", Fault::EndsAtEmptyCall, "c2 - a9 .")
            .told_as(Cause::CutSensitive),
        answering(
            "s13",
            "takes a stray byte for a part of an earlier sequence",
            Fault::SwallowsStrayOfNextCall,
            "c2a9 80 .",
        )
        .told_as(Cause::CutSensitive),
        mutant(
            "s13b",
            "takes a stray byte for one more of an earlier call",
            Fault::SwallowsStrayAfterStray,
            "e282ac80 80 .",
        )
        .told_as(Cause::CutSensitive)
        .replacing(),
        answering("s14", "waits after F5, F6 and F7 for a byte", Fault::WaitsAfterF5, "f6 9b d1 .")
            .told_as(Cause::Late),
        answering(
            "s15",
            "looks for surrogates when the sequence is complete",
            Fault::SeesSurrogatesLate,
            "ed a0 80 .",
        )
        .told_as(Cause::WrongLength),
    ]
}

fn of_the_mark() -> Vec<Mutant> {
    let stripping = |name, does, fault, calls| mutant(name, does, fault, calls).promising_to_strip();
    vec![
        stripping("s04", "drops U+FEFF at the start of each call", Fault::DropsMarkOfEachCall, "41 efbbbf .")
            .told_as(Cause::CutSensitive),
        stripping("s05", "keeps U+FEFF that comes in two calls", Fault::DropsUnsplitMark, "ef bbbf41 .")
            .told_as(Cause::CutSensitive),
        stripping(
            "s05b",
            "keeps U+FEFF after a call without bytes",
            Fault::KeepsMarkAfterEmptyCall,
            "- efbbbf41 .",
        )
        .told_as(Cause::CutSensitive),
        stripping("s06", "loses what looked like U+FEFF and is not", Fault::LosesLookAlike, "efbb 41 .")
            .told_as(Cause::CutSensitive)
            .answering_wrong_to("efbb 41 ."),
        stripping(
            "s06b",
            "loses a character that begins as U+FEFF does",
            Fault::LosesCharacterLikeMark,
            "ef bf be .",
        )
        .told_as(Cause::CutSensitive),
        stripping("s06c", "says nothing of U+FEFF that the end cuts", Fault::DropsCutMark, "efbb .")
            .told_as(Cause::CutSensitive)
            .answering_wrong_to("efbb ."),
    ]
}

fn of_errors() -> Vec<Mutant> {
    let replacing = |name, does, fault, calls| mutant(name, does, fault, calls).replacing();
    vec![
        replacing(
            "s07",
            "does not look again at what breaks an earlier sequence",
            Fault::DoesNotLookAgain,
            "f0 c2 80 2a .",
        )
        .told_as(Cause::CutSensitive),
        replacing(
            "s07b",
            "expects after a broken sequence what it still missed",
            Fault::KeepsMissing,
            "f0 c2 80 2a .",
        )
        .told_as(Cause::CutSensitive),
        replacing(
            "s10",
            "consumes the byte after a call that ends in a sequence",
            Fault::EatsOffendingOfNextCall,
            "e2 22 .",
        )
        .told_as(Cause::CutSensitive),
        answering("s11", "reports an error a call too late", Fault::ReportsLate, "f0 80 .")
            .told_as(Cause::Late),
        mutant("s12", "gives offsets since the start of the call", Fault::CountsFromCall, "41 ff .")
            .told_as(Cause::WrongOffset),
    ]
}
