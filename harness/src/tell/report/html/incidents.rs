//! The incidents that decoders would repeat.

use crate::record::run_record::RunRecord;
use crate::record::security::Replayed;
use crate::tell::report::html::link;
use crate::tell::report::incidents::{asked, title};
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// How many vectors of an incident have a link; the others are beside them on their own pages.
const LINKED: usize = 12;

/// A row for each, with who would repeat it and on which vectors; nothing where the run did not ask for them.
pub(super) fn incidents(record: &RunRecord) -> Markup {
    let replayed = asked(record);
    let repeated: Vec<_> = replayed.iter().filter(|one| !one.repeated_by.is_empty()).collect();
    markup! {
        @if !replayed.is_empty() {
            section #incidents data-fold="" {
                h2 { "Incidents that a decoder would repeat" }
                p {
                    (replayed.len()) " were replayed, "
                    @if repeated.is_empty() { "none of these decoders gets one wrong." } @else {
                        (repeated.len())
                        @if repeated.len() == 1 { " has " } @else { " have " }
                        "a vector that a decoder gets wrong."
                    }
                }
                @if !repeated.is_empty() {
                    div .scroll tabindex="0" role="region" aria-label="Incidents that a decoder would repeat" {
                        table .plain {
                            caption { "Judged by RFC 3629, whatever a decoder claims: an attacker does not read the claim." }
                            thead {
                                tr {
                                    th scope="col" .number { "number" }
                                    th scope="col" { "incident" }
                                    th scope="col" { "decoders" }
                                    th scope="col" { "vectors" }
                                }
                            }
                            tbody { @for one in repeated { (row(record, one)) } }
                        }
                    }
                }
            }
        }
    }
}

fn row(record: &RunRecord, one: &Replayed<'_>) -> Markup {
    let ids: Vec<&str> = one.failed.iter().map(|vector| record.vectors[*vector].id.as_str()).collect();
    let key = format!("{} {} {}", title(one), one.repeated_by.join(" "), ids.join(" "));
    markup! {
        tr data-find=(escape_controls(&key.to_lowercase())) {
            th scope="row" .number { (one.incident.number) }
            td .words { (title(one)) }
            td .names {
                @for name in &one.repeated_by { a href=(link::to(&link::decoder(name))) { (escape_controls(name)) } " " }
            }
            td .names {
                @for id in ids.iter().take(LINKED) { a href=(link::to(&link::vector(id))) { (escape_controls(id)) } " " }
                @if ids.len() > LINKED { small { "and " (ids.len() - LINKED) " more" } }
            }
        }
    }
}
