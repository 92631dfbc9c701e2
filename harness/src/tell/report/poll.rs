//! Who answers what to one input, in the terminal.

use crate::record::poll::{Poll, PolledAnswer};
use crate::tell::report::Style;
use illformed_judge::shown::{escape_controls, fit, reason, spaced_input, wrapped};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many rows of names an answer has that RFC 3629 allows; of more, the decoders of each adapter are counted.
const ROWS: usize = 3;

/// The answers to an input, those that RFC 3629 allows first; `lax` says what a lax decoder would make of it.
pub fn poll(poll: &Poll, lax: &[String], style: Style) -> String {
    let mut text =
        format!("{}  RFC 3629: {}\n", style.strong(&fit(&spaced_input(&poll.input), 48)), poll.rfc3629);
    for reading in lax.iter().take(3) {
        let _ = writeln!(text, "{}", style.faint(&fit(&format!("  {reading}"), 80)));
    }
    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    for decoder in poll.answers.iter().flat_map(|answer| &answer.decoders) {
        *asked.entry(adapter(decoder)).or_default() += 1;
    }
    for answer in &poll.answers {
        text.push_str(&group(answer, &asked, style));
    }
    for (why, decoders) in &poll.not_asked {
        let _ = writeln!(text, "  {:>3} not asked: {}", decoders.len(), reason(why));
    }
    for note in &poll.absent {
        let _ = writeln!(
            text,
            "{} {}: {}",
            style.doubtful("absent"),
            escape_controls(&note.adapter),
            reason(&note.why)
        );
    }
    text
}

fn group(answer: &PolledAnswer, asked: &BTreeMap<&str, usize>, style: Style) -> String {
    let mark = if answer.is_allowed { " " } else { "!" };
    let words = fit(&escape_controls(&answer.answer), 70);
    let words = if answer.is_allowed { words } else { style.bad(&words) };
    let mut text = format!("{mark} {:>3} {words}\n", answer.decoders.len());
    let rows = wrapped(&escape_controls(&names(answer, asked).join(", ")), 72);
    let rows = if answer.is_allowed && rows.len() > ROWS {
        wrapped(&escape_controls(&counts(answer)), 72)
    } else {
        rows
    };
    for row in rows {
        let _ = writeln!(text, "      {}", style.faint(&fit(&row, 74)));
    }
    text
}

fn adapter(decoder: &str) -> &str {
    decoder.split('/').next().unwrap_or_default()
}

/// The decoders that gave an answer; an adapter all of whose decoders gave it is one name.
fn names(answer: &PolledAnswer, asked: &BTreeMap<&str, usize>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for of_adapter in answer.decoders.chunk_by(|one, next| adapter(one) == adapter(next)) {
        let name = adapter(&of_adapter[0]);
        if of_adapter.len() > 1 && asked.get(name) == Some(&of_adapter.len()) {
            names.push(format!("{name}/*"));
        } else {
            names.extend(of_adapter.iter().cloned());
        }
    }
    names
}

/// How many decoders of each adapter gave an answer: `bstr 13, std 3`.
fn counts(answer: &PolledAnswer) -> String {
    let of_adapters = answer.decoders.chunk_by(|one, next| adapter(one) == adapter(next));
    let counts: Vec<String> =
        of_adapters.map(|of_one| format!("{} {}", adapter(&of_one[0]), of_one.len())).collect();
    counts.join(", ")
}
