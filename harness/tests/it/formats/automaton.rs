//! The picture of the automaton in the page.

use super::records::{illformed, read, temporary};
use std::path::Path;

/// The page of a run with these words that asks a decoder that accepts everything and a right one.
fn page(words: &[&str], folder: &Path) -> String {
    let out = folder.to_str().expect("a plain path");
    let run = [
        "run",
        "--format",
        "html",
        "--out",
        out,
        "--decoder",
        "*/blind",
        "--decoder",
        "codec/events-rfc3629",
    ];
    let adapters = ["--adapter", "codec", "--", "sh", "tests/adapters/accepts-everything.sh"];
    illformed(&[&run, words, &adapters].concat()).assert().code(1);
    read(&folder.join("report.html"))
}

#[test]
fn a_decoder_that_fails_the_complete_suite_has_a_picture_and_one_that_passes_a_sentence() {
    let folder = temporary();
    let page = page(&["--only", "complete/*"], folder.path());
    assert_eq!(page.matches("<svg").count(), 1);
    let (_, picture) = page.split_once("<details class=\"automaton\" open>").expect("one fails");
    let (picture, _) = picture.split_once("</figure>").expect("it ends");
    assert!(
        picture.contains("role=\"img\" aria-label=\"Automaton of 1 state. Different: at the start 80-FF"),
        "{picture}"
    );
    // The policy of the page forbids a style within, and what it names would be named twice on the page of the decoder.
    assert!(!picture.contains("style") && !picture.contains(" id="), "{picture}");
    assert!(picture.contains("as far as the answers to 11,915 inputs tell"), "{picture}");
    assert_eq!(
        page.matches("As far as the complete suite tells, it is the automaton of RFC 3629.").count(),
        1
    );
}

#[test]
fn a_decoder_that_is_not_asked_the_complete_suite_has_no_picture() {
    let folder = temporary();
    let page = page(&["--only", "overlong/*"], folder.path());
    assert!(!page.contains("<svg") && !page.contains("the complete suite tells"));
}
