//! What a decoder was found to be, and where two decoders part on any input, in the terminal.

use crate::record::comparison::{DecoderComparison, DifferenceKind};
use crate::search::identify::{Identification, IdentifiedRow, Outcome, Parting, PartingScope, SoFar};
use crate::tell::report::Style;
use crate::tell::report::words::{WIDTH, counted, fitted, hanging};
use illformed_judge::claim::OutputKind;
use illformed_judge::shown::{escape_controls, fit, shown_bytes, thousands};
use illformed_vectors::hex;
use std::fmt::Write;
use std::time::Duration;

const MORE: &str = "and more that is not shown";

/// The name, or the nearest and how the decoder differs, and what was asked.
pub fn identification(found: &Identification, style: Style) -> String {
    let name = escape_controls(&found.decoder);
    let room = WIDTH.saturating_sub(name.chars().count() + 2);
    let about = fitted(&format!("{} {}", found.implementation, found.version), room);
    let mut text = format!("{}  {about}\n", style.strong(&fit(&name, WIDTH)));
    let mut lines = Vec::new();
    match &found.outcome {
        Outcome::Named { code, about, .. } => lines.push(format!("is {code}: {about}")),
        Outcome::Unknown { nearest, about, rows, has_more_rows, states } => {
            lines.push(format!("has no name that is known; the nearest is {nearest}: {about}"));
            lines.extend(rows.iter().map(row_text));
            lines.extend(has_more_rows.then(|| MORE.to_owned()));
            lines.push(match states {
                Some(states) => {
                    let states = counted(*states, "state");
                    let of_others = "Of the words that it was not asked nothing is known.";
                    let of_others = if found.not_asked > 0 { of_others } else { "" };
                    format!(
                        "Learned as an automaton of {states}: each difference is one of these, alone or among other bytes, or ends \
                         as one of them does, as far as a decoder looks at nothing but the bytes so far and has at most {states}. {of_others}"
                    )
                }
                None => "There may be other differences: it was not learned to the end.".to_owned(),
            });
        }
        Outcome::Unstable { input, answers: [before, after] } => lines.push(format!(
            "answers differently from time to time: {input}: it {before}, and then it {after}"
        )),
        Outcome::Stopped { why, so_far, .. } => {
            lines.push(format!("not identified: {why}"));
            if let Some(SoFar { nearest, about, differing, rows }) = so_far {
                lines.push(format!("by the answers so far the nearest is {nearest}: {about}"));
                lines.extend(rows.iter().map(row_text));
                lines.push(match differing - rows.len() {
                    0 if rows.is_empty() => "no answer so far differs from it".to_owned(),
                    0 => "no other answer so far differs from it".to_owned(),
                    1 => "one other answer differs from it, too".to_owned(),
                    more => format!("{} differ from it, too", counted(more, "other answer")),
                });
            }
        }
    }
    lines.push(asked(found));
    if let Outcome::Named { domain, .. } = &found.outcome {
        lines.push(domain.clone());
    }
    text.extend(lines.iter().map(|line| indented(line, 2)));
    text + "\n"
}

fn asked(found: &Identification) -> String {
    let seconds = Duration::from_millis(found.took_ms).as_secs_f64();
    let rate = found.asked as u64 * 1_000 / found.took_ms.max(1);
    // One that was interrupted has none.
    let for_name = match found.asked_for_name {
        0 => String::new(),
        some => format!(", {some} to find the name"),
    };
    let (words, rate) = (counted(found.asked, "word"), thousands(rate));
    let mut words = format!("Asked: {words}{for_name}, in {seconds:.1} s, {rate} a second");
    if found.not_asked > 0 {
        let _ = write!(words, "; {} could not be asked or were declined", counted(found.not_asked, "word"));
    }
    words + "."
}

/// A row with its strings, what they are, and how many.
fn row_text(row: &IdentifiedRow) -> String {
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

/// `words` in lines of at most 80 columns, each behind so many blanks.
fn indented(words: &str, indent: usize) -> String {
    hanging(&" ".repeat(indent), indent, &escape_controls(words), WIDTH - indent)
}

/// What decoders do alike that part in no set of strings. Only what is given in one call was learned.
fn alike(comparison: &DecoderComparison) -> &'static str {
    let replace = comparison.decoders.iter().all(|side| side.claim.replaces_errors());
    let accepts = [DifferenceKind::FirstAccepts, DifferenceKind::SecondAccepts];
    let is_one_refused = comparison.groups.iter().any(|group| accepts.contains(&group.difference_kind));
    match () {
        () if replace && comparison.differing > 0 => "In one call they give the same text",
        () if is_one_refused => "In one call they accept and refuse the same",
        () if !replace && (has_texts(comparison) || comparison.differing > 0) => {
            "They accept and refuse the same"
        }
        () => "They answer the same",
    }
}

fn has_texts(comparison: &DecoderComparison) -> bool {
    let is_text = |out: OutputKind| !matches!(out, OutputKind::None | OutputKind::Count);
    comparison.decoders.iter().all(|side| is_text(side.claim.out()))
}

/// What is said of the texts of decoders that refuse errors, which are not learned.
fn of_texts(comparison: &DecoderComparison) -> &'static str {
    let refuses = comparison.decoders.iter().any(|side| !side.claim.replaces_errors());
    if refuses && has_texts(comparison) { " Their texts are compared on the inputs above alone." } else { "" }
}

/// All sets of strings that the two of `comparison` answer otherwise, or that there is none, with what that rests on; or why no more is
/// known than what both were asked.
pub fn parting(parting: &Parting, comparison: &DecoderComparison) -> String {
    let (states, rows, has_more_rows, has_longer_strings, declined_rows, not_asked) = match &parting.scope {
        PartingScope::Asked { why } => {
            return indented(&format!("Of other inputs than these nothing is known. {why}"), 0);
        }
        PartingScope::AllInputs {
            states,
            rows,
            has_more_rows,
            has_longer_strings,
            declined_rows,
            not_asked,
        } => (states, rows, *has_more_rows, *has_longer_strings, *declined_rows, not_asked),
    };
    let inputs = if *not_asked == [0, 0] { "on all inputs" } else { "on all inputs that both can be asked" };
    let [first, second] = states;
    let scope = format!(
        "{inputs}, as far as they look at nothing but the bytes so far, with at most {first} and {second} states"
    );
    let longer = if has_longer_strings { ", and in some longer ones that end alike" } else { "" };
    let head = match rows.len() {
        0 => format!("{} {scope}.{}", alike(comparison), of_texts(comparison)),
        1 => format!("They part in one set of strings, alone or among other bytes{longer}, {scope}:"),
        _ => format!("They part in these sets of strings, alone or among other bytes{longer}, {scope}:"),
    };
    let mut text = indented(&head, 0);
    text.extend(rows.iter().map(|row| indented(&row_text(row), 2)));
    if has_more_rows {
        text.push_str(&indented(MORE, 2));
    }
    if declined_rows > 0 {
        let sets = counted(declined_rows, "set");
        let words = format!("Of {sets} of strings more nothing is known: one of the two declines them.");
        text.push_str(&indented(&words, 0));
    }
    text
}
