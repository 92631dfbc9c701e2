//! The replacement policies say what others say, and differ from each other as their definitions do.

use crate::failure::PropertyFailure;
use crate::property::agreement::{PropertyOutcome, same, under_every_profile};
use illformed_codec::{
    DecodeLossy, Event, Policy, Profile, REPLACEMENT, Replacer, decode_lossy, encode, escaped_byte, events,
};
use illformed_judge::second_source::TextSource;

/// Returns when, under `rfc3629`:
///
/// * replacing maximal subparts gives the text of `String::from_utf8_lossy`, of encoding_rs and
///   of bstr;
/// * every policy gives what the judge's second source gives, which no other policy shares;
/// * each policy gives the same text when it is handed the events;
/// * the `utf8b` text encodes back to the very bytes;
///
/// and under every profile, replacing maximal subparts gives the codes of the events.
pub fn policies_agree(bytes: &[u8]) -> PropertyOutcome {
    let found: Vec<Event> = events(bytes, Profile::Rfc3629).collect();
    for &policy in Policy::ALL {
        let text = lossy(bytes, policy);
        is_that_of_the_replacer(bytes, &found, policy, &text)?;
        follows_its_definition(bytes, &found, policy, &text)?;
        match policy {
            Policy::MaximalSubpart => peers_replace_maximal_subparts(bytes, &text)?,
            Policy::Utf8b => escapes_give_the_bytes_back(bytes, &text)?,
            _ => {}
        }
    }
    under_every_profile(|profile| {
        is_made_of_events(bytes, profile, decode_lossy(bytes, profile, Policy::MaximalSubpart))
    })
}

/// The text that `policy` gives, in the space that is enough for each.
fn lossy(bytes: &[u8], policy: Policy) -> Vec<u32> {
    let mut text = Vec::with_capacity(bytes.len());
    text.extend(decode_lossy(bytes, Profile::Rfc3629, policy));
    text
}

/// Compares `text` with what the replacer makes of the events `found`. The chunked decoder has the same events, as
/// [`chunks_equal_whole`](crate::property::chunks_equal_whole) says.
fn is_that_of_the_replacer(bytes: &[u8], found: &[Event], policy: Policy, text: &[u32]) -> PropertyOutcome {
    let mut replacer = Replacer::new(policy);
    let codes = found.iter().flat_map(|event| replacer.replace(*event, &bytes[event.at()..event.end()]));
    same(policy.name(), ("replacer", codes), ("lossy", text.iter().copied()))
}

/// Compares `text` with what the second source makes of the events `found`, without the codec's replacer.
fn follows_its_definition(bytes: &[u8], found: &[Event], policy: Policy, text: &[u32]) -> PropertyOutcome {
    // A policy without a second definition would go unchecked.
    let second = (TextSource::INDEPENDENT.replaced)(bytes, found, policy)
        .ok_or_else(|| PropertyFailure::new(policy.name(), "has no second definition", ""))?;
    same(policy.name(), ("second source", second), ("codec", text.iter().copied()))
}

/// Compares `text` with the codes of the events under `profile`, U+FFFD for each error.
fn is_made_of_events(bytes: &[u8], profile: Profile, text: DecodeLossy<'_>) -> PropertyOutcome {
    let codes = events(bytes, profile).map(|event| event.value().unwrap_or(REPLACEMENT));
    same("code", ("events", codes), ("lossy", text))
}

fn peers_replace_maximal_subparts(bytes: &[u8], text: &[u32]) -> PropertyOutcome {
    let (encoding_rs, _) = encoding_rs::UTF_8.decode_without_bom_handling(bytes);
    let bstr = bstr::ByteSlice::chars(bytes);
    let codec = || ("codec", text.iter().copied());
    same("lossy code", codec(), ("std", String::from_utf8_lossy(bytes).chars().map(u32::from)))?;
    same("lossy code", codec(), ("encoding_rs", encoding_rs.chars().map(u32::from)))?;
    same("lossy code", codec(), ("bstr", bstr.map(u32::from)))
}

/// Only `rfc3629` promises this: where the profile itself decodes surrogates, an escape looks like one of them.
fn escapes_give_the_bytes_back(bytes: &[u8], text: &[u32]) -> PropertyOutcome {
    let mut back = Vec::with_capacity(bytes.len());
    for &code in text {
        match (escaped_byte(code), encode(code, Profile::Rfc3629)) {
            (Some(byte), _) => back.push(byte),
            (None, Ok(encoded)) => back.extend_from_slice(&encoded),
            // What is missing is seen.
            (None, Err(_)) => {}
        }
    }
    same("byte that comes back", ("bytes", bytes), ("utf8b", &*back))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two policies give this the same text.
    const ALL_DIFFER: &[u8] = b"a\xE0\x80\x80\xE2\x82b\xED\xA0\x80c\x80\x80";

    #[test]
    fn a_policy_that_is_taken_for_another_is_seen() {
        let found: Vec<Event> = events(ALL_DIFFER, Profile::Rfc3629).collect();
        for &policy in Policy::ALL {
            for &planted in Policy::ALL {
                let text = lossy(ALL_DIFFER, planted);
                let seen = follows_its_definition(ALL_DIFFER, &found, policy, &text).is_err();
                assert_eq!(seen, policy != planted, "{planted} in the place of {policy}");
                let seen = is_that_of_the_replacer(ALL_DIFFER, &found, policy, &text).is_err();
                assert_eq!(seen, policy != planted, "{planted} in the place of {policy}, of the replacer");
            }
        }
    }

    #[test]
    fn a_profile_that_is_taken_for_another_is_seen() {
        let all_differ =
            b"\xED\xA0\x80\xED\xB0\x80 \xED\xA0\x80 \xC0\x80 \xF0\x90\x80\x80 \xF8\x88\x80\x80\x80";
        for &profile in Profile::ALL {
            for &planted in Profile::ALL {
                let text = decode_lossy(all_differ, planted, Policy::MaximalSubpart);
                let seen = is_made_of_events(all_differ, profile, text).is_err();
                assert_eq!(seen, profile != planted, "{planted} in the place of {profile}");
            }
        }
    }

    #[test]
    fn peers_and_the_round_trip_see_a_text_that_differs() {
        let text = lossy(ALL_DIFFER, Policy::PerByte);
        assert!(escapes_give_the_bytes_back(ALL_DIFFER, &text).is_err());
        assert!(escapes_give_the_bytes_back(b"a", &[]).is_err());
        assert!(escapes_give_the_bytes_back(b"a", &[0x61, 0x61]).is_err());
        assert!(peers_replace_maximal_subparts(ALL_DIFFER, &text).is_err());
    }

    #[test]
    fn policies_agree_on_every_string_of_two_bytes_after_a_lead() {
        for lead in [0x41, 0xE0, 0xED, 0xF4] {
            for first in (0..=u8::MAX).step_by(3) {
                for second in (0..=u8::MAX).step_by(5) {
                    assert_eq!(policies_agree(&[lead, first, second, 0x80]), Ok(()));
                }
            }
        }
    }
}
