//! A decoder with a fault that was planted on purpose, to see that a search finds it.

use crate::property::agreement::hold;
use crate::zoo::{Mutant, Piece, mutants};
use illformed_codec::{Profile, validate};
use std::env;
use std::sync::LazyLock;

/// The variable of the environment that names the fault.
pub const FAULT_VARIABLE: &str = "ILLFORMED_FAULT";

/// The fault that the environment names, or why there is none.
static FAULT: LazyLock<Result<Mutant, String>> =
    LazyLock::new(|| fault_named(&env::var(FAULT_VARIABLE).unwrap_or_default()));

/// Returns when the mutant of [`zoo`](crate::zoo) that the variable [`FAULT_VARIABLE`] names (`m10`) answers as the
/// codec does: accepted, or rejected, without a read outside. So it fails for the right inputs, unlike the other properties; it is not in
/// [`ALL`](crate::property::ALL).
///
/// # Panics
///
/// If the answers differ, with the bytes in hex and who rejects them; and always when no mutant is named, because a search
/// that looks for nothing must not look like one that finds nothing.
pub fn planted_fault(bytes: &[u8]) {
    let outcome = match &*FAULT {
        Ok(mutant) => answers_as_the_codec(mutant, bytes),
        Err(why) => Err(why.clone()),
    };
    hold("planted_fault", bytes, outcome);
}

fn fault_named(name: &str) -> Result<Mutant, String> {
    let named = mutants().into_iter().find(|mutant| mutant.name == name);
    named.ok_or_else(|| format!("{FAULT_VARIABLE} is {name:?}, which names no mutant"))
}

fn answers_as_the_codec(mutant: &Mutant, bytes: &[u8]) -> Result<(), String> {
    let (pieces, trespass) = mutant.decode(bytes);
    if trespass.is_some() {
        return Err(format!("{} reads outside, or gets nowhere: {trespass:?}", mutant.name));
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
    fn no_fault_is_not_taken_for_a_fault_that_nothing_betrays() {
        assert_eq!(fault_named("").err().unwrap(), "ILLFORMED_FAULT is \"\", which names no mutant");
        assert!(fault_named("m999").is_err());
    }
}
