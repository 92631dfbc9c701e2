//! Sections with one table: incidents, who accepts what, and replacement.

use crate::record::run_record::{NOT_SWEPT, RunRecord, SweepRecord};
use crate::tell::report::acceptance::{CAUSES, Witness, by_group, by_policy};
use crate::tell::report::decoders::is_large;
use crate::tell::report::format::html::table::{decoder as decoder_link, decoders, folded, key, table, to};
use crate::tell::report::incidents::{repeated, title as title_of};
use crate::tell::report::sweeps::{proved, swept};
use crate::tell::report::words::{counted, either};
use illformed_judge::shown::{escape_controls, fit};
use maud::{Markup, html as markup};
use std::collections::BTreeSet;

/// How many vectors of an incident have a link; the others are beside them on their own pages.
const LINKED: usize = 12;
const INPUT_WIDTH: usize = 48;

/// A row for each incident, with who would repeat it and on which vectors; nothing where the run did not ask for them.
pub(super) fn incidents(record: &RunRecord) -> Markup {
    let Some((replayed, repeated)) = repeated(record) else { return Markup::default() };
    let heading = "Incidents that a decoder would repeat";
    let caption = "Judged by RFC 3629, whatever a decoder claims: an attacker does not read the claim.";
    let columns = ["#number", "incident", "decoders", "vectors"];
    let lead = match repeated.len() {
        0 => "no decoder repeats one.".to_owned(),
        count => either(count, "has", "have") + " a vector that a decoder fails.",
    };
    let rows = markup! {
        @for one in &repeated {
            @let ids: Vec<&str> = one.failed.iter().map(|vector| record.vectors[*vector].id.as_str()).collect();
            @let title = title_of(one.incident);
            tr data-find=(key(&format!("{title} {} {}", one.repeated_by.join(" "), ids.join(" ")))) data-fails="" {
                th scope="row" .number { (one.incident.number) }
                td .words { (title) }
                td .names { (decoders(&one.repeated_by)) }
                td .names {
                    @for id in ids.iter().take(LINKED) { a href=(to("vector", id)) { (escape_controls(id)) } " " }
                    @if ids.len() > LINKED { small { "and " (ids.len() - LINKED) " more" } }
                }
            }
        }
    };
    let content = markup! {
        p { (replayed) " replayed, " (lead) }
        @if !repeated.is_empty() { (table(heading, caption, &columns, &rows)) }
    };
    let summary = counted(repeated.len(), "incident");
    folded(Some("incidents"), heading, &summary, is_large(record) && !repeated.is_empty(), &content)
}

/// The decoders that were swept, and what a pass proves; nothing where none was.
pub(super) fn sweeps(record: &RunRecord) -> Markup {
    let swept = swept(record);
    let heading = "Swept";
    let caption = format!("Families of inputs that were asked besides the cases. Not covered: {NOT_SWEPT}.");
    let rows = markup! {
        @for (decoder, outcome) in &swept {
            tr data-find=(key(&decoder.name())) { td { (decoder_link(&decoder.name())) } td .words { (outcome) } }
        }
        @for SweepRecord { name, proves, .. } in proved(record) {
            tr { td { "what passes " (name) } td .words { "is right on " (proves) } }
        }
    };
    let table = table(heading, &caption, &["decoder", "outcome"], &rows);
    let summary = counted(swept.len(), "decoder");
    markup! { @if !swept.is_empty() { (folded(None, heading, &summary, is_large(record), &table)) } }
}

/// Who accepts what RFC 3629 forbids, and who refuses what it allows; nothing for one without a decoder.
pub(super) fn acceptance(record: &RunRecord) -> Markup {
    markup! { @for (heading, cause) in CAUSES { (of_cause(record, heading, cause)) } }
}

fn of_cause(record: &RunRecord, heading: &str, cause: &str) -> Markup {
    let groups = by_group(record, cause);
    if groups.is_empty() {
        return Markup::default();
    }
    let does = if cause.starts_with("accepts") { "accepts" } else { "refuses" };
    let names: BTreeSet<(&str, &str)> = groups.iter().flat_map(|(_, witnesses)| named(witnesses)).collect();
    let rows = |group: &str, witnesses: &[Witness<'_>]| {
        markup! {
            @for Witness { adapter, decoders, case, input, count } in witnesses {
                tr data-find=(key(&format!("{group} {input} {adapter} {}", decoders.join(" ")))) data-fails="" {
                    td { a href=(to("vector", &record.case_id(*case))) { code { (fit(input, INPUT_WIDTH)) } } }
                    td .number { (count) }
                    td {
                        (escape_controls(adapter)) ":"
                        @for decoder in decoders {
                            " " a href=(to("decoder", &format!("{adapter}/{decoder}"))) { (escape_controls(decoder)) }
                        }
                    }
                }
            }
        }
    };
    let content = markup! {
        p .aside { "Of each group the first input that a decoder " (does) ", and how many there are." }
        @for (group, witnesses) in &groups {
            details .fold data-fold="" open[!is_large(record)] {
                summary { b { (group) } " " small { (counted(named(witnesses).count(), "decoder")) } }
                (table(&format!("{heading}: {group}"), "", &["input", "#inputs", "decoders"], &rows(group, witnesses)))
            }
        }
    };
    let summary =
        format!("{} in {} of vectors", counted(names.len(), "decoder"), counted(groups.len(), "group"));
    folded(None, heading, &summary, is_large(record), &content)
}

/// The decoders of `witnesses`, by adapter and name.
fn named<'a>(witnesses: &[Witness<'a>]) -> impl Iterator<Item = (&'a str, &'a str)> {
    witnesses.iter().flat_map(|one| one.decoders.iter().map(|decoder| (one.adapter, *decoder)))
}

/// How errors are replaced, or nothing when no decoder replaces.
pub(super) fn replacement(record: &RunRecord) -> Markup {
    let policies = by_policy(record);
    let heading = "How errors are replaced";
    let caption = "As it was seen in the texts, whatever is claimed.";
    let rows = markup! {
        @for (policy, followers) in &policies {
            @let names: Vec<String> = followers.iter().map(|decoder| decoder.name()).collect();
            tr data-find=(key(&format!("{policy} {}", names.join(" ")))) {
                td { (escape_controls(policy)) }
                td { (decoders(&names)) }
            }
        }
    };
    let table = table(heading, caption, &["policy", "decoders"], &rows);
    let summary = counted(policies.iter().map(|(_, decoders)| decoders.len()).sum(), "decoder");
    markup! { @if !policies.is_empty() { (folded(None, heading, &summary, is_large(record), &table)) } }
}
