//! Baselines: what one accepts, and what the decoders of a run do that theirs do not say.

use crate::record::baseline::{Baseline, Condition};
use crate::record::run_record::{DeviationKind, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::words::{counted, in_one_word};
use illformed_judge::shown::escape_controls;
use std::fmt::Write;

const MOST_OF_A_KIND: usize = 10;

/// What `baseline`, of the file `name`, accepts, by reason; with the groups of each cause if `with_groups`.
pub fn baseline(baseline: &Baseline, name: &str, with_groups: bool, style: Style) -> String {
    let mut text = format!(
        "{}  {}\n",
        style.strong(&escape_controls(&baseline.decoder)),
        style.faint(&escape_controls(name))
    );
    for line in conditions(&baseline.only) {
        let _ = writeln!(text, "  {}", escape_controls(&line));
    }
    if let Some(why) = &baseline.unstable {
        let _ = writeln!(text, "  unstable: answers may vary from run to run: {}", escape_controls(why));
    }
    for reason in &baseline.reasons {
        let entries: Vec<_> = baseline.entries.iter().filter(|entry| entry.why == reason.id).collect();
        let cases = entries.iter().map(|entry| entry.cases()).sum();
        let count = format!("{} with {}", counted(entries.len(), "cause"), counted(cases, "case"));
        let _ = writeln!(text, "  {}: {count}: {}", reason.id, escape_controls(&reason.reason));
        let until = reason.until.as_ref().map(|day| format!("until {day}"));
        for line in reason.link.iter().cloned().chain(until).chain(conditions(&reason.only)) {
            let _ = writeln!(text, "      {}", escape_controls(&line));
        }
        for entry in entries {
            let _ = writeln!(text, "    {}  {}", entry.cause, counted(entry.cases(), "case"));
            for group in entry.groups.iter().filter(|_| with_groups) {
                let (name, count) = (escape_controls(&group.group), counted(group.count, "case"));
                let _ = writeln!(text, "      {name}  {count}");
            }
        }
    }
    if baseline.entries.is_empty() && baseline.unstable.is_none() {
        text.push_str("  nothing: no failure is accepted\n");
    }
    text
}

fn conditions(only: &Condition) -> impl Iterator<Item = String> {
    let parts = [
        only.version.as_ref().map(|range| format!("only versions {range}")),
        only.os.as_ref().map(|os| format!("only on {os}")),
        only.arch.as_ref().map(|arch| format!("only on {arch}")),
    ];
    parts.into_iter().flatten()
}

/// For each decoder that has a baseline, whether it is as that says, and what is not: a case that is certainly new, and the
/// place in the file.
pub(crate) fn baselines(record: &RunRecord, style: Style) -> String {
    let mut text = String::new();
    let with = record.decoders.iter().filter_map(|decoder| Some((decoder, decoder.baseline.as_ref()?)));
    for (number, (decoder, baseline)) in with.enumerate() {
        let word = match (baseline.deviations.is_empty(), record.standing(decoder).is_failure()) {
            (true, _) => style.good("baseline"),
            (false, true) => style.bad("BASELINE"),
            (false, false) => style.doubtful("baseline"),
        };
        // Whether it is listed as unstable, and whether that was seen.
        let unstable = match &baseline.unstable {
            None => "",
            Some(unstable) if unstable.seen => ", unstable as listed",
            Some(_) => ", listed as unstable (not seen in this run)",
        };
        let known = format!("{} as listed{unstable}", counted(baseline.known.len(), "failure"));
        let words = escape_controls(&format!("{}: {known} in {}", decoder.name(), baseline.file));
        let _ = writeln!(text, "{}{word} {words}", if number == 0 { "\n" } else { "" });
        for kind in DeviationKind::ALL {
            let title = in_one_word(kind.name());
            let of_kind: Vec<_> = baseline.deviations.iter().filter(|one| one.kind == kind).collect();
            for deviation in of_kind.iter().take(MOST_OF_A_KIND) {
                let word =
                    if baseline.counts(deviation) { style.bad(&title) } else { style.doubtful(&title) };
                let [subject, detail] =
                    [&deviation.subject, &deviation.detail].map(|one| escape_controls(one));
                let _ = writeln!(text, "  {word} {subject}: {detail}");
                if let Some(case) = deviation.example {
                    let observed = escape_controls(decoder.observed(case).unwrap_or("no answer"));
                    let _ = writeln!(text, "    new: {}, {observed}", record.case_id(case));
                }
                let place = format!("{}:{} {}", baseline.file, deviation.line, deviation.pointer);
                let _ = writeln!(text, "    {}", style.faint(&escape_controls(&place)));
            }
            if let more @ 1.. = of_kind.len().saturating_sub(MOST_OF_A_KIND) {
                let _ = writeln!(text, "  {more} more {title}; the JSON report has all");
            }
            if kind == DeviationKind::Fixed && !of_kind.is_empty() {
                let how = "`illformed baseline update --only-fixed REPORT BASELINE` removes what is fixed";
                let _ = writeln!(text, "  {}", style.faint(how));
            }
        }
    }
    text
}
