//! Markdown, as a parser of GitHub's kind reads it.

use crate::reports::baselined;
use illformed::tell::report::markdown;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use snapbox::{assert_data_eq, file};

/// What a reader sees of `text` that is more than text and code; and how many cells each row of its tables has.
pub(crate) fn structure(text: &str) -> (Vec<String>, Vec<usize>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS;
    let (mut live, mut rows) = (Vec::new(), Vec::new());
    for (event, place) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::InlineHtml(html) if ["<code>", "</code>"].contains(&&*html) => {}
            Event::Html(html) | Event::InlineHtml(html) => live.push(html.to_string()),
            Event::Start(
                tag @ (Tag::Link { .. } | Tag::Image { .. } | Tag::Strikethrough | Tag::Emphasis),
            ) => live.push(format!("{tag:?}")),
            // A parser leaves out the cells that a row has more than its head; what ends them is counted.
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => {
                let row = text[place].replace("\\\\", "").replace("\\|", "");
                rows.push(row.matches('|').count() - 1);
            }
            _ => {}
        }
    }
    (live, rows)
}

#[test]
fn the_report_of_a_run_is_golden() {
    assert_data_eq!(markdown(&baselined(false)), file!["../golden/report.md"]);
}
