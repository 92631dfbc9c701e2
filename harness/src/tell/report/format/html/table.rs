//! Sections and tables of the page.

use crate::tell::report::format::html::link;
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

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

/// A table with the groups of rows `body`; it scrolls sideways where it is wider than the screen.
pub(super) fn table(label: &str, caption: &str, columns: &[Column], body: &Markup) -> Markup {
    markup! {
        div .scroll tabindex="0" role="region" aria-label=(label) {
            table .plain {
                caption { (caption) }
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

/// Links to the decoders of these names.
pub(super) fn decoders<'a>(names: impl IntoIterator<Item = &'a String>) -> Markup {
    markup! { @for name in names { (decoder(name)) " " } }
}

/// What the filter looks at: `text` in lower case.
pub(super) fn key(text: &str) -> String {
    escape_controls(&text.to_lowercase())
}
