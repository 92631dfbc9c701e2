//! Mutants of the decoder that goes through memory: what it reads outside, and where it stays for ever.

use crate::mutants::{Mutant, Pointer, PointerFault as Fault, Structure};
use illformed_judge::cause::Cause;

fn mutant(name: &'static str, does: &'static str, fault: Fault) -> Mutant {
    let terminated = fault == Fault::StepsOverNul;
    Mutant::new(name, does, Structure::Pointer(Pointer { fault, terminated }))
}

pub(super) fn mutants() -> Vec<Mutant> {
    // Who sees the answer alone sees a crash too.
    let crashing = |name, does, fault, witness| mutant(name, does, fault).betrayed_by(witness, Some(witness));
    vec![
        crashing("s20", "reads 16 bytes where fewer are left", Fault::ReadsWholeBlocks, b"\x00")
            .told_as(Cause::Crashes),
        crashing("s20b", "reads 4 bytes wherever there is a sequence", Fault::ReadsFourBytes, b"\xC2")
            .told_as(Cause::Crashes),
        crashing(
            "s20c",
            "reads what is announced before it asks for the end",
            Fault::ReadsAnnounced,
            b"\xC2",
        )
        .told_as(Cause::Crashes),
        crashing("s26", "steps over the NUL that ends the text", Fault::StepsOverNul, b"\xC0")
            .told_as(Cause::Crashes),
        crashing("s27", "steps past the end and ends only at it", Fault::StepsPastEnd, b"\xC0")
            .told_as(Cause::Crashes),
        mutant("s28", "takes NUL for the end though it is told a length", Fault::EndsAtNul)
            .told_as(Cause::EndsAtNul)
            .betrayed_by(b"\x00", Some(b"\x00\x80")),
        crashing("s29", "looks up a byte as a number with a sign", Fault::IndexesSigned, b"\x80")
            .told_as(Cause::Crashes),
        crashing("s34", "does not go on after a byte that starts nothing", Fault::StaysAtStray, b"\x80")
            .told_as(Cause::Crashes),
        crashing("s34b", "does not go on after a sequence that is cut", Fault::StaysAtCutEnd, b"\xC2")
            .told_as(Cause::Crashes),
    ]
}
