//! Texts as they are written, joined and compared, and what is worked out of vectors.

use illformed_codec::Profile;
use illformed_judge::claim::{Bom, Claim, OffsetMeaning, OutputKind, Policy, Refusal, ScriptSupport};
use illformed_judge::complete::{complete_suite, complete_tests, default_part};
use illformed_judge::container::Container;
use illformed_judge::observation::{CallOutcome, Observation, Text};

#[test]
fn a_text_is_read_from_lower_case_hex_of_whole_units() {
    for (out, word, read) in [
        (OutputKind::Utf8, "c3a9", Ok(Text::Utf8(vec![0xC3, 0xA9]))),
        (OutputKind::Utf16, "d83dde00", Ok(Text::Utf16(vec![0xD83D, 0xDE00]))),
        (OutputKind::Utf32, "0001f600", Ok(Text::Utf32(vec![0x1_F600]))),
        (OutputKind::Count, "12", Ok(Text::Count(12))),
        (OutputKind::Utf8, "C3A9", Err("`C3A9` is not hex of 2 digits a unit")),
        (OutputKind::Utf16, "d83dde", Err("`d83dde` is not hex of 4 digits a unit")),
        (OutputKind::Utf32, "0001f60g", Err("`0001f60g` is not hex of 8 digits a unit")),
        (OutputKind::Count, "-1\n", Err(r"`-1\n` is not a count")),
        (OutputKind::Count, "+5", Err("`+5` is not a count")),
        (OutputKind::None, "", Err("text `` from a decoder that declares none")),
    ] {
        assert_eq!(Text::from_wire(out, word), read.map_err(str::to_owned), "{word}");
    }
    for (len, cut) in [(40, ""), (41, "...")] {
        let said = format!("`{}{cut}` is not a count", "1".repeat(40));
        assert_eq!(Text::from_wire(OutputKind::Count, &"1".repeat(len)), Err(said));
    }
}

#[test]
fn texts_of_one_form_are_joined() {
    for (text, more) in [
        (Text::Utf8(vec![0x41]), Text::Utf8(vec![0x42])),
        (Text::Utf16(vec![0x41]), Text::Utf16(vec![0x42])),
        (Text::Utf32(vec![0x41]), Text::Utf32(vec![0x42])),
        (Text::Count(1), Text::Count(2)),
        (Text::None, Text::Utf8(vec![0x42])),
    ] {
        let mut all = text.clone();
        all.append(&more);
        assert_eq!(all.len(), text.len() + more.len(), "{all}");
    }
}

#[test]
fn the_code_points_of_an_answer_are_those_of_all_its_texts() {
    let points = |texts: Vec<Text>| {
        let calls = texts.into_iter().map(CallOutcome::Done).collect();
        Observation { calls, ..Observation::accept(Text::None) }.code_points()
    };
    assert_eq!(points(vec![Text::Utf8(b"a\xFF".to_vec())]), Some(vec![0x61, 0x8000_00FF]));
    assert_eq!(points(vec![Text::Utf16(vec![0xD83D, 0xDE00, 0xD800])]), Some(vec![0x1_F600, 0xD800]));
    let parts = vec![Text::Utf32(vec![0x61]), Text::None, Text::Utf32(vec![0x62])];
    assert_eq!(points(parts), Some(vec![0x61, 0x62]));
    assert_eq!(points(vec![Text::Utf32(Vec::new())]), Some(Vec::new()));
    for untold in [vec![Text::None], vec![Text::Utf32(vec![0x61]), Text::Count(1)], Vec::new()] {
        assert_eq!(points(untold), None);
    }
}

#[test]
fn a_claim_is_written_in_the_words_of_the_protocol_and_read_again() {
    let plain = Claim::strict(Profile::Rfc3629);
    let full = Claim {
        at: OffsetMeaning::Offending,
        bom: Bom::Strip,
        cannot: vec![0, 0xFF],
        max_bytes: Some(9),
        refuses: vec![Refusal::Nul],
        script: ScriptSupport::Container(Container::JsonString),
        profile: None,
        ..Claim::lossy(None)
    };
    for (claim, written, within) in [
        (
            plain,
            r#"{"kind":"strict","profile":"rfc3629","policy":"fatal","out":"utf32","at":"valid_up_to","bom":"keep","script":"none"}"#,
            "",
        ),
        (
            Claim::lossy(Policy::Drop),
            r#"{"kind":"lossy","profile":"rfc3629","policy":"drop","out":"utf32","at":"none","bom":"keep","script":"none"}"#,
            "",
        ),
        (
            full,
            r#"{"kind":"lossy","profile":"none","policy":"none","out":"utf32","at":"offending","bom":"strip","script":"none","cannot":"00ff","max_bytes":9,"refuses":["nul"],"container":"json-string"}"#,
            " in json-string",
        ),
    ] {
        assert_eq!(serde_json::to_string(&claim).unwrap(), written);
        assert_eq!(serde_json::from_str::<Claim>(written).unwrap(), claim);
        assert_eq!(claim.within(), within);
        let unknown = written.replace(r#""profile":""#, r#""profile":"x"#);
        assert!(serde_json::from_str::<Claim>(&unknown).is_err());
    }
}

#[test]
fn a_written_claim_that_contradicts_itself_is_refused() {
    for (kind, policy, out, container, why) in [
        ("strict", "drop", "utf8", "", "has the policy `fatal`"),
        ("validate", "none", "none", "", "has the policy `fatal`"),
        ("lossy", "fatal", "utf8", "", "does not have the policy `fatal`"),
        ("validate", "fatal", "utf16", "", "`out` is `none` for `validate`"),
        ("strict", "fatal", "none", "", "`out` is `none` for `validate`"),
        ("count", "none", "none", "", "`out` is `none` for `validate`"),
        ("count", "none", "utf32", "", "`out` is `count` for `count`"),
        ("lossy", "drop", "count", "", "`out` is `count` for `count`"),
        ("strict", "fatal", "utf8", r#","container":"cbor-text""#, "takes one call"),
    ] {
        let text = format!(
            r#"{{"kind":"{kind}","profile":"rfc3629","policy":"{policy}","out":"{out}","at":"none","bom":"keep","script":"feed"{container}}}"#
        );
        let error = serde_json::from_str::<Claim>(&text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn a_part_of_the_suite_has_the_complete_one_if_it_is_wanted_and_that_says_what_is_done() {
    for wanted in ["complete", "overlong"] {
        let part = default_part(|group| group == wanted);
        let has = ["complete/e0-9f-80", "overlong/nul-two-bytes"].map(|id| part.vector(id).is_some());
        assert_eq!(has, [wanted == "complete", wanted == "overlong"]);
    }
    let suite = complete_suite();
    assert_eq!(suite.vectors().count(), complete_tests().len());
    for (id, comment) in [("e0-a0-80", "complete suite: accepted"), ("e0-9f-80", "complete suite: refused")] {
        let vector = suite.vector(&format!("complete/{id}"));
        assert_eq!(vector.map(|vector| &*vector.comment), Some(comment), "{id}");
        assert!(vector.is_some_and(|vector| vector.refs == ["RFC 3629 s4"]), "{id}");
    }
}
