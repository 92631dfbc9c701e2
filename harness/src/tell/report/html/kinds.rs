//! Encoders, detectors and readers of labels.

use crate::record::run_record::{PeerRecord, RunRecord};
use crate::tell::report::html::summary::grouped;
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// A row for each, with what it got wrong; nothing when none was asked.
pub(super) fn kinds(record: &RunRecord) -> Markup {
    markup! {
        @if !record.kinds.is_empty() {
            section data-fold="" {
                h2 { "Encoders, detectors, labels" }
                div .scroll tabindex="0" role="region" aria-label="Encoders, detectors, labels" {
                    table .plain {
                        caption { "Each is asked the vectors of its kind, and judged by what it claims." }
                        thead {
                            tr {
                                th scope="col" { "name" }
                                th scope="col" { "kind" }
                                th scope="col" { "claims" }
                                th scope="col" .number { "as expected" }
                                th scope="col" .number { "not" }
                                th scope="col" .number { "cannot be asked" }
                                th scope="col" .number { "silent" }
                                th scope="col" { "what is not as expected" }
                            }
                        }
                        tbody { @for peer in &record.kinds { (row(peer)) } }
                    }
                }
            }
        }
    }
}

fn row(peer: &PeerRecord) -> Markup {
    let PeerRecord { kind, name, implementation, api, claim, passed, not_applicable, unspecified, findings } =
        peer;
    let key = format!("{name} {kind} {implementation} {api} {claim}").to_lowercase();
    markup! {
        tr data-find=(escape_controls(&key)) {
            th scope="row" title=(escape_controls(api)) { (escape_controls(name)) }
            td { (escape_controls(kind)) }
            td { (escape_controls(claim)) }
            td .number { (grouped(*passed)) }
            td .number .bad[!findings.is_empty()] { (grouped(findings.len())) }
            td .number { (grouped(*not_applicable)) }
            td .number { (grouped(*unspecified)) }
            td {
                @if !findings.is_empty() {
                    details {
                        summary { (escape_controls(&findings[0].vector)) }
                        @for finding in findings { p { code { (escape_controls(&finding.vector)) } " " (escape_controls(&finding.detail)) } }
                    }
                }
            }
        }
    }
}
