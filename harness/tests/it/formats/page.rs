//! The page as text: what it may have in it, and the first screen, which says what is wrong, with whom, and why.

use crate::reports::{HOSTILE, accept_all, baselined_each, four, small, unfolded, with_text};
use crate::said::{hold, printed};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::read::ZlibDecoder;
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, RunRecord, record_run};
use illformed::tell::report::html;
use illformed_judge::case::Plan;
use illformed_judge::cause::Cause;
use illformed_judge::shown::shown_input;
use illformed_vectors::Suite;
use serde_json::Value;
use snapbox::{assert_data_eq, file};
use std::collections::BTreeSet;

/// What stands between the first `start` and the next `end` after it; nothing if there is none.
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

fn hostile() -> RunRecord {
    with_text(small(), HOSTILE)
}

/// The page without its data, its style and its script.
fn static_part(page: &str) -> String {
    let style = part(page, "<style>", "</style>");
    let (before, _) = page.split_once("<script id=\"data\"").expect("the data ends the static part");
    before.replace(style, "")
}

#[test]
fn the_matrix_is_a_table_for_each_implementation_and_its_markup_is_golden() {
    let page = html(&unfolded());
    let mut table = section(&page, "matrix").to_owned();
    for tag in ["<details", "<summary", "<table", "<thead", "<tbody", "<tr", "<th ", "<td"] {
        table = table.replace(tag, &format!("\n{tag}"));
    }
    assert_data_eq!(table, file!["../golden/matrix.html"]);
}

#[test]
fn the_data_in_the_page_is_the_record() {
    for record in [small(), hostile()] {
        let page = html(&record);
        let data = part(&page, "<script id=\"data\" type=\"text/plain\">", "</script>");
        let packed = BASE64_STANDARD.decode(data).expect("the data is base64");
        let mut data: Value =
            serde_json::from_reader(ZlibDecoder::new(packed.as_slice())).expect("it holds JSON");
        let read: RunRecord = serde_json::from_value(data["record"].take()).expect("it holds a record");
        assert_eq!(read, record);
        assert_eq!(data["explained"].as_array().map(Vec::len), Some(record.vectors.len()));
        let inputs = data["inputs"].as_object().expect("it has inputs of derived cases");
        for (case, input) in inputs {
            let case: usize = case.parse().expect("it is a number");
            assert_eq!(*input, shown_input(&record.input(case)));
        }
    }
}

#[test]
fn text_of_adapters_is_never_markup() {
    let page = html(&hostile());
    assert!(!page.contains("<img") && !page.contains("<!--"), "no element of theirs");
    assert!(!page.contains(HOSTILE));
    // Between tags nothing is obeyed either; attributes that name things keep them as they are.
    let shown: String = static_part(&page).split('"').step_by(2).collect();
    assert!(!shown.contains(['\u{2028}', '\u{202E}', '\u{1b}']));
    // What the search looks at is shown text too; only what names a thing must keep it as it is.
    let static_part = static_part(&page);
    let attributes: Vec<&str> = static_part.split('<').flat_map(|tag| tag.split('"')).collect();
    for pair in attributes.windows(2).filter(|pair| pair[0].ends_with('=') && !pair[0].ends_with(" id=")) {
        let [name, value] = pair else { continue };
        assert!(!value.contains(['\0', '\u{7}', '\u{2028}', '\u{202E}', '\u{1b}']), "{name}{value}");
    }
    assert!(static_part.contains(" data-find=\""));
    let ours = html(&small());
    for tag in ["<script", "</script", "<link", "<meta", "<style"] {
        assert_eq!(page.matches(tag).count(), ours.matches(tag).count(), "{tag}");
    }
}

#[test]
fn nothing_in_the_page_refers_to_anything_outside_of_it() {
    for record in [small(), hostile()] {
        let page = html(&record);
        let markup = static_part(&page);
        for attribute in ["src=", "srcset=", "action=", "data=", "poster=", "background=", "style=", " on"] {
            let found = markup.split('<').filter_map(|tag| tag.split_once('>')).any(|(tag, _)| {
                // Quoted text may say anything.
                tag.split('"').step_by(2).any(|part| part.contains(attribute))
            });
            assert!(!found, "{attribute}");
        }
        for reference in markup.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(reference.starts_with('#') || reference == "data:,", "{reference}");
        }
        let style = part(&page, "<style>", "</style>");
        assert!(style.len() > 100 && !style.contains("url(") && !style.contains("@import"));
        assert!(page.contains("default-src 'none'; img-src data:; style-src 'sha256-"));
    }
}

#[test]
fn without_a_script_the_overview_and_the_causes_can_be_read() {
    let record = small();
    let page = static_part(&html(&record));
    for cause in causes(&record) {
        assert!(page.contains(&format!("id=\"/cause/{}\"", cause.name())), "{cause}");
    }
    for reference in page.split("href=\"#").skip(1).filter_map(|rest| rest.split(['"', '?', '@']).next()) {
        let needs_script = ["/vector/", "/decoder/"].iter().any(|page| reference.starts_with(page));
        let is_there = reference == "/" || page.contains(&format!("id=\"{reference}\""));
        assert!(needs_script || is_there, "{reference} leads nowhere");
    }
}

#[test]
fn each_part_says_what_there_is_of_it() {
    let (small, four, baselined) = (small(), four(), baselined_each());
    let mut interrupted = small.clone();
    interrupted.footer.complete = false;
    let mut accepted = small.clone();
    accept_all(&mut accepted);
    let (mut red, mut kept) = (baselined.clone(), baselined.clone());
    red.decoders.remove(0);
    kept.decoders.truncate(1);
    let plan = Plan::selected(Suite::embedded(), |_| false);
    let (nothing, _) = record_run(&plan, &[], &RunOptions::default(), RunFacts::default());
    hold(include_str!("page.txt"), |row| {
        let (record, part) = row.split_once(' ').expect("a row has a record and a part");
        let page = html(match record {
            "small" => &small,
            "interrupted" => &interrupted,
            "nothing" => &nothing,
            "four" => &four,
            "accepted" => &accepted,
            "baselined" => &baselined,
            "red" => &red,
            "kept" => &kept,
            _ => panic!("no record is called {record}"),
        });
        let first = ["<article", "<table"].into_iter().filter_map(|tag| page.find(tag)).min();
        printed(match part {
            "page" => page,
            "top" => page[..first.expect("there is a card or a matrix")].to_owned(),
            id => section(&page, id).to_owned(),
        })
    });
    let page = html(&baselined);
    for once in ["<small class=\"bad\">", "<td class=\"standing doubtful\">"] {
        assert_eq!(section(&page, "matrix").matches(once).count(), 1, "{page}");
    }
}

#[test]
fn what_fails_comes_first_with_each_cause_and_its_smallest_bytes() {
    let record = four();
    let page = html(&record);
    let places = ["failing", "passing", "matrix"].map(|id| page.find(&format!("id=\"{id}\"")));
    assert!(places.is_sorted() && !places.contains(&None), "{places:?}");
    let counts = texts_of(part(&page, "<dl class=\"numbers\">", "</dl>"), "<a ");
    assert_eq!(counts, ["1", "3"], "one fails, three pass");
    let card = part(section(&page, "failing"), "<article", "</article>");
    let causes = &record.decoders[2].by_claim.causes;
    assert!(causes.iter().map(|cause| cause.id.name()).eq(texts_of(card, "<b")), "{card}");
    let shown = texts_of(card, "<span class=\"shows\"><code");
    let smallest = causes.iter().map(|cause| shown_input(&record.input(cause.example)));
    assert!(smallest.eq(shown) && !causes.is_empty(), "{card}");
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
    faulty.decoders[0].by_claim = faulty.decoders[2].by_claim.clone();
    assert_eq!(families(&faulty), of(true), "one of ours fails");
    let unfolded = families(&unfolded());
    assert!(unfolded[0] == ("codec".to_owned(), true), "another codec: {unfolded:?}");
}

#[test]
fn every_list_has_our_own_codec_last() {
    let mut record = four();
    // One of ours has all that another has.
    record.decoders[0].by_claim = record.decoders[2].by_claim.clone();
    let replacement = record.decoders[1].replacement.clone();
    let another = &mut record.decoders[3];
    (another.implementation, another.replacement) = ("another".to_owned(), replacement);
    let page = html(&record);
    let lists = ["failing", "passing", "matrix", "/cause/accepts-surrogate"].map(|id| section(&page, id));
    let accepted = part(&page, "<h2>Ill-formed input accepted</h2>", "</section>").split("<tr");
    let accepted = accepted.filter(|row| row.contains("accepts-everything"));
    for list in lists.into_iter().chain(accepted) {
        let decoders: Vec<&str> = list.split("href=\"#/decoder/").skip(1).collect();
        let first = decoders.iter().position(|one| one.starts_with("codec/")).expect("ours is there");
        assert!(first > 0, "{list}");
        assert!(decoders[first..].iter().all(|one| one.starts_with("codec/")), "{list}");
    }
}
