//! How errors are replaced, as it was seen.

use crate::record::run_record::RunRecord;
use crate::tell::report::html::link;
use crate::tell::report::replacement::{Followers, followers};
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// The table, or nothing when no decoder replaces.
pub(crate) fn replacement(record: &RunRecord) -> Markup {
    let followers = followers(record);
    markup! {
        @if !followers.is_empty() {
            section data-fold="" {
                h2 { "How errors are replaced" }
                div .scroll tabindex="0" role="region" aria-label="How errors are replaced" {
                    table .plain {
                        caption { "As it was seen in the texts, whatever is claimed." }
                        thead {
                            tr {
                                th scope="col" { "policy" }
                                th scope="col" { "decoders" }
                            }
                        }
                        tbody { @for followers in &followers { (row(followers)) } }
                    }
                }
            }
        }
    }
}

fn row(followers: &Followers<'_>) -> Markup {
    let Followers { policy, decoders } = followers;
    let names: Vec<String> = decoders.iter().map(|decoder| decoder.name()).collect();
    markup! {
        tr data-find=(escape_controls(&format!("{policy} {}", names.join(" ")).to_lowercase())) {
            td { (escape_controls(policy)) }
            td {
                @for name in &names { a href=(link::to(&link::decoder(name))) { (escape_controls(name)) } " " }
            }
        }
    }
}
