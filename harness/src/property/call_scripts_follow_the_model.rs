//! Scripts of calls on one decoder object, against a model that keeps all that was fed.

use crate::property::agreement::hold;
use crate::property::chunk_decoder::ChunkDecoder;
use arbitrary::{Arbitrary, Result as Structured, Unstructured};
use illformed_codec::{Decoder, ErrorKind, Event, Profile, events};

/// Takes the bytes for a profile and a script of calls: feed up to 15 bytes, finish, reset, in any order, also feed after
/// finish. Returns when each call yields the events that the model says: those of what was fed since the last finish or
/// reset, without an incomplete end before the finish, each once, with the bytes that it covers.
///
/// The bytes are a structure that `arbitrary` reads: the first is the profile's number in `Profile::ALL`. Then one byte is
/// a call, modulo 8: 0 finish, 1 reset, 2 feed nothing, 3 to 7 feed as many bytes as the next one says, modulo 16.
///
/// # Panics
///
/// If not; the message has the bytes in hex and the call.
pub fn call_scripts_follow_the_model(bytes: &[u8]) {
    // Reading a structure from bytes that are at an end yields zeros or an error; the latter is no script.
    let outcome = match CallScript::arbitrary(&mut Unstructured::new(bytes)) {
        Ok(script) => follows_the_model(&script, &mut Decoder::new(script.profile)),
        Err(_) => Ok(()),
    };
    hold("call_scripts_follow_the_model", bytes, outcome);
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct CallScript<'a> {
    profile: Profile,
    calls: Vec<ScriptCall<'a>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScriptCall<'a> {
    Feed(&'a [u8]),
    Finish,
    Reset,
}

impl<'a> Arbitrary<'a> for CallScript<'a> {
    fn arbitrary(source: &mut Unstructured<'a>) -> Structured<Self> {
        let profile = Profile::ALL[usize::from(u8::arbitrary(source)?) % Profile::ALL.len()];
        let mut calls = Vec::new();
        while !source.is_empty() {
            calls.push(ScriptCall::arbitrary(source)?);
        }
        Ok(Self { profile, calls })
    }
}

impl<'a> Arbitrary<'a> for ScriptCall<'a> {
    fn arbitrary(source: &mut Unstructured<'a>) -> Structured<Self> {
        Ok(match u8::arbitrary(source)? % 8 {
            0 => Self::Finish,
            1 => Self::Reset,
            2 => Self::Feed(&[]),
            _ => {
                let len = usize::from(u8::arbitrary(source)? % 16).min(source.len());
                Self::Feed(source.bytes(len)?)
            }
        })
    }
}

fn follows_the_model(script: &CallScript<'_>, decoder: &mut impl ChunkDecoder) -> Result<(), String> {
    let mut fed: Vec<u8> = Vec::new();
    let mut emitted = 0;
    for (number, call) in script.calls.iter().enumerate() {
        let mut found = Vec::new();
        let mut sink = |event: Event, covered: &[u8]| found.push((event, covered.to_vec()));
        match call {
            ScriptCall::Feed(chunk) => {
                fed.extend_from_slice(chunk);
                decoder.feed(chunk, &mut sink);
            }
            ScriptCall::Finish => decoder.finish(&mut sink),
            ScriptCall::Reset => decoder.reset(),
        }
        let open = |event: &Event| event.error_kind() == Some(ErrorKind::Incomplete);
        let mut expected: Vec<(Event, Vec<u8>)> = events(&fed, script.profile)
            .filter(|event| *call == ScriptCall::Finish || !open(event))
            .map(|event| (event, fed[event.at()..event.end()].to_vec()))
            .skip(emitted)
            .collect();
        if *call == ScriptCall::Reset {
            expected.clear();
        }
        if found != expected {
            let profile = script.profile;
            return Err(format!(
                "{profile}: call {number}, {call:02X?}: {found:02X?}, the model {expected:02X?}"
            ));
        }
        emitted += found.len();
        if matches!(call, ScriptCall::Finish | ScriptCall::Reset) {
            fed.clear();
            emitted = 0;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::chunk_decoder::{Fault, Faulty};

    #[test]
    fn the_structure_is_read_as_it_is_described() {
        let script =
            CallScript::arbitrary(&mut Unstructured::new(b"\x00\x03\x02\xE2\x82\x02\x01\x00")).unwrap();
        let calls =
            vec![ScriptCall::Feed(b"\xE2\x82"), ScriptCall::Feed(b""), ScriptCall::Reset, ScriptCall::Finish];
        assert_eq!(script, CallScript { profile: Profile::Rfc3629, calls });
    }

    #[test]
    fn a_decoder_with_a_fault_of_calls_is_seen() {
        use ScriptCall::{Feed, Finish, Reset};
        let calls = [
            Feed(b"A\xE2"),
            Feed(b""),
            Feed(b"\x82"),
            Feed(b"\xACB"),
            Feed(b"\xF0\x9F"),
            Finish,
            Feed(b"\x98\xE2"),
            Reset,
            Feed(b"\x82\xE2"),
            Finish,
        ];
        let script = CallScript { profile: Profile::Rfc3629, calls: calls.to_vec() };
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
