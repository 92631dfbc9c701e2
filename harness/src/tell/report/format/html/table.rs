//! Sections and tables of the page.

use crate::tell::report::format::html::link;
use crate::tell::report::words::counted;
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// How many decoders a cell names at most before it is opened.
const MOST_NAMED: usize = 12;

/// The title of a column.
#[derive(Debug, Clone, Copy)]
pub(super) enum Column {
    Text(&'static str),
    Number(&'static str),
}

/// A section that can be folded, with a heading and a note beside it.
pub(super) fn section(id: Option<&str>, heading: &str, note: &str, content: &Markup) -> Markup {
    markup! {
        section id=[id] data-fold="" {
            h2 { (heading) @if !note.is_empty() { " " small { (note) } } }
            (content)
        }
    }
}

/// The same, behind a line with `summary` if it is to be folded.
pub(super) fn folded(
    id: Option<&str>,
    heading: &str,
    summary: &str,
    is_folded: bool,
    content: &Markup,
) -> Markup {
    let fold = markup! { details .fold { summary { (summary) } (content) } };
    section(id, heading, "", if is_folded { &fold } else { content })
}

/// A table with the groups of rows `body`; it scrolls sideways where it is wider than the screen.
pub(super) fn table(label: &str, caption: &str, columns: &[Column], body: &Markup) -> Markup {
    markup! {
        div .scroll tabindex="0" role="region" aria-label=(label) {
            table .plain {
                @if !caption.is_empty() { caption { (caption) } }
                thead {
                    tr {
                        @for column in columns {
                            @match column {
                                Column::Text(title) => th scope="col" { (title) },
                                Column::Number(title) => th scope="col" .number { (title) },
                            }
                        }
                    }
                }
                (body)
            }
        }
    }
}

/// A link to the decoder of that name.
pub(super) fn decoder(name: &str) -> Markup {
    markup! { a href=(link::to(&link::decoder(name))) { (escape_controls(name)) } }
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
