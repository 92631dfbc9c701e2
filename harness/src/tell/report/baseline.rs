//! Baselines: what one accepts, and what the decoders of a run do that theirs do not say.

use crate::record::baseline::{Baseline, Condition, Reason};
use crate::record::run_record::DeviationKind::{
    ChangedWrong, Expired, Fixed, Moved, Outdated, Regressed, Unjudged,
};
use crate::record::run_record::{BaselineRecord, DecoderRecord, Deviation, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::words::{counted, fitted, listed};
use illformed_judge::shown::{escape_controls, thousands};
use std::fmt::Write;

/// How many of each kind are shown of a decoder.
const SHOWN: usize = 10;

/// What `baseline`, of the file `name`, accepts, by reason; with each entry if `with_entries`.
pub fn baseline(baseline: &Baseline, name: &str, with_entries: bool, style: Style) -> String {
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
        let causes: Vec<_> = baseline.causes.iter().filter(|entry| entry.why == reason.id).collect();
        let entries: Vec<_> = baseline.entries.iter().filter(|entry| entry.why == reason.id).collect();
        let sealed = baseline.sealed.iter().filter(|entry| entry.why == reason.id).count();
        let cases = causes.iter().map(|entry| entry.cases()).sum();
        let by_cause = format!("{} with {}", counted(causes.len(), "cause"), counted(cases, "case"));
        let parts = [
            (causes.len(), by_cause),
            (entries.len(), counted(entries.len(), "entry")),
            (sealed, format!("{} sealed", thousands(sealed as u64, ','))),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words);
        let count = parts.collect::<Vec<_>>().join(" and ");
        let _ = writeln!(text, "  {}: {count}: {}", reason.id, escape_controls(&reason.reason));
        for line in particulars(reason) {
            let _ = writeln!(text, "      {}", escape_controls(&line));
        }
        for entry in causes {
            let _ = writeln!(text, "    {}  {}", entry.cause, counted(entry.cases(), "case"));
            for group in entry.groups.iter().filter(|_| with_entries) {
                let (wrong, refused) = (group.wrong.count, group.refused.count);
                let counts = listed([(wrong, "wrong"), (refused, "refused, not exactly")]);
                let _ = writeln!(text, "      {}  {counts}", group.group);
            }
        }
        for entry in entries.iter().filter(|_| with_entries) {
            let observed = fitted(&entry.observed.join(" | "), 60);
            let _ = writeln!(text, "    {}  {}  {observed}", entry.case, entry.verdict);
        }
    }
    if baseline.causes.is_empty()
        && baseline.entries.is_empty()
        && baseline.sealed.is_empty()
        && baseline.unstable.is_none()
    {
        text.push_str("  nothing: no failure is accepted\n");
    }
    text
}

fn particulars(reason: &Reason) -> Vec<String> {
    let until = reason.until.as_ref().map(|day| format!("until {day}"));
    reason.link.iter().cloned().chain(until).chain(conditions(&reason.only)).collect()
}

fn conditions(only: &Condition) -> impl Iterator<Item = String> {
    let parts = [
        only.version.as_ref().map(|range| format!("only versions {range}")),
        only.os.as_ref().map(|os| format!("only on {os}")),
        only.arch.as_ref().map(|arch| format!("only on {arch}")),
    ];
    parts.into_iter().flatten()
}

/// For each decoder that has a baseline, whether it is as that says, and what is not.
pub(crate) fn baselines(record: &RunRecord, style: Style) -> String {
    let mut text = String::new();
    for decoder in &record.decoders {
        let Some(baseline) = &decoder.baseline else { continue };
        if text.is_empty() {
            text.push('\n');
        }
        text.push_str(&one(record, decoder, baseline, style));
    }
    text
}

fn one(record: &RunRecord, decoder: &DecoderRecord, baseline: &BaselineRecord, style: Style) -> String {
    let holds = baseline.regressed.is_empty() && baseline.deviations.is_empty();
    let word = match (holds, baseline.is_red(|case| !record.tolerates(decoder, case))) {
        (true, _) => style.good("baseline"),
        (false, true) => style.bad("BASELINE"),
        (false, false) => style.doubtful("baseline"),
    };
    let known = format!("{} as listed{}", counted(baseline.known.len(), "failure"), unstable(baseline));
    let mut text =
        format!("{word} {}\n", escape_controls(&format!("{}: {known} in {}", decoder.name(), baseline.file)));
    let regressed: Vec<usize> = baseline.regressed.iter().collect();
    for case in regressed.iter().take(SHOWN) {
        let observed = decoder.observed(*case).unwrap_or("no answer");
        let line = format!("{}: not listed, {}", record.case_id(*case), escape_controls(observed));
        let _ = writeln!(text, "  {} {line}", style.bad("Regressed"));
    }
    more(&mut text, regressed.len(), "Regressed");
    for kind in [Regressed, ChangedWrong, Expired, Fixed, Moved, Unjudged, Outdated] {
        let of_kind: Vec<&Deviation> = baseline.deviations.iter().filter(|one| one.kind == kind).collect();
        for deviation in of_kind.iter().take(SHOWN) {
            text.push_str(&deviating(record, baseline, deviation, style));
        }
        more(&mut text, of_kind.len(), kind.title());
        if kind == Fixed && !of_kind.is_empty() {
            let how = "`illformed baseline update --only-fixed REPORT BASELINE` removes fixed entries";
            let _ = writeln!(text, "  {}", style.faint(how));
        }
    }
    text
}

/// Whether it is listed as unstable, and whether that was seen.
fn unstable(baseline: &BaselineRecord) -> &'static str {
    match &baseline.unstable {
        None => "",
        Some(unstable) if unstable.seen => ", unstable as listed",
        Some(_) => ", listed as unstable (not seen in this run)",
    }
}

/// What is otherwise, where it stands, and the patch that makes the file right.
fn deviating(record: &RunRecord, baseline: &BaselineRecord, deviation: &Deviation, style: Style) -> String {
    let title = deviation.kind.title();
    let word = if baseline.counts(deviation) { style.bad(title) } else { style.doubtful(title) };
    let id = deviation.case.map_or_else(|| escape_controls(&deviation.entry), |case| record.case_id(case));
    let place = format!("{}:{} {}", baseline.file, deviation.line, deviation.pointer);
    let lines = std::iter::once(place.as_str()).chain(deviation.patch.lines());
    let head = format!("  {word} {id}: {}\n", escape_controls(&deviation.detail));
    lines.fold(head, |text, line| text + "    " + &escape_controls(line) + "\n")
}

fn more(text: &mut String, all: usize, title: &str) {
    if all > SHOWN {
        let _ = writeln!(text, "  {} more {title}; the JSON report has all", all - SHOWN);
    }
}
