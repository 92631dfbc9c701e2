//! The matrix: decoders against groups of vectors, in 80 columns.

use crate::record::run_record::{DecoderRecord, OutcomeGroup, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::cell::{Cell, Tone, cells};
use crate::tell::report::standing::Standing;
use crate::tell::report::words::fitted;
use illformed_judge::shown::fit;
use std::fmt::Write;

/// Columns for a decoder's name; before it one for a mark.
const NAME_WIDTH: usize = 26;

/// Columns for the cells of all groups and the blanks between them.
const CELLS_WIDTH: usize = 28;

/// What stands over the columns before the cells.
const TITLES: [&str; 6] = ["decoder", "says", "judg", "n/a", "uns", "check"];

/// The matrix of `record`.
pub(crate) fn matrix(record: &RunRecord, style: Style) -> String {
    let mut text = header(record, style);
    let mut adapter = "";
    for decoder in &record.decoders {
        if decoder.adapter != adapter {
            adapter = &decoder.adapter;
            let heading = format!("{adapter}: {} {}", decoder.implementation, decoder.version);
            let _ = writeln!(text, "{}", style.strong(&fitted(&heading, 80)));
        }
        text.push_str(&row(record, decoder, style));
    }
    text.push_str(&legend(record, style));
    text
}

/// The groups' names, read downwards, over their columns.
fn header(record: &RunRecord, style: Style) -> String {
    let mut text = String::new();
    let height = record.suite.groups.iter().map(|group| group.name.chars().count()).max().unwrap_or(0);
    for line in 0..height {
        let columns = columns(if line + 1 == height { TITLES } else { [""; 6] });
        let letters = record.suite.groups.iter().map(|group| {
            let name: Vec<char> = group.name.chars().collect();
            // Names stand on the ground line.
            (line + name.len()).checked_sub(height).map_or(' ', |index| name[index]).to_string()
        });
        let columns = columns + &apart(&letters.collect::<Vec<_>>());
        let _ = writeln!(text, "{}", style.faint(columns.trim_end()));
    }
    text
}

/// The cells of a row with as many blanks between them as there is room for: one before each of up to 14.
fn apart(cells: &[String]) -> String {
    let blanks = CELLS_WIDTH.saturating_sub(cells.len()).max(1);
    let together = cells.len().div_ceil(blanks).max(1);
    let blocks: Vec<String> = cells.chunks(together).map(|block| format!(" {}", block.concat())).collect();
    blocks.concat()
}

/// The columns before the cells, of 52 characters.
fn columns([name, claim, judged, inapplicable, unspecified, checked]: [&str; 6]) -> String {
    format!(" {name:<NAME_WIDTH$} {claim:<4}{judged:>5}{inapplicable:>5}{unspecified:>4} {checked:<5}")
}

fn row(record: &RunRecord, decoder: &DecoderRecord, style: Style) -> String {
    let (standing, tally) = Standing::of(decoder);
    let claim = standing.word();
    let row = columns([
        &fitted(&decoder.decoder, NAME_WIDTH),
        claim,
        &count(tally.judged, 4),
        &count(tally.unjudged() - tally.unspecified, 4),
        &count(tally.unspecified, 3),
        &checked(&decoder.shown().groups),
    ]);
    let mark = if matches!(decoder.claim.profile.as_str(), "rfc3629" | "none") { " " } else { "*" };
    let painted = format!(" {}", Tone::from(standing).paint(style, claim));
    let row = row.replacen(' ', mark, 1).replacen(&format!(" {claim}"), &painted, 1);
    let cells = cells(record, decoder.shown());
    let cells: Vec<String> =
        cells.iter().map(|cell| cell.tone().paint(style, &cell.letter().to_string())).collect();
    format!("{row}{}\n", apart(&cells).trim_end())
}

/// A count in at most so many columns: in thousands where it is longer.
fn count(number: usize, columns: usize) -> String {
    let digits = number.to_string();
    if digits.len() <= columns { digits } else { format!("{}k", number / 1000) }
}

/// What was compared in the cases that passed: answer, place, length, text, calls.
pub(crate) fn checked(groups: &[OutcomeGroup]) -> String {
    let in_any = |name: &str| groups.iter().any(|group| group.checked.iter().any(|checked| checked == name));
    let letters = [("answer", 'a'), ("at", 'p'), ("len", 'l'), ("out", 't'), ("per-call", 'c')];
    letters.into_iter().map(|(name, letter)| if in_any(name) { letter } else { '-' }).collect()
}

fn legend(record: &RunRecord, style: Style) -> String {
    let mut lines = vec![String::new()];
    for cell in Cell::LEGEND {
        let entry = format!("{} {}", cell.letter(), cell.meaning());
        match lines.last_mut().filter(|line| line.len() + entry.len() + 3 <= 78) {
            Some(line) if line.is_empty() => line.push_str(&entry),
            Some(line) => line.extend(["   ", &entry]),
            None => lines.push(entry),
        }
    }
    let notes = [
        "A cell is the worst outcome of its group of vectors, judged by RFC 3629. says:",
        "judged by the claim; * claims another profile. part: passed, some input declined",
        "or not applicable. judg: cases judged. uns: cases undefined by its standard.",
        "n/a: all other cases that were not judged. check: what was compared: a answer,",
        "p place and l length of errors, t text, c the answer of each call.",
    ];
    lines.extend(notes.map(str::to_owned));
    if record.decoders.iter().any(|decoder| decoder.claim.profile == "none") {
        lines.push("none: claims no supported format; shown but not judged.".to_owned());
    }
    lines.iter().fold("\n".to_owned(), |text, line| text + &style.faint(&fit(line, 80)) + "\n")
}
