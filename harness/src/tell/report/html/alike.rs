//! Which decoders behave alike, as a table.

use crate::record::run_record::RunRecord;
use crate::tell::report::html::cluster::{Cluster, Difference};
use crate::tell::report::html::link;
use crate::tell::report::html::matrix::key;
use crate::tell::report::html::vector::written;
use crate::tell::report::terminal::counted;
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// The behaviours, each with a witness; nothing when no decoder was judged.
pub(super) fn alike(record: &RunRecord, clusters: &[Cluster]) -> Markup {
    markup! {
        @if !clusters.is_empty() {
            section #alike data-fold="" {
                h2 { "Which decoders behave alike" }
                div .scroll tabindex="0" role="region" aria-label="Which decoders behave alike" {
                    table .plain {
                        caption {
                            "No two of a row were seen to differ, judged by RFC 3629 on what both were asked. The witness is "
                            "an input on which they differ from those of the first row."
                        }
                        thead {
                            tr {
                                th scope="col" { "behaviour" }
                                th scope="col" { "witness" }
                                th scope="col" { "decoders" }
                            }
                        }
                        tbody {
                            @for (number, cluster) in clusters.iter().enumerate() { (row(record, number, cluster)) }
                        }
                    }
                }
            }
        }
    }
}

fn row(record: &RunRecord, number: usize, cluster: &Cluster) -> Markup {
    let names: Vec<String> = cluster.members.iter().map(|member| record.decoders[*member].name()).collect();
    let key: Vec<String> = cluster.members.iter().map(|member| key(&record.decoders[*member])).collect();
    markup! {
        tr id=(link::cluster(number)) data-find=(key.join(" ")) {
            th scope="row" {
                a href=(link::to(&link::cluster(number))) { "behaviour " (number + 1) }
                br;
                small { (counted(names.len(), "decoder")) @if cluster.faultless { ", no fault found" } }
            }
            td { @if let Some(difference) = cluster.witness { (witness(record, difference)) } }
            td .names {
                @for name in &names { a href=(link::to(&link::decoder(name))) { (escape_controls(name)) } " " }
            }
        }
    }
}

fn witness(record: &RunRecord, difference: Difference) -> Markup {
    let vector = &record.vectors[record.cases[difference.first].vector];
    let id = record.case_id(difference.first);
    markup! {
        a href=(link::to(&link::vector(&id))) { code { (written(&vector.input)) } }
        br;
        small { (id) }
    }
}
