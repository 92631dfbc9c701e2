//! The page: its head, its parts in order, the record as data, style and script.

use crate::record::{AdapterNote, RunRecord};
use crate::report::html::acceptance::acceptance;
use crate::report::html::data::data;
use crate::report::html::decoder::decoders;
use crate::report::html::matrix::matrix;
use crate::report::html::replacement::replacement;
use crate::report::html::summary::{summary, title};
use crate::report::html::vector::vectors;
use crate::report::style::tame;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("style.css");
/// One script of three files, in a scope of its own.
const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("record.js"),
    include_str!("detail.js"),
    include_str!("view.js"),
    "})();\n"
);

/// `record` as one HTML page in UTF-8. It loads nothing, and its policy lets it load nothing; the only script that
/// runs is its own. Text from adapters is text, whatever it looks like.
///
/// The parts of a page are addressed by its fragment: `#vector=ID`, `#decoder=ADAPTER/DECODER`, with `&group=GROUP` for
/// one cell of the matrix, and `&filter=WORDS`.
pub fn html(record: &RunRecord) -> String {
    markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                // Without an icon of its own a served page is asked for one.
                link rel="icon" href="data:,";
                title { (title(record)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (bar())
                main {
                    div #overview {
                        (summary(record))
                        (matrix(record))
                        (acceptance(record))
                        (replacement(record))
                        (decoders(record))
                        (vectors(record))
                        (notes("Not on that machine", &record.absent))
                        (notes("Broken adapters", &record.broken))
                    }
                    div #detail hidden {}
                    p #nothing hidden {}
                }
                script #data type="application/json" { (PreEscaped(data(record))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

/// Where the reader is, and the filter; without a script there is nothing to filter with.
fn bar() -> Markup {
    markup! {
        header .bar {
            a .brand href="#" { "illformed" }
            form role="search" {
                label for="filter" { "Filter" }
                input #filter type="search" autocomplete="off" spellcheck="false"
                    placeholder="decoder, vector, group, flag, bytes";
                output #count for="filter" {}
            }
        }
    }
}

/// Nothing is loaded; style and script are these two and no other.
fn policy() -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; img-src data:; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}

fn notes(heading: &str, notes: &[AdapterNote]) -> Markup {
    markup! {
        @if !notes.is_empty() {
            section data-fold="" {
                h2 { (heading) }
                dl .notes {
                    @for AdapterNote { adapter, why } in notes {
                        div data-find=(format!("{adapter} {why}").to_lowercase()) {
                            dt { (tame(adapter)) }
                            dd { (tame(why)) }
                        }
                    }
                }
            }
        }
    }
}
