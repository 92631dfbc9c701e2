//! Tables of the page.

use crate::tell::report::format::html::link;
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// The title of a column.
#[derive(Debug, Clone, Copy)]
pub(super) enum Column {
    Text(&'static str),
    Number(&'static str),
}

/// A section that can be folded, with a heading, words before the table, and a table with a caption.
pub(super) struct Section<'a> {
    pub(super) id: Option<&'a str>,
    pub(super) heading: &'a str,
    pub(super) lead: Markup,
    pub(super) caption: &'a str,
    pub(super) columns: &'a [Column],
}

impl Section<'_> {
    /// The section with the groups of rows `body`; without a table if there is none.
    pub(super) fn with(self, body: Option<Markup>) -> Markup {
        markup! {
            section id=[self.id] data-fold="" {
                h2 { (self.heading) }
                (self.lead)
                @if let Some(body) = body {
                    div .scroll tabindex="0" role="region" aria-label=(self.heading) {
                        table .plain {
                            caption { (self.caption) }
                            (head(self.columns))
                            (body)
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn head(columns: &[Column]) -> Markup {
    markup! {
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
