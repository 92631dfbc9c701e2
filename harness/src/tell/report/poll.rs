//! Who answers what to one input, in the terminal.

use crate::record::poll::{BomOutcome, Poll, PollOutcome, PolledAnswer};
use crate::tell::report::Style;
use crate::tell::report::words::counted;
use illformed_judge::shown::{escape_controls, fit, reason, shown_input, wrapped};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many rows of names a usual answer has; of more, the decoders of each adapter are counted.
const ROWS: usize = 3;

/// The adapter of illformed's own codec.
const OWN: &str = "codec";

/// The answers to an input, the dangerous ones first; `lax` says what a lax decoder would make of it. `names_all` names each decoder
/// of each answer, never only a number; the decoders of illformed's own codec are left out unless `names_own`.
pub fn poll(poll: &Poll, lax: &[String], names_all: bool, names_own: bool, style: Style) -> String {
    let mut text =
        format!("{}  RFC 3629: {}\n", style.strong(&fit(&shown_input(&poll.input), 48)), poll.rfc3629);
    for reading in lax.iter().take(3) {
        let _ = writeln!(text, "{}", style.faint(&fit(&format!("  {reading}"), 80)));
    }
    let (others, own) = if names_own { (poll.clone(), 0) } else { poll.without(OWN) };
    text.push_str(&summary(&others.answers));
    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    for decoder in others.answers.iter().flat_map(|answer| &answer.decoders) {
        *asked.entry(adapter(decoder)).or_default() += 1;
    }
    for answer in &others.answers {
        text.push_str(&group(poll, answer, &asked, names_all, style));
    }
    for (why, decoders) in &others.not_asked {
        let _ = writeln!(text, "  {:>3} not asked: {}", decoders.len(), reason(why));
    }
    if own > 0 {
        let own = counted(own, "decoder");
        let _ = writeln!(text, "{own} of illformed itself not shown: --adapter {OWN} shows them");
    }
    for (state, notes) in [(style.doubtful("absent"), &poll.absent), (style.bad("broken"), &poll.broken)] {
        for note in notes {
            let said = format!("{}: {}", escape_controls(&note.adapter), reason(&note.why));
            let _ = writeln!(text, "{state} {}", wrapped(&said, 73).join("\n  "));
        }
    }
    text
}

/// How many decoders did what with the input: `84 decoders: accepted by 6, refused by 78`.
fn summary(answers: &[PolledAnswer]) -> String {
    let count = |is_meant: &dyn Fn(&PolledAnswer) -> bool| -> usize {
        answers.iter().filter(|answer| is_meant(answer)).map(|answer| answer.decoders.len()).sum()
    };
    let of = |outcome| count(&|answer| answer.outcome == outcome);
    let all = count(&|_| true);
    if all == 0 {
        return String::new();
    }
    let mut text = format!("{}: accepted by {}", counted(all, "decoder"), of(PollOutcome::Accepted));
    let others = [PollOutcome::Replaced, PollOutcome::Refused, PollOutcome::Other].map(of);
    for (count, by) in others.iter().zip(["replaced by", "refused by", "other"]) {
        if *count > 0 {
            let _ = write!(text, ", {by} {count}");
        }
    }
    text.push('\n');
    let [stripped, kept] =
        [BomOutcome::Stripped, BomOutcome::Kept].map(|bom| count(&|answer| answer.bom == Some(bom)));
    if stripped + kept > 0 {
        let _ = writeln!(text, "U+FEFF at the start: kept by {kept}, stripped by {stripped}");
    }
    text
}

fn group(
    poll: &Poll,
    answer: &PolledAnswer,
    asked: &BTreeMap<&str, usize>,
    names_all: bool,
    style: Style,
) -> String {
    let mark = if answer.is_dangerous { "!" } else { " " };
    let note = match (answer.made, answer.bom, answer.cause) {
        (Some(made), ..) => format!(" (has `{made}`, which is not in the input)"),
        (None, Some(BomOutcome::Stripped), _) => " (U+FEFF stripped)".to_owned(),
        (None, Some(BomOutcome::Kept), _) => " (U+FEFF kept)".to_owned(),
        (None, None, Some(cause)) => format!(" ({cause})"),
        (None, None, None) => String::new(),
    };
    let words = fit(&escape_controls(&answer.answer), 70 - note.len()) + &note;
    let words = if answer.is_dangerous { style.bad(&words) } else { words };
    let mut text = format!("{mark} {:>3} {words}\n", answer.decoders.len());
    let mut rows = rows(&names(poll, answer, asked, names_all));
    let is_usual = answer.is_allowed && answer.bom != Some(BomOutcome::Stripped);
    if is_usual && !names_all && rows.len() > ROWS {
        // How many decoders of each adapter gave it: `bstr 13, std 3`.
        let of_adapters = answer.decoders.chunk_by(|one, next| adapter(one) == adapter(next));
        let counts = of_adapters.map(|of_one| format!("{} {}", adapter(&of_one[0]), of_one.len()));
        rows = self::rows(&counts.collect::<Vec<_>>());
    }
    for row in rows {
        let _ = writeln!(text, "      {}", style.faint(&fit(&row, 74)));
    }
    text
}

/// Stands for the blanks in a name while names are put on lines.
const WITHIN: char = '\u{a0}';

/// `names` on lines; none is broken between two.
fn rows(names: &[String]) -> Vec<String> {
    let names: Vec<String> =
        names.iter().map(|name| escape_controls(name).replace(' ', &WITHIN.to_string())).collect();
    wrapped(&names.join(", "), 72).into_iter().map(|row| row.replace(WITHIN, " ")).collect()
}

fn adapter(decoder: &str) -> &str {
    decoder.split('/').next().unwrap_or_default()
}

/// The decoders that gave an answer. An adapter all of whose decoders gave it is one name, unless all are to be named. Where
/// RFC 3629 does not allow the answer, another profile that a decoder claims stands behind its name.
fn names(poll: &Poll, answer: &PolledAnswer, asked: &BTreeMap<&str, usize>, names_all: bool) -> Vec<String> {
    let claim = |decoder: &String| poll.claims.get(decoder).filter(|_| !answer.is_allowed);
    let mut names: Vec<String> = Vec::new();
    for of_adapter in answer.decoders.chunk_by(|one, next| adapter(one) == adapter(next)) {
        let name = adapter(&of_adapter[0]);
        let is_whole = of_adapter.len() > 1 && asked.get(name) == Some(&of_adapter.len());
        if is_whole && !names_all && of_adapter.iter().all(|decoder| claim(decoder).is_none()) {
            names.push(format!("{name}/*"));
            continue;
        }
        names.extend(of_adapter.iter().map(|decoder| match claim(decoder) {
            None => decoder.clone(),
            Some(&"none") => format!("{decoder} (claims no profile)"),
            Some(profile) => format!("{decoder} (claims {profile})"),
        }));
    }
    names
}
