//! How many decoders fail and pass, and what was run.

use crate::record::date::date;
use crate::record::run_record::{DecoderRecord, RunRecord, Tally};
use crate::tell::report::by_standing::ByStanding;
use crate::tell::report::format::html::table::decoder as link_to;
use crate::tell::report::sections::unjudged_parts;
use crate::tell::report::standing::Unlisted;
use crate::tell::report::words::{counted, either};
use illformed_judge::shown::{escape_controls, thousands};
use maud::{Markup, html as markup};

/// The heading, whatever makes the run less than whole, and how many decoders fail, pass and so on.
pub(crate) fn summary(record: &RunRecord, by_standing: &ByStanding<'_>) -> Markup {
    let footer = &record.footer;
    markup! {
        h1 { "UTF-8 conformance" }
        @if !footer.complete {
            p .loud role="alert" {
                strong { "Interrupted: this run is not complete. " }
                "Cases that were not asked are missing below or counted as not judged."
            }
        }
        @if !record.selection.is_empty() {
            p .loud .mild {
                strong { "A selection: " }
                code { (escape_controls(&record.selection.join(" "))) }
                " Other vectors and decoders were not run."
            }
        }
        @if record.decoders.is_empty() { p .lead { "No decoder was asked." } } @else {
            (standings(by_standing))
            p .aside {
                (counted(footer.decoders, "decoder")) " of " (counted(footer.implementations, "implementation")) ", "
                (counted(footer.cases, "case")) " from " (counted(record.vectors.len(), "vector")) ". "
                "Each decoder is judged by what it claims; a pass means that these cases found no fault."
            }
        }
        (baselines(record))
    }
}

/// How many decoders have which standing, each with a link to them; what there is none of is left out, but for failures.
fn standings(by_standing: &ByStanding<'_>) -> Markup {
    let ByStanding { failing, imprecise, accepted, unclaimed, passing, not_judged } = by_standing;
    let all = [
        (failing, "failing", "fail", "bad"),
        (imprecise, "imprecise", "imprecise", "doubtful"),
        (accepted, "accepted", "accepted by a baseline", "doubtful"),
        (passing, "passing", "pass", "good"),
        (unclaimed, "unclaimed", "claim no supported format", "faint"),
        (not_judged, "not-judged", "not judged", "faint"),
    ];
    markup! {
        dl .numbers {
            @for (decoders, id, word, class) in all {
                @if let count @ 1.. = decoders.len() {
                    div .(class) { dt { (word) } dd { a href={ "#" (id) } { (grouped(count)) } } }
                } @else if id == "failing" {
                    div .faint { dt { (word) } dd { "0" } }
                }
            }
        }
    }
}

/// What was run, where, and how many answers there were.
pub(crate) fn run(record: &RunRecord) -> Markup {
    markup! {
        section #run {
            h2 { "The run" }
            (numbers(&record.footer.tally))
            (facts(record))
        }
    }
}

/// How many decoders match their baselines, and which differ, each with a link to its page; nothing where no decoder has
/// a baseline.
fn baselines(record: &RunRecord) -> Markup {
    let all = record.decoders.iter().filter_map(|one| Some((one, Unlisted::of(one)?)));
    let (kept, red): (Vec<(&DecoderRecord, _)>, Vec<_>) =
        all.partition(|(_, unlisted)| unlisted.is_nothing());
    markup! {
        @if !kept.is_empty() || !red.is_empty() {
            p .lead {
                strong { "Baselines: " }
                @if !kept.is_empty() {
                    (either(kept.len(), "decoder matches", "decoders match"))
                    @if !red.is_empty() { ", " }
                }
                @if !red.is_empty() { (either(red.len(), "decoder differs", "decoders differ")) ": " }
                @for (number, (decoder, unlisted)) in red.iter().enumerate() {
                    @if number > 0 { "; " }
                    (link_to(&decoder.name())) ", " span .bad { (unlisted.words()) }
                }
                "."
            }
            @if !kept.is_empty() {
                details .baselines {
                    summary { "Decoders matching their baselines" }
                    ul .names { @for (decoder, _) in &kept { li { (link_to(&decoder.name())) } } }
                }
            }
        }
    }
}

/// Judged and not judged, each with what it is made of; parts that are zero are left out.
fn numbers(tally: &Tally) -> Markup {
    let bad = [
        (tally.fail, "wrong answer or text"),
        (tally.wrong_reason, "right, for a wrong reason"),
        (tally.late_error, "right, but late"),
        (tally.crashed, "crashed"),
        (tally.timed_out, "no answer in time"),
        (tally.protocol_error, "broke the protocol"),
        (tally.flaky, "different answers"),
    ];
    let unjudged = unjudged_parts(tally);
    let sum = |parts: &[(usize, &str)]| parts.iter().map(|(number, _)| number).sum::<usize>();
    let made_of = |parts: &[(usize, &'static str)]| {
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        markup! { ul { @for (number, words) in parts { li { b { (grouped(*number)) } " " (words) } } } }
    };
    markup! {
        dl .numbers {
            div { dt { "answers judged" } dd { (grouped(tally.judged)) } }
            div .good { dt { "as expected" } dd { (grouped(tally.pass)) } }
            div .bad[sum(&bad) > 0] { dt { "not as expected" } dd { (grouped(sum(&bad))) (made_of(&bad)) } }
            div .faint { dt { "not judged" } dd { (grouped(sum(&unjudged))) (made_of(&unjudged)) } }
        }
    }
}

fn facts(record: &RunRecord) -> Markup {
    let platform = &record.platform;
    let facts = [
        ("run", format!("{}, {:.1} s", date(record.began_at), f64_seconds(record.took_ms))),
        ("by", format!("{} {}", record.tool.name, record.tool.version)),
        ("on", format!("{} {}, locale {}", platform.os, platform.arch, platform.locale)),
        ("suite", record.suite.name.clone()),
        ("digest", record.suite.digest.clone()),
    ];
    markup! {
        dl .facts {
            @for (name, fact) in facts {
                @if !fact.is_empty() { div { dt { (name) } dd { (escape_controls(&fact)) } } }
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a run of 2^52 milliseconds is no run")]
fn f64_seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

/// `number` with its thousands set apart by a narrow space that does not break.
pub(crate) fn grouped(number: usize) -> String {
    thousands(number as u64, '\u{202F}')
}
