//! What was run, and what came of it, in words.

use crate::record::date::date;
use crate::record::run_record::{RunRecord, Tally};
use crate::tell::report::html::baselines::baselines;
use crate::tell::report::stability::stability;
use crate::tell::report::standing::standings;
use crate::tell::report::terminal::counted;
use illformed_judge::shown::escape_controls;
use illformed_judge::shown::thousands;
use maud::{Markup, html as markup};

/// The page's title.
pub(crate) fn title(record: &RunRecord) -> String {
    format!("UTF-8 conformance: {}", counted(record.footer.decoders, "decoder"))
}

/// The heading, whatever makes the run less than whole, the sums, and the facts of the run.
pub(crate) fn summary(record: &RunRecord) -> Markup {
    let footer = &record.footer;
    let tally = &footer.tally;
    markup! {
        h1 { "UTF-8 conformance" }
        @if !footer.complete {
            p .loud role="alert" {
                strong { "Interrupted: this run is not complete. " }
                "What was not asked before it ended is missing below or counted as not judged."
            }
        }
        @if !record.selection.is_empty() {
            p .loud .mild {
                strong { "A selection: " }
                code { (escape_controls(&record.selection.join(" "))) }
                " Nothing is said of other vectors and decoders."
            }
        }
        p .lead {
            strong { (counted(footer.decoders, "decoder")) } " of "
            (counted(footer.implementations, "implementation"))
            (if footer.decoders == 1 { " was asked " } else { " were asked " })
            strong { (counted(footer.cases, "case")) } " from " (counted(record.vectors.len(), "vector")) ". "
            @let standings = standings(record);
            @if standings.is_empty() { "No decoder was asked." } @else { (standings) "." }
        }
        (baselines(record))
        @for (name, words) in stability(record) {
            p .loud { strong { (escape_controls(&name)) } " is " (escape_controls(&words)) "." }
        }
        (numbers(tally))
        p .aside {
            "Each decoder is judged by its own claim; the matrix shows it beside RFC 3629. A pass says that nothing was "
            "found by these cases, not that there is nothing."
        }
        (facts(record))
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
    let unjudged = [
        (tally.declined, "declined by the adapter"),
        (tally.not_asked, "not asked"),
        (tally.not_applicable, "not applicable"),
        (tally.unspecified, "undefined by the standard"),
        (tally.no_policy, "no documented policy"),
    ];
    let sum = |parts: &[(usize, &str)]| parts.iter().map(|(number, _)| number).sum::<usize>();
    let made_of = |parts: &[(usize, &'static str)]| {
        let parts: Vec<_> = parts.iter().filter(|(number, _)| *number > 0).copied().collect();
        markup! { ul { @for (number, words) in parts { li { b { (grouped(number)) } " " (words) } } } }
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
