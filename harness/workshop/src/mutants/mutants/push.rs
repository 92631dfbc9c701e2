//! Mutants of the decoder that is pushed: what it keeps or loses between two bytes, and at the end of the input.

use crate::mutants::{Mutant, StreamFault, Structure};

fn mutant(name: &'static str, does: &'static str, stream_fault: StreamFault) -> Mutant {
    Mutant::new(name, does, Structure::Push(stream_fault))
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mut mutants = of_one_character();
    mutants.extend(of_errors());
    mutants
}

fn of_one_character() -> Vec<Mutant> {
    vec![
        mutant("m18", "makes one character of a pair of encoded surrogates", StreamFault::JoinsSurrogates)
            .betrayed_by(b"\xED\xA0", Some(b"\xED\xA0\x80\xED\xB0\x80")),
        mutant("m29", "passes over FF", StreamFault::SkipsFf).betrayed_by(b"\xFF", Some(b"\xFF")),
        mutant("m51", "takes NUL for the end", StreamFault::EndsAtNul)
            .betrayed_by(b"\x00", Some(b"\x00\x80")),
        mutant("m52", "refuses NUL", StreamFault::RefusesNul).betrayed_by(b"\x00", Some(b"\x00")),
        mutant("m58", "drops U+FEFF at the start", StreamFault::DropsFirstMark)
            .betrayed_by(b"\xEF\xBB\xBF", None),
        mutant("m59", "drops U+FEFF everywhere, not at the start alone", StreamFault::DropsMarks)
            .promising_to_strip()
            .betrayed_by(b"\x00\xEF\xBB\xBF", None),
    ]
}

fn of_errors() -> Vec<Mutant> {
    let replacing = |name, does, stream_fault| mutant(name, does, stream_fault).replacing();
    vec![
        mutant("m42", "says nothing of a sequence that the end cuts", StreamFault::DropsCutEnd)
            .betrayed_by(b"\xC2", Some(b"\xC2")),
        mutant("m43", "takes what the end cuts off for zeros", StreamFault::FillsCutEnd)
            .betrayed_by(b"\xC2", Some(b"\xC2")),
        replacing("m44", "replaces each byte of a sequence that the end cuts", StreamFault::CountsCutEnd)
            .betrayed_by(b"\xE0\xA0", None),
        replacing("m45", "consumes the byte that does not continue", StreamFault::EatsOffending)
            .betrayed_by(b"\xC2\x00", None),
        replacing("m46", "consumes as many bytes as were announced", StreamFault::SkipsAnnounced)
            .betrayed_by(b"\xC2\x00", None),
        replacing("m50", "looks at nothing after an error", StreamFault::StopsAtError)
            .betrayed_by(b"\x80\x00", None),
        mutant("m76", "takes a stray byte for a part of the sequence before it", StreamFault::SwallowsStray)
            .betrayed_by(b"\xC2\x80\x80", Some(b"\xC2\x80\x80")),
        replacing("m78", "loses the character after an error", StreamFault::LosesNext)
            .betrayed_by(b"\x80\x00", None),
    ]
}
