//! The page as a whole.

use crate::record::run_record::{AdapterNote, RunRecord};
use crate::tell::report::html::acceptance::acceptance;
use crate::tell::report::html::alike::alike;
use crate::tell::report::html::cluster::clusters;
use crate::tell::report::html::data::data;
use crate::tell::report::html::decoder::decoders;
use crate::tell::report::html::incidents::incidents;
use crate::tell::report::html::kinds::kinds;
use crate::tell::report::html::matrix::matrix;
use crate::tell::report::html::replacement::replacement;
use crate::tell::report::html::script::{SCRIPT, STYLE, policy};
use crate::tell::report::html::story::critical;
use crate::tell::report::html::summary::{summary, title};
use crate::tell::report::html::vector::vectors;
use illformed_judge::shown::escape_controls;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};

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
                title { (title(record)) }
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
                        (notes("Not on that machine", &record.absent))
                        (notes("Broken adapters", &record.broken))
                        noscript {
                            p .aside { "Without a script this page cannot be searched, and shows no single finding." }
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
                        div data-find=(escape_controls(&format!("{adapter} {why}").to_lowercase())) {
                            dt { (escape_controls(adapter)) }
                            dd { (escape_controls(why)) }
                        }
                    }
                }
            }
        }
    }
}
