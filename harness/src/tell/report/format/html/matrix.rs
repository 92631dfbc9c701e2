//! The matrix of decoders and groups of vectors.

use crate::record::run_record::{DecoderRecord, GroupRecord, Ranges, RunRecord};
use crate::tell::report::cell::{Cell, Tone, cells, checked};
use crate::tell::report::format::html::decoder::claim_words;
use crate::tell::report::format::html::link;
use crate::tell::report::format::html::table;
use crate::tell::report::standing::{Standing, Unlisted};
use crate::tell::report::words::{fitted, group_of};
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};
use std::collections::BTreeSet;

/// How many characters are shown of a name or a version that an adapter chose; the pages of its decoders have all of them.
const SHOWN: usize = 60;

/// The columns before the groups, each with what it means.
const COLUMNS: [(&str, &str); 7] = [
    ("says", "judged by what the decoder claims"),
    ("judged", "cases judged"),
    ("declined", "cases that its adapter declined, or that were not asked"),
    ("n/a", "not applicable: cases that its API cannot be given"),
    ("undefined", "cases that its standard does not define"),
    (
        "no policy",
        "cases of ill-formed input whose text has no expectation, as no replacement policy is documented",
    ),
    ("compared", "a answer, p place and l length of errors, t text, c the answer of each call"),
];

/// The matrix with its legend, or nothing when no decoder was asked. Columns with a vector of `security` say so.
pub(crate) fn matrix(record: &RunRecord, security: &Ranges) -> Markup {
    let groups = &record.suite.groups;
    markup! {
        @if !record.decoders.is_empty() {
            section #matrix data-fold="" {
                h2 { "Matrix" }
                div .scroll tabindex="0" role="region" aria-label="Matrix of decoders and classes of vectors" {
                    table .matrix {
                        caption {
                            "A row is a decoder, a column a class of vectors, a cell the worst of its class, judged by "
                            "RFC 3629. A cell leads to what is behind it."
                        }
                        (head(groups, &groups_of(record, security)))
                        @for adapter in record.decoders.chunk_by(|one, next| one.adapter == next.adapter) {
                            (body(record, adapter))
                        }
                    }
                }
                (legend(record))
            }
        }
    }
}

/// The names of the groups that have one of `vectors`.
fn groups_of<'a>(record: &'a RunRecord, vectors: &Ranges) -> BTreeSet<&'a str> {
    vectors.iter().map(|vector| group_of(&record.vectors[vector])).collect()
}

fn head(groups: &[GroupRecord], security: &BTreeSet<&str>) -> Markup {
    markup! {
        thead {
            tr {
                th scope="col" .name { "decoder" }
                @for (title, meaning) in COLUMNS { th scope="col" .count title=(meaning) { (title) } }
                @for group in groups {
                    @let of_attacks = security.contains(group.name.as_str());
                    th scope="col" .group data-group=(group.name) data-security[of_attacks] title=(group.about) {
                        span { (group.name) }
                    }
                }
            }
        }
    }
}

/// The decoders of one adapter.
fn body(record: &RunRecord, decoders: &[DecoderRecord]) -> Markup {
    let width = 1 + COLUMNS.len() + record.suite.groups.len();
    let first = &decoders[0];
    markup! {
        tbody {
            tr .adapter {
                th scope="rowgroup" colspan=(width) {
                    span {
                        (fitted(&first.adapter, SHOWN)) ": "
                        (fitted(&first.implementation, SHOWN)) " " (fitted(&first.version, SHOWN))
                    }
                }
            }
            @for decoder in decoders { (row(record, decoder)) }
        }
    }
}

fn row(record: &RunRecord, decoder: &DecoderRecord) -> Markup {
    let (standing, tally) = Standing::of(decoder);
    let name = decoder.name();
    let profile = decoder.claim.profile.as_str();
    markup! {
        tr data-find=(key(decoder)) {
            th scope="row" .name {
                a href=(link::to(&link::decoder(&name))) title=(escape_controls(&decoder.api)) { (escape_controls(&decoder.decoder)) }
                @if !matches!(profile, "rfc3629" | "none") { " " small { (profile) } }
            }
            td .count .(Tone::from(standing).class()) {
                (standing.word())
                @if let Some(mark) = mark(decoder) { " " small .bad { (mark) } }
            }
            td .count { (tally.judged) }
            td .count { (tally.declined + tally.not_asked) }
            td .count { (tally.not_applicable) }
            td .count { (tally.unspecified) }
            td .count { (tally.no_policy) }
            td .count { code { (checked(&decoder.shown().groups)) } }
            @for (cell, group) in cells(record, decoder.shown()).into_iter().zip(&record.suite.groups) {
                @if cell == Cell::Empty { td .cell {} } @else {
                    @let target = link::to_class(&link::decoder(&name), &group.name);
                    td .cell .(cell.tone().class()) { a href=(target) title=(cell.meaning()) { (cell.letter()) } }
                }
            }
        }
    }
}

/// What its baseline says against it.
fn mark(decoder: &DecoderRecord) -> Option<&'static str> {
    Unlisted::of(decoder).and_then(Unlisted::mark)
}

/// What the filter looks at in a decoder.
pub(crate) fn key(decoder: &DecoderRecord) -> String {
    let DecoderRecord { implementation, version, api, .. } = decoder;
    let standing = Standing::of(decoder).0.word();
    let mut words = vec![decoder.name(), format!("{implementation} {version} {api} {standing}")];
    words.extend(mark(decoder).map(str::to_owned));
    // `none` is no word to search for: nearly every claim has it.
    words.extend(claim_words(&decoder.claim).into_iter().map(|(_, word)| word).filter(|word| word != "none"));
    table::key(&words.join(" "))
}

fn legend(record: &RunRecord) -> Markup {
    markup! {
        ul .legend {
            @for cell in Cell::LEGEND {
                li { span .cell .(cell.tone().class()) { (cell.letter()) } " " (cell.meaning()) }
            }
        }
        dl .legend {
            @for (title, meaning) in COLUMNS { div { dt { (title) } dd { (meaning) } } }
            @if record.decoders.iter().any(|decoder| mark(decoder).is_some()) {
                div { dt { "not as listed, stale" } dd { "its results differ from its baseline; its page has the details" } }
            }
            @if record.decoders.iter().any(|decoder| decoder.claim.profile == "none") {
                div { dt { "none" } dd { "claims no supported format; shown but not judged" } }
            }
        }
    }
}
