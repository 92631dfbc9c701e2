//! How many decoders fail and pass, and what was run.

use crate::record::date::date;
use crate::record::run_record::{DecoderRecord, RunRecord, Standing, Tally};
use crate::tell::report::format::html::table::decoder as link_to;
use crate::tell::report::sections::unjudged_parts;
use crate::tell::report::standing::{baseline_diff, decoders_with};
use crate::tell::report::tone::Tone;
use crate::tell::report::words::{counted, either};
use illformed_judge::shown::{escape_controls, thousands};
use maud::{Markup, html as markup};
use std::time::Duration;

/// The heading, whatever makes the run less than whole, and how many decoders fail, pass and so on.
pub(crate) fn summary(record: &RunRecord) -> Markup {
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
            (standings(record))
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
fn standings(record: &RunRecord) -> Markup {
    let all: [(&[Standing], _, _); 8] = [
        (&[Standing::Failed], "failing", "fail"),
        (&[Standing::Imprecise], "imprecise", "imprecise"),
        (&[Standing::Outdated], "outdated", "with a stale baseline"),
        (&[Standing::Tolerated], "tolerated", "below --fail-on"),
        (&[Standing::Accepted], "accepted", "accepted by a baseline"),
        (&[Standing::Passed, Standing::PassedInPart], "passing", "pass"),
        (&[Standing::NoClaim], "unclaimed", "claim no supported format"),
        (&[Standing::NotJudged], "not-judged", "not judged"),
    ];
    let count = |standings: &[Standing]| -> usize {
        standings.iter().map(|standing| decoders_with(record, *standing).len()).sum()
    };
    markup! {
        dl .numbers {
            @for (standings, id, word) in all {
                @if let count @ 1.. = count(standings) {
                    div .(Tone::from(standings[0]).class()) {
                        dt { (word) }
                        dd { a href={ "#" (id) } { (grouped(count)) } }
                    }
                } @else if id == "failing" {
                    div .faint { dt { (word) } dd { "0" } }
                }
            }
        }
    }
}

/// Which decoders differ from their baselines, each with a link to its page; nothing where no decoder has a baseline.
fn baselines(record: &RunRecord) -> Markup {
    let with = || record.decoders.iter().filter(|one| one.baseline.is_some());
    let differing: Vec<&DecoderRecord> = with().filter(|one| record.standing(one).is_failure()).collect();
    let count = with().count();
    markup! {
        @if count > 0 {
            p .lead {
                strong { "Baselines: " }
                @if differing.is_empty() {
                    (either(count, "decoder has one and matches it", "decoders have one and match it"))
                } @else {
                    (either(differing.len(), "decoder differs", "decoders differ")) " of " (grouped(count)) ": "
                    @for (number, decoder) in differing.iter().enumerate() {
                        @if number > 0 { "; " }
                        (link_to(&decoder.name())) ", " span .bad { (baseline_diff([*decoder])) }
                    }
                }
                "."
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

/// What was run, where, and how many answers there were.
pub(crate) fn run(record: &RunRecord) -> Markup {
    let platform = &record.platform;
    let seconds = Duration::from_millis(record.took_ms).as_secs_f64();
    let facts = [
        ("run", format!("{}, {seconds:.1} s", date(record.began_at))),
        ("by", format!("{} {}", record.tool.name, record.tool.version)),
        ("on", format!("{} {}, locale {}", platform.os, platform.arch, platform.locale)),
        ("suite", record.suite.name.clone()),
        ("digest", record.suite.digest.clone()),
    ];
    markup! {
        section #run {
            h2 { "The run" }
            (numbers(&record.footer.tally))
            dl .facts {
                @for (name, fact) in facts {
                    @if !fact.is_empty() { div { dt { (name) } dd { (escape_controls(&fact)) } } }
                }
            }
        }
    }
}

/// `number` with commas between its thousands.
pub(crate) fn grouped(number: usize) -> String {
    thousands(number as u64)
}
