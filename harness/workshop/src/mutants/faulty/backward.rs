//! Mutants of the decoder that goes backward: how far it looks for the start of a sequence.

use crate::mutants::{Mutant, Retreat, Structure};
use illformed_judge::cause::Cause;

fn mutant(name: &'static str, does: &'static str, retreat: Retreat) -> Mutant {
    Mutant::new(name, does, Structure::Backward(retreat))
}

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        mutant("s32", "crosses any number of continuation bytes", Retreat::CrossesAll)
            .told_as(Cause::LosesText)
            .replacing()
            .betrayed_by(b"\x80\x80", Some(b"\x00\x80\x80\x80\x80")),
        mutant("s32b", "crosses a fourth continuation byte", Retreat::CrossesFourth)
            .told_as(Cause::LosesText)
            .replacing()
            .betrayed_by(b"\xC0\x80\x80\x80\x80", None),
        mutant("s32c", "has one error of a run that nothing starts", Retreat::MergesRun)
            .told_as(Cause::ReplacesOtherwise)
            .replacing()
            .betrayed_by(b"\x80\x80", None),
        mutant("s32d", "looks for the start before the start", Retreat::PassesStart)
            .told_as(Cause::Crashes)
            .betrayed_by(b"\x80", Some(b"\x80")),
    ]
}
