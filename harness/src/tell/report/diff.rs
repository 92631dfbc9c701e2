//! A comparison of two reports: for a terminal or a log, and as Markdown for a comment on a change or the summary of a job. Both
//! have the same lines of at most 80 columns.

use crate::record::date::date;
use crate::record::diff::{
    CaseChange, CaseOutcome, CauseChange, Change, ComparedReport, DecoderDiff, DiffRecord, Differences,
};
use crate::record::run_record::VectorRecord;
use crate::tell::report::Style;
use crate::tell::report::format::markdown::{entities, whole_code as code};
use crate::tell::report::words::{Tone, WIDTH, and_more, counted, fitted, grouped, json_words, present};
use illformed_judge::case::Recipe;
use illformed_judge::shown::{escape_controls, fit};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Columns for a decoder's name; before it one for a mark and one for a blank.
const NAME_WIDTH: usize = 29;

const MOST_WAYS: usize = 4;

/// What to say of the passing cases of decoders whose claims differ.
const CLAIMS_DIFFER: &str = "claims differ: equal verdicts are not equal answers";

const LEGEND: [&str; 4] = [
    "same: passes in both, or fails in the same way. worse: passed before, fails now.",
    "other: fails in another way. new, gone: judged in one report only. + and - mark",
    "decoders that only one report has.",
    "Where the outcomes of a vector's cases differ in text, the first is shown.",
];

/// Which two reports, what else differs, a line of counts for each decoder, and of each the first `most` vectors that changed,
/// in 80 columns.
pub fn diff_terminal(record: &DiffRecord, most: usize, style: Style) -> String {
    let mut text = reports(record, style);
    let titles =
        ["same", "fixed", "worse", "other", "flaky", "new", "gone"].map(|title| format!("{title:>7}"));
    let _ = writeln!(text, "\n  {:<NAME_WIDTH$}{}", "decoder", titles.concat());
    let mut commands = BTreeSet::new();
    for decoder in &record.decoders {
        text.push_str(&terminal_row(decoder, style));
        let mut told = decoder.differences.clone();
        // The decoders of one adapter have the same command.
        told.retain(|key, both| {
            key != "command" || commands.insert(both.each_ref().map(ToString::to_string))
        });
        text.extend(differences(&told, style).lines().map(|line| format!("    {line}\n")));
    }
    text.push('\n');
    text.extend(LEGEND.map(|line| style.faint(line) + "\n"));
    let changed = |decoder: &&DecoderDiff| decoder.both().is_some() && !decoder.changes.is_empty();
    for decoder in record.decoders.iter().filter(changed) {
        let name = style.strong(&fitted(decoder.name(), WIDTH));
        let _ = write!(text, "\n{name}\n{}", changes(record, decoder, most, style));
    }
    text + "\n" + &sum(record, most)
}

/// The counts of a decoder, and what to know before they are read.
fn terminal_row(decoder: &DecoderDiff, style: Style) -> String {
    let counts = &decoder.counts;
    let doubtful = decoder.may_pass_differently().then_some(Tone::Doubtful);
    let bad = (counts.of(Change::NewFailing) > 0).then_some(Tone::Bad);
    let cells = [
        (counts.of(Change::Same), doubtful),
        (counts.of(Change::Fixed), Some(Tone::Good)),
        (counts.of(Change::Regressed), Some(Tone::Bad)),
        (counts.of(Change::ChangedWrong), Some(Tone::Bad)),
        (counts.of(Change::Flaky), Some(Tone::Doubtful)),
        (counts.added(), bad),
        (counts.of(Change::Gone), Some(Tone::Doubtful)),
    ];
    let cells = cells.map(|(count, tone)| {
        let cell = format!("{count:>7}");
        let tone = if count == 0 { Some(Tone::Faint) } else { tone };
        tone.map_or(cell.clone(), |tone| tone.paint(style, &cell))
    });
    let mut name = format!("{:<NAME_WIDTH$}", escape_controls(decoder.name()));
    if name.chars().count() > NAME_WIDTH {
        name = format!("{}\n  {:NAME_WIDTH$}", fit(&name, WIDTH - 2), "");
    }
    let mark = match (&decoder.old, &decoder.new) {
        (None, _) => '+',
        (_, None) => '-',
        _ => ' ',
    };
    let mut text = format!("{mark} {name}{}\n", cells.concat());
    text.extend(notes(decoder).iter().map(|note| format!("    {}\n", style.doubtful(&fit(note, WIDTH - 4)))));
    text
}

/// Which two reports, what else differs, a table of counts, and of each decoder the first `most` vectors that changed.
pub fn diff_markdown(record: &DiffRecord, most: usize) -> String {
    let mut text = format!("## UTF-8 decoders: {}\n\n", result(record));
    for line in reports(record, Style::Plain).lines() {
        let _ = writeln!(text, "* {}", code(line));
    }
    text.push_str("\n| decoder | same | fixed | regressed | changed wrong | flaky | new | gone |\n");
    text.push_str("|---|--:|--:|--:|--:|--:|--:|--:|\n");
    text.extend(record.decoders.iter().map(markdown_row));
    text.extend(record.decoders.iter().map(|decoder| unfolded(record, decoder, most)));
    for line in sum(record, most).lines() {
        let _ = write!(text, "\n{line}\n");
    }
    text
}

fn markdown_row(decoder: &DecoderDiff) -> String {
    let counts = &decoder.counts;
    let mut name = code(decoder.name());
    if let Some([old, new]) = decoder.differences.get("version") {
        let _ = write!(name, " {} → {}", code(&value(old)), code(&value(new)));
    }
    for note in notes(decoder) {
        let _ = write!(name, " ({})", code(&note));
    }
    let cells = [Change::Same, Change::Fixed, Change::Regressed, Change::ChangedWrong, Change::Flaky];
    let cells = cells.map(|change| format!(" {} |", counts.of(change))).concat();
    let failing = match counts.of(Change::NewFailing) {
        0 => String::new(),
        failing => format!(" ({failing} failing)"),
    };
    format!("| {name} |{cells} {}{failing} | {} |\n", counts.added(), counts.of(Change::Gone))
}

/// What else differs of a decoder that both reports have, and its changes, to be unfolded: as code, since adapters wrote some
/// of it.
fn unfolded(record: &DiffRecord, decoder: &DecoderDiff, most: usize) -> String {
    if decoder.both().is_none() || decoder.changes.is_empty() && !decoder.may_pass_differently() {
        return String::new();
    }
    let vectors = counted(folded(record, decoder).len(), "vector");
    let heading = entities(&escape_controls(&format!("{}: {vectors}", decoder.name())));
    let lines =
        differences(&decoder.differences, Style::Plain) + &changes(record, decoder, most, Style::Plain);
    let mut text = format!("\n<details><summary>{heading}</summary>\n\n");
    text.extend(lines.lines().map(|line| format!("    {line}\n")));
    text + "\n</details>\n"
}

fn reports(record: &DiffRecord, style: Style) -> String {
    let line = |which: &str, report: &ComparedReport, note: &str| {
        let interrupted = if report.complete { "" } else { ", interrupted" };
        let about = format!(", {}{interrupted}{note}", date(report.began_at));
        fitted(&format!("{which}  {}", report.file), WIDTH - about.len()) + &about + "\n"
    };
    let is_later = record.old.began_at > record.new.began_at;
    let later = if is_later { ", made after the new one" } else { "" };
    let reports = line("old", &record.old, later) + &line("new", &record.new, "");
    reports + &differences(&record.differences, style)
}

/// What else differs, each in a line or, where that is too long, in two.
fn differences(differences: &Differences, style: Style) -> String {
    let mut text = String::new();
    for (key, [old, new]) in differences {
        let heading = fitted(&format!("{key:<14}"), WIDTH / 2);
        // The lines of a decoder are indented.
        let room = WIDTH - 4 - heading.chars().count() - 1;
        let (old, new) = (value(old), value(new));
        let mut lines = vec![format!("{old} -> {new}")];
        if lines[0].chars().count() > room {
            lines = vec![format!("was {old}"), format!("is  {new}")];
        }
        for line in lines {
            let _ = writeln!(text, "{} {}", style.doubtful(&heading), fit(&line, room));
        }
    }
    text
}

fn value(value: &Value) -> String {
    let words = escape_controls(&json_words(value));
    if words.is_empty() { "nothing".to_owned() } else { words }
}

/// What to know before the counts of `decoder` are read.
fn notes(decoder: &DecoderDiff) -> Vec<String> {
    let counts = &decoder.counts;
    let (report, judged, failing) = match (&decoder.old, &decoder.new) {
        (Some(old), Some(new)) => {
            let renamed = (old.name != new.name).then(|| format!("was {}", escape_controls(&old.name)));
            let differing = decoder.may_pass_differently().then(|| CLAIMS_DIFFER.to_owned());
            return renamed.into_iter().chain(differing).collect();
        }
        (Some(old), None) => ("old", counts.of(Change::Gone), old.failing()),
        (None, _) => ("new", counts.added(), counts.of(Change::NewFailing)),
    };
    vec![format!("only in the {report} report: {} judged, {failing} fail", counted(judged, "case"))]
}

/// The causes of `decoder` with another number of cases, and the first `most` vectors that changed.
fn changes(record: &DiffRecord, decoder: &DecoderDiff, most: usize, style: Style) -> String {
    let mut text = String::new();
    for change in decoder.causes.iter().filter(|change| change.old != change.new) {
        let &CauseChange { cause, old, new, fixed, gone, added } = change;
        let (word, tone) = match (old, new) {
            _ if new > old && added == 0 => ("other cause", Tone::Doubtful),
            (0, _) => ("new", Tone::Bad),
            _ if new > old => ("more", Tone::Bad),
            _ if fixed == 0 && gone > 0 => ("not asked", Tone::Doubtful),
            _ if fixed == 0 => ("other cause", Tone::Doubtful),
            (_, 0) => ("fixed", Tone::Good),
            _ => ("fewer", Tone::Good),
        };
        let rest = match () {
            () if fixed > 0 && gone > 0 => format!(", {} not asked", grouped(gone)),
            () if added > 0 && old + added < new => format!(", {} did not fail before", grouped(added)),
            () => String::new(),
        };
        let numbers = fit(&format!("{} -> {} cases{rest}", grouped(old), grouped(new)), WIDTH - 43);
        let _ = writeln!(text, "{} {cause:<28} {numbers}", tone.paint(style, &format!("{word:<13}")));
    }
    let all = folded(record, decoder);
    text.extend(all.iter().take(most).map(|one| vector_change(one, style)));
    if all.len() > most {
        let left: usize = all[most..].iter().map(|one| cases(&one.ways)).sum();
        let (left, vectors) = (counted(left, "case"), counted(all.len() - most, "vector"));
        let _ = writeln!(text, "and {left} of {vectors} more");
    }
    text
}

/// The cases of a vector that changed in one way of [`Change`].
struct VectorChange<'a> {
    change: Change,
    vector: &'a VectorRecord,
    /// From what to what, with the recipes of the cases. What was observed may differ: derived cases have other texts, and
    /// the first stands for all with the same verdict and cause, before and after.
    ways: Vec<(&'a CaseChange, Vec<Option<Recipe>>)>,
}

fn cases(ways: &[(&CaseChange, Vec<Option<Recipe>>)]) -> usize {
    ways.iter().map(|(_, recipes)| recipes.len()).sum()
}

/// The changes of `decoder`, those first that deserve attention most, and otherwise in the order of the record.
fn folded<'a>(record: &'a DiffRecord, decoder: &'a DecoderDiff) -> Vec<VectorChange<'a>> {
    let of_cases = |change: &'a CaseChange| {
        change.cases.iter().map(move |case| (change.change, record.cases[case].vector, case, change))
    };
    let mut single: Vec<_> = decoder.changes.iter().flat_map(of_cases).collect();
    single.sort_by_key(|(change, vector, case, _)| (*change, *vector, *case));
    let verdicts = |change: &'a CaseChange| {
        [&change.old, &change.new].map(|one| one.as_ref().map(|one| (one.verdict, one.cause.as_deref())))
    };
    let fold = |of_vector: &[(Change, usize, usize, &'a CaseChange)]| {
        let mut ways: Vec<(&CaseChange, Vec<Option<Recipe>>)> = Vec::new();
        for (_, _, case, change) in of_vector {
            let recipe = record.cases[*case].recipe;
            match ways.iter_mut().find(|(first, _)| verdicts(first) == verdicts(change)) {
                Some((_, recipes)) => recipes.push(recipe),
                None => ways.push((change, vec![recipe])),
            }
        }
        VectorChange { change: of_vector[0].0, vector: &record.vectors[of_vector[0].1], ways }
    };
    single.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).map(fold).collect()
}

fn vector_change(VectorChange { change, vector, ways }: &VectorChange<'_>, style: Style) -> String {
    let tone = match change {
        Change::Fixed => Tone::Good,
        Change::Regressed | Change::ChangedWrong | Change::NewFailing => Tone::Bad,
        Change::New | Change::Gone | Change::Flaky | Change::Same => Tone::Doubtful,
    };
    let word = tone.paint(style, &format!("{:<13}", change.name()));
    let mut text = format!("{word} {}\n", fitted(vector.id.as_str(), WIDTH - 14));
    let outcome = |outcome: &Option<CaseOutcome>, report| match outcome {
        Some(outcome) => escape_controls(&outcome.to_string()),
        None => format!("not in the {report} report"),
    };
    for (first, recipes) in ways.iter().take(MOST_WAYS) {
        let (was, is) = (outcome(&first.old, "old"), outcome(&first.new, "new"));
        let recipes = recipe_list(recipes, WIDTH - 2);
        let line = format!("  {recipes}: {was} -> {is}");
        if line.chars().count() <= WIDTH {
            let _ = writeln!(text, "{line}");
        } else {
            let (was, is) = (fit(&was, WIDTH - 8), fit(&is, WIDTH - 8));
            let _ = writeln!(text, "  {recipes}\n    was {was}\n    is  {is}");
        }
    }
    if ways.len() > MOST_WAYS {
        let _ = writeln!(text, "  and {} in other ways", counted(cases(&ways[MOST_WAYS..]), "case"));
    }
    text
}

/// The first three of `recipes`, `itself` for the vector, and how many more there are, in `width` characters.
fn recipe_list(recipes: &[Option<Recipe>], width: usize) -> String {
    let word = |recipe: &Option<Recipe>| recipe.map_or("itself".to_owned(), |recipe| recipe.to_string());
    let first: Vec<String> = recipes.iter().take(3).map(word).collect();
    let more = and_more(recipes.len() - first.len());
    fit(&first.join(" "), width - more.len()) + &more
}

/// How many cases changed in which way: `1 regressed, 2 new`.
fn result(record: &DiffRecord) -> String {
    let changes = Change::ALL.map(|change| {
        let count = if change == Change::Same { 0 } else { record.counts.of(change) };
        (count, format!("{} {}", grouped(count), change.name()))
    });
    let changed = present(changes).join(", ");
    if !changed.is_empty() {
        changed
    } else if record.decoders.iter().any(DecoderDiff::may_pass_differently) {
        "no change of verdict".to_owned()
    } else {
        "no change".to_owned()
    }
}

/// The last lines: how much was compared, what came of it, and how to see more.
fn sum(record: &DiffRecord, most: usize) -> String {
    let both = || record.decoders.iter().filter(|decoder| decoder.counts.compared() > 0);
    let (decoders, judged) =
        (counted(both().count(), "decoder"), counted(record.counts.compared(), "answer"));
    let mut text = format!("Compared: {decoders}, {judged} judged in both reports.\n");
    let _ = writeln!(text, "Result: {}.", result(record));
    let differing = both().filter(|decoder| decoder.may_pass_differently()).count();
    if differing > 0 {
        let _ = writeln!(text, "{}: {CLAIMS_DIFFER}.", counted(differing, "decoder"));
    }
    if both().any(|decoder| folded(record, decoder).len() > most) {
        text.push_str("--changes N shows more vectors, --format json all cases.\n");
    }
    text
}
