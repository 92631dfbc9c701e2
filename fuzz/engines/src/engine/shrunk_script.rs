//! Making scripts of calls small: as calls, since a byte less in a script is mostly another script.

use illformed_codec::Profile;
use illformed_fuzz::property::{CallScript, write_calls};
use illformed_vectors::Call;

/// The smallest script reached from `bytes` for which `fails` says yes, as it does for `bytes`: under the first profile, with
/// few calls and bytes, and letters for bytes that do not matter.
pub(crate) fn shrunk_script(bytes: &[u8], fails: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut smallest = bytes.to_vec();
    loop {
        let (mut at, mut is_smaller) = (0, false);
        // Each is smaller in one of what is listed there, so that this ends.
        while let Some(candidate) = smaller(&CallScript::read(&smallest)).into_iter().nth(at) {
            if candidate != smallest && candidate.len() <= smallest.len() && fails(&candidate) {
                (smallest, is_smaller) = (candidate, true);
            } else {
                at += 1;
            }
        }
        if !is_smaller {
            return smallest;
        }
    }
}

/// Scripts that are a little simpler than `script`, the simplest first.
fn smaller(script: &CallScript) -> Vec<Vec<u8>> {
    let profile = Profile::ALL.iter().position(|profile| *profile == script.profile).unwrap_or(0) as u8;
    let calls = &script.calls;
    // The same script may be written in several ways.
    let mut all = vec![write_calls(0, calls), write_calls(profile, calls)];
    let with = |at: usize, len: usize, instead: &[Call]| {
        let calls = [&calls[..at], instead, &calls[at + len..]].concat();
        write_calls(profile, &calls)
    };
    for at in (0..calls.len()).rev() {
        all.push(with(at, 1, &[]));
        if let [Call::Feed(one), Call::Feed(other), ..] = &calls[at..]
            && one.len() + other.len() <= MOST_FED
        {
            all.push(with(at, 2, &[Call::Feed([&one[..], other].concat())]));
        }
    }
    for (at, call) in calls.iter().enumerate() {
        let Call::Feed(fed) = call else { continue };
        for byte in (0..fed.len()).rev() {
            let rest = [&fed[..byte], &fed[byte + 1..]].concat();
            all.push(with(at, 1, &[Call::Feed(rest)]));
            if fed[byte] != b'A' {
                let letter = [&fed[..byte], b"A", &fed[byte + 1..]].concat();
                all.push(with(at, 1, &[Call::Feed(letter)]));
            }
        }
    }
    all
}

/// More than that would be written as two calls again.
const MOST_FED: usize = 15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_left_out_of_the_profile_the_calls_and_the_bytes() {
        let feed = |bytes: &[u8]| Call::Feed(bytes.to_vec());
        let calls = [
            feed(b"some text"),
            Call::Finish,
            feed(b"\xE2\x82"),
            Call::Reset,
            Call::Reset,
            feed(b"\x80 and more"),
            Call::Finish,
        ];
        // Nothing but that a reset follows bytes that wait, whichever they are.
        let mut fails = |bytes: &[u8]| {
            CallScript::read(bytes).calls.windows(2).any(|calls| {
                matches!(calls, [Call::Feed(fed), Call::Reset] if fed.last().is_some_and(|last| *last >= 0x80))
            })
        };
        let bytes = write_calls(3, &calls);
        assert!(fails(&bytes));
        assert_eq!(shrunk_script(&bytes, &mut fails), write_calls(0, &[feed(b"\xE2"), Call::Reset]));
        // What is no script is left as it is.
        assert_eq!(shrunk_script(b"", &mut |_| true), b"");
    }
}
