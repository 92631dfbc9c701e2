//! Who accepts what RFC 3629 forbids, and who refuses what it allows.

use crate::record::run_record::RunRecord;
use crate::tell::report::acceptance::{Witness, witnesses};
use crate::tell::report::html::link;
use crate::tell::report::html::vector::written;
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// Both tables; of each nothing when nobody does.
pub(crate) fn acceptance(record: &RunRecord) -> Markup {
    markup! {
        (section(record, "Accepted against RFC 3629", "accepts", "accepts-ill-formed"))
        (section(record, "Refused against RFC 3629", "refuses", "refuses-well-formed"))
    }
}

fn section(record: &RunRecord, heading: &str, does: &str, cause: &str) -> Markup {
    let groups: Vec<(&str, Vec<Witness<'_>>)> = record
        .suite
        .groups
        .iter()
        .map(|group| (group.name.as_str(), witnesses(record, &group.name, cause)))
        .filter(|(_, witnesses)| !witnesses.is_empty())
        .collect();
    markup! {
        @if !groups.is_empty() {
            section data-fold="" {
                h2 { (heading) }
                div .scroll tabindex="0" role="region" aria-label=(heading) {
                    table .plain {
                        caption { "Of each group the first input that a decoder " (does) ", and how many there are." }
                        thead {
                            tr {
                                th scope="col" { "input" }
                                th scope="col" .number { "inputs" }
                                th scope="col" { "decoders" }
                            }
                        }
                        @for (group, witnesses) in groups {
                            tbody {
                                tr .adapter { th scope="rowgroup" colspan="3" { span { (group) } } }
                                @for witness in witnesses { (row(group, &witness)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn row(group: &str, witness: &Witness<'_>) -> Markup {
    let Witness { adapter, decoders, vector, input, count } = witness;
    let key = format!("{group} {input} {adapter} {}", decoders.join(" ")).to_lowercase();
    markup! {
        tr data-find=(escape_controls(&key)) data-group=(group) {
            td { a href=(link::to(&link::vector(&vector.id))) { code { (written(input)) } } }
            td .number { (count) }
            td {
                (escape_controls(adapter)) ":"
                @for decoder in decoders {
                    " " a href=(link::to(&link::decoder(&format!("{adapter}/{decoder}")))) { (escape_controls(decoder)) }
                }
            }
        }
    }
}
