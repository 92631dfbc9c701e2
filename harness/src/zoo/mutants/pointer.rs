//! Mutants of the decoder that goes through memory: what it reads outside, and where it stays for ever.

use crate::zoo::{Misstep, Mutant, Pointer, Structure};

fn mutant(name: &'static str, does: &'static str, slip: Misstep) -> Mutant {
    Mutant::new(name, does, Structure::Pointer(Pointer { slip, terminated: slip == Misstep::StepsOverNul }))
}

pub(super) fn mutants() -> Vec<Mutant> {
    // Who sees the answer alone sees a crash too.
    let crashing = |name, does, slip, witness| mutant(name, does, slip).betrayed_by(witness, Some(witness));
    vec![
        crashing("s20", "reads 16 bytes where fewer are left", Misstep::ReadsWholeBlocks, b"\x00"),
        crashing("s20b", "reads 4 bytes wherever there is a sequence", Misstep::ReadsFourBytes, b"\xC2"),
        crashing(
            "s20c",
            "reads what is announced before it asks for the end",
            Misstep::ReadsAnnounced,
            b"\xC2",
        ),
        crashing("s26", "steps over the NUL that ends the text", Misstep::StepsOverNul, b"\xC0"),
        crashing("s27", "steps past the end and ends only at it", Misstep::StepsPastEnd, b"\xC0"),
        mutant("s28", "takes NUL for the end though it is told a length", Misstep::EndsAtNul)
            .betrayed_by(b"\x00", Some(b"\x00\x80")),
        crashing("s29", "looks up a byte as a number with a sign", Misstep::IndexesSigned, b"\x80"),
        crashing("s34", "does not go on after a byte that starts nothing", Misstep::StaysAtStray, b"\x80"),
        crashing("s34b", "does not go on after a sequence that is cut", Misstep::StaysAtCutEnd, b"\xC2"),
    ]
}
