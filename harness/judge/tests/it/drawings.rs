//! The pictures of automata: those of formats, and those of decoders that take more, forget errors, or are not known.

use illformed_judge::automata::{Machine, dot, formats, svg};
use snapbox::{assert_data_eq, file};
use std::fmt::Write;

/// What a decoder made up by numbers does: the state is how many bytes are missing.
type Step = fn(u8, u8) -> u8;

const ERROR: u8 = 8;
const UNKNOWN: u8 = 9;
/// Where no answer is known, but what follows.
const OPEN: u8 = 10;

fn format(name: &str) -> &'static Machine {
    &formats().iter().find(|format| format.name == name).expect(name).machine
}

fn made_up(step: Step) -> Machine<Option<bool>> {
    Machine::explored(0, |state| (*state < UNKNOWN).then_some(*state == 0), |state, byte| step(*state, byte))
}

/// What goes by lead bytes alone, and takes stray continuation bytes.
fn lenient(missing: u8, byte: u8) -> u8 {
    match (missing, byte) {
        (0, 0..=0xBF) => 0,
        (0, 0xC0..=0xDF) => 1,
        (0, 0xE0..=0xEF) => 2,
        (0, 0xF0..=0xF7) => 3,
        (1..=3, 0x80..=0xBF) => missing - 1,
        _ => ERROR,
    }
}

/// The same, which begins anew with a digit.
fn forgetful(missing: u8, byte: u8) -> u8 {
    if byte < 0x40 { 0 } else { lenient(missing, byte) }
}

/// The same, of which nothing is known behind FF and behind four bytes.
fn unknown(missing: u8, byte: u8) -> u8 {
    match (missing, byte) {
        (0, 0xFE) => OPEN,
        (OPEN, 0) => 0,
        (UNKNOWN, _) | (0, 0xFF) | (1, 0xC0) => UNKNOWN,
        _ => lenient(missing, byte),
    }
}

#[test]
fn the_pictures_of_automata_are_those_of_the_golden_file() {
    let of_format = |name: &str| format(name).map(|accepts| Some(*accepts));
    let mut text = String::new();
    for (name, machine) in [
        ("utf8", of_format("utf8")),
        ("generalized", of_format("generalized")),
        ("cesu8", of_format("cesu8")),
        ("lenient", made_up(lenient)),
        ("forgetful", made_up(forgetful)),
        ("unknown", made_up(unknown)),
        (
            "every other byte",
            made_up(|missing, byte| if missing < 2 && byte % 2 == 0 { 1 - missing } else { ERROR }),
        ),
        // Where half of the bytes lead out, it is no error.
        ("anew with ASCII", made_up(|missing, byte| if byte < 0x80 { 0 } else { lenient(missing, byte) })),
        // The bytes of an arrow give way to those of another.
        (
            "no way back",
            made_up(|missing, byte| if matches!((missing, byte), (0, 0) | (1, 0x80)) { 1 } else { ERROR }),
        ),
    ] {
        let (dot, svg) = (dot(&machine, format("utf8")), svg(&machine, format("utf8"), "<style/>"));
        let _ = writeln!(text, "== {name}\n{dot}{svg}");
    }
    assert_data_eq!(text, file!["../golden/drawings.txt"].raw());
}
