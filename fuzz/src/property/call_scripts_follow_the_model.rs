//! Scripts of calls on one decoder object: each stretch up to a finish or a reset is a stream of its own.

use crate::property::agreement::PropertyOutcome;
use crate::property::stream::{call, streams_are_whole};
use arbitrary::Unstructured;
use illformed_codec::Profile;
use illformed_vectors::Call;

/// Takes the bytes for a profile and a script of calls: feed up to 15 bytes, finish, reset, in any order, also feed after
/// finish. Returns when each call yields the events of what was fed since the last finish or reset, without an incomplete end
/// before the finish, each once, with the bytes that it covers; and when the decoder is as new after a finish or a reset.
///
/// [`CallScript::read`] says how the bytes are one; [`planted_fault`](crate::property::planted_fault) reads the same.
pub fn call_scripts_follow_the_model(bytes: &[u8]) -> PropertyOutcome {
    let CallScript { profile, calls } = CallScript::read(bytes);
    streams_are_whole(profile, &calls, call).map_err(|failure| failure.within(profile))
}

/// The most bytes that one call feeds.
const MOST_FED: usize = 15;

/// Calls on a decoder, as the bytes of an input have them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallScript {
    pub profile: Profile,
    pub calls: Vec<Call>,
}

impl CallScript {
    /// The script that the bytes are: the first is the profile's number in `Profile::ALL`. Then one byte is a call, modulo 8: 0
    /// finish, 1 reset, 2 feed nothing, 3 to 7 feed as many bytes as the next one says, modulo 16. Bytes that are missing at the
    /// end are zeros.
    pub fn read(bytes: &[u8]) -> Self {
        let mut source = Unstructured::new(bytes);
        let byte = |source: &mut Unstructured<'_>| source.arbitrary::<u8>().unwrap_or(0);
        let profile = Profile::ALL[usize::from(byte(&mut source)) % Profile::ALL.len()];
        let mut calls = Vec::new();
        while !source.is_empty() {
            calls.push(match byte(&mut source) % 8 {
                0 => Call::Finish,
                1 => Call::Reset,
                2 => Call::Feed(Vec::new()),
                _ => {
                    let len = usize::from(byte(&mut source) % 16).min(source.len());
                    Call::Feed(source.bytes(len).unwrap_or_default().to_vec())
                }
            });
        }
        Self { profile, calls }
    }
}

/// The bytes that are read as these calls, the profile's byte first. A feed of more than 15 bytes becomes several.
pub fn write_calls(profile: u8, calls: &[Call]) -> Vec<u8> {
    let mut bytes = vec![profile];
    for call in calls {
        match call {
            Call::Finish => bytes.push(0),
            Call::Reset => bytes.push(1),
            Call::Feed(chunk) if chunk.is_empty() => bytes.push(2),
            Call::Feed(chunk) => {
                for part in chunk.chunks(MOST_FED) {
                    bytes.extend([3, part.len() as u8]);
                    bytes.extend_from_slice(part);
                }
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_structure_is_read_as_it_is_described() {
        let script = CallScript::read(b"\x00\x03\x02\xE2\x82\x02\x01\x00");
        let calls = vec![Call::Feed(b"\xE2\x82".to_vec()), Call::Feed(Vec::new()), Call::Reset, Call::Finish];
        assert_eq!(script, CallScript { profile: Profile::Rfc3629, calls });
    }

    #[test]
    fn bytes_that_are_missing_at_the_end_are_zeros() {
        assert_eq!(CallScript::read(b""), CallScript { profile: Profile::ALL[0], calls: Vec::new() });
        assert_eq!(CallScript::read(b"\x00\x03").calls, [Call::Feed(Vec::new())]);
        assert_eq!(CallScript::read(b"\x00\x07\x1FAB").calls, [Call::Feed(b"AB".to_vec())]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let calls = [Call::Feed(vec![0xC3; 15]), Call::Finish, Call::Feed(Vec::new()), Call::Reset];
        let script = CallScript::read(&write_calls(2, &calls));
        assert_eq!((script.profile, &*script.calls), (Profile::ALL[2], &calls[..]));
        let long = CallScript::read(&write_calls(0, &[Call::Feed(vec![0x41; 40])]));
        assert_eq!(long.calls, [15, 15, 10].map(|len| Call::Feed(vec![0x41; len])));
    }

    #[test]
    fn scripts_of_random_bytes_follow_the_model() {
        let mut random = illformed_inputs::Random::new(1, "scripts");
        for _ in 0..200 {
            let bytes: Vec<u8> = (0..100).map(|_| random.byte()).collect();
            assert_eq!(call_scripts_follow_the_model(&bytes), Ok(()), "{bytes:02X?}");
        }
    }
}
