//! Markdown, as a parser of GitHub's kind reads it.

use crate::reports::{baselined, blind, hostile};
use illformed::tell::report::{markdown, summary};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use snapbox::{assert_data_eq, file};

/// What a reader sees of `text` that is more than text and code; and how many cells each row of its tables has.
pub(crate) fn structure(text: &str) -> (Vec<String>, Vec<usize>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS;
    let (mut live, mut rows, mut cells) = (Vec::new(), Vec::new(), 0);
    for event in Parser::new_ext(text, options) {
        match event {
            Event::InlineHtml(html) if ["<code>", "</code>"].contains(&&*html) => {}
            Event::Html(html) | Event::InlineHtml(html) => live.push(html.to_string()),
            Event::Start(
                tag @ (Tag::Link { .. } | Tag::Image { .. } | Tag::Strikethrough | Tag::Emphasis),
            ) => live.push(format!("{tag:?}")),
            Event::Start(Tag::TableCell) => cells += 1,
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => rows.push(std::mem::take(&mut cells)),
            _ => {}
        }
    }
    (live, rows)
}

#[test]
fn the_report_of_a_run_is_golden() {
    assert_data_eq!(markdown(&baselined(false)), file!["../golden/report.md"]);
}

#[test]
fn a_parser_finds_tables_and_nothing_that_is_live() {
    let mut record = hostile();
    let hostile = blind(&mut record).implementation.clone();
    // What is not from an adapter is not to be trusted either: files of vectors and baselines are somebody's.
    record.selection = vec![hostile.clone()];
    record.vectors.iter_mut().for_each(|vector| vector.comment.clone_from(&hostile));
    record.suite.groups[0].name.clone_from(&hostile);
    record.broken = baselined(true).broken;
    record.broken[0].adapter.clone_from(&hostile);
    record.broken[0].why.clone_from(&hostile);
    let mut baseline = blind(&mut baselined(true)).baseline.clone().expect("it has one");
    baseline.file.clone_from(&hostile);
    for deviation in &mut baseline.deviations {
        deviation.subject.clone_from(&hostile);
        deviation.detail.clone_from(&hostile);
    }
    blind(&mut record).baseline = Some(baseline);
    for text in [markdown(&record), summary(&record)] {
        let (live, rows) = structure(&text);
        assert_eq!(live, Vec::<String>::new(), "{text}");
        assert!(!rows.is_empty());
        // Who it is, what it claims, how much was judged, and the twelve questions; or a line of a baseline.
        assert!(rows.iter().all(|cells| [4 + 12, 6].contains(cells)), "{rows:?}");
        assert!(!text.contains(['\r', '\u{1b}', '\u{202e}', '\0']));
    }
}
