//! The page as text.

use crate::reports::{HOSTILE, baselined_each, small, unfolded, with_text};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::read::ZlibDecoder;
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, RunRecord, record_run};
use illformed::tell::report::html;
use illformed_judge::shown::shown_input;
use serde_json::Value;
use snapbox::{assert_data_eq, file};

/// What stands between the first `start` and the next `end` after it.
#[track_caller]
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, after) = text.split_once(start).unwrap_or_else(|| panic!("no {start}"));
    after.split_once(end).unwrap_or_else(|| panic!("no {end} after {start}")).0
}

fn hostile() -> RunRecord {
    with_text(small(), HOSTILE)
}

/// The page without its data, its style and its script.
fn static_part(page: &str) -> String {
    let style = between(page, "<style>", "</style>");
    let (before, _) = page.split_once("<script id=\"data\"").expect("the data ends the static part");
    before.replace(style, "")
}

#[test]
fn the_matrix_is_a_table_for_each_implementation_and_its_markup_is_golden() {
    let page = html(&unfolded());
    let mut table = between(&page, "<section id=\"matrix\"", "</section>").to_owned();
    for tag in ["<details", "<summary", "<table", "<thead", "<tbody", "<tr", "<th ", "<td"] {
        table = table.replace(tag, &format!("\n{tag}"));
    }
    assert_data_eq!(table, file!["../golden/matrix.html"]);
}

#[test]
fn the_data_in_the_page_is_the_record() {
    for record in [small(), hostile()] {
        let page = html(&record);
        let data = between(&page, "<script id=\"data\" type=\"text/plain\">", "</script>");
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
        let style = between(&page, "<style>", "</style>");
        assert!(!style.contains("url(") && !style.contains("@import"));
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
    let line = between(&page, "<p class=\"lead\"><strong>Baselines: ", "</p>");
    let mut words = String::new();
    line.split('<').for_each(|part| words.push_str(part.split_once('>').map_or("", |(_, text)| text)));
    let expected = "2 decoders differ of 3: codec/events-rfc2279, 1 entry is stale; \
                    accepts-everything/blind, 3 regressions, 1 changed.";
    assert_eq!(words, expected);
    assert!(line.contains("<a href=\"#/decoder/accepts-everything/blind\">"), "{line}");
    let table = between(&page, "<section id=\"matrix\"", "</section>");
    let marks: Vec<&str> = table.split("<small class=\"bad\">").skip(1).collect();
    assert!(matches!(marks.as_slice(), [not] if not.starts_with("not as listed<")), "{table}");
    assert_eq!(table.matches("<td class=\"standing doubtful\">STALE</td>").count(), 1, "{table}");
    let card = between(&page, "<article", "</article>");
    assert_eq!(
        between(card, "Against its baseline: ", "</p>").matches("3 regressions, 1 changed").count(),
        1
    );
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
