//! Mutants of the decoder of shifts: transitions that lead elsewhere, and other things than U+FFFD for an error.

use crate::mutants::reaction;
use crate::mutants::shift::state::{
    AFTER_E0, AFTER_ED, AFTER_F0, AFTER_F4, ERROR, ONE_MORE, SPARE, START, TWO_MORE,
};
use crate::mutants::shift::{Edge, Shift};
use crate::mutants::{Mutant, Structure};
use illformed_judge::cause::Cause;

fn mutant(name: &'static str, does: &'static str, edges: &[Edge]) -> Mutant {
    Mutant::new(name, does, Structure::Shift(Box::new(Shift::with(edges))))
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mut mutants = second_bytes();
    mutants.extend(other_bytes());
    mutants
}

fn second_bytes() -> Vec<Mutant> {
    vec![
        mutant("m05", "takes 9F after E0", &[(AFTER_E0, 0x9F..=0x9F, ONE_MORE)])
            .told_as(Cause::AcceptsOverlong3)
            .betrayed_by(b"\xE0\x9F", Some(b"\xE0\x9F\x80")),
        mutant("m06", "refuses A0 after E0", &[(AFTER_E0, 0xA0..=0xA0, ERROR)])
            .told_as(Cause::RefusesThreeByte)
            .betrayed_by(b"\xE0\xA0", Some(b"\xE0\xA0\x80")),
        mutant("m08", "takes 8F after F0", &[(AFTER_F0, 0x8F..=0x8F, TWO_MORE)])
            .told_as(Cause::AcceptsOverlong4)
            .betrayed_by(b"\xF0\x8F", Some(b"\xF0\x8F\x80\x80")),
        mutant("m09", "refuses 90 after F0", &[(AFTER_F0, 0x90..=0x90, ERROR)])
            .told_as(Cause::RefusesSupplementary)
            .betrayed_by(b"\xF0\x90", Some(b"\xF0\x90\x80\x80")),
        mutant("m11", "refuses the leading surrogates alone", &[(AFTER_ED, 0xB0..=0xBF, ONE_MORE)])
            .told_as(Cause::AcceptsSurrogate)
            .betrayed_by(b"\xED\xB0", Some(b"\xED\xB0\x80")),
        mutant("m12", "refuses the trailing surrogates alone", &[(AFTER_ED, 0xA0..=0xAF, ONE_MORE)])
            .told_as(Cause::AcceptsSurrogate)
            .betrayed_by(b"\xED\xA0", Some(b"\xED\xA0\x80")),
        mutant("m13", "takes U+DFFF", &[(AFTER_ED, 0xBF..=0xBF, SPARE), (SPARE, 0xBF..=0xBF, START)])
            .told_as(Cause::AcceptsSurrogate)
            .betrayed_by(b"\xED\xBF", Some(b"\xED\xBF\xBF")),
        mutant("m14", "takes U+D800", &[(AFTER_ED, 0xA0..=0xA0, SPARE), (SPARE, 0x80..=0x80, START)])
            .told_as(Cause::AcceptsSurrogate)
            .betrayed_by(b"\xED\xA0", Some(b"\xED\xA0\x80")),
        mutant("m20", "takes 90 after F4", &[(AFTER_F4, 0x90..=0x90, TWO_MORE)])
            .told_as(Cause::AcceptsOutOfRange)
            .betrayed_by(b"\xF4\x90", Some(b"\xF4\x90\x80\x80")),
        mutant("m75", "takes A0 after ED", &[(AFTER_ED, 0xA0..=0xA0, ONE_MORE)])
            .told_as(Cause::AcceptsSurrogate)
            .betrayed_by(b"\xED\xA0", Some(b"\xED\xA0\x80")),
    ]
}

fn other_bytes() -> Vec<Mutant> {
    let reacting = |name, does, reaction| mutant(name, does, &[]).reacting(reaction).replacing();
    vec![
        mutant("m03", "takes C0 80 for U+0000", &[(START, 0xC0..=0xC0, SPARE), (SPARE, 0x80..=0x80, START)])
            .told_as(Cause::AcceptsOverlong2)
            .betrayed_by(b"\xC0\x80", Some(b"\xC0\x80")),
        mutant("m41", "refuses what takes four bytes", &[(START, 0xF0..=0xF4, ERROR)])
            .told_as(Cause::RefusesSupplementary)
            .betrayed_by(b"\xF0\x90", Some(b"\xF0\x90\x80\x80")),
        mutant(
            "m61",
            "refuses U+0080 to U+009F",
            &[(START, 0xC2..=0xC2, SPARE), (SPARE, 0xA0..=0xBF, START)],
        )
        .told_as(Cause::RefusesTwoByte)
        .betrayed_by(b"\xC2\x80", Some(b"\xC2\x80")),
        reacting("m70", "puts nothing in the place of an error", reaction::silent)
            .told_as(Cause::LosesText)
            .betrayed_by(b"\x80", Some(b"\x80")),
        reacting("m71", "puts Latin-1 in the place of an error", reaction::latin_1)
            .told_as(Cause::ReplacesOtherwise)
            .betrayed_by(b"\x80", Some(b"\x80")),
        reacting("m72", "puts unpaired surrogates in the place of an error", reaction::escaped)
            .told_as(Cause::ReplacesOtherwise)
            .betrayed_by(b"\x80", Some(b"\x80")),
    ]
}
