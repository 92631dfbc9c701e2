//! What a decoder was found to be, in the terminal.

use crate::search::identify::{Identification, IdentifiedRow, Outcome, SoFar};
use crate::tell::report::Style;
use crate::tell::report::words::{WIDTH, counted, fitted};
use illformed_judge::shown::{escape_controls, fit, shown_bytes, thousands, wrapped};
use illformed_vectors::hex;
use std::fmt::Write;
use std::time::Duration;

/// The name, or the nearest and how the decoder differs, and what was asked.
pub fn identification(found: &Identification, style: Style) -> String {
    let name = escape_controls(&found.decoder);
    let room = WIDTH.saturating_sub(name.chars().count() + 2);
    let about = fitted(&format!("{} {}", found.implementation, found.version), room);
    let mut text = format!("{}  {about}\n", style.strong(&fit(&name, WIDTH)));
    let mut line = |words: &str| {
        for row in wrapped(&escape_controls(words), WIDTH - 2) {
            let _ = writeln!(text, "  {}", row.trim_end());
        }
    };
    match &found.outcome {
        Outcome::Named { code, about, domain } => {
            line(&format!("is {code}: {about}"));
            line(&asked(found));
            line(domain);
        }
        Outcome::Unknown { nearest, about, rows, has_more_rows, states } => {
            line(&format!("has no name that is known; the nearest is {nearest}: {about}"));
            for row in rows {
                line(&row_text(row));
            }
            if *has_more_rows {
                line("and more that is not shown");
            }
            match states {
                Some(states) => line(&format!(
                    "Learned as an automaton of {}: there are no other differences than these, alone or behind other bytes, as \
                     far as a decoder looks at nothing but the bytes so far.",
                    counted(*states, "state")
                )),
                None => line("There may be other differences: it was not learned to the end."),
            }
            line(&asked(found));
        }
        Outcome::Unstable { input, answers: [before, after] } => {
            line(&format!(
                "answers differently from time to time: {input}: it {before}, and then it {after}"
            ));
            line(&asked(found));
        }
        Outcome::Stopped { why, so_far, .. } => {
            line(&format!("not identified: {why}"));
            if let Some(SoFar { nearest, about, differing, rows }) = so_far {
                line(&format!("by the answers so far the nearest is {nearest}: {about}"));
                for row in rows {
                    line(&row_text(row));
                }
                line(&match differing - rows.len() {
                    0 if rows.is_empty() => "no answer so far differs from it".to_owned(),
                    0 => "no other answer so far differs from it".to_owned(),
                    1 => "one other answer differs from it, too".to_owned(),
                    more => format!("{} differ from it, too", counted(more, "other answer")),
                });
            }
            line(&asked(found));
        }
    }
    text.push('\n');
    text
}

fn asked(found: &Identification) -> String {
    let seconds = Duration::from_millis(found.took_ms).as_secs_f64();
    let rate = found.asked as u64 * 1_000 / found.took_ms.max(1);
    let mut words = format!(
        "Asked: {}, {} to find the name, in {seconds:.1} s, {} a second",
        counted(found.asked, "word"),
        found.asked_for_name,
        thousands(rate)
    );
    if found.not_asked > 0 {
        let _ = write!(words, "; {} could not be asked or were declined", counted(found.not_asked, "word"));
    }
    words + "."
}

/// A row with its strings, what they are, and how many.
pub(super) fn row_text(row: &IdentifiedRow) -> String {
    let count = if row.count > 1 {
        format!("  {}, such as {}", counted_strings(row.count), spaced(&row.example))
    } else {
        String::new()
    };
    let cause = row.cause.map_or_else(String::new, |cause| format!(" ({cause})"));
    let IdentifiedRow { difference, strings, what, .. } = row;
    // Two texts are read from left to right.
    if what.starts_with("where ") {
        return format!("{strings}: {difference}, {what}{cause}{count}");
    }
    format!("{difference} {strings}  {what}{cause}{count}")
}

/// `2,048 strings`; of very many only the size.
fn counted_strings(count: u128) -> String {
    match u64::try_from(count) {
        Ok(count) if count < 1_000_000_000_000_000 => format!("{} strings", thousands(count)),
        _ => format!("more than 10^{} strings", count.ilog10()),
    }
}

/// `ED A0 80`, `00*17 C0 80`.
fn spaced(example: &str) -> String {
    hex::decode(example).map_or_else(|| example.to_owned(), |bytes| shown_bytes(&bytes))
}
