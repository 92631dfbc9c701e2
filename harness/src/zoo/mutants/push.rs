//! Mutants of the decoder that is pushed: what it keeps or loses between two bytes, and at the end.

use crate::zoo::{Habit, Mutant, Structure};

fn mutant(name: &'static str, does: &'static str, habit: Habit) -> Mutant {
    Mutant::new(name, does, Structure::Push(habit))
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mut mutants = of_one_character();
    mutants.extend(of_errors());
    mutants.extend(of_calls());
    mutants
}

fn of_one_character() -> Vec<Mutant> {
    vec![
        mutant("m18", "makes one character of a pair of encoded surrogates", Habit::JoinsSurrogates)
            .betrayed_by(b"\xED\xA0", Some(b"\xED\xA0\x80\xED\xB0\x80")),
        mutant("m29", "passes over FF", Habit::SkipsFf).betrayed_by(b"\xFF", Some(b"\xFF")),
        mutant("m51", "takes NUL for the end", Habit::EndsAtNul).betrayed_by(b"\x00", Some(b"\x00\x80")),
        mutant("m52", "refuses NUL", Habit::RefusesNul).betrayed_by(b"\x00", Some(b"\x00")),
        mutant("m58", "drops U+FEFF at the start", Habit::DropsFirstMark).betrayed_by(b"\xEF\xBB\xBF", None),
        mutant("m59", "drops U+FEFF everywhere, not at the start alone", Habit::DropsMarks)
            .promising_to_strip()
            .betrayed_by(b"\x00\xEF\xBB\xBF", None),
    ]
}

fn of_errors() -> Vec<Mutant> {
    let replacing = |name, does, habit| mutant(name, does, habit).replacing();
    vec![
        mutant("m42", "says nothing of a sequence that the end cuts", Habit::DropsCutEnd)
            .betrayed_by(b"\xC2", Some(b"\xC2")),
        mutant("m43", "takes what the end cuts off for zeros", Habit::FillsCutEnd)
            .betrayed_by(b"\xC2", Some(b"\xC2")),
        replacing("m44", "replaces each byte of a sequence that the end cuts", Habit::CountsCutEnd)
            .betrayed_by(b"\xE0\xA0", None),
        replacing("m45", "consumes the byte that does not continue", Habit::EatsOffending)
            .betrayed_by(b"\xC2\x00", None),
        replacing("m46", "consumes as many bytes as were announced", Habit::SkipsAnnounced)
            .betrayed_by(b"\xC2\x00", None),
        replacing("m50", "looks at nothing after an error", Habit::StopsAtError)
            .betrayed_by(b"\x80\x00", None),
        mutant("m76", "takes a stray byte for a part of the sequence before it", Habit::SwallowsStray)
            .betrayed_by(b"\xC2\x80\x80", Some(b"\xC2\x80\x80")),
        replacing("m78", "loses the character after an error", Habit::LosesNext)
            .betrayed_by(b"\x80\x00", None),
    ]
}

fn of_calls() -> Vec<Mutant> {
    vec![
        mutant("s01", "forgets between calls what it has of a sequence", Habit::ForgetsBetweenCalls)
            .betrayed_by_calls("c2 a9 ."),
        mutant("s03", "keeps over a reset what it has of a sequence", Habit::KeepsOverReset)
            .betrayed_by_calls("c2 ~ a9 ."),
        mutant("s04", "drops U+FEFF at the start of each call", Habit::DropsMarkOfEachCall)
            .promising_to_strip()
            .betrayed_by_calls("41 efbbbf ."),
        mutant("s09", "takes a call without bytes for the end", Habit::EndsAtEmptyCall)
            .betrayed_by_calls("c2 - a9 ."),
        mutant(
            "s10",
            "consumes the byte after a call that ends in a sequence",
            Habit::EatsOffendingOfNextCall,
        )
        .replacing()
        .betrayed_by_calls("e2 22 ."),
        mutant("s11", "reports an error a call too late", Habit::ReportsLate).betrayed_by_calls("f0 80 ."),
        mutant("s12", "gives offsets since the start of the call", Habit::CountsFromCall)
            .betrayed_by_calls("41 ff ."),
        mutant("s14", "waits after F5, F6 and F7 for a byte", Habit::WaitsAfterF5)
            .betrayed_by_calls("f6 9b d1 ."),
        mutant("s15", "looks for surrogates when the sequence is complete", Habit::SeesSurrogatesLate)
            .betrayed_by_calls("ed a0 80 ."),
    ]
}
