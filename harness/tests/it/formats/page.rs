//! The page as text: what it may have in it, and the first screen, which says what is wrong, with whom, and why.

use crate::reports::{HOSTILE, accept_all, baselined_each, blind, small, unfolded, with_text};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::read::ZlibDecoder;
use illformed::record::run::RunOptions;
use illformed::record::run_record::{DecoderRecord, RunFacts, RunRecord, record_run};
use illformed::tell::report::html;
use illformed_judge::cause::Cause;
use illformed_judge::shown::shown_input;
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
    for cause in record.decoders.iter().flat_map(|decoder| &decoder.by_claim.causes) {
        assert!(page.contains(&format!("id=\"/cause/{}\"", cause.id.name())), "{}", cause.id);
    }
    for reference in page.split("href=\"#").skip(1).filter_map(|rest| rest.split(['"', '?', '@']).next()) {
        let needs_script = ["/vector/", "/decoder/"].iter().any(|page| reference.starts_with(page));
        assert!(
            reference == "/" || needs_script || page.contains(&format!("id=\"{reference}\"")),
            "{reference} leads nowhere"
        );
    }
}

#[test]
fn what_is_less_than_a_whole_run_says_so_first() {
    let mut record = small();
    assert!(!html(&record).contains("this run is not complete"));
    assert!(html(&record).contains("A selection: "));
    record.footer.complete = false;
    let page = html(&record);
    let warned = page.find("this run is not complete").expect("it says so");
    assert!(warned < page.find("<article").expect("there is a card"));
    assert!(warned < page.find("<table").expect("there is a matrix"));
}

#[test]
fn the_first_page_says_which_decoders_are_as_their_baselines_list() {
    let page = html(&baselined_each());
    let line = part(&page, "<p class=\"lead\"><strong>Baselines: ", "</p>");
    let mut words = String::new();
    line.split('<').for_each(|part| words.push_str(part.split_once('>').map_or("", |(_, text)| text)));
    let expected = "2 decoders differ of 3: codec/events-rfc2279, 1 entry is stale; \
                    accepts-everything/blind, 3 regressions, 1 changed.";
    assert_eq!(words, expected);
    assert!(line.contains("<a href=\"#/decoder/accepts-everything/blind\">"), "{line}");
    let table = section(&page, "matrix");
    let marks: Vec<&str> = table.split("<small class=\"bad\">").skip(1).collect();
    assert!(matches!(marks.as_slice(), [not] if not.starts_with("not as listed<")), "{table}");
    assert_eq!(table.matches("<td class=\"standing doubtful\">STALE</td>").count(), 1, "{table}");
    let card = part(&page, "<article", "</article>");
    assert_eq!(part(card, "Against its baseline: ", "</p>").matches("3 regressions, 1 changed").count(), 1);
    assert!(!html(&small()).contains("Baselines: "));
    let mut red = baselined_each();
    red.decoders.remove(0);
    assert!(html(&red).contains("<strong>Baselines: </strong>2 decoders differ of 2: <a "));
    let mut kept = baselined_each();
    kept.decoders.truncate(1);
    assert!(html(&kept).contains("<strong>Baselines: </strong>1 decoder has one and matches it.</p>"));
}

#[test]
fn a_run_of_nothing_is_a_page_without_a_matrix() {
    let suite = illformed_vectors::Suite::embedded();
    let plan = illformed_judge::case::Plan::selected(suite, |_| false);
    let (record, _) = record_run(&plan, &[], &RunOptions::default(), RunFacts::default());
    let page = html(&record);
    assert!(page.contains("No decoder was asked.") && !page.contains("<table"));
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
