//! Mutants of the decoder of branches: tests of continuation bytes, masks, and policies for errors.

use crate::mutants::reaction;
use crate::mutants::{Branchy, Mutant, Reaction, Structure};
use illformed_judge::cause::Cause;

const CORRECT: Branchy = Branchy::CORRECT;

fn mutant(name: &'static str, does: &'static str, branchy: Branchy) -> Mutant {
    Mutant::new(name, does, Structure::Branchy(branchy))
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mut mutants = tests_of_continuation();
    mutants.extend(computations());
    mutants.extend(policies());
    mutants.extend(offsets());
    mutants
}

fn tests_of_continuation() -> Vec<Mutant> {
    let testing = |name, does, continues| mutant(name, does, Branchy { continues, ..CORRECT });
    vec![
        testing("m30", "takes any byte with bit 7 for a continuation byte", |byte, _| byte & 0x80 != 0)
            .told_as(Cause::AcceptsTruncated)
            .betrayed_by(b"\xC2\xC0", Some(b"\xC2\xC0")),
        testing("m31", "takes any byte without bit 6 for a continuation byte", |byte, _| byte & 0x40 == 0)
            .told_as(Cause::AcceptsTruncated)
            .betrayed_by(b"\xC2\x00", Some(b"\xC2\x00")),
        testing("m32", "takes any byte for a continuation byte", |_, _| true)
            .told_as(Cause::AcceptsTruncated)
            .betrayed_by(b"\xC2\x00", Some(b"\xC2\x00")),
        testing("m33", "takes any last byte of a sequence for one that continues", |byte, missing| {
            missing == 0 || byte & 0xC0 == 0x80
        })
        .told_as(Cause::AcceptsTruncated)
        .betrayed_by(b"\xC2\x00", Some(b"\xC2\x00")),
        testing("m37", "takes 7F for a continuation byte", |byte, _| matches!(byte, 0x7F..=0xBF))
            .told_as(Cause::AcceptsTruncated)
            .betrayed_by(b"\xC2\x7F", Some(b"\xC2\x7F")),
    ]
}

fn computations() -> Vec<Mutant> {
    let masking = |name, does, lead_masks| mutant(name, does, Branchy { lead_masks, ..CORRECT });
    let converting = |name, does, convert| mutant(name, does, Branchy { convert, ..CORRECT });
    vec![
        converting("m62", "keeps 16 bits of a number", |value, _| value & 0xFFFF)
            .told_as(Cause::DecodesWrongly)
            .betrayed_by(b"\xF0\x90\x80\x80", None),
        Mutant {
            equivalent: Some("the bit that the mask lets through is 0 in all of E0..EF"),
            ..masking("m63", "masks the first of three bytes with 1F", [0x1F, 0x1F, 0x07])
        },
        masking("m64", "masks the first of four bytes with 03", [0x1F, 0x0F, 0x03])
            .told_as(Cause::DecodesWrongly)
            .betrayed_by(b"\xF4\x80\x80\x80", None),
        mutant("m65", "masks continuation bytes with 1F", Branchy { tail_mask: 0x1F, ..CORRECT })
            .told_as(Cause::DecodesWrongly)
            .betrayed_by(b"\xC2\xA0", None),
        converting("m66", "swaps the second and third byte of three", |value, sequence| match sequence {
            [_, second, third] => value & 0xF000 | u32::from(third & 0x3F) << 6 | u32::from(second & 0x3F),
            _ => value,
        })
        .told_as(Cause::DecodesWrongly)
        .betrayed_by(b"\xE0\xA0\x80", None),
        converting("m67", "extends the sign of the first byte", |value, sequence| match sequence {
            [first, tail @ ..] if !tail.is_empty() => {
                let first = i32::from(first.cast_signed()).cast_unsigned();
                let low = (1 << (6 * tail.len())) - 1;
                first << (6 * tail.len()) | value & low
            }
            _ => value,
        })
        .told_as(Cause::DecodesWrongly)
        .betrayed_by(b"\xC2\x80", None),
    ]
}

fn policies() -> Vec<Mutant> {
    let reacting = |name, does, reaction| mutant(name, does, CORRECT).reacting(reaction).replacing();
    vec![
        reacting("m47", "replaces each byte of an error", reaction::error_per_byte)
            .told_as(Cause::ReplacesOtherwise)
            .betrayed_by(b"\xE0\xA0", None),
        reacting("m48", "replaces a run of errors once", reaction::one_error_a_run)
            .told_as(Cause::ReplacesOtherwise)
            .betrayed_by(b"\x80\x80", None),
        reacting(
            "m49",
            "replaces once as many bytes as the first one announces",
            reaction::error_per_announced_sequence,
        )
        .told_as(Cause::ReplacesOtherwise)
        .betrayed_by(b"\xC0\x80", None),
    ]
}

/// Those that count offsets in something else than bytes.
fn offsets() -> Vec<Mutant> {
    let counting = |name, does, reaction: Reaction, witness| {
        mutant(name, does, CORRECT).reacting(reaction).betrayed_by(witness, None)
    };
    vec![
        counting("s30", "gives offsets in characters", reaction::offset_in_characters, b"\xC2\x80\x80")
            .told_as(Cause::WrongOffset),
        counting("s31", "gives offsets in units of UTF-16", reaction::offset_in_utf16_units, b"\xC2\x80\x80")
            .told_as(Cause::WrongOffset),
    ]
}
