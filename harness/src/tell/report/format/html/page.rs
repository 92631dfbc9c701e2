//! The page as a whole.

use crate::record::run_record::{AdapterNote, RunRecord};
use crate::tell::report::format::html::cluster::clusters;
use crate::tell::report::format::html::data::{critical, data};
use crate::tell::report::format::html::decoder::decoders;
use crate::tell::report::format::html::matrix::matrix;
use crate::tell::report::format::html::sections::{acceptance, alike, incidents, kinds, replacement};
use crate::tell::report::format::html::summary::summary;
use crate::tell::report::format::html::table::key;
use crate::tell::report::format::html::vector::vectors;
use crate::tell::report::words::counted;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use illformed_judge::shown::escape_controls;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use sha2::{Digest, Sha256};

/// One sheet.
const STYLE: &str = concat!(
    include_str!("style/base.css"),
    include_str!("style/matrix.css"),
    include_str!("style/detail.css"),
    include_str!("style/media.css"),
);

/// One script, in a scope of its own: what a file declares, those after it may use at once, and all others later.
const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("script/element.js"),
    include_str!("script/record.js"),
    include_str!("script/finding.js"),
    include_str!("script/decoder.js"),
    include_str!("script/vector.js"),
    include_str!("script/cluster.js"),
    include_str!("script/list.js"),
    include_str!("script/filter.js"),
    include_str!("script/keyboard.js"),
    include_str!("script/page.js"),
    "})();\n"
);

/// `record` as one HTML page in UTF-8. It loads nothing, and its policy lets it load nothing; the only script that
/// runs is its own. Text from adapters is text, whatever it looks like.
///
/// The parts of a page are addressed by its fragment: `#/vector/ID`, `#/decoder/ADAPTER/DECODER`, `#/cluster/NUMBER`, or
/// `#/` for the matrix; each may have `?q=WORDS`, `&class=GROUP` for one group of vectors, `&security=1` for those about
/// attacks and `&differences=1` for what differs from RFC 3629.
pub fn html(record: &RunRecord) -> String {
    let clusters = clusters(record);
    let security = critical(record);
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
                title { "UTF-8 conformance: " (counted(record.footer.decoders, "decoder")) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (bar(record))
                main {
                    div #overview {
                        (summary(record))
                        (matrix(record, &security))
                        (incidents(record))
                        (alike(record, &clusters))
                        (acceptance(record))
                        (replacement(record))
                        (kinds(record))
                        section #vectors {}
                        (notes("Missing on that machine", &record.absent))
                        (notes("Broken adapters", &record.broken))
                        noscript {
                            p .aside { "Without JavaScript this page has no search and no single findings." }
                            (decoders(record))
                            (vectors(record))
                        }
                    }
                    div #detail hidden {}
                    p #nothing hidden {}
                }
                script #data type="text/plain" { (PreEscaped(data(record, &clusters, &security))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

/// Where the reader is, and the filter; without a script there is nothing to filter with.
fn bar(record: &RunRecord) -> Markup {
    markup! {
        header .bar {
            a .brand href="#/" { "illformed" }
            form role="search" {
                label for="filter" { "Search" }
                input #filter type="search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"
                    placeholder="decoder, vector, flag, bytes";
                span .facet {
                    label for="class" { "Class" }
                    select #class {
                        option value="" { "all" }
                        @for group in &record.suite.groups { option value=(group.name) { (group.name) } }
                    }
                    label { input #security type="checkbox"; " security" }
                    label { input #differences type="checkbox"; " differences only" }
                }
                output #count for="filter class security differences" {}
            }
        }
    }
}

fn notes(heading: &str, notes: &[AdapterNote]) -> Markup {
    markup! {
        @if !notes.is_empty() {
            section data-fold="" {
                h2 { (heading) }
                dl .notes {
                    @for AdapterNote { adapter, why } in notes {
                        div data-find=(key(&format!("{adapter} {why}"))) {
                            dt { (escape_controls(adapter)) }
                            dd { (escape_controls(why)) }
                        }
                    }
                }
            }
        }
    }
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
