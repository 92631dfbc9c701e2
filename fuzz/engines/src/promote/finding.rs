//! What is kept of the bytes for which a property fails, and what a decoder would be given for them.

use illformed::search::promote::Finding;
use illformed_fuzz::property::{CallScript, Property, Seeds, chunks};
use illformed_vectors::{Call, Found, Input, Script};

/// `property` does not hold for `bytes`.
pub(crate) fn finding(property: &Property, bytes: Vec<u8>, provenance: Found, detail: String) -> Finding {
    Finding {
        provenance,
        detail,
        input: meaning(property, &bytes),
        folder: format!("regressions/{}", property.name),
        seed: Ok(bytes),
    }
}

/// The input that stands for `bytes` where `property` reads them, or why no decoder can be given it.
fn meaning(property: &Property, bytes: &[u8]) -> Result<Input, &'static str> {
    match property.seeds {
        Seeds::Text => Err("its bytes are text for a reader of this project, which no decoder is given"),
        Seeds::Calls => script(CallScript::read(bytes).calls.into_iter()),
        Seeds::Bytes if property.name == "chunks_equal_whole" => {
            // Just the calls that it makes: the empty chunks may be what it takes.
            let chunks = chunks(bytes).unwrap_or_default();
            let fed =
                chunks.into_iter().flat_map(|chunk| [Call::Feed(chunk.to_vec()), Call::Feed(Vec::new())]);
            script(fed.chain([Call::Finish]))
        }
        Seeds::Bytes => Ok(Input::Bytes(bytes.to_vec())),
    }
}

fn script(calls: impl Iterator<Item = Call>) -> Result<Input, &'static str> {
    Script::new(calls.collect()).map(Input::Calls).map_err(
        |_| "a script of a vector cannot say it: it has no call, or one after a finish without a reset",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(property: &str, bytes: &[u8]) -> Result<String, &'static str> {
        meaning(&Property::named(property).expect("there is one"), bytes).map(|input| input.to_string())
    }

    #[test]
    fn bytes_are_themselves_chunks_a_script_and_text_nothing() {
        assert_eq!(meant("decoders_agree", b"\xC0\x80").as_deref(), Ok("c080"));
        assert_eq!(meant("planted_fault", b"").as_deref(), Ok(""));
        assert_eq!(meant("chunks_equal_whole", b"A\xE2\x82\x06").as_deref(), Ok("calls 41 - e2 - 82 - ."));
        assert_eq!(meant("chunks_equal_whole", b"A\xE2\x82\x00").as_deref(), Ok("calls 41e282 - ."));
        assert_eq!(meant("chunks_equal_whole", b"\x00").as_deref(), Ok("calls ."));
        for property in ["labels_agree", "records_are_read_strictly"] {
            assert!(meant(property, b"{}").is_err(), "{property}");
        }
    }

    #[test]
    fn calls_are_a_script_where_a_vector_can_say_them() {
        let meant = |bytes| meant("call_scripts_follow_the_model", bytes);
        assert_eq!(meant(b"\x00\x03\x02\xE2\x82\x02\x01\x00").as_deref(), Ok("calls e282 - ~ ."));
        for none in [&b""[..], b"\x00", b"\x00\x00\x00", b"\x00\x00\x03\x01A"] {
            assert!(meant(none).is_err(), "{none:?}");
        }
    }
}
