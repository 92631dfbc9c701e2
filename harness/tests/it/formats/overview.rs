//! The first screen as text: what is wrong, with whom, and why.

use crate::reports::{accept_all, baselined_each, blind, small, unfolded};
use illformed::record::run_record::{DecoderRecord, RunRecord};
use illformed::tell::report::html;
use illformed_judge::cause::Cause;
use illformed_judge::shown::shown_input;
use std::collections::BTreeSet;

/// The element of the page that begins with `start`, until `end`; empty if there is none.
fn part<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let after = page.split_once(start).map_or("", |(_, after)| after);
    after.split_once(end).map_or("", |(part, _)| part)
}

fn section<'a>(page: &'a str, id: &str) -> &'a str {
    part(page, &format!("<section id=\"{id}\""), "</section>")
}

fn texts_of<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    let after = text.split(start).skip(1);
    after.filter_map(|rest| rest.split_once('>')?.1.split('<').next()).collect()
}

fn causes(record: &RunRecord) -> BTreeSet<Cause> {
    record.decoders.iter().flat_map(|decoder| &decoder.by_claim.causes).map(|cause| cause.id).collect()
}

#[test]
fn what_fails_comes_first_and_what_passes_is_folded() {
    let mut record = small();
    // With four decoders no card is left for those that pass.
    let mut again = record.decoders[0].clone();
    "another".clone_into(&mut again.adapter);
    record.decoders.push(again);
    let page = html(&record);
    assert_eq!(page.matches("<article").count(), 1);
    let failing = section(&page, "failing");
    assert!(failing.contains("accepts-everything/blind") && !failing.contains("events-rfc"), "{failing}");
    let passing = section(&page, "passing");
    assert!(passing.contains("<details class=\"fold\"><summary>3 decoders "), "{passing}");
    assert!(passing.contains("codec 2/2") && passing.contains("another 1/1"), "{passing}");
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(
        place("id=\"failing\"") < place("id=\"passing\"") && place("id=\"passing\"") < place("id=\"matrix\"")
    );
    let counts = texts_of(part(&page, "<dl class=\"numbers\">", "</dl>"), "<a ");
    assert_eq!(counts, ["1", "3"], "one fails, three pass");
}

#[test]
fn a_card_has_each_cause_and_its_smallest_bytes() {
    let record = small();
    let page = html(&record);
    let card = part(section(&page, "failing"), "<article", "</article>");
    let blind = &record.decoders[record.decoders.len() - 1];
    assert!(!blind.by_claim.causes.is_empty());
    let names: Vec<&str> = blind.by_claim.causes.iter().map(|cause| cause.id.name()).collect();
    assert_eq!(texts_of(card, "<b"), names);
    let shown = texts_of(card, "<span class=\"shows\"><code");
    for (cause, shown) in blind.by_claim.causes.iter().zip(&shown) {
        assert_eq!(*shown, shown_input(&record.input(cause.example)));
    }
    assert_eq!(shown.len(), names.len());
    assert!(card.contains("<code>illformed run --decoder accepts-everything/blind --only "), "{card}");
}

#[test]
fn what_a_baseline_accepts_is_listed_as_accepted_and_has_no_card_among_failures() {
    let mut record = small();
    accept_all(&mut record);
    let page = html(&record);
    assert_eq!(section(&page, "failing"), "");
    let accepted = section(&page, "accepted");
    assert!(accepted.contains("<details class=\"fold\"><summary>1 decoder</summary>"), "{accepted}");
    assert!(accepted.contains("accepts-everything/blind") && accepted.contains("accepts-surrogate"));
    assert!(page.contains("<small>accepted by its baseline</small>"), "the page of its causes says so");
}

#[test]
fn the_page_of_each_cause_says_what_the_catalogue_says_and_who_has_it() {
    let record = small();
    let page = html(&record);
    let plain = page.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    assert!(causes(&record).len() > 2);
    for cause in causes(&record) {
        let told = section(&plain, &format!("/cause/{}", cause.name()));
        let catalogue = cause.page();
        let before = catalogue.before.join("\n");
        for words in [&catalogue.says, &catalogue.matters, &catalogue.standard, &catalogue.example, &before] {
            assert!(told.contains(words.as_str()), "{cause}: {words}\n{told}");
        }
        let decoders = record.decoders.iter();
        let has = decoders.filter(|one| one.by_claim.causes.iter().any(|other| other.id == cause));
        for decoder in has {
            assert!(told.contains(&format!(">{}</a>", decoder.name())), "{cause}: {told}");
        }
        assert!(page.contains(&format!("href=\"#/cause/{}\"", cause.name())), "a card leads to {cause}");
    }
}

#[test]
fn our_own_codec_is_last_and_closed_unless_it_fails_or_differs_from_its_baseline() {
    let families = |record: &RunRecord| -> Vec<(String, bool)> {
        let page = html(record);
        let families = section(&page, "matrix").split("<details").skip(1);
        let named = families.map(|one| (part(one, "<summary><b>", ":").to_owned(), one.contains(" open>")));
        named.collect()
    };
    let of = |codec_is_open| [("accepts-everything".to_owned(), true), ("codec".to_owned(), codec_is_open)];
    assert_eq!(families(&small()), of(false));
    assert_eq!(families(&baselined_each()), of(true), "a baseline of ours is out of date");
    let mut faulty = small();
    let by_claim = blind(&mut faulty).by_claim.clone();
    let ours = faulty.decoders.iter_mut().find(|one| one.adapter == "codec").expect("it is there");
    ours.by_claim = by_claim;
    assert_eq!(families(&faulty), of(true), "one of ours fails");
    let unfolded = families(&unfolded());
    assert!(unfolded[0] == ("codec".to_owned(), true), "another codec: {unfolded:?}");
}

#[test]
fn every_list_has_our_own_codec_last() {
    let mut record = small();
    let by_claim = blind(&mut record).by_claim.clone();
    // With four decoders no card is left for those that pass, and one of ours has all that another has.
    let ours = record.decoders[0].clone();
    record.decoders[0].by_claim = by_claim;
    record.decoders.push(DecoderRecord {
        adapter: "another".to_owned(),
        implementation: "another".to_owned(),
        replacement: record.decoders[1].replacement.clone(),
        ..ours
    });
    let page = html(&record);
    let lists = ["failing", "passing", "matrix", "/cause/accepts-surrogate"].map(|id| section(&page, id));
    let accepted = part(&page, "<h2>Ill-formed input accepted</h2>", "</section>").split("<details").skip(1);
    for list in lists.into_iter().chain(accepted) {
        let decoders: Vec<&str> = list.split("href=\"#/decoder/").skip(1).collect();
        let first = decoders.iter().position(|one| one.starts_with("codec/")).expect("ours is there");
        assert!(first > 0, "{list}");
        assert!(decoders[first..].iter().all(|one| one.starts_with("codec/")), "{list}");
    }
}
