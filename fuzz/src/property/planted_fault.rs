//! A decoder with a fault that was planted on purpose, to see that a search finds it.

use crate::failure::PropertyFailure;
use crate::property::Seeds;
use crate::property::agreement::{PropertyOutcome, none};
use crate::property::call_scripts_follow_the_model::CallScript;
use illformed_codec::{Profile, validate};
use illformed_vectors::Call;
use illformed_workshop::mutants::{Mutant, mutants};
use std::env;
use std::sync::LazyLock;

/// The variable of the environment that names the fault.
pub const FAULT_VARIABLE: &str = "ILLFORMED_FAULT";

/// The fault that the environment names.
static FAULT: LazyLock<Option<Mutant>> =
    LazyLock::new(|| fault_named(&env::var(FAULT_VARIABLE).unwrap_or_default()));

/// Returns when the [mutant](illformed_workshop::mutants) that the variable [`FAULT_VARIABLE`] names (`m10`) does for these
/// bytes what the codec does. So it fails for the right inputs, unlike the other properties; it is not in
/// [`ALL`](crate::property::ALL).
///
/// * Where several calls betray the mutant ([`Mutant::is_of_calls`]) the bytes are a script of calls, as
///   [`call_scripts_follow_the_model`](crate::property::call_scripts_follow_the_model) reads it, the profile's byte
///   included, which means nothing here. Each call has to show what it shows without the fault, which finds what the codec
///   does: the first error, with offset, length and the text before it, or the text.
/// * Otherwise the bytes are what is decoded, and the answers have to be the same: accepted, or rejected, without a read
///   outside. A mutant that promises nothing for the bytes, since its text ends at NUL, is not asked.
///
/// It fails for all bytes when no mutant is named: a search that looks for nothing must not look like one that finds nothing.
pub fn planted_fault(bytes: &[u8]) -> PropertyOutcome {
    match &*FAULT {
        Some(mutant) if mutant.is_of_calls() => calls_show_what_is_right(mutant, bytes),
        Some(mutant) => answers_as_the_codec(mutant, bytes),
        None => Err(PropertyFailure::new(FAULT_VARIABLE, "names no mutant", "")),
    }
}

/// What the bytes of [`planted_fault`] are with the fault that the environment names; plain bytes if it names none.
pub fn planted_seeds() -> Seeds {
    match &*FAULT {
        Some(mutant) if mutant.is_of_calls() => Seeds::Calls,
        _ => Seeds::Bytes,
    }
}

fn fault_named(name: &str) -> Option<Mutant> {
    mutants().into_iter().find(|mutant| mutant.name == name)
}

fn answers_as_the_codec(mutant: &Mutant, bytes: &[u8]) -> PropertyOutcome {
    if !mutant.can_be_given(bytes) {
        return Ok(());
    }
    let (pieces, out_of_bounds_read) = mutant.decode(bytes);
    let outside = Some(out_of_bounds_read).filter(|read| read.is_some());
    none(mutant.name, "reads outside, or gets nowhere", outside)?;
    let error = pieces.iter().find(|piece| piece.is_error());
    match validate(bytes, Profile::Rfc3629) {
        Ok(()) => none(mutant.name, "rejects what is well-formed", error),
        Err(expected) => none(mutant.name, "accepts what is ill-formed", error.is_none().then_some(expected)),
    }
}

/// Fails with the first call in which the mutant shows something else than it does without its fault. After an error that is
/// shown nothing is called before the next reset.
fn calls_show_what_is_right(mutant: &Mutant, bytes: &[u8]) -> PropertyOutcome {
    let decoders = [mutant, &mutant.without_fault()].map(Mutant::decoder);
    let [Some(faulty), Some(right)] = &decoders.map(|decoder| decoder.stream) else {
        return Err(PropertyFailure::new(mutant.name, "takes no calls", ""));
    };
    let mut streams = [faulty(), right()];
    let mut failed = false;
    for (number, call) in CallScript::read(bytes).calls.iter().enumerate() {
        if failed && *call != Call::Reset {
            continue;
        }
        let [found, expected] = streams.each_mut().map(|stream| match call {
            Call::Feed(chunk) => Some(stream.feed(chunk)),
            Call::Finish => Some(stream.finish()),
            Call::Reset => {
                stream.reset();
                None
            }
        });
        failed = matches!(expected, Some(Err(_)));
        let differs = (found != expected).then_some((number, call, found, expected));
        none(mutant.name, "shows something else in a call", differs)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::write_calls;
    use illformed_vectors::Script;

    #[test]
    fn every_mutant_whose_answer_flips_fails_for_its_witness_and_its_faultless_twin_does_not() {
        let mut flipping = mutants();
        flipping.retain(|mutant| mutant.answer_witness.is_some());
        assert!(!flipping.is_empty());
        for mutant in flipping {
            let witness = mutant.answer_witness.unwrap();
            let named = fault_named(mutant.name).unwrap();
            assert!(answers_as_the_codec(&named, witness).is_err(), "{}", mutant.name);
            assert_eq!(answers_as_the_codec(&named.without_fault(), witness), Ok(()), "{}", mutant.name);
        }
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
        assert!(["", "m999"].iter().all(|name| fault_named(name).is_none()));
    }

    fn scripted() -> Vec<Mutant> {
        let scripted: Vec<Mutant> = mutants().into_iter().filter(Mutant::is_of_calls).collect();
        assert!(!scripted.is_empty());
        scripted
    }

    fn encoded(calls: &str) -> Vec<u8> {
        write_calls(0, calls.parse::<Script>().expect("the scripts of the mutants parse").calls())
    }

    #[test]
    fn every_fault_of_calls_is_betrayed_by_the_calls_that_its_entry_names() {
        for mutant in scripted() {
            let witnesses = [mutant.witness_calls, mutant.answer_witness_calls];
            assert!(witnesses[0].is_some(), "{}", mutant.name);
            for calls in witnesses.into_iter().flatten() {
                let outcome = calls_show_what_is_right(&mutant, &encoded(calls));
                assert!(outcome.is_err(), "{} {calls}", mutant.name);
            }
        }
    }

    #[test]
    fn a_decoder_that_takes_no_calls_fails_instead_of_passing() {
        let mutant = mutants().into_iter().find(|mutant| mutant.structure.stream_fault().is_none()).unwrap();
        assert!(calls_show_what_is_right(&mutant, b"").is_err());
    }
}
