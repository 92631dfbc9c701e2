//! What the bytes of a target stand for: two inputs of different targets show one fault if what is decoded is the same.

use illformed_codec::{Event, Profile, events};
use illformed_fuzz::property::{CallScript, Property, Seeds, chunks};
use illformed_vectors::{Call, Input, Script};

/// What `property` decodes when it is given `bytes`, the likeliest first; nothing where it decodes no UTF-8. With `profile`
/// also the same text in UTF-8.
pub(crate) fn meanings(property: &Property, bytes: &[u8], profile: Option<Profile>) -> Vec<Input> {
    match property.seeds {
        Seeds::Text => Vec::new(),
        Seeds::Calls => script(CallScript::read(bytes).calls).into_iter().collect(),
        Seeds::Bytes if property.name == "chunks_equal_whole" => {
            let chunks = chunks(bytes).unwrap_or_default();
            let fed = chunks.into_iter().map(|chunk| Call::Feed(chunk.to_vec()));
            script(fed.chain([Call::Finish]).collect()).into_iter().collect()
        }
        Seeds::Bytes if property.name == "encode_round_trips" => numbers(bytes),
        Seeds::Bytes => {
            let text = profile.and_then(|profile| in_utf8(events(bytes, profile)));
            [Some(bytes.to_vec()), text].into_iter().flatten().map(Input::Bytes).collect()
        }
    }
}

/// Whether `property` is given UTF-8 and nothing else: only then a decoder can be given its bytes.
pub(crate) fn is_utf8(property: &Property) -> bool {
    property.seeds == Seeds::Bytes && !["chunks_equal_whole", "encode_round_trips"].contains(&property.name)
}

/// The calls as a script of vectors, which says that a decoder begins anew after a finish; of a single chunk the bytes.
fn script(calls: Vec<Call>) -> Option<Input> {
    if let [Call::Feed(fed)] | [Call::Feed(fed), Call::Finish] = &calls[..] {
        return Some(Input::Bytes(fed.clone()));
    }
    let mut all: Vec<Call> = Vec::new();
    for call in calls {
        if all.last() == Some(&Call::Finish) && call != Call::Reset {
            all.push(Call::Reset);
        }
        all.push(call);
    }
    Script::new(all).ok().map(Input::Calls)
}

/// The codes that `encode_round_trips` encodes, in UTF-8: of the 32-bit numbers, of the units, of the bytes.
fn numbers(bytes: &[u8]) -> Vec<Input> {
    let number = |four: &[u8]| four.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    let numbers: Option<String> =
        bytes.chunks_exact(4).map(|four| char::from_u32(number(four) & 0x1F_FFFF)).collect();
    let units: Vec<u16> = bytes.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
    let of_bytes = in_utf8(events(bytes, Profile::Cesu8));
    let texts = [numbers.map(String::into_bytes), String::from_utf16(&units).ok().map(String::into_bytes)];
    let texts = texts.into_iter().chain([of_bytes, Some(bytes.to_vec())]);
    texts.flatten().filter(|text| !text.is_empty()).map(Input::Bytes).collect()
}

/// The text of `events`, if there is no error in it.
fn in_utf8(events: impl Iterator<Item = Event>) -> Option<Vec<u8>> {
    let text: Option<String> = events.map(|event| event.value().and_then(char::from_u32)).collect();
    text.map(String::into_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_a_form_of_the_propertys_own_are_no_utf8() {
        let is_utf8 = |name: &str| is_utf8(&Property::named(name).expect("there is one"));
        for name in ["decoders_agree", "policies_agree", "planted_fault"] {
            assert!(is_utf8(name), "{name}");
        }
        for name in
            ["encode_round_trips", "chunks_equal_whole", "call_scripts_follow_the_model", "labels_agree"]
        {
            assert!(!is_utf8(name), "{name}");
        }
    }
}
