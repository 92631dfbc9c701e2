//! Mutants of the decoder of wide blocks: each errs at some places of an input and nowhere else.

use crate::mutants::wide::{BlockFault as Fault, Wide};
use crate::mutants::{Mutant, Structure};
use illformed_judge::cause::Cause;

fn mutant(name: &'static str, does: &'static str, width: usize, fault: Fault) -> Mutant {
    Mutant::new(name, does, Structure::Wide(Wide { width, fault }))
}

/// So many NULs, and then these bytes.
macro_rules! after_nuls {
    ($count:literal, $($byte:literal),+) => {{
        const BYTES: &[u8] = &{
            let last = [$($byte),+];
            let mut bytes = [0; $count + [$($byte),+].len()];
            let mut at = 0;
            while at < last.len() {
                bytes[$count + at] = last[at];
                at += 1;
            }
            bytes
        };
        BYTES
    }};
}

pub(super) fn mutants() -> Vec<Mutant> {
    const LAST_OF_64: &[u8] = after_nuls!(63, 0x80);
    const LEAD_LAST_OF_16: &[u8] = after_nuls!(15, 0xC2, 0x00);
    const FIRST_OF_64: &[u8] = &{
        let mut bytes = [0; 64];
        bytes[0] = 0x80;
        bytes
    };
    const BEFORE_A_BLOCK: &[u8] = &{
        let mut bytes = [0; 17];
        bytes[0] = 0x80;
        bytes
    };
    const THREE_BEFORE_EDGE: &[u8] = after_nuls!(61, 0xF0, 0x90, 0x80, 0x00);
    const SURROGATE_IN_32: &[u8] = after_nuls!(29, 0xED, 0xA0, 0x80);
    vec![
        mutant("s18", "takes what starts nothing in the last byte of 64", 64, Fault::PassesLastByte)
            .told_as(Cause::PositionSensitive)
            .betrayed_by(LAST_OF_64, Some(LAST_OF_64)),
        mutant("s19", "takes a lead in the last byte of 16 for a character", 16, Fault::PassesLastLead)
            .told_as(Cause::PositionSensitive)
            .betrayed_by(LEAD_LAST_OF_16, Some(LEAD_LAST_OF_16)),
        mutant("s21", "gives the start of the 16-byte block for the error", 16, Fault::CountsFromBlock)
            .told_as(Cause::WrongOffset)
            .betrayed_by(LEAD_LAST_OF_16, None),
        mutant("s22", "takes 64 bytes for ASCII if all but the first are", 64, Fault::IgnoresFirstByte)
            .told_as(Cause::PositionSensitive)
            .betrayed_by(FIRST_OF_64, Some(FIRST_OF_64)),
        mutant("s23", "does not look at what stands before blocks of 16", 16, Fault::IgnoresHead)
            .told_as(Cause::PositionSensitive)
            .betrayed_by(BEFORE_A_BLOCK, Some(BEFORE_A_BLOCK)),
        mutant("s24", "does not look back three bytes at the end of 64", 64, Fault::LooksBackWrongly(3))
            .told_as(Cause::PositionSensitive)
            .betrayed_by(THREE_BEFORE_EDGE, Some(THREE_BEFORE_EDGE)),
        mutant("s25", "takes surrogates in inputs of 32 bytes or more", 32, Fault::HasOtherKernel)
            .told_as(Cause::PositionSensitive)
            .betrayed_by(SURROGATE_IN_32, Some(SURROGATE_IN_32)),
    ]
}
