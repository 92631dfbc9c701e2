//! The page as a whole.

use crate::record::run_record::{AdapterNote, RunRecord, Standing};
use crate::tell::report::format::html::card::diagnosis;
use crate::tell::report::format::html::cause::causes;
use crate::tell::report::format::html::data::{critical, data};
use crate::tell::report::format::html::matrix::matrix;
use crate::tell::report::format::html::sections::{acceptance, incidents, replacement, sweeps};
use crate::tell::report::format::html::summary::{run, summary};
use crate::tell::report::format::html::table::{key, section};
use crate::tell::report::standing::decoders_with;
use crate::tell::report::words::counted;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use illformed_judge::shown::escape_controls;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use sha2::{Digest, Sha256};

const STYLE: &str = concat!(
    include_str!("style/base.css"),
    include_str!("style/card.css"),
    include_str!("style/matrix.css"),
    include_str!("style/detail.css"),
    include_str!("style/media.css"),
);

/// One script, in a scope of its own: what a file declares, those after it may use at once, and all others later.
const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("script/element.js"),
    include_str!("script/record.js"),
    include_str!("script/bytes.js"),
    include_str!("script/finding.js"),
    include_str!("script/cause.js"),
    include_str!("script/decoder.js"),
    include_str!("script/vector.js"),
    include_str!("script/list.js"),
    include_str!("script/filter.js"),
    include_str!("script/keyboard.js"),
    include_str!("script/page.js"),
    "})();\n"
);

/// `record` as one HTML page in UTF-8. It loads nothing, and its policy lets it load nothing; the only script that
/// runs is its own. Text from adapters is text, whatever it looks like.
///
/// The parts of a page are addressed by its fragment: `#/cause/NAME`, `#/vector/ID`, `#/decoder/ADAPTER/DECODER`,
/// or `#/` for the overview; each may have `?q=WORDS`, `&class=GROUP` for one group of vectors,
/// `&security=1` for those about attacks and `&failing=1` for what fails. That of a decoder may have `&cause=NAME` for one
/// cause and `&question=NAME` for one column of the matrix.
pub fn html(record: &RunRecord) -> String {
    let security = critical(record);
    let failing = decoders_with(record, Standing::Failed).len();
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
                title {
                    "UTF-8 conformance: " (counted(record.footer.decoders, "decoder"))
                    @if failing > 0 { ", " (failing) " failing" }
                }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (bar())
                main {
                    div #overview {
                        (summary(record))
                        (diagnosis(record))
                        (notes("Broken adapters", &record.broken))
                        (matrix(record))
                        (incidents(record))
                        (sweeps(record))
                        (acceptance(record))
                        (replacement(record))
                        (searched_vectors(record))
                        (notes("Missing on that machine", &record.absent))
                        (run(record))
                        noscript {
                            p .aside { "Without JavaScript this page has no search and no pages of decoders and vectors." }
                        }
                    }
                    (causes(record))
                    div #detail hidden {}
                    p #nothing hidden {}
                }
                script #data type="text/plain" { (PreEscaped(data(record, &security))) }
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
            a .brand href="#/" { "illformed" }
            form role="search" {
                label for="filter" { "Search" }
                input #filter type="search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"
                    placeholder="decoder, cause, vector, bytes";
                label { input #failing-only type="checkbox"; " failing only" }
                output #count for="filter failing-only class security" {}
            }
        }
    }
}

/// The place of the list of vectors, with what chooses some of them.
fn searched_vectors(record: &RunRecord) -> Markup {
    markup! {
        section #vectors {
            h2 { "Vectors " small #listed {} }
            form .facets {
                label for="class" { "class" }
                select #class {
                    option value="" { "all" }
                    @for group in &record.suite.groups { option value=(group.name) { (group.name) } }
                }
                label { input #security type="checkbox"; " about attacks" }
            }
            div #list {}
        }
    }
}

fn notes(heading: &str, notes: &[AdapterNote]) -> Markup {
    let list = markup! {
        dl .notes {
            @for AdapterNote { adapter, why } in notes {
                div data-find=(key(&format!("{adapter} {why}"))) {
                    dt { (escape_controls(adapter)) }
                    dd { (escape_controls(why)) }
                }
            }
        }
    };
    markup! { @if !notes.is_empty() { (section(None, heading, "", &list)) } }
}

/// The policy: nothing is loaded; style and script are these two and no other.
fn policy() -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; img-src data:; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}
