//! Mutants of the decoder of blocks: numbers that are permitted or not, and the end of ASCII.

use crate::mutants::blocks::Blocks;
use crate::mutants::reaction;
use crate::mutants::{Mutant, Structure};
use illformed_judge::cause::Cause;
use std::ops::RangeInclusive;

fn mutant(name: &'static str, does: &'static str, blocks: Blocks) -> Mutant {
    Mutant::new(name, does, Structure::Blocks(blocks))
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mut mutants = ranges();
    mutants.extend(gaps());
    mutants.extend(ascii());
    mutants
}

fn ranges() -> Vec<Mutant> {
    let permitting =
        |name, does, len, permitted: RangeInclusive<u64>| mutant(name, does, Blocks::with(len, permitted));
    vec![
        permitting("m01", "takes overlong forms of two bytes", 2, 0..=0x7FF)
            .told_as(Cause::AcceptsOverlong2)
            .betrayed_by(b"\xC0\x80", Some(b"\xC0\x80")),
        permitting("m02", "takes overlong forms of two bytes but for C0", 2, 0x40..=0x7FF)
            .told_as(Cause::AcceptsOverlong2)
            .betrayed_by(b"\xC1\x80", Some(b"\xC1\x80")),
        permitting("m19", "takes all that begins with F4", 4, 0x1_0000..=0x13_FFFF)
            .told_as(Cause::AcceptsOutOfRange)
            .betrayed_by(b"\xF4\x90", Some(b"\xF4\x90\x80\x80")),
        permitting("m21", "refuses U+10FFFF", 4, 0x1_0000..=0x10_FFFE)
            .told_as(Cause::RefusesNoncharacter)
            .betrayed_by(b"\xF4\x8F\xBF\xBF", Some(b"\xF4\x8F\xBF\xBF")),
        permitting("m25", "takes forms of five bytes that are not overlong", 5, 0x20_0000..=0x3FF_FFFF)
            .told_as(Cause::AcceptsLegacyForm)
            .betrayed_by(b"\xF8\x88", Some(b"\xF8\x88\x80\x80\x80")),
        permitting("m26", "takes forms of six bytes that are not overlong", 6, 0x400_0000..=0x7FFF_FFFF)
            .told_as(Cause::AcceptsLegacyForm)
            .betrayed_by(b"\xFC\x84", Some(b"\xFC\x84\x80\x80\x80\x80")),
        permitting("m27", "takes overlong forms of five bytes", 5, 0..=0x1F_FFFF)
            .told_as(Cause::AcceptsLegacyForm)
            .betrayed_by(b"\xF8\x80", Some(b"\xF8\x80\x80\x80\x80")),
        permitting("m28", "takes FE for the first byte of seven", 7, 0..=0xF_FFFF_FFFF)
            .told_as(Cause::AcceptsNeverValid)
            .betrayed_by(b"\xFE\x80", Some(b"\xFE\x80\x80\x80\x80\x80\x80")),
    ]
}

fn gaps() -> Vec<Mutant> {
    let gapped = |name, does, gaps: &[RangeInclusive<u64>]| mutant(name, does, Blocks::without(gaps));
    let last_two_of_each_plane: Vec<RangeInclusive<u64>> = [0xD800..=0xDFFF]
        .into_iter()
        .chain((0..=0x10).map(|plane| plane << 16 | 0xFFFE..=plane << 16 | 0xFFFF))
        .collect();
    vec![
        gapped("m15", "refuses U+D7FF", &[0xD7FF..=0xDFFF])
            .told_as(Cause::RefusesThreeByte)
            .betrayed_by(b"\xED\x9F\xBF", Some(b"\xED\x9F\xBF")),
        gapped("m17", "refuses U+E000", &[0xD800..=0xE000])
            .told_as(Cause::RefusesThreeByte)
            .betrayed_by(b"\xEE\x80\x80", Some(b"\xEE\x80\x80")),
        gapped("m55", "refuses the last two code points of each plane", &last_two_of_each_plane)
            .told_as(Cause::RefusesNoncharacter)
            .betrayed_by(b"\xEF\xBF\xBE", Some(b"\xEF\xBF\xBE")),
        gapped("m56", "refuses U+FDD0 to U+FDEF", &[0xD800..=0xDFFF, 0xFDD0..=0xFDEF])
            .told_as(Cause::RefusesNoncharacter)
            .betrayed_by(b"\xEF\xB7\x90", Some(b"\xEF\xB7\x90")),
        gapped("m57", "refuses U+FFFE", &[0xD800..=0xDFFF, 0xFFFE..=0xFFFE])
            .told_as(Cause::RefusesNoncharacter)
            .betrayed_by(b"\xEF\xBF\xBE", Some(b"\xEF\xBF\xBE")),
        gapped("m60", "takes U+FFFD in the input for an error", &[0xD800..=0xDFFF, 0xFFFD..=0xFFFD])
            .told_as(Cause::RefusesReplacementCharacter)
            .betrayed_by(b"\xEF\xBF\xBD", Some(b"\xEF\xBF\xBD")),
    ]
}

fn ascii() -> Vec<Mutant> {
    let ending = |name, does, ascii_end| mutant(name, does, Blocks { ascii_end, ..Blocks::correct() });
    vec![
        ending("m53", "refuses 7F", 0x7F).told_as(Cause::RefusesAscii).betrayed_by(b"\x7F", Some(b"\x7F")),
        ending("m54", "takes 80 for a character of its own", 0x81)
            .told_as(Cause::AcceptsStrayContinuation)
            .betrayed_by(b"\x80", Some(b"\x80")),
        mutant("m77", "puts out no character when there is an error", Blocks::correct())
            .told_as(Cause::LosesText)
            .reacting(reaction::all_or_nothing)
            .replacing()
            .betrayed_by(b"\x00\x80", None),
    ]
}
