//! Sections, tables and links of the page.

use crate::record::run_record::RunRecord;
use crate::tell::report::decoders::is_large;
use crate::tell::report::section::{Cell, Section, SectionRow};
use crate::tell::report::words::{Tone, counted, grouped, percent_encoded};
use illformed_judge::shown::{escape_controls, fit};
use maud::{Markup, html as markup};

/// How many decoders a cell names at most before it is opened.
const MOST_NAMED: usize = 12;

/// A section that can be folded, with a heading and a note beside it.
pub(super) fn section(id: &str, heading: &str, note: &str, content: &Markup) -> Markup {
    markup! {
        section id=(id) data-fold="" {
            h2 { (heading) @if !note.is_empty() { " " small { (note) } } }
            (content)
        }
    }
}

/// The same, behind a line with `summary` if it is to be folded.
pub(super) fn folded(id: &str, heading: &str, summary: &str, is_folded: bool, content: &Markup) -> Markup {
    let fold = markup! { details .fold { summary { (summary) } (content) } };
    section(id, heading, "", if is_folded { &fold } else { content })
}

/// A table with these rows; it scrolls sideways where it is wider than the screen. The titles of columns of numbers begin with
/// `#`, as in the script.
pub(super) fn table(label: &str, caption: &str, columns: &[&str], rows: &Markup) -> Markup {
    markup! {
        div .scroll tabindex="0" role="region" aria-label=(label) {
            table .plain {
                @if !caption.is_empty() { caption { (caption) } }
                thead {
                    tr {
                        @for column in columns {
                            @if let Some(title) = column.strip_prefix('#') { th scope="col" .number { (title) } }
                            @else { th scope="col" { (column) } }
                        }
                    }
                }
                tbody { (rows) }
            }
        }
    }
}

/// A link to the decoder of that name.
pub(super) fn decoder(name: &str) -> Markup {
    markup! { a href=(to("decoder", name)) { (escape_controls(name)) } }
}

/// Links to the decoders of these names; many are folded.
pub(super) fn decoders(names: &[String]) -> Markup {
    let links = markup! { @for name in names { (decoder(name)) " " } };
    markup! {
        @if names.len() > MOST_NAMED {
            details .fold { summary { (counted(names.len(), "decoder")) } div { (links) } }
        } @else { (links) }
    }
}

/// What the filter looks at: `text` in lower case.
pub(super) fn key(text: &str) -> String {
    escape_controls(&text.to_lowercase())
}

/// A reference to the page of a `decoder`, of a `vector` or one of its cases, or of a `cause`. What has a meaning in a
/// fragment or none in a URL is escaped.
pub(super) fn to(page: &str, name: &str) -> String {
    format!("#/{page}/{}", escaped(name))
}

/// A reference to what the page of a decoder has of the facet with that value.
pub(super) fn to_facet(decoder: &str, facet: &str, value: &str) -> String {
    format!("{}?{facet}={}", to("decoder", decoder), escaped(value))
}

fn escaped(text: &str) -> String {
    percent_encoded(text, b"-._/@=,")
}

/// How many vectors have a link; the others are beside them on their own pages.
const LINKED: usize = 12;
const INPUT_WIDTH: usize = 48;

/// `section` as a table; what the filter looks at in a row is all of its text.
pub(super) fn list(record: &RunRecord, section: &Section) -> Markup {
    let Section { id, heading, about, columns, rows } = section;
    let found = |row: &SectionRow| {
        let names = row.cells.iter().map(|cell| match cell {
            Cell::Decoders(_, names) | Cell::Vectors(names) => names.join(" "),
            Cell::Whole(words) => words.clone(),
            _ => cell.words(),
        });
        key(&names.collect::<Vec<_>>().join(" "))
    };
    let rows = markup! {
        @for row in rows {
            tr data-find=(found(row)) data-fails[row.tone.is_some_and(|tone| tone != Tone::Good)] { @for cell in &row.cells { (of_cell(cell)) } }
        }
    };
    let content = markup! {
        @if !about.is_empty() { p .aside { (about) "." } }
        @if !section.rows.is_empty() { (table(heading, "", columns, &rows)) }
    };
    let summary = counted(section.rows.len(), "entry");
    folded(id, heading, &summary, is_large(record) && !section.rows.is_empty(), &content)
}

fn of_cell(cell: &Cell) -> Markup {
    markup! {
        @match cell {
            Cell::Words(words) => td .words { (escape_controls(words)) },
            Cell::Number(number) => td .number { (grouped(*number)) },
            Cell::Input(input, case) => td { a href=(to("vector", case)) { code { (fit(input, INPUT_WIDTH)) } } },
            Cell::Decoders(_, names) => td .names { (decoders(names)) },
            Cell::Vectors(ids) => td .names {
                @for id in ids.iter().take(LINKED) { a href=(to("vector", id)) { (escape_controls(id)) } " " }
                @if ids.len() > LINKED { small { "and " (ids.len() - LINKED) " more" } }
            },
            Cell::Whole(words) => td { code { (escape_controls(words)) } },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_keeps_ids_readable_and_escapes_the_rest() {
        assert_eq!(to("vector", "overlong/nul-two-bytes@split=1"), "#/vector/overlong/nul-two-bytes@split=1");
        let facet = to_facet("a&b\"/é?", "question", "5-6");
        assert_eq!(facet, "#/decoder/a%26b%22/%C3%A9%3F?question=5-6");
    }
}
