//! Scripts of calls on one decoder object: each stretch up to a finish or a reset is a stream of its own.

use crate::property::agreement::Outcome;
use crate::property::call_script::CallScript;
use crate::property::stream::{call, streams_are_whole};

/// Takes the bytes for a profile and a script of calls: feed up to 15 bytes, finish, reset, in any order, also feed after
/// finish. Returns when each call yields the events of what was fed since the last finish or reset, without an incomplete end
/// before the finish, each once, with the bytes that it covers; and when the decoder is as new after a finish or a reset.
///
/// [`CallScript::read`] says how the bytes are one; [`planted_fault`](crate::property::planted_fault) reads the same.
pub fn call_scripts_follow_the_model(bytes: &[u8]) -> Outcome {
    let CallScript { profile, calls } = CallScript::read(bytes);
    streams_are_whole(profile, &calls, call).map_err(|failure| failure.within(profile))
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
