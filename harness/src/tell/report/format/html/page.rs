//! The page as a whole.

use crate::record::date::date;
use crate::record::run_record::{RunRecord, Tally};
use crate::tell::report::decoders::{decoders_with, headline};
use crate::tell::report::format::html::card::{SECTIONS, diagnosis};
use crate::tell::report::format::html::cause::causes;
use crate::tell::report::format::html::data::data;
use crate::tell::report::format::html::matrix::matrix;
use crate::tell::report::format::html::table::list;
use crate::tell::report::section::Section;
use crate::tell::report::words::{Tone, counted, grouped, unjudged_parts};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use illformed_judge::shown::escape_controls;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use sha2::{Digest, Sha256};
use std::time::Duration;

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
    let failing = record.decoders.iter().filter(|decoder| record.is_failed_by(decoder)).count();
    let sections = Section::all(record, true).into_iter().chain(Section::of_adapters(record));
    let sections: Vec<Section> = sections.collect();
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
                        (matrix(record))
                        @for section in &sections { (list(record, section)) }
                        (searched_vectors(record))
                        (run(record))
                        noscript {
                            p .aside { "Without JavaScript this page has no search and no pages of decoders and vectors." }
                        }
                    }
                    (causes(record))
                    div #detail hidden {}
                    p #nothing hidden {}
                }
                script #data type="text/plain" { (PreEscaped(data(record))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

/// The heading, whether the run is red or green and why, whatever makes it less than whole, and how many decoders fail, pass and so on.
fn summary(record: &RunRecord) -> Markup {
    let footer = &record.footer;
    markup! {
        h1 { "UTF-8 conformance" }
        p .lead { (headline(record)) "." }
        @if !footer.complete {
            p .loud role="alert" {
                strong { "Interrupted: this run is not complete. " }
                "Cases that were not asked are missing below or counted as not judged."
            }
        }
        @if !record.selection.is_empty() {
            p .loud .mild {
                @let is_part = record.is_part();
                strong { (if is_part { "A selection: " } else { "Settings: " }) }
                code { (escape_controls(&record.selection.join(" "))) }
                @if is_part { " Other vectors or decoders were not asked." }
            }
        }
        @if record.decoders.is_empty() { p .lead { "No decoder was asked." } } @else {
            (standings(record))
            p .aside {
                (counted(footer.decoders, "decoder")) " of " (counted(footer.implementations, "implementation")) ", "
                (counted(footer.cases, "case")) " from " (counted(record.vectors.len(), "vector")) ". "
                "Each decoder is judged by what it claims; a pass means that these cases found no fault."
            }
        }
    }
}

/// How many decoders have which standing, each with a link to them; what there is none of is left out, but for failures.
fn standings(record: &RunRecord) -> Markup {
    markup! {
        dl .numbers {
            @for (id, standings, _, word) in SECTIONS {
                @if let count @ 1.. = decoders_with(record, standings).len() {
                    div .(Tone::from(standings[0]).name()) {
                        dt { (word) }
                        dd { a href={ "#" (id) } { (grouped(count)) } }
                    }
                } @else if id == "failing" {
                    div .faint { dt { (word) } dd { "0" } }
                }
            }
        }
    }
}

/// Judged and not judged, each with what it is made of; parts that are zero are left out.
fn numbers(tally: &Tally) -> Markup {
    let bad = [
        (tally.fail, "wrong answer or text"),
        (tally.wrong_reason, "right, for a wrong reason"),
        (tally.late_error, "right, but late"),
        (tally.crashed, "crashed"),
        (tally.timed_out, "no answer in time"),
        (tally.protocol_error, "broke the protocol"),
        (tally.flaky, "different answers"),
    ];
    let made_of = |parts: &[(usize, &'static str)]| {
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        markup! { ul { @for (number, words) in parts { li { b { (grouped(*number)) } " " (words) } } } }
    };
    markup! {
        dl .numbers {
            div { dt { "answers judged" } dd { (grouped(tally.judged)) } }
            div .good { dt { "as expected" } dd { (grouped(tally.pass)) } }
            div .bad[tally.bad() > 0] { dt { "not as expected" } dd { (grouped(tally.bad())) (made_of(&bad)) } }
            div .faint { dt { "not judged" } dd { (grouped(tally.unjudged())) (made_of(&unjudged_parts(tally))) } }
        }
    }
}

fn run(record: &RunRecord) -> Markup {
    let platform = &record.platform;
    let seconds = Duration::from_millis(record.took_ms).as_secs_f64();
    let facts = [
        ("run", format!("{}, {seconds:.1} s", date(record.began_at))),
        ("by", format!("{} {}", record.tool.name, record.tool.version)),
        ("on", format!("{} {}, locale {}", platform.os, platform.arch, platform.locale)),
        ("suite", record.suite.name.clone()),
        ("digest", record.suite.digest.clone()),
    ];
    markup! {
        section #run {
            h2 { "The run" }
            (numbers(&record.footer.tally))
            dl .facts {
                @for (name, fact) in facts {
                    @if !fact.is_empty() { div { dt { (name) } dd { (escape_controls(&fact)) } } }
                }
            }
        }
    }
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

/// The policy: nothing is loaded; style and script are these two and no other.
fn policy() -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; img-src data:; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}
