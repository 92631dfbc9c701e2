//! `illformed ask` as its users meet it.

use crate::typed::{Said, illformed};
use serde_json::Value;

/// Without interpreters, which take seconds to compile and to start, unless an adapter of one's own is on the PATH.
#[track_caller]
fn ask(words: &str) -> Said {
    let command = illformed(&format!("ask {words}"));
    Said::of(if words.contains("-- ") { command } else { command.env("PATH", "") })
}

#[track_caller]
fn asked(words: &str) -> Value {
    let said = ask(&format!("{words} --format json")).ends(0);
    assert_eq!(said.stderr, "");
    serde_json::from_str(&said.stdout).expect("it prints JSON")
}

/// The decoders that gave `answer`, and whether RFC 3629 allows it.
fn who<'a>(poll: &'a Value, answer: &str) -> Vec<(&'a str, bool)> {
    let answers = poll["answers"].as_array().expect("it is a list").iter();
    let decoders = answers.filter(|one| one["answer"] == answer).flat_map(|one| {
        let names = one["decoders"].as_array().expect("it is a list").iter();
        names.map(|name| (name.as_str().expect("it is a name"), one["is_allowed"] == true))
    });
    decoders.collect()
}

#[test]
fn decoders_are_grouped_by_their_answers_and_what_rfc_3629_forbids_is_marked() {
    let only = "--decoder std/from-utf8* --decoder codec/decoder-mutf8";
    let poll = asked(&format!("C0 80 {only}"));
    assert_eq!(poll["rfc3629"], "ill-formed: overlong at byte 0");
    assert_eq!(who(&poll, "an error at byte 0"), [("std/from-utf8", true)]);
    assert_eq!(who(&poll, "U+FFFD U+FFFD"), [("std/from-utf8-lossy", true)]);
    assert_eq!(who(&poll, "U+0000"), [("codec/decoder-mutf8", false)]);
    assert_eq!(
        ask(&format!("'C0 80' {only}")).stdout,
        "C0 80  RFC 3629: ill-formed: overlong at byte 0
  C0 80 would be U+0000
3 decoders: accepted by 1, replaced by 1, refused by 1
!   1 U+0000 (accepts-overlong-2)
      codec/decoder-mutf8 (claims mutf8)
    1 U+FFFD U+FFFD
      std/from-utf8-lossy
    1 an error at byte 0
      std/from-utf8
"
    );
}

#[test]
fn the_codec_of_illformed_is_shown_where_it_is_named_and_all_names_every_decoder() {
    let hidden = "decoders of illformed itself not shown: --adapter codec shows them\n";
    let text = ask("'C0 80' --all").has(&[hidden]).stdout;
    assert!(!text.contains("codec/"), "{text}");
    for decoder in ["std/from-utf8", "bstr/chars", "encoding-rs/decode", "simdutf8/basic"] {
        let is_named = text.split([',', '\n']).any(|name| name.trim() == decoder);
        assert!(is_named, "{decoder}: {text}");
    }
    let asked = text.lines().find_map(|line| line.split_once(" decoders: ")).expect("a summary");
    let named = text.lines().filter(|line| line.starts_with("      ")).flat_map(|line| line.split(", "));
    assert_eq!(asked.0.parse(), Ok(named.filter(|name| name.contains('/')).count()), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    ask("'C0 80' --adapter codec").has(&["codec/decoder-mutf8 (claims mutf8)", "!not shown"]);
}
