//! Scripts of calls on one decoder object: each stretch up to a finish or a reset is a stream of its own.

use crate::failure::Failure;
use crate::property::agreement::Outcome;
use crate::property::call_script::CallScript;
use crate::property::stream::{Step, call, stream_is_whole};
use illformed_codec::Decoder;
use illformed_vectors::Call;

/// Takes the bytes for a profile and a script of calls: feed up to 15 bytes, finish, reset, in any order, also feed after
/// finish. Returns when each call yields the events of what was fed since the last finish or reset, without an incomplete end
/// before the finish, each once, with the bytes that it covers; and when the decoder is as new after a finish or a reset.
///
/// The bytes are a structure: the first is the profile's number in `Profile::ALL`. Then one byte is
/// a call, modulo 8: 0 finish, 1 reset, 2 feed nothing, 3 to 7 feed as many bytes as the next one says, modulo 16.
/// [`planted_fault`](crate::property::planted_fault) reads the same.
pub fn call_scripts_follow_the_model(bytes: &[u8]) -> Outcome {
    let CallScript { profile, calls } = CallScript::read(bytes);
    let mut decoder = Decoder::new(profile);
    let streams = calls.split_inclusive(|call| matches!(call, Call::Finish | Call::Reset));
    streams.enumerate().try_for_each(|(number, stream)| {
        let end = match stream.last() {
            Some(Call::Finish) => Some(Step::Finish),
            Some(Call::Reset) => Some(Step::Reset),
            _ => None,
        };
        let text: Vec<u8> = stream.iter().flat_map(Call::fed).copied().collect();
        let chunks = stream[..stream.len() - usize::from(end.is_some())].iter().map(Call::fed);
        stream_is_whole(&mut decoder, call, &text, chunks, end).map_err(|failure| Failure {
            detail: format!("{profile}, stream {number}, {stream:02X?}: {}", failure.detail),
            ..failure
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_of_random_bytes_follow_the_model() {
        let mut random = illformed_inputs::Random::new(1, "scripts");
        for _ in 0..200 {
            let bytes: Vec<u8> = (0..100).map(|_| random.byte()).collect();
            assert_eq!(call_scripts_follow_the_model(&bytes), Ok(()), "{bytes:02X?}");
        }
    }
}
