//! The replacement policies say what others say, and differ from each other as their definitions do.

use crate::property::agreement::{hold, same};
use illformed_codec::{
    DecodeLossy, Decoder, Event, Policy, Profile, REPLACEMENT, Replacer, decode_lossy, encode, escaped_byte,
    events,
};
use std::iter;
use std::sync::LazyLock;

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
    let found: Vec<Event> = events(bytes, Profile::Rfc3629).collect();
    let texts: Vec<OfPolicy> = Policy::ALL.iter().map(|&policy| (policy, lossy(bytes, policy))).collect();
    let text_of =
        |wanted| texts.iter().find(|(policy, _)| *policy == wanted).map_or(&[][..], |(_, text)| text);
    let outcome = are_the_same_in_chunks(bytes, &texts)
        .and_then(|()| {
            let mut texts = texts.iter();
            texts.try_for_each(|(policy, text)| follows_its_definition(bytes, &found, *policy, text))
        })
        .and_then(|()| peers_replace_maximal_subparts(bytes, text_of(Policy::MaximalSubpart)))
        .and_then(|()| escapes_give_the_bytes_back(bytes, text_of(Policy::Utf8b)))
        .and_then(|()| {
            Profile::ALL.iter().copied().try_for_each(|profile| {
                is_made_of_events(bytes, profile, decode_lossy(bytes, profile, Policy::MaximalSubpart))
            })
        });
    hold("policies_agree", bytes, outcome);
}

/// A policy, and the text that it gives.
type OfPolicy = (Policy, Vec<u32>);

/// The text that `policy` gives, in the space that is enough for each.
fn lossy(bytes: &[u8], policy: Policy) -> Vec<u32> {
    let mut text = Vec::with_capacity(bytes.len());
    text.extend(decode_lossy(bytes, Profile::Rfc3629, policy));
    text
}

/// Compares the text of each policy with what the policy makes of the events of the chunked decoder, which is fed byte by
/// byte, once for all of them.
fn are_the_same_in_chunks(bytes: &[u8], texts: &[OfPolicy]) -> Result<(), String> {
    let mut replaced: Vec<_> =
        texts.iter().map(|(policy, text)| (Replacer::new(*policy), text.iter())).collect();
    let mut outcome = Ok(());
    let mut sink = |event, covered: &[u8]| {
        for ((replacer, text), (policy, _)) in replaced.iter_mut().zip(texts) {
            let codes = replacer.replace(event, covered);
            let mut left = codes.len();
            for code in codes {
                left = left.wrapping_sub(1);
                let whole = text.next();
                if whole != Some(&code) && outcome.is_ok() {
                    outcome =
                        Err(format!("{policy}: code {code:X} of {event:?} in chunks, whole {whole:X?}"));
                }
            }
            if left != 0 && outcome.is_ok() {
                outcome = Err(format!("{policy}: {event:?} has not as many codes as it says"));
            }
        }
    };
    let mut decoder = Decoder::new(Profile::Rfc3629);
    bytes.chunks(1).for_each(|byte| decoder.feed(byte, &mut sink));
    decoder.finish(&mut sink);
    outcome?;
    replaced.iter_mut().zip(texts).try_for_each(|((_, text), (policy, _))| {
        text.next().map_or(Ok(()), |code| Err(format!("{policy}: in chunks there is no {code:X}")))
    })
}

/// Compares `text` with what `policy` means, worked out from the events `found` without the codec's replacer.
fn follows_its_definition(bytes: &[u8], found: &[Event], policy: Policy, text: &[u32]) -> Result<(), String> {
    let what = format_args!("{policy}: code");
    let is = |expected: &mut dyn Iterator<Item = u32>| {
        same(&what, ("codec", text.iter().copied()), ("definition", expected))
    };
    let each_byte = |replace: fn(u8) -> u32| replaced_bytes(bytes, found, replace);
    match policy {
        Policy::MaximalSubpart => is(&mut String::from_utf8_lossy(bytes).chars().map(u32::from)),
        Policy::PerByte => is(&mut each_byte(|_| REPLACEMENT)),
        Policy::PerDeclaredSequence => is(&mut structural(bytes, found)),
        Policy::PerRun => {
            let runs = found.chunk_by(|one, next| one.value().is_none() && next.value().is_none());
            is(&mut runs.map(|run| run[0].value().unwrap_or(REPLACEMENT)))
        }
        // Table 3-7 with ED's row widened is generalized UTF-8; there surrogates are what is refused.
        Policy::Java => is(&mut decode_lossy(bytes, Profile::Generalized, Policy::MaximalSubpart)
            .map(|code| if (0xD800..=0xDFFF).contains(&code) { REPLACEMENT } else { code })),
        Policy::Drop => is(&mut found.iter().filter_map(Event::value)),
        Policy::Latin1 => is(&mut each_byte(u32::from)),
        Policy::Cp1252 => is(&mut each_byte(cp1252)),
        Policy::Utf8b => is(&mut each_byte(|byte| 0xDC00 | u32::from(byte))),
        Policy::Fatal => is(&mut found.iter().map_while(Event::value)),
        // A policy without a definition here would go unchecked.
        _ => Err(format!("{policy} has no second definition")),
    }
}

/// Compares `text` with the codes of the events under `profile`, U+FFFD for each error.
fn is_made_of_events(bytes: &[u8], profile: Profile, text: DecodeLossy<'_>) -> Result<(), String> {
    let codes = events(bytes, profile).map(|event| event.value().unwrap_or(REPLACEMENT));
    same(&format_args!("{profile}: code"), ("events", codes), ("lossy", text))
}

/// The codes of the events, and what `replace` gives for each byte of an error.
fn replaced_bytes(bytes: &[u8], found: &[Event], replace: fn(u8) -> u32) -> impl Iterator<Item = u32> {
    found.iter().flat_map(move |event| {
        let replaced = if event.value().is_some() { 1 } else { event.len() };
        let of_event = bytes[event.at()..].iter().take(replaced);
        of_event.map(move |byte| event.value().unwrap_or_else(|| replace(*byte)))
    })
}

/// One U+FFFD for a lead byte with the continuation bytes that it announces, one for each other byte; only where there is
/// no character.
fn structural(bytes: &[u8], found: &[Event]) -> impl Iterator<Item = u32> {
    let (mut at, mut left) = (0, found.iter().copied().peekable());
    iter::from_fn(move || {
        while left.next_if(|event| event.at() < at).is_some() {}
        if let Some(Event::Code { value, len, .. }) = left.next_if(|event| event.at() == at) {
            at += len;
            return Some(value);
        }
        let announced = match bytes.get(at)?.leading_ones() as usize {
            ones @ 2..=6 => ones,
            _ => 1,
        };
        let follow = bytes[at + 1..].iter().take(announced - 1).take_while(|byte| **byte & 0xC0 == 0x80);
        at += 1 + follow.count();
        Some(REPLACEMENT)
    })
}

/// What encoding_rs decodes `byte` to.
fn cp1252(byte: u8) -> u32 {
    static TABLE: LazyLock<Vec<u32>> = LazyLock::new(|| {
        let bytes: Vec<u8> = (0..=u8::MAX).collect();
        let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
        text.chars().map(u32::from).collect()
    });
    TABLE[usize::from(byte)]
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
    let mut left = bytes;
    for &code in text {
        let rest = if let Some(byte) = escaped_byte(code) {
            left.strip_prefix(&[byte])
        } else {
            let encoded = encode(code, Profile::Rfc3629).map_err(|error| format!("utf8b: {error}"))?;
            left.strip_prefix(&*encoded)
        };
        let at = bytes.len() - left.len();
        left = rest.ok_or_else(|| format!("utf8b: code {code:X} does not give back what is at {at}"))?;
    }
    if left.is_empty() {
        Ok(())
    } else {
        Err(format!("utf8b: what is at {} does not come back", bytes.len() - left.len()))
    }
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
                let in_its_place = |asked| if asked == policy { planted } else { asked };
                let texts: Vec<OfPolicy> = Policy::ALL
                    .iter()
                    .map(|&asked| (asked, lossy(ALL_DIFFER, in_its_place(asked))))
                    .collect();
                let seen = are_the_same_in_chunks(ALL_DIFFER, &texts).is_err();
                assert_eq!(seen, policy != planted, "{planted} in the place of {policy}, in chunks");
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
                    policies_agree(&[lead, first, second, 0x80]);
                }
            }
        }
    }
}
