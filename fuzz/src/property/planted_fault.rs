//! A decoder with a fault that was planted on purpose, to see that a search finds it.

use crate::property::Seeds;
use crate::property::agreement::hold;
use crate::property::planted_fault_of_calls::calls_show_what_the_codec_finds;
use illformed_codec::{Profile, validate};
use illformed_workshop::mutants::{Mutant, Piece, mutants};
use std::env;
use std::sync::LazyLock;

/// The variable of the environment that names the fault.
pub const FAULT_VARIABLE: &str = "ILLFORMED_FAULT";

/// The fault that the environment names, or why there is none.
static FAULT: LazyLock<Result<Mutant, String>> =
    LazyLock::new(|| fault_named(&env::var(FAULT_VARIABLE).unwrap_or_default()));

/// Returns when the [mutant](illformed_workshop::mutants) that the variable [`FAULT_VARIABLE`] names (`m10`) does for these
/// bytes what the codec does. So it fails for the right inputs, unlike the other properties; it is not in
/// [`ALL`](crate::property::ALL).
///
/// * Where several calls betray the mutant ([`Mutant::is_of_calls`]) the bytes are a script of calls, as
///   [`call_scripts_follow_the_model`](crate::property::call_scripts_follow_the_model) reads it, the profile's byte
///   included, which means nothing here. Each call has to show what one shows that finds what the codec's decoder finds:
///   the first error, with offset, length and the text before it, or the text.
/// * Otherwise the bytes are what is decoded, and the answers have to be the same: accepted, or rejected, without a read
///   outside. A mutant that promises nothing for the bytes, since its text ends at NUL, is not asked.
///
/// # Panics
///
/// If it does not, with the bytes in hex and what is different; and always when no mutant is named, because a search
/// that looks for nothing must not look like one that finds nothing.
pub fn planted_fault(bytes: &[u8]) {
    let outcome = match &*FAULT {
        Ok(mutant) => does_as_the_codec(mutant, bytes),
        Err(why) => Err(why.clone()),
    };
    hold("planted_fault", bytes, outcome);
}

/// What the bytes of [`planted_fault`] are with the fault that the environment names; plain bytes if it names none.
pub fn planted_seeds() -> Seeds {
    match &*FAULT {
        Ok(mutant) if mutant.is_of_calls() => Seeds::Calls,
        _ => Seeds::Bytes,
    }
}

fn fault_named(name: &str) -> Result<Mutant, String> {
    let named = mutants().into_iter().find(|mutant| mutant.name == name);
    named.ok_or_else(|| format!("{FAULT_VARIABLE} is {name:?}, which names no mutant"))
}

fn does_as_the_codec(mutant: &Mutant, bytes: &[u8]) -> Result<(), String> {
    if mutant.is_of_calls() {
        calls_show_what_the_codec_finds(mutant, bytes)
    } else {
        answers_as_the_codec(mutant, bytes)
    }
}

fn answers_as_the_codec(mutant: &Mutant, bytes: &[u8]) -> Result<(), String> {
    if !mutant.can_be_given(bytes) {
        return Ok(());
    }
    let (pieces, out_of_bounds_read) = mutant.decode(bytes);
    if out_of_bounds_read.is_some() {
        return Err(format!("{} reads outside, or gets nowhere: {out_of_bounds_read:?}", mutant.name));
    }
    let rejects = pieces.iter().any(Piece::is_error);
    match (rejects, validate(bytes, Profile::Rfc3629).is_err()) {
        (true, false) => Err(format!("{} rejects what is well-formed", mutant.name)),
        (false, true) => Err(format!("{} accepts what is ill-formed", mutant.name)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mutant_whose_answer_flips_fails_for_its_witness_and_its_faultless_twin_does_not() {
        let mut flipping = 0;
        for mutant in mutants() {
            let Some(witness) = mutant.answer_witness else { continue };
            flipping += 1;
            let named = fault_named(mutant.name).unwrap();
            assert!(answers_as_the_codec(&named, witness).is_err(), "{}", mutant.name);
            assert_eq!(answers_as_the_codec(&named.without_fault(), witness), Ok(()), "{}", mutant.name);
        }
        assert!(flipping >= 60, "{flipping}");
    }

    #[test]
    fn a_decoder_of_text_that_ends_at_nul_is_not_asked_for_bytes_with_one() {
        let mutant = fault_named("s26").unwrap();
        for bytes in [&b"A\x00"[..], b"\x00\xC0", b"\xC0\x00"] {
            assert_eq!(answers_as_the_codec(&mutant, bytes), Ok(()), "{bytes:02X?}");
        }
        assert!(answers_as_the_codec(&mutant, b"\xC0").is_err());
    }

    #[test]
    fn no_fault_is_not_taken_for_a_fault_that_nothing_betrays() {
        assert_eq!(fault_named("").err().unwrap(), "ILLFORMED_FAULT is \"\", which names no mutant");
        assert!(fault_named("m999").is_err());
    }
}
