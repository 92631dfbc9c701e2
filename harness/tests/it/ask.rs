//! `illformed ask` as its users meet it.

use crate::typed::{Said, illformed};

/// Without interpreters, which take seconds to compile and to start.
#[track_caller]
fn ask(words: &str) -> Said {
    Said::of(illformed(&format!("ask {words}")).env("PATH", ""))
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
