//! Mutants of the decoder of tables: bytes in a wrong class, and what it says of an error.

use crate::mutants::reaction;
use crate::mutants::table::class;
use crate::mutants::{Mutant, Structure, Table};
use illformed_judge::cause::Cause;

fn mutant(name: &'static str, does: &'static str, cells: &[(u8, u8)]) -> Mutant {
    Mutant::new(name, does, Structure::Table(Box::new(Table::with(cells))))
}

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        mutant("m04", "takes overlong forms of three bytes", &[(0xE0, class::THREE)])
            .told_as(Cause::AcceptsOverlong3)
            .betrayed_by(b"\xE0\x80", Some(b"\xE0\x80\x80")),
        mutant("m07", "takes overlong forms of four bytes", &[(0xF0, class::FOUR)])
            .told_as(Cause::AcceptsOverlong4)
            .betrayed_by(b"\xF0\x80", Some(b"\xF0\x80\x80\x80")),
        mutant("m10", "takes surrogates", &[(0xED, class::THREE)])
            .told_as(Cause::AcceptsSurrogate)
            .betrayed_by(b"\xED\xA0", Some(b"\xED\xA0\x80")),
        mutant("m16", "refuses all that begins with ED", &[(0xED, class::NEVER)])
            .told_as(Cause::RefusesThreeByte)
            .betrayed_by(b"\xED\x80", Some(b"\xED\x80\x80")),
        mutant("m22", "refuses all that begins with F4", &[(0xF4, class::NEVER)])
            .told_as(Cause::RefusesSupplementary)
            .betrayed_by(b"\xF4\x80", Some(b"\xF4\x80\x80\x80")),
        mutant(
            "m23",
            "takes F5, F6 and F7 for first bytes of four",
            &[(0xF5, class::FOUR), (0xF6, class::FOUR), (0xF7, class::FOUR)],
        )
        .told_as(Cause::AcceptsOutOfRange)
        .betrayed_by(b"\xF5\x80", Some(b"\xF5\x80\x80\x80")),
        mutant("m24", "takes F5 for the first byte of four", &[(0xF5, class::FOUR)])
            .told_as(Cause::AcceptsOutOfRange)
            .betrayed_by(b"\xF5\x80", Some(b"\xF5\x80\x80\x80")),
        mutant("m34", "refuses the continuation byte BF", &[(0xBF, class::NEVER)])
            .told_as(Cause::RefusesWellFormed)
            .betrayed_by(b"\xC2\xBF", Some(b"\xC2\xBF")),
        mutant("m35", "refuses the continuation byte 80", &[(0x80, class::NEVER)])
            .told_as(Cause::RefusesWellFormed)
            .betrayed_by(b"\xC2\x80", Some(b"\xC2\x80")),
        mutant("m36", "takes C0 for a continuation byte", &[(0xC0, class::TAIL_HIGH)])
            .told_as(Cause::AcceptsTruncated)
            .betrayed_by(b"\xC2\xC0", Some(b"\xC2\xC0")),
        mutant("m38", "refuses the first byte C2", &[(0xC2, class::NEVER)])
            .told_as(Cause::RefusesTwoByte)
            .betrayed_by(b"\xC2\x80", Some(b"\xC2\x80")),
        mutant("m39", "refuses the first byte DF", &[(0xDF, class::NEVER)])
            .told_as(Cause::RefusesTwoByte)
            .betrayed_by(b"\xDF\x80", Some(b"\xDF\x80")),
        mutant("m40", "refuses the first byte EF", &[(0xEF, class::NEVER)])
            .told_as(Cause::RefusesThreeByte)
            .betrayed_by(b"\xEF\x80", Some(b"\xEF\x80\x80")),
        mutant("m68", "gives the offset of the byte that does not continue", &[])
            .told_as(Cause::WrongOffset)
            .reacting(reaction::offset_of_the_offending_byte)
            .betrayed_by(b"\xE0\xA0", None),
        mutant("m69", "gives every error the length 1", &[])
            .told_as(Cause::WrongLength)
            .reacting(reaction::length_one)
            .betrayed_by(b"\xE0\xA0", None),
        mutant("m73", "refuses the first byte EC", &[(0xEC, class::NEVER)])
            .told_as(Cause::RefusesThreeByte)
            .betrayed_by(b"\xEC\x80", Some(b"\xEC\x80\x80")),
        mutant("m74", "refuses the first byte F3", &[(0xF3, class::NEVER)])
            .told_as(Cause::RefusesSupplementary)
            .betrayed_by(b"\xF3\x80", Some(b"\xF3\x80\x80\x80")),
    ]
}
