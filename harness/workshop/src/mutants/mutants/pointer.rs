//! Mutants of the decoder that goes through memory: what it reads outside, and where it stays for ever.

use crate::mutants::{Mutant, Pointer, PointerFault, Structure};

fn mutant(name: &'static str, does: &'static str, block_fault: PointerFault) -> Mutant {
    Mutant::new(
        name,
        does,
        Structure::Pointer(Pointer { block_fault, terminated: block_fault == PointerFault::StepsOverNul }),
    )
}

pub(super) fn mutants() -> Vec<Mutant> {
    // Who sees the answer alone sees a crash too.
    let crashing = |name, does, block_fault, witness| {
        mutant(name, does, block_fault).betrayed_by(witness, Some(witness))
    };
    vec![
        crashing("s20", "reads 16 bytes where fewer are left", PointerFault::ReadsWholeBlocks, b"\x00"),
        crashing("s20b", "reads 4 bytes wherever there is a sequence", PointerFault::ReadsFourBytes, b"\xC2"),
        crashing(
            "s20c",
            "reads what is announced before it asks for the end",
            PointerFault::ReadsAnnounced,
            b"\xC2",
        ),
        crashing("s26", "steps over the NUL that ends the text", PointerFault::StepsOverNul, b"\xC0"),
        crashing("s27", "steps past the end and ends only at it", PointerFault::StepsPastEnd, b"\xC0"),
        mutant("s28", "takes NUL for the end though it is told a length", PointerFault::EndsAtNul)
            .betrayed_by(b"\x00", Some(b"\x00\x80")),
        crashing("s29", "looks up a byte as a number with a sign", PointerFault::IndexesSigned, b"\x80"),
        crashing(
            "s34",
            "does not go on after a byte that starts nothing",
            PointerFault::StaysAtStray,
            b"\x80",
        ),
        crashing("s34b", "does not go on after a sequence that is cut", PointerFault::StaysAtCutEnd, b"\xC2"),
    ]
}
