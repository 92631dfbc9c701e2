//! A planted fault that takes several calls on one object to betray.

use crate::property::call_script::{CallScript, ScriptCall};
use illformed_codec::{Bom, Decoder, Event, Profile};
use illformed_judge::claim::Bom as BomClaim;
use illformed_workshop::mutants::{Mutant, Piece, Push, Structure};

/// Fails with the first call of the script in which the mutant shows something else than one that finds what the codec's
/// [`Decoder`] does. What it shows is its first error, with offset, length and the text before it, or the text with
/// replacements; text that it writes into little space is compared as it is written. After an error that is shown nothing
/// is called before the next reset.
///
/// The profile of the script is not asked for: the zoo's decoders have one. Bytes that are no script are no call.
pub(crate) fn calls_show_what_the_codec_finds(mutant: &Mutant, bytes: &[u8]) -> Result<(), String> {
    let Some(stream_fault) = mutant.structure.stream_fault().filter(|_| mutant.reaction.is_none()) else {
        return Err(format!("{} takes no calls", mutant.name));
    };
    let Some(script) = CallScript::read(bytes) else { return Ok(()) };
    let (mut push, mut codec) = (Push::new(stream_fault), Decoder::new(Profile::Rfc3629));
    let right = mutant.without_fault();
    let bom = if mutant.bom == BomClaim::Strip { Bom::StripFirst } else { Bom::Keep };
    let writes = matches!(mutant.structure, Structure::Bounded(_));
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    let mut failed = false;
    for (number, call) in script.calls.iter().enumerate() {
        if failed && *call != ScriptCall::Reset {
            continue;
        }
        found.clear();
        expected.clear();
        let sink = |event, _: &[u8]| {
            if !bom.removes(event) {
                expected.push(piece(event));
            }
        };
        let fed = match call {
            ScriptCall::Feed(chunk) => {
                push.feed(chunk, &mut found);
                codec.feed(chunk, sink);
                chunk.len()
            }
            ScriptCall::Finish => {
                push.finish(&mut found);
                codec.finish(sink);
                0
            }
            ScriptCall::Reset => {
                push.reset();
                codec.reset();
                failed = false;
                0
            }
        };
        // What is found alike is shown alike, except by who errs in writing it.
        if found == expected && !writes && !found.iter().any(Piece::is_error) {
            continue;
        }
        let (found, expected) = (mutant.shown(&found, fed), right.shown(&expected, fed));
        if found != expected {
            return Err(format!(
                "{}: call {number}, {call:02X?}: {found:02X?}, the codec {expected:02X?}",
                mutant.name
            ));
        }
        failed = expected.is_err();
    }
    Ok(())
}

fn piece(event: Event) -> Piece {
    match event {
        Event::Code { value, at, len } => Piece::Code { value, at, len },
        Event::Error { at, len, .. } => Piece::Error { at, len },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::write_calls;
    use illformed::search::black_box::Random;
    use illformed_vectors::Script;
    use illformed_workshop::mutants::mutants;

    fn scripted() -> Vec<Mutant> {
        let scripted: Vec<Mutant> = mutants().into_iter().filter(Mutant::is_of_calls).collect();
        assert!(scripted.len() >= 20, "{}", scripted.len());
        scripted
    }

    fn encoded(calls: &str) -> Vec<u8> {
        write_calls(0, calls.parse::<Script>().expect("the zoo's scripts parse").calls())
    }

    #[test]
    fn every_fault_of_calls_is_betrayed_by_the_calls_that_the_zoo_names() {
        for mutant in scripted() {
            let witnesses = [mutant.witness_calls, mutant.answer_witness_calls];
            assert!(witnesses[0].is_some(), "{}", mutant.name);
            for calls in witnesses.into_iter().flatten() {
                let outcome = calls_show_what_the_codec_finds(&mutant, &encoded(calls));
                assert!(outcome.is_err(), "{} {calls}", mutant.name);
            }
        }
    }

    #[test]
    fn without_its_fault_none_is_betrayed_by_any_script() {
        let scripted: Vec<Mutant> = scripted().iter().map(Mutant::without_fault).collect();
        let mut random = Random::new(1, "scripts");
        for _ in 0..4_000 {
            let len = random.below(64);
            let bytes: Vec<u8> = (0..len)
                .map(|_| {
                    if random.percent(40) {
                        random.byte()
                    } else {
                        random.pick(b"\xEF\xBB\xBF\xC2\x03\x01\x00\x02")
                    }
                })
                .collect();
            for mutant in &scripted {
                assert_eq!(calls_show_what_the_codec_finds(mutant, &bytes), Ok(()), "{bytes:02X?}");
            }
        }
    }

    #[test]
    fn a_decoder_that_takes_no_calls_fails_instead_of_passing() {
        let mutant = mutants().into_iter().find(|mutant| mutant.structure.stream_fault().is_none()).unwrap();
        assert!(calls_show_what_the_codec_finds(&mutant, b"").is_err());
    }
}
