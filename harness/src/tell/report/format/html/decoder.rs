//! The decoders: what each is, claims, and did, in short.

use crate::record::run_record::{DecoderRecord, OutcomeGroup, Outcomes, RunRecord};
use crate::tell::report::acceptance::words;
use crate::tell::report::format::html::link;
use crate::tell::report::format::html::summary::grouped;
use crate::tell::report::format::html::table::Column::{Number, Text};
use crate::tell::report::format::html::table::head;
use crate::tell::report::format::html::tone::Tone;
use crate::tell::report::standing::{Standing, Unlisted};
use crate::tell::report::words::counted;
use illformed_judge::claim::{ClaimRecord, Kind};
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};
use serde_json::Value;

/// All decoders, folded, for readers without JavaScript; with it each has a page of its own.
pub(crate) fn decoders(record: &RunRecord) -> Markup {
    markup! {
        @if !record.decoders.is_empty() {
            section {
                h2 { "Decoders" }
                @for decoder in &record.decoders { (folded(record, decoder)) }
            }
        }
    }
}

fn folded(record: &RunRecord, decoder: &DecoderRecord) -> Markup {
    let (standing, tally) = Standing::of(decoder);
    let name = decoder.name();
    markup! {
        details {
            summary {
                b { (escape_controls(&name)) } " "
                span .(standing.tone()) { (standing.word()) } " "
                small { (grouped(tally.bad())) " of " (grouped(tally.judged)) " judged are not as expected" }
            }
            div #(link::decoder(&name)) {
                p .lead {
                    (escape_controls(&decoder.implementation)) " " (escape_controls(&decoder.version)) ", "
                    code { (escape_controls(&decoder.api)) }
                }
                h3 { "What it claims" }
                (claim(&decoder.claim))
                @if let Some(seen) = &decoder.replacement {
                    h3 { "Observed replacement of errors" }
                    p { (escape_controls(&words(seen))) }
                }
                @if decoder.by_rfc3629.is_none() {
                    h3 { "Judged by RFC 3629, which it claims" }
                } @else {
                    h3 {
                        @if standing == Standing::NoClaim { "Judged by its claim: it makes none" } @else {
                            "Judged by its claim, " (decoder.claim.profile)
                        }
                    }
                }
                (outcomes(record, &decoder.by_claim))
                @if let Some(shown) = &decoder.by_rfc3629 {
                    h3 {
                        "Judged by RFC 3629, "
                        @if decoder.claim.profile == "rfc3629" { "under which every refusal of well-formed input counts" }
                        @else { "which it does not claim" }
                    }
                    (outcomes(record, shown))
                }
                @if let (Some(baseline), Some(unlisted)) = (&decoder.baseline, Unlisted::of(decoder)) {
                    h3 { "Its baseline" }
                    p {
                        code { (escape_controls(&baseline.file)) } ": " (counted(baseline.known.len(), "failure")) " as listed"
                        @if !unlisted.is_nothing() { "; " span .bad { (unlisted.words()) } }
                        "."
                    }
                }
                @if !decoder.diagnostics.is_empty() {
                    h3 { "What its adapter wrote to standard error" }
                    pre { (decoder.diagnostics.lines().map(escape_controls).collect::<Vec<_>>().join("\n")) }
                }
            }
        }
    }
}

fn claim(claim: &ClaimRecord) -> Markup {
    let effect = match claim.kind {
        Kind::Strict => "stops at an error",
        Kind::Lossy => "replaces errors and goes on; only its text is judged",
        Kind::Validate => "says whether, and gives no text",
        Kind::Count => "says how many characters there are",
    };
    markup! {
        dl .facts {
            @for (name, value) in claim_words(claim) {
                div {
                    dt { (name) }
                    dd { (escape_controls(&value)) @if name == "kind" { small { " " (effect) } } }
                }
            }
        }
    }
}

/// A claim in the words of the protocol, in the order in which the contract explains them.
pub(crate) fn claim_words(claim: &ClaimRecord) -> Vec<(String, String)> {
    const ORDER: [&str; 10] =
        ["kind", "profile", "policy", "out", "at", "bom", "script", "cannot", "max_bytes", "refuses"];
    let Ok(Value::Object(mut words)) = serde_json::to_value(claim) else { return Vec::new() };
    let known: Vec<_> = ORDER.into_iter().filter_map(|name| words.remove_entry(name)).collect();
    known.into_iter().chain(words).map(|(name, value)| (name, word(&value))).collect()
}

fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(word).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// How many cases came out how, with the first of each.
fn outcomes(record: &RunRecord, outcomes: &Outcomes) -> Markup {
    markup! {
        div .scroll {
            table .plain .outcomes {
                (head(&[Text("verdict"), Text("why"), Text("compared"), Number("cases"), Text("the first")]))
                tbody { @for group in &outcomes.groups { (outcome(record, group)) } }
            }
        }
    }
}

fn outcome(record: &RunRecord, group: &OutcomeGroup) -> Markup {
    let first = group.cases.iter().next().map(|case| record.case_id(case));
    markup! {
        tr {
            th scope="row" .(group.verdict.tone()) { (group.verdict.name()) }
            td { (escape_controls(group.cause.as_deref().unwrap_or_default())) }
            td { @if group.checked.is_empty() { "nothing" } @else { (group.checked.join(", ")) } }
            td .number { (grouped(group.cases.len())) }
            td { @if let Some(id) = first { a href=(link::to(&link::vector(&id))) { (id) } } }
        }
    }
}
