//! A comparison, for a terminal or a log.

use crate::record::date::date;
use crate::record::diff::{Change, Counts, DecoderDiff, DecoderFacts, DiffRecord, Difference, ReportFacts};
use crate::tell::report::Style;
use crate::tell::report::diff::fold::{VectorChange, Way, changed, folded};
use crate::tell::report::words::{counted, fitted};
use illformed_judge::shown::{escape_controls, fit, thousands};
use std::fmt::Write;

/// Columns of a line.
pub(super) const WIDTH: usize = 80;

/// Columns for a decoder's name; before it one for a mark and one for a blank.
const NAME_WIDTH: usize = 29;

/// How many ways in which the cases of one vector changed are shown.
const WAYS: usize = 4;

/// Which two reports, what else differs, a line of counts for each decoder, and of each the first `most` vectors that changed,
/// in 80 columns.
pub fn diff_terminal(record: &DiffRecord, most: usize, style: Style) -> String {
    let mut text = report_line("old", &record.old) + &report_line("new", &record.new);
    text.push_str(&differences(&record.differences, 0, style));
    let titles =
        ["same", "fixed", "worse", "other", "flaky", "new", "gone"].map(|title| format!("{title:>7}"));
    let _ = writeln!(text, "\n  {:<NAME_WIDTH$}{}", "decoder", titles.concat());
    for decoder in &record.decoders {
        text.push_str(&row(decoder, style));
        text.push_str(&differences(&decoder.differences, 4, style));
    }
    let legend = [
        "worse: passed before, fails now. other: fails in another way. new, gone: judged",
        "in one report only. + and - mark decoders that only one report has.",
        "Where the outcomes of a vector's cases differ in text, the first is shown.",
    ];
    text.push('\n');
    for line in legend {
        text += &(style.faint(line) + "\n");
    }
    for decoder in record.decoders.iter().filter(|decoder| decoder.old.is_some() && decoder.new.is_some()) {
        text.push_str(&changes(record, decoder, most, style));
    }
    let of_one = |which: &str, facts: fn(&DecoderDiff) -> Option<&DecoderFacts>| {
        let lines = record.decoders.iter().filter_map(facts).map(|facts| {
            let judged = format!(": {} judged, {} fail", counted(facts.judged, "case"), facts.bad);
            format!("  {}{judged}\n", fitted(&facts.name, WIDTH - 2 - judged.len()))
        });
        let lines: String = lines.collect();
        if lines.is_empty() { lines } else { format!("\n{}\n{lines}", style.strong(which)) }
    };
    text.push_str(&of_one("only in the new report", |one| one.new.as_ref().filter(|_| one.old.is_none())));
    text.push_str(&of_one("only in the old report", |one| one.old.as_ref().filter(|_| one.new.is_none())));
    text + "\n" + &sum(record)
}

fn report_line(which: &str, report: &ReportFacts) -> String {
    let about = format!(", {}", date(report.began_at));
    fitted(&format!("{which}  {}", report.file), WIDTH - about.len()) + &about + "\n"
}

/// What else differs, each in a line or, where that is too long, in two.
fn differences(differences: &[Difference], indent: usize, style: Style) -> String {
    let mut text = String::new();
    for Difference { aspect, old, new } in differences {
        let (old, new) = (escape_controls(old), escape_controls(new));
        let heading = format!("{:indent$}{:<14}", "", aspect.name());
        let room = WIDTH - indent - 15;
        let mut line = |what: &str| {
            let _ = writeln!(text, "{} {}", style.doubtful(&heading), fit(what, room));
        };
        let whole = format!("{} -> {}", or_nothing(&old), or_nothing(&new));
        if whole.chars().count() <= room {
            line(&whole);
        } else {
            line(&format!("was {}", or_nothing(&old)));
            line(&format!("is  {}", or_nothing(&new)));
        }
    }
    text
}

fn or_nothing(text: &str) -> &str {
    if text.is_empty() { "nothing" } else { text }
}

/// A count in seven columns, painted unless it is 0.
pub(super) fn count(number: usize, style: Style, paint: fn(Style, &str) -> String) -> String {
    let text = format!("{number:>7}");
    if number == 0 { style.faint(&text) } else { paint(style, &text) }
}

fn row(decoder: &DecoderDiff, style: Style) -> String {
    let counts = &decoder.counts;
    let painted = |number, paint| count(number, style, paint);
    let plain = |_: Style, text: &str| text.to_owned();
    let cells = [
        painted(counts.same, plain),
        painted(counts.fixed, Style::good),
        painted(counts.regressed, Style::bad),
        painted(counts.changed_wrong, Style::bad),
        painted(counts.flaky, Style::doubtful),
        painted(counts.new, if counts.new_failing > 0 { Style::bad } else { plain }),
        painted(counts.gone, Style::doubtful),
    ];
    let name = escape_controls(decoder.name());
    let mark = match (&decoder.old, &decoder.new) {
        (None, _) => '+',
        (_, None) => '-',
        _ => ' ',
    };
    let mut text = if name.chars().count() > NAME_WIDTH {
        format!("{mark} {}\n  {:NAME_WIDTH$}", fit(&name, WIDTH - 2), "")
    } else {
        format!("{mark} {name:<NAME_WIDTH$}")
    };
    text = text + &cells.concat() + "\n";
    if let (Some(old), Some(new)) = (&decoder.old, &decoder.new)
        && old.name != new.name
    {
        let _ = writeln!(text, "    was {}", fitted(&old.name, WIDTH - 8));
    }
    text
}

/// The changes of a decoder that both reports have.
fn changes(record: &DiffRecord, decoder: &DecoderDiff, most: usize, style: Style) -> String {
    let name = style.strong(&fitted(decoder.name(), WIDTH));
    if decoder.changes.is_empty() {
        return String::new();
    }
    let all = folded(record, decoder);
    let mut text = format!("\n{name}\n");
    for (cause, old, new) in decoder.cause_changes() {
        let (word, style_of): (_, fn(Style, &str) -> String) = match (old, new) {
            (_, 0) => ("fixed", Style::good),
            (0, _) => ("new", Style::bad),
            _ if new < old => ("fewer", Style::good),
            _ => ("more", Style::bad),
        };
        let numbers = format!("{} -> {} cases", thousands(old as u64, ','), thousands(new as u64, ','));
        let _ = writeln!(text, "{} {cause:<28} {numbers}", style_of(style, &format!("{word:<13}")));
    }
    all.iter().take(most).for_each(|one| text.push_str(&vector_change(one, style)));
    let left = all.iter().skip(most);
    let (vectors, cases) = left.fold((0, 0), |(vectors, cases), one| (vectors + 1, cases + one.cases()));
    if vectors > 0 {
        let (cases, vectors) = (counted(cases, "case"), counted(vectors, "vector"));
        let _ = writeln!(text, "and {cases} of {vectors} more; --changes N shows more, --format json all");
    }
    text
}

fn vector_change(one: &VectorChange<'_>, style: Style) -> String {
    let word = format!("{:<13}", one.change.name());
    let word = match one.change {
        Change::Fixed => style.good(&word),
        Change::Regressed | Change::ChangedWrong => style.bad(&word),
        Change::New | Change::Gone | Change::Flaky | Change::Same => style.doubtful(&word),
    };
    let mut text = format!("{word} {}\n", fitted(&one.vector.id, WIDTH - 14));
    for way in one.ways.iter().take(WAYS) {
        let (was, is) = (way.was(), way.is());
        let ends = was.chars().count() + is.chars().count() + " -> ".len();
        let recipes = way.recipes(WIDTH - 2);
        if 2 + recipes.chars().count() + 2 + ends <= WIDTH {
            let _ = writeln!(text, "  {recipes}: {was} -> {is}");
        } else {
            let _ = writeln!(text, "  {}", fit(&recipes, WIDTH - 2));
            let _ = writeln!(text, "    was {}\n    is  {}", fit(&was, WIDTH - 8), fit(&is, WIDTH - 8));
        }
    }
    if one.ways.len() > WAYS {
        let cases: usize = one.cases() - one.ways.iter().take(WAYS).map(Way::cases).sum::<usize>();
        let _ = writeln!(text, "  and {} in other ways", counted(cases, "case"));
    }
    text
}

/// The last lines: how much was compared, and what came of it.
fn sum(record: &DiffRecord) -> String {
    let counts: &Counts = &record.counts;
    let both =
        record.decoders.iter().filter(|decoder| decoder.old.is_some() && decoder.new.is_some()).count();
    let (decoders, judged) = (counted(both, "decoder"), counted(counts.compared(), "answer"));
    let mut text = format!("Compared: {decoders}, {judged} judged in both reports.\n");
    let new = match counts.new_failing {
        0 => "new".to_owned(),
        failing => format!("new ({failing} failing)"),
    };
    match changed(counts, &new).as_str() {
        "" => text.push_str("No change.\n"),
        changed => text.extend(["Changed: ", changed, ".\n"]),
    }
    text
}
