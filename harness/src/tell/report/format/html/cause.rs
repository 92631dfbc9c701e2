//! The pages of the causes that decoders have.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::cause_page::incidents;
use crate::tell::report::causes::{OpenCause, all_causes};
use crate::tell::report::format::html::link;
use crate::tell::report::format::html::matrix::key;
use crate::tell::report::format::html::table::Column::{Number, Text};
use crate::tell::report::format::html::table::{decoder as link_to, head};
use crate::tell::report::format::html::tone::Tone;
use crate::tell::report::words::{counted, either};
use illformed_judge::cause::Cause;
use illformed_judge::shown::{escape_controls, thousands};
use maud::{Markup, html as markup};
use std::collections::BTreeMap;

/// How many characters are shown of an input.
const INPUT: usize = 60;

/// How many incidents are named.
const NAMED: usize = 5;

/// A decoder, and what it has of a cause.
type Has<'a> = (&'a DecoderRecord, OpenCause<'a>);

/// Each cause that a decoder has, accepted or not. The script shows one at a time, without it they stand one below the other.
pub(super) fn causes(record: &RunRecord) -> Markup {
    let mut found: BTreeMap<Cause, Vec<Has<'_>>> = BTreeMap::new();
    for decoder in &record.decoders {
        for open in all_causes(record, decoder.accountable()) {
            found.entry(open.cause.id).or_default().push((decoder, open));
        }
    }
    markup! {
        @if !found.is_empty() {
            section #causes {
                h2 { "Causes" }
                @for (cause, decoders) in &found { (page(record, *cause, decoders)) }
            }
        }
    }
}

fn page(record: &RunRecord, cause: Cause, decoders: &[Has<'_>]) -> Markup {
    let page = cause.page();
    let incidents = incidents(cause);
    let more = incidents.len().saturating_sub(NAMED);
    markup! {
        section id=(link::cause(cause)) {
            h3 { (cause.name()) }
            p .lead { (page.says) }
            dl .facts {
                div { dt { "severity" } dd .(cause.severity().tone()) { (cause.severity()) } }
                div { dt { "why it matters" } dd { (page.matters) } }
                div { dt { "specified by" } dd { (page.standard) } }
                @if !page.cwe.is_empty() { div { dt { "weakness" } dd { (page.cwe.join(", ")) } } }
                @if !page.example.is_empty() { div { dt { "smallest example" } dd { code { (page.example) } } } }
                @if !incidents.is_empty() {
                    div {
                        dt { "known incidents" }
                        dd {
                            (incidents[..incidents.len() - more].join("; "))
                            @if more > 0 { "; and " (more) " more" }
                        }
                    }
                }
                div { dt { "before" } dd { pre { (page.before.join("\n")) } } }
                div { dt { "after" } dd { pre { (page.after.join("\n")) } } }
                div { dt { "in the terminal" } dd { code { "illformed explain " (cause.name()) } } }
            }
            div .scroll tabindex="0" role="region" aria-label={ "Decoders with " (cause.name()) } {
                table .plain {
                    caption { (either(decoders.len(), "decoder has", "decoders have")) " this cause." }
                    (head(&[Text("decoder"), Text("smallest bytes"), Text("answer"), Number("vectors")]))
                    tbody { @for (decoder, open) in decoders { (row(record, decoder, open)) } }
                }
            }
        }
    }
}

fn row(record: &RunRecord, decoder: &DecoderRecord, open: &OpenCause<'_>) -> Markup {
    let vector = record.case_id(open.example);
    let left = open.cause.cases.iter().filter(|case| !decoder.accepts(*case)).count();
    markup! {
        tr data-find=(key(decoder)) {
            th scope="row" {
                (link_to(&decoder.name()))
                @if left == 0 { br; small { "accepted by its baseline" } }
            }
            td .input { a href=(link::to(&link::vector(&vector))) { code { (escape_controls(&open.input(record, INPUT))) } } }
            td .words { (escape_controls(&open.answers())) }
            td .number {
                a href=(link::to_facet(&link::decoder(&decoder.name()), "cause", open.cause.id.name()))
                    title=(counted(open.cases, "case")) { (thousands(open.vectors as u64, '\u{202F}')) }
            }
        }
    }
}
