//! What is kept of the bytes for which a property fails, and what a decoder would be given for them.

use crate::engine::is_utf8;
use illformed::search::promote::Finding;
use illformed_fuzz::property::Property;
use illformed_vectors::{Found, Input};

/// `property` does not hold for `bytes`. They become a vector only if a decoder can be given them as they are: a vector of
/// units, of calls or of a byte that says where to cut would say something of UTF-8 that nobody asked.
pub(crate) fn finding(property: &Property, bytes: Vec<u8>, provenance: Found, detail: String) -> Finding {
    let no_utf8 = "its bytes are in a form of the property's own, which no decoder is given";
    Finding {
        provenance,
        detail,
        input: if is_utf8(property) { Ok(Input::Bytes(bytes.clone())) } else { Err(no_utf8) },
        folder: format!("regressions/{}", property.name),
        seed: Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed::search::promote::provenance;

    #[test]
    fn bytes_in_a_form_of_the_propertys_own_are_never_a_vector() {
        let input = |property: &str| {
            let property = Property::named(property).expect("there is one");
            finding(&property, b"\xFF\xDB\xFF\xDF".to_vec(), provenance(property.name, b""), String::new())
                .input
        };
        for property in ["decoders_agree", "policies_agree", "planted_fault"] {
            assert_eq!(input(property), Ok(Input::Bytes(b"\xFF\xDB\xFF\xDF".to_vec())), "{property}");
        }
        for property in
            ["encode_round_trips", "chunks_equal_whole", "call_scripts_follow_the_model", "labels_agree"]
        {
            assert!(input(property).is_err(), "{property}");
        }
    }
}
