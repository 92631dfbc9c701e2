//! `illformed compare`: two decoders, input by input.

use serde_json::Value;
use snapbox::cmd::{Command, cargo_bin};

/// The exit code, standard output and standard error of a comparison.
fn compared(arguments: &[&str]) -> (Option<i32>, String, String) {
    let command = Command::new(cargo_bin!("illformed")).arg("compare").args(arguments);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn decoders_of_one_standard_are_alike_whatever_the_form_of_their_text() {
    for (two, says) in [
        (["std/from-utf8", "codec/events-rfc3629"], "are alike.\n"),
        (["std/from-utf8-lossy", "codec/lossy-maximal-subpart"], "are alike.\n"),
        (
            ["codec/validate-rfc3629", "std/cstr"],
            "codec/validate-rfc3629 gives no text: only whether it accepts is",
        ),
    ] {
        let (code, text, errors) =
            compared(&[two.as_slice(), &["--only", "standard/*", "--only", "surrogate/*"]].concat());
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
        assert!(text.contains(says) && !text.contains("differ"), "{text}");
    }
}

#[test]
fn what_one_accepts_and_the_other_refuses_is_told_by_cause_the_shortest_first() {
    let (code, text, _) =
        compared(&["codec/events-mutf8", "std/from-utf8", "--only", "overlong/*", "--only", "standard/*"]);
    assert_eq!(code, Some(1), "{text}");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let place = |wanted: &str| {
        lines.iter().position(|line| line.starts_with(wanted)).unwrap_or_else(|| panic!("{wanted}: {text}"))
    };
    let accepts = place("codec/events-mutf8 accepts ");
    assert!(lines[accepts].ends_with(" that std/from-utf8 refuses:"), "{text}");
    let nul = place("accepts-overlong-2 ");
    assert_eq!(lines[nul + 1], "C0 80: U+0000", "{text}");
    assert!(place("std/from-utf8 accepts ") > nul && place("refuses-well-formed ") > nul, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn json_has_every_input_and_the_sums_agree() {
    let (code, text, _) =
        compared(&["codec/lossy-drop", "std/from-utf8-lossy", "--only", "overlong/*@-", "--format", "json"]);
    assert_eq!(code, Some(1));
    let json: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!((&json["kind"], &json["schema"]), (&"illformed-comparison".into(), &1.into()));
    let inputs = |group: &Value| group["inputs"].as_array().map_or(0, Vec::len);
    let groups = json["groups"].as_array().expect("there are groups");
    let differing = json["differing"].as_u64().and_then(|count| usize::try_from(count).ok());
    assert_eq!(Some(groups.iter().map(inputs).sum()), differing);
    assert!(groups.iter().all(|group| group["difference_kind"] == "other-text"), "{text}");
}

#[test]
fn typed_inputs_are_compared_and_text_that_decoding_makes_dangerous_is_marked() {
    let (code, text, _) =
        compared(&["codec/lossy-drop", "std/from-utf8-lossy", "--bytes", "2E", "FF", "2E", "2F"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("2E FF 2E 2F: U+002E U+002E U+002F; U+002E U+FFFD U+002E U+002F\n"), "{text}");
    assert!(text.contains("the text has `../`, which is not in the input"), "{text}");
    let (code, text, _) = compared(&["codec/stream-drop", "codec/stream-java", "--calls", "C3 | A9 | ."]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("Compared: 1 input, 1 is alike.\n"), "{text}");
}

#[test]
fn own_decoders_are_brought_in_by_a_command_or_several() {
    let blind = ["--", "sh", "tests/adapters/accepts-everything.sh"];
    let (code, text, _) = compared(&[["std/from-utf8", "--only", "overlong/*"].as_slice(), &blind].concat());
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("accepts-everything/blind accepts "), "{text}");
    let (bytes, same) = (["--bytes", "C0"], "--command");
    let (code, text, _) = compared(
        &[[same, "iconv -f UTF-8 -t UTF-16", same, "iconv -f UTF-8 -t UTF-32"].as_slice(), &bytes].concat(),
    );
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(text.matches("command/iconv").count(), 2, "{text}");
}

#[test]
fn what_two_are_meant_must_be_clear() {
    for (arguments, says) in [
        (&[][..], "compare needs two decoders"),
        (&["std/from-utf8"], "compare needs two decoders"),
        (&["std/from-utf8", "std/from-utf8"], "the same decoder twice"),
        (&["std/*", "codec/events-rfc3629"], "std/*: matches std/from-utf8, "),
        (
            &["std/from-utf9", "codec/events-rfc3629"],
            "std/from-utf9: no decoder of that name; did you mean `std/from-utf8` or ",
        ),
        (&["std/from-utf8", "codec/events-rfc3629", "--only", "nope/*"], "--only nope/*: no case of that id"),
    ] {
        let (code, text, errors) = compared(arguments);
        assert_eq!((code, text.as_str()), (Some(2), ""), "{arguments:?}: {errors}");
        assert!(errors.contains(says), "{arguments:?}: {errors}");
    }
}

#[test]
fn an_adapter_that_dies_or_cannot_be_asked_is_told() {
    let (code, text, errors) =
        compared(&["std/from-utf8", "--only", "overlong/nul-*", "--", "sh", "-c", "echo no"]);
    assert_eq!((code, text.as_str()), (Some(3), ""), "{errors}");
    assert!(errors.contains("not a JSON object"), "{errors}");
    let dies = r#"read -r hello; echo '{"adapter":"dies","protocol":1,"implementation":"sh","version":"1","decoders":1}'
        echo '{"decoder":"d","api":"d","kind":"validate","profile":"rfc3629","policy":"fatal","out":"none","at":"none","bom":"keep","script":"none"}'
        while read -r line; do case $line in *c080*) exit 9 ;; esac
        seq=${line#*\"seq\":}; seq=${seq%%,*}; echo "{\"seq\":$seq,\"answer\":\"reject\"}"; done"#;
    let bytes = ["--bytes", "C1", "80", "--bytes", "C0", "80"];
    let (code, text, errors) =
        compared(&[["std/from-utf8"].as_slice(), &bytes, &["--", "sh", "-c", dies]].concat());
    assert_eq!(code, Some(1), "{errors}{text}");
    assert!(text.contains("one gives no answer to 1 input:"), "{text}");
    assert!(text.contains("C0 80: an error at byte 0, length 1; exited with code 9"), "{text}");
}
