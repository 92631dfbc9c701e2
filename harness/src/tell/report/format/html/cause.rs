//! The pages of the causes that decoders have.

use crate::record::run_record::RunRecord;
use crate::tell::report::decoders::listed;
use crate::tell::report::format::html::matrix::key;
use crate::tell::report::format::html::table::{decoder as link_to, table, to, to_facet};
use crate::tell::report::incidents::cause_facts;
use crate::tell::report::issue::Issue;
use crate::tell::report::words::{Tone, counted, either, grouped, sent};
use illformed_judge::cause::Cause;
use illformed_judge::shown::{escape_controls, fit};
use maud::{Markup, html as markup};
use std::collections::BTreeMap;

const INPUT_WIDTH: usize = 60;

/// Each cause that a decoder has, accepted or not. The script shows one at a time, without it they stand one below the other.
pub(super) fn causes(record: &RunRecord) -> Markup {
    let mut found: BTreeMap<Cause, Vec<Issue<'_>>> = BTreeMap::new();
    for issue in listed(record).into_iter().flat_map(|decoder| Issue::all(record, decoder)) {
        found.entry(issue.cause.id).or_default().push(issue);
    }
    markup! {
        @if !found.is_empty() {
            section #causes {
                h2 { "Causes" }
                @for (cause, issues) in &found { (page(*cause, issues)) }
            }
        }
    }
}

fn page(cause: Cause, issues: &[Issue<'_>]) -> Markup {
    let page = cause.page();
    let caption = either(issues.len(), "decoder has", "decoders have") + " this cause.";
    let rows = markup! { @for issue in issues { (row(issue)) } };
    markup! {
        section id={ "/cause/" (cause.name()) } {
            h3 { (cause.name()) }
            dl .facts {
                div { dt { "severity" } dd .(Tone::from(cause.severity()).name()) { (cause.severity()) } }
                @for (heading, words) in cause_facts(cause) { div { dt { (heading) } dd { (words) } } }
                div { dt { "before" } dd { pre { (page.before.join("\n")) } } }
                div { dt { "after" } dd { pre { (page.after.join("\n")) } } }
                div { dt { "in the terminal" } dd { code { "illformed explain " (cause.name()) } } }
            }
            (table(&format!("Decoders with {}", cause.name()), &caption, &["decoder", "example", "answer", "#vectors"], &rows))
        }
    }
}

fn row(issue: &Issue<'_>) -> Markup {
    let Issue { record, decoder, cause, .. } = issue;
    let is_accepted = cause.cases.iter().all(|case| decoder.accepts(case));
    let example = issue.example.map(|case| (record.case_id(case), fit(&sent(record, case), INPUT_WIDTH)));
    markup! {
        tr data-find=(key(record, decoder)) {
            th scope="row" {
                (link_to(&decoder.name()))
                @if is_accepted { br; small { "accepted by its baseline" } }
            }
            td .input {
                @if let Some((case, input)) = example { a href=(to("vector", &case)) { code { (input) } } }
            }
            td .words { (escape_controls(&issue.answers())) }
            td .number {
                a href=(to_facet(&decoder.name(), "cause", cause.id.name()))
                    title=(counted(issue.cases.len(), "case")) { (grouped(issue.vectors.len())) }
            }
        }
    }
}
