//! Scripts of calls on one decoder object, against a model that keeps all that was fed.

use crate::property::agreement::hold;
use crate::property::call_script::CallScript;
use crate::property::chunk_decoder::ChunkDecoder;
use illformed_codec::{Decoder, ErrorKind, Event, events};
use illformed_vectors::Call;

/// Takes the bytes for a profile and a script of calls: feed up to 15 bytes, finish, reset, in any order, also feed after
/// finish. Returns when each call yields the events that the model says: those of what was fed since the last finish or
/// reset, without an incomplete end before the finish, each once, with the bytes that it covers.
///
/// The bytes are a structure: the first is the profile's number in `Profile::ALL`. Then one byte is
/// a call, modulo 8: 0 finish, 1 reset, 2 feed nothing, 3 to 7 feed as many bytes as the next one says, modulo 16.
/// [`planted_fault`](crate::property::planted_fault) reads the same.
///
/// # Panics
///
/// If not; the message has the bytes in hex and the call.
pub fn call_scripts_follow_the_model(bytes: &[u8]) {
    let script = CallScript::read(bytes);
    let outcome = follows_the_model(&script, &mut Decoder::new(script.profile));
    hold("call_scripts_follow_the_model", bytes, outcome);
}

fn follows_the_model(script: &CallScript, decoder: &mut impl ChunkDecoder) -> Result<(), String> {
    let mut fed: Vec<u8> = Vec::new();
    let mut emitted = 0;
    for (number, call) in script.calls.iter().enumerate() {
        let mut found = Vec::new();
        let mut sink = |event: Event, covered: &[u8]| found.push((event, covered.to_vec()));
        match call {
            Call::Feed(chunk) => {
                fed.extend_from_slice(chunk);
                decoder.feed(chunk, &mut sink);
            }
            Call::Finish => decoder.finish(&mut sink),
            Call::Reset => decoder.reset(),
        }
        let open = |event: &Event| event.error_kind() == Some(ErrorKind::Incomplete);
        let mut expected: Vec<(Event, Vec<u8>)> = events(&fed, script.profile)
            .filter(|event| *call == Call::Finish || !open(event))
            .map(|event| (event, fed[event.at()..event.end()].to_vec()))
            .skip(emitted)
            .collect();
        if *call == Call::Reset {
            expected.clear();
        }
        if let Some(differs) = difference(&found, &expected) {
            let profile = script.profile;
            return Err(format!(
                "{profile}: {differs} in call {number}, which is [{call:02X?}]: {found:02X?}, the model {expected:02X?}"
            ));
        }
        emitted += found.len();
        if matches!(call, Call::Finish | Call::Reset) {
            fed.clear();
            emitted = 0;
        }
    }
    Ok(())
}

/// An event with the bytes that it covers.
type Covering = (Event, Vec<u8>);

/// What is wrong with the events of a call, whichever they are: one fault shows in many.
fn difference(found: &[Covering], expected: &[Covering]) -> Option<&'static str> {
    let what = |(event, _): &Covering| (event.value(), event.error_kind(), event.len());
    let place = |(event, _): &Covering| event.at();
    let differences = [
        ("other events", found.iter().map(what).ne(expected.iter().map(what))),
        ("other offsets", found.iter().map(place).ne(expected.iter().map(place))),
        ("events of other bytes", found != expected),
    ];
    differences.into_iter().find_map(|(differs, is_seen)| is_seen.then_some(differs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::chunk_decoder::{Fault, Faulty};
    use illformed_codec::Profile;

    #[test]
    fn a_decoder_with_a_fault_of_calls_is_seen() {
        let feed = |chunk: &[u8]| Call::Feed(chunk.to_vec());
        let calls = vec![
            feed(b"A\xE2"),
            feed(b""),
            feed(b"\x82"),
            feed(b"\xACB"),
            feed(b"\xF0\x9F"),
            Call::Finish,
            feed(b"\x98\xE2"),
            Call::Reset,
            feed(b"\x82\xE2"),
            Call::Finish,
        ];
        let script = CallScript { profile: Profile::Rfc3629, calls };
        let check = |fault| follows_the_model(&script, &mut Faulty::new(Profile::Rfc3629, fault));
        assert_eq!(check(Fault::None), Ok(()));
        for fault in [
            Fault::EmptyChunkForgets,
            Fault::ChunkForgets,
            Fault::ChunkFinishes,
            Fault::FinishIsSilent,
            Fault::FinishKeeps,
            Fault::ResetKeeps,
        ] {
            assert!(check(fault).is_err(), "{fault:?}");
        }
    }

    #[test]
    fn scripts_of_random_bytes_follow_the_model() {
        let mut state = 1_u32;
        let bytes: Vec<u8> = (0..20_000)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        bytes.chunks(100).for_each(call_scripts_follow_the_model);
    }
}
