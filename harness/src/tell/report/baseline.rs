//! Baselines: what one accepts, and what the decoders of a run do that theirs do not say.

use crate::record::baseline::{Baseline, Condition};
use crate::record::run_record::{BaselineDeviation, BaselineRecord, DecoderRecord, DeviationKind, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::section::{Cell, Section, SectionRow};
use crate::tell::report::words::{Tone, counted, grouped, in_one_word, present};
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
pub(crate) fn baselines(record: &RunRecord) -> Section {
    let mut rows = Vec::new();
    let with = record.decoders.iter().filter_map(|decoder| Some((decoder, decoder.baseline.as_ref()?)));
    let mut with: Vec<_> = with.collect();
    // What is not as listed comes first: most decoders of a survey are.
    with.sort_by_cached_key(|(decoder, baseline)| {
        (!record.standing(decoder).is_failure(), baseline.deviations.is_empty())
    });
    for (decoder, baseline) in with {
        let tone = match (baseline.deviations.is_empty(), record.standing(decoder).is_failure()) {
            (true, _) => Tone::Good,
            (false, true) => Tone::Bad,
            (false, false) => Tone::Doubtful,
        };
        // Whether it is listed as unstable, and whether that was seen.
        let unstable = match &baseline.unstable {
            None => "",
            Some(unstable) if unstable.seen => "unstable as listed",
            Some(_) => "listed as unstable (not seen in this run)",
        };
        let BaselineRecord { file, known, new, undecided, .. } = baseline;
        let others = present([
            (new.len(), format!(", {} new", grouped(new.len()))),
            (undecided.len(), format!(", {} in groups that changed", grouped(undecided.len()))),
        ]);
        let known = format!("{} accepted by {file}{}", counted(known.len(), "failure"), others.concat());
        let cells = vec![
            Cell::Decoders("", vec![decoder.name()]),
            Cell::Words(known),
            Cell::Whole(unstable.to_owned()),
        ];
        rows.push(SectionRow { tone: Some(tone), cells });
        let shown = |kind| baseline.deviations_of(kind).take(MOST_OF_A_KIND);
        for deviation in DeviationKind::ALL.into_iter().flat_map(shown) {
            let BaselineDeviation { kind, subject, detail, line, pointer, .. } = deviation;
            let new = deviation.example.map_or_else(String::new, |case| {
                format!("new: {}, {}", record.case_id(case), decoder.observed(case).unwrap_or("no answer"))
            });
            let what = format!("{} {subject}", in_one_word(kind.name()));
            let [what, detail] = [what, detail.clone()].map(Cell::Words);
            let [new, place] = [new, format!("{file}:{line} {pointer}")].map(Cell::Whole);
            let tone = if baseline.counts(deviation) { Tone::Bad } else { Tone::Doubtful };
            rows.push(SectionRow { tone: Some(tone), cells: vec![what, detail, new, place] });
        }
        for kind in DeviationKind::ALL {
            if let more @ 1.. = baseline.deviations_of(kind).count().saturating_sub(MOST_OF_A_KIND) {
                let words = [in_one_word(kind.name()), format!("{more} more; the JSON report has all")];
                rows.push(SectionRow { tone: Some(tone), cells: words.map(Cell::Words).into() });
            }
        }
    }
    let is_fixed = |decoder: &DecoderRecord| {
        decoder.baseline.iter().any(|one| one.deviations_of(DeviationKind::Fixed).next().is_some())
    };
    let how = "`illformed baseline update --only-fixed REPORT BASELINE` removes what is fixed";
    let about = if record.decoders.iter().any(is_fixed) { how.to_owned() } else { String::new() };
    Section { id: "baselines", heading: "Baselines", about, columns: &["what", "how", "new", "place"], rows }
}
