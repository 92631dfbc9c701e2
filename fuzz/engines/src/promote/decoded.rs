//! What of the bytes of a target is decoded.

use illformed_fuzz::property::{CallScript, Property, Seeds, chunks};
use illformed_vectors::{Call, Input, Script};

/// Whether `property` is given UTF-8 and nothing else: only then a decoder can be given its bytes.
pub(crate) fn is_utf8(property: &Property) -> bool {
    property.seeds == Seeds::Bytes && !["chunks_equal_whole", "encode_round_trips"].contains(&property.name)
}

/// What a decoder is given when `property` is given `bytes`; `None` where there is no such thing.
pub(crate) fn decoded(property: &Property, bytes: &[u8]) -> Option<Input> {
    let calls = match property.seeds {
        Seeds::Calls => CallScript::read(bytes).calls,
        Seeds::Bytes if property.name == "chunks_equal_whole" => {
            let fed = chunks(bytes).into_iter().map(|chunk| Call::Feed(chunk.to_vec()));
            fed.chain([Call::Finish]).collect()
        }
        _ => return is_utf8(property).then(|| Input::Bytes(bytes.to_vec())),
    };
    if let [Call::Feed(fed)] | [Call::Feed(fed), Call::Finish] = &calls[..] {
        return Some(Input::Bytes(fed.clone()));
    }
    // The scripts of vectors say that a decoder begins anew after a finish.
    let mut all: Vec<Call> = Vec::new();
    for call in calls {
        if all.last() == Some(&Call::Finish) && call != Call::Reset {
            all.push(Call::Reset);
        }
        all.push(call);
    }
    Script::new(all).ok().map(Input::Calls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_a_form_of_the_propertys_own_are_decoded_as_it_reads_them() {
        let decoded = |name: &str, bytes: &[u8]| {
            let property = Property::named(name).expect("there is one");
            decoded(&property, bytes).map(|input| (is_utf8(&property), input))
        };
        let bytes = |bytes: &[u8]| Input::Bytes(bytes.to_vec());
        assert_eq!(decoded("decoders_agree", b"\xC0\x80"), Some((true, bytes(b"\xC0\x80"))));
        assert_eq!(decoded("chunks_equal_whole", b"\xC0\x80\0"), Some((false, bytes(b"\xC0\x80"))));
        let script = Input::Calls("c0 80 .".parse().expect("it is a script"));
        assert_eq!(decoded("chunks_equal_whole", b"\xC0\x80\x02"), Some((false, script)));
        let script = Input::Calls("c0 . ~ 80".parse().expect("it is a script"));
        let calls = b"\0\x03\x01\xC0\0\x03\x01\x80";
        assert_eq!(decoded("call_scripts_follow_the_model", calls), Some((false, script)));
        for name in ["encode_round_trips", "vectors_are_read_strictly"] {
            assert_eq!(decoded(name, b"A"), None);
        }
    }
}
