//! The vectors against independent sources.

use crate::kinds::file::Kinds;
use crate::kinds::lint::lint_kinds;
use encoding_rs::Encoding;
use illformed_vectors::OTHER_KINDS;

#[test]
fn every_expectation_is_what_independent_sources_say() {
    let findings = lint_kinds(Kinds::shipped());
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn a_planted_fault_in_an_expectation_is_noticed() {
    // Each is a well-made file with something untrue in it.
    let faults = [
        ("encode", r#""rfc3629":{"bytes":"7f"}"#, r#""rfc3629":{"bytes":"c1bf"}"#),
        ("encode", r#""codes":"007f""#, r#""codes":"007e""#),
        ("encode", r#""error":"surrogate","at":0"#, r#""error":"out-of-range","at":0"#),
        ("encode", r#""replaced":"efbfbd""#, r#""replaced":"3f""#),
        ("encode", r#""cesu8":{"bytes":"eda080edb080"}"#, r#""cesu8":{"bytes":"eda080edb081"}"#),
        ("encode", r#""utf16":"d84c dfb4""#, r#""utf16":"dfb4 d84c","capacity":9"#),
        ("encode", r#""unspecified":"rfc2279-surrogate""#, r#""bytes":"eda080""#),
        ("encode", r#""capacity":3,"#, r#""capacity":2,"#),
        ("detect", r#""detected":"utf-8-cut","at":0"#, r#""detected":"other","at":0"#),
        ("detect", r#""detected":"utf-8-bom""#, r#""detected":"utf-8""#),
        ("detect", r#""detected":"ascii""#, r#""detected":"utf-8""#),
        ("detect", r#""detected":"other","at":3"#, r#""detected":"other","at":2"#),
        ("detect", r#""written":"ISO-8859-1","comment":"U+00C2"#, r#""written":"UTF-8","comment":"U+00C2"#),
        ("label", r#""rfc":null,"whatwg":"utf-8""#, r#""rfc":"utf-8","whatwg":"utf-8""#),
        ("label", r#""rfc":null,"whatwg":null"#, r#""rfc":null,"whatwg":"utf-8""#),
        ("label", r#""text":["3400","4dff"]"#, r#""text":["ac00","d7a3"]"#),
        ("label", r#""label":"utf8""#, r#""label":"utf-8""#),
    ];
    for (kind, from, to) in faults {
        let name = format!("{kind}.json");
        let (_, good) = OTHER_KINDS.into_iter().find(|(file, _)| *file == name).unwrap();
        let wrong = good.replacen(from, to, 1);
        assert_ne!(wrong, good, "{from}");
        let mut kinds = Kinds::default();
        kinds.read(&name, &wrong);
        assert!(!lint_kinds(&kinds).is_empty(), "{from} -> {to}");
    }
}

#[test]
fn every_text_is_well_formed_in_the_encoding_that_it_was_written_in() {
    let mut asked = 0;
    for vector in &Kinds::shipped().detect {
        let Some(encoding) = Encoding::for_label_no_replacement(vector.written.as_bytes()) else { continue };
        // Those that are cut, and those on forms that have no name there, are not whole texts.
        if vector.written != "UTF-8" && !vector.id.as_str().contains("no-cut") {
            asked += 1;
            let (_, had_errors) = encoding.decode_without_bom_handling(&vector.bytes);
            assert!(!had_errors, "{} is no {}", vector.id, vector.written);
        }
    }
    assert!(asked > 0);
}
