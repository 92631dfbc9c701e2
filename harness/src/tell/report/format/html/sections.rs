//! The lists of a report as tables, many rows folded.

use crate::record::run_record::RunRecord;
use crate::tell::report::decoders::is_large;
use crate::tell::report::format::html::table::{decoders, folded, key, table, to};
use crate::tell::report::section::{Cell, Section, SectionRow};
use crate::tell::report::words::{Tone, counted, grouped};
use illformed_judge::shown::{escape_controls, fit};
use maud::{Markup, html as markup};

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
    folded(Some(id), heading, &summary, is_large(record) && !section.rows.is_empty(), &content)
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
