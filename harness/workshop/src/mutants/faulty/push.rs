//! Mutants of the decoder that is pushed: what it keeps or loses between two bytes, and at the end of the input.

use crate::mutants::{Mutant, StreamFault as Fault, Structure};
use illformed_judge::cause::Cause;

fn mutant(name: &'static str, does: &'static str, fault: Fault) -> Mutant {
    Mutant::new(name, does, Structure::Push(fault))
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mut mutants = of_one_character();
    mutants.extend(of_errors());
    mutants
}

fn of_one_character() -> Vec<Mutant> {
    vec![
        mutant("m18", "makes one character of a pair of encoded surrogates", Fault::JoinsSurrogates)
            .told_as(Cause::AcceptsSurrogatePair)
            .betrayed_by(b"\xED\xA0", Some(b"\xED\xA0\x80\xED\xB0\x80")),
        mutant("m29", "passes over FF", Fault::SkipsFf)
            .told_as(Cause::LosesText)
            .betrayed_by(b"\xFF", Some(b"\xFF")),
        mutant("m51", "takes NUL for the end", Fault::EndsAtNul)
            .told_as(Cause::EndsAtNul)
            .betrayed_by(b"\x00", Some(b"\x00\x80")),
        mutant("m52", "refuses NUL", Fault::RefusesNul)
            .told_as(Cause::RefusesNul)
            .betrayed_by(b"\x00", Some(b"\x00")),
        mutant("m58", "drops U+FEFF at the start", Fault::DropsFirstMark)
            .told_as(Cause::BomStripped)
            .betrayed_by(b"\xEF\xBB\xBF", None),
        mutant("m59", "drops U+FEFF everywhere, not at the start alone", Fault::DropsMarks)
            .told_as(Cause::LosesText)
            .promising_to_strip()
            .betrayed_by(b"\x00\xEF\xBB\xBF", None),
    ]
}

fn of_errors() -> Vec<Mutant> {
    let replacing = |name, does, fault| mutant(name, does, fault).replacing();
    vec![
        mutant("m42", "says nothing of a sequence that the end cuts", Fault::DropsCutEnd)
            .told_as(Cause::AcceptsIncomplete)
            .betrayed_by(b"\xC2", Some(b"\xC2")),
        mutant("m43", "takes what the end cuts off for zeros", Fault::FillsCutEnd)
            .told_as(Cause::AcceptsIncomplete)
            .betrayed_by(b"\xC2", Some(b"\xC2")),
        replacing("m44", "replaces each byte of a sequence that the end cuts", Fault::CountsCutEnd)
            .told_as(Cause::ReplacesOtherwise)
            .betrayed_by(b"\xE0\xA0", None),
        replacing("m45", "consumes the byte that does not continue", Fault::EatsOffending)
            .told_as(Cause::SwallowsNext)
            .betrayed_by(b"\xC2\x00", None),
        replacing("m46", "consumes as many bytes as were announced", Fault::SkipsAnnounced)
            .told_as(Cause::SwallowsNext)
            .betrayed_by(b"\xC2\x00", None),
        replacing("m50", "looks at nothing after an error", Fault::StopsAtError)
            .told_as(Cause::LosesText)
            .betrayed_by(b"\x80\x00", None),
        mutant("m76", "takes a stray byte for a part of the sequence before it", Fault::SwallowsStray)
            .told_as(Cause::LosesText)
            .betrayed_by(b"\xC2\x80\x80", Some(b"\xC2\x80\x80")),
        replacing("m78", "loses the character after an error", Fault::LosesNext)
            .told_as(Cause::SwallowsNext)
            .betrayed_by(b"\x80\x00", None),
    ]
}
