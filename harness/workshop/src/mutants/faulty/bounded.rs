//! Mutants of the decoder that writes into little space: characters that do not fit.

use crate::mutants::{Bounded, Form, Mutant, Overflow, Space, Structure};
use illformed_judge::cause::Cause;

fn mutant(name: &'static str, does: &'static str, form: Form, units: usize, overflow: Overflow) -> Mutant {
    let bounded = Bounded { form, space: Space::Units(units), overflow };
    Mutant::new(name, does, Structure::Bounded(bounded))
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mut mutants = of_replacements();
    mutants.extend(of_characters());
    mutants.extend(of_estimates());
    mutants
}

fn of_replacements() -> Vec<Mutant> {
    let replacing = |name, does, units, overflow| mutant(name, does, Form::Utf8, units, overflow).replacing();
    vec![
        replacing("s16", "loses the rest of U+FFFD when 1 byte is free", 1, Overflow::LosesRestOfReplacement)
            .told_as(Cause::InventsText)
            .betrayed_by(b"\x80", None),
        replacing(
            "s16b",
            "loses the rest of U+FFFD when 2 bytes are free",
            2,
            Overflow::LosesRestOfReplacement,
        )
        .told_as(Cause::InventsText)
        .betrayed_by(b"\x80", None),
        replacing("s16c", "loses U+FFFD when fewer than 3 bytes are free", 3, Overflow::LosesReplacement)
            .told_as(Cause::LosesText)
            .betrayed_by(b"\x00\x80", None),
        replacing("s16d", "begins U+FFFD again when 4 bytes are full", 4, Overflow::BeginsAgain)
            .told_as(Cause::InventsText)
            .betrayed_by(b"\x80\x80", None),
    ]
}

fn of_characters() -> Vec<Mutant> {
    let astral = b"\xF0\x90\x80\x80";
    vec![
        mutant("s08b", "loses what does not fit into 3 bytes", Form::Utf8, 3, Overflow::LosesTooLong)
            .told_as(Cause::LosesText)
            .betrayed_by(astral, None),
        mutant("s17", "loses the second half of a pair in 1 unit", Form::Utf16, 1, Overflow::LosesRest)
            .told_as(Cause::LosesText)
            .betrayed_by(astral, None),
        mutant("s17b", "begins a pair again when 2 units are full", Form::Utf16, 2, Overflow::BeginsAgain)
            .told_as(Cause::InventsText)
            .betrayed_by(b"\x00\xF0\x90\x80\x80", None),
        mutant(
            "s17c",
            "loses half a pair at the end of a call",
            Form::Utf16,
            3,
            Overflow::LosesRestAtEndOfCall,
        )
        .told_as(Cause::LosesText)
        .betrayed_by(b"\x00\x00\xF0\x90\x80\x80", None),
    ]
}

fn of_estimates() -> Vec<Mutant> {
    let estimating = |name, does, form, per_byte| {
        let space = Space::Estimate { per_byte, more: 0 };
        let bounded = Bounded { form, space, overflow: Overflow::Resumes };
        Mutant::new(name, does, Structure::Bounded(bounded)).replacing()
    };
    vec![
        estimating("s33", "has 3 bytes of space for each byte", Form::Utf8, 3)
            .told_as(Cause::CutSensitive)
            .betrayed_by_calls("c2 00 ."),
        estimating("s33b", "has 2 bytes of space for each byte", Form::Utf8, 2)
            .told_as(Cause::InventsText)
            .betrayed_by(b"\x80", None),
        estimating("s33c", "has 1 unit of space for each byte", Form::Utf16, 1)
            .told_as(Cause::CutSensitive)
            .betrayed_by_calls("c2 00 ."),
    ]
}
