//! The picture of the automaton in the page.

use crate::typed::{Folder, typed};

/// The page of a run of these cases that asks a decoder that accepts everything and a right one.
fn page(only: &str) -> String {
    let folder = Folder::new();
    let decoders = "--decoder */blind --decoder codec/events-rfc3629 --adapter codec";
    let adapter = "-- sh tests/adapters/accepts-everything.sh";
    typed(&format!("run --format html --out {} {decoders} --only {only} {adapter}", folder.at(""))).ends(1);
    folder.read("report.html")
}

#[test]
fn a_decoder_that_fails_the_complete_suite_has_a_picture_and_one_that_passes_a_sentence() {
    let page = page("complete/*");
    assert_eq!(page.matches("<svg").count(), 1);
    let (_, picture) = page.split_once("<details class=\"automaton\" open>").expect("one fails");
    let (picture, _) = picture.split_once("</figure>").expect("it ends");
    let label = "role=\"img\" aria-label=\"Automaton of 1 state. Different: at the start 80-FF";
    assert!(picture.contains(label), "{picture}");
    // The policy of the page forbids a style within, and what it names would be named twice on the page of the decoder.
    assert!(!picture.contains("style") && !picture.contains(" id="), "{picture}");
    assert!(picture.contains("as far as the answers to 11,915 inputs tell"), "{picture}");
    let passes = "As far as the complete suite tells, it is the automaton of RFC 3629.";
    assert_eq!(page.matches(passes).count(), 1);
    // Without the complete suite there is neither.
    let page = self::page("overlong/*");
    assert!(!page.contains("<svg") && !page.contains("the complete suite tells"));
}
