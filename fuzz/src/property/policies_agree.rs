//! The replacement policies say what others say, and differ from each other as their definitions do.

use crate::property::agreement::{hold, same};
use illformed_codec::{
    Decoder, Event, Policy, Profile, REPLACEMENT, Replacer, decode_lossy, encode, escaped_byte, events,
};

/// Returns when, under `rfc3629`:
///
/// * replacing maximal subparts gives the text of `String::from_utf8_lossy`, of encoding_rs and
///   of bstr;
/// * every other policy gives what another way to its text gives, which no other policy shares;
/// * each policy gives the same text when it is handed the events of the chunked decoder, byte by byte;
/// * the `utf8b` text encodes back to the very bytes;
///
/// and under every profile, replacing maximal subparts gives the codes of the events.
///
/// # Panics
///
/// If not; the message has the bytes in hex and the first thing that disagrees.
pub fn policies_agree(bytes: &[u8]) {
    let lossy = |policy| decode_lossy(bytes, Profile::Rfc3629, policy).collect::<Vec<u32>>();
    let subparts = |profile| decode_lossy(bytes, profile, Policy::MaximalSubpart).collect();
    let outcome = Policy::ALL
        .into_iter()
        .try_for_each(|policy| {
            is_the_same_in_chunks(bytes, policy, lossy(policy))?;
            follows_its_definition(bytes, policy, lossy(policy))
        })
        .and_then(|()| peers_replace_maximal_subparts(bytes, &lossy(Policy::MaximalSubpart)))
        .and_then(|()| escapes_give_the_bytes_back(bytes, &lossy(Policy::Utf8b)))
        .and_then(|()| {
            let mut profiles = Profile::ALL.into_iter();
            profiles.try_for_each(|profile| is_made_of_events(bytes, profile, subparts(profile)))
        });
    hold("policies_agree", bytes, outcome);
}

/// Compares `text` with what `policy` means, worked out without the codec's replacer.
fn follows_its_definition(bytes: &[u8], policy: Policy, text: Vec<u32>) -> Result<(), String> {
    let found = || events(bytes, Profile::Rfc3629);
    let each_error = |replace: &dyn Fn(&[u8]) -> Vec<u32>| -> Vec<u32> {
        let codes = |event: Event| match event {
            Event::Code { value, .. } => vec![value],
            Event::Error { .. } => replace(&bytes[event.at()..event.end()]),
        };
        found().flat_map(codes).collect()
    };
    let each_byte =
        |replace: fn(u8) -> u32| each_error(&|error| error.iter().copied().map(replace).collect());
    let expected = match policy {
        Policy::MaximalSubpart => String::from_utf8_lossy(bytes).chars().map(u32::from).collect(),
        Policy::PerByte => each_byte(|_| REPLACEMENT),
        Policy::PerDeclaredSequence => structural(bytes),
        Policy::PerRun => {
            let mut inside = false;
            let fresh = |event: &Event| {
                let is_error = event.value().is_none();
                !std::mem::replace(&mut inside, is_error) || !is_error
            };
            found().filter(fresh).map(|event| event.value().unwrap_or(REPLACEMENT)).collect()
        }
        // Table 3-7 with ED's row widened is generalized UTF-8; there surrogates are what is refused.
        Policy::Java => decode_lossy(bytes, Profile::Generalized, Policy::MaximalSubpart)
            .map(|code| if (0xD800..=0xDFFF).contains(&code) { REPLACEMENT } else { code })
            .collect(),
        Policy::Drop => found().filter_map(|event| event.value()).collect(),
        Policy::Latin1 => each_byte(u32::from),
        Policy::Cp1252 => each_byte(cp1252),
        Policy::Utf8b => each_byte(|byte| 0xDC00 | u32::from(byte)),
        Policy::Fatal => found().map_while(|event| event.value()).collect(),
        // A policy without a definition here would go unchecked.
        _ => return Err(format!("{policy} has no second definition")),
    };
    same(&format_args!("{policy}: code"), ("codec", text), ("definition", expected))
}

/// Compares `text` with what `policy` makes of the events of the chunked decoder, which is fed byte by byte.
fn is_the_same_in_chunks(bytes: &[u8], policy: Policy, text: Vec<u32>) -> Result<(), String> {
    let (mut in_chunks, mut replacer) = (Vec::new(), Replacer::new(policy));
    let mut decoder = Decoder::new(Profile::Rfc3629);
    let mut sink = |event, covered: &[u8]| in_chunks.extend(replacer.replace(event, covered));
    bytes.chunks(1).for_each(|chunk| decoder.feed(chunk, &mut sink));
    decoder.finish(&mut sink);
    same(&format_args!("{policy}: code"), ("whole", text), ("in chunks", in_chunks))
}

/// Compares `text` with the codes of the events under `profile`, U+FFFD for each error.
fn is_made_of_events(bytes: &[u8], profile: Profile, text: Vec<u32>) -> Result<(), String> {
    let codes: Vec<u32> = events(bytes, profile).map(|event| event.value().unwrap_or(REPLACEMENT)).collect();
    same(&format_args!("{profile}: code"), ("events", codes), ("lossy", text))
}

/// One U+FFFD for a lead byte with the continuation bytes that it announces, one for each other byte; only where there is
/// no character.
fn structural(bytes: &[u8]) -> Vec<u32> {
    let found: Vec<Event> = events(bytes, Profile::Rfc3629).collect();
    let mut text = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if let Some(Event::Code { value, len, .. }) = found.iter().find(|event| event.at() == at) {
            text.push(*value);
            at += len;
            continue;
        }
        let announced = match bytes[at].leading_ones() as usize {
            ones @ 2..=6 => ones,
            _ => 1,
        };
        let follow = bytes[at + 1..].iter().take(announced - 1).take_while(|byte| **byte & 0xC0 == 0x80);
        at += 1 + follow.count();
        text.push(REPLACEMENT);
    }
    text
}

fn cp1252(byte: u8) -> u32 {
    let bytes = [byte];
    let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
    text.chars().next().map_or(0, u32::from)
}

fn peers_replace_maximal_subparts(bytes: &[u8], text: &[u32]) -> Result<(), String> {
    let (encoding_rs, _) = encoding_rs::UTF_8.decode_without_bom_handling(bytes);
    let bstr = bstr::ByteSlice::chars(bytes);
    let codec = || ("codec", text.iter().copied());
    same(&"lossy code", codec(), ("encoding_rs", encoding_rs.chars().map(u32::from)))?;
    same(&"lossy code", codec(), ("bstr", bstr.map(u32::from)))
}

/// Only `rfc3629` promises this: where the profile itself decodes surrogates, an escape looks like one of them.
fn escapes_give_the_bytes_back(bytes: &[u8], text: &[u32]) -> Result<(), String> {
    let mut back = Vec::with_capacity(bytes.len());
    for &code in text {
        match escaped_byte(code) {
            Some(byte) => back.push(byte),
            None => back.extend_from_slice(
                &encode(code, Profile::Rfc3629).map_err(|error| format!("utf8b: {error}"))?,
            ),
        }
    }
    same(&"byte", ("utf8b round trip", &*back), ("input", bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two policies give this the same text.
    const ALL_DIFFER: &[u8] = b"a\xE0\x80\x80\xE2\x82b\xED\xA0\x80c\x80\x80";

    #[test]
    fn a_policy_that_is_taken_for_another_is_seen() {
        for policy in Policy::ALL {
            for planted in Policy::ALL {
                let text: Vec<u32> = decode_lossy(ALL_DIFFER, Profile::Rfc3629, planted).collect();
                let seen = is_the_same_in_chunks(ALL_DIFFER, policy, text.clone()).is_err();
                assert_eq!(seen, policy != planted, "{planted} in the place of {policy}, in chunks");
                let seen = follows_its_definition(ALL_DIFFER, policy, text).is_err();
                assert_eq!(seen, policy != planted, "{planted} in the place of {policy}");
            }
        }
    }

    #[test]
    fn a_profile_that_is_taken_for_another_is_seen() {
        let all_differ =
            b"\xED\xA0\x80\xED\xB0\x80 \xED\xA0\x80 \xC0\x80 \xF0\x90\x80\x80 \xF8\x88\x80\x80\x80";
        for profile in Profile::ALL {
            for planted in Profile::ALL {
                let text = decode_lossy(all_differ, planted, Policy::MaximalSubpart).collect();
                let seen = is_made_of_events(all_differ, profile, text).is_err();
                assert_eq!(seen, profile != planted, "{planted} in the place of {profile}");
            }
        }
    }

    #[test]
    fn peers_and_the_round_trip_see_a_text_that_differs() {
        let text: Vec<u32> = decode_lossy(ALL_DIFFER, Profile::Rfc3629, Policy::PerByte).collect();
        assert!(escapes_give_the_bytes_back(ALL_DIFFER, &text).is_err());
        assert!(peers_replace_maximal_subparts(ALL_DIFFER, &text).is_err());
    }

    #[test]
    fn policies_agree_on_every_string_of_two_bytes_after_a_lead() {
        for lead in [0x41, 0xE0, 0xED, 0xF4] {
            for first in (0..=u8::MAX).step_by(3) {
                for second in (0..=u8::MAX).step_by(5) {
                    policies_agree(&[lead, first, second, 0x80]);
                }
            }
        }
    }
}
