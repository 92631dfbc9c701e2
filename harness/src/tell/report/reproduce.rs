//! The command line that shows a failure again.

use crate::record::run::Dependence;
use crate::record::run_record::{DecoderRecord, Finding, RunRecord};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::escape_controls;
use illformed_judge::shown::quoted;

/// Words of a selection that say how cases are asked, and not which.
const SETTINGS: [&str; 6] = ["--guard", "--max-memory", "--repeat", "--resolve", "--suite", "--timeout"];

/// Words that say which cases are asked.
const CHOICES: [&str; 6] = ["--deep", "--from", "--only", "--security", "--smoke", "--to"];

/// The command that shows the failure of `case` again in a fresh process: the case alone, or the sequence of cases that it
/// depends on.
pub(crate) fn reproduce(record: &RunRecord, decoder: &DecoderRecord, case: usize) -> String {
    let settings = words(record, &SETTINGS);
    let again = decoder.asked_again.as_ref();
    if let Some(dependence) = again.and_then(|again| again.dependence(case)) {
        return line(decoder, &dependence.decoders, &format!("{settings}{}", sequence(record, dependence)));
    }
    let whole = words(record, &CHOICES);
    if decoder
        .accountable()
        .groups
        .iter()
        .any(|group| group.verdict == VerdictKind::Flaky && group.cases.contains(case))
    {
        // What differs from time to time, or with the order, shows when as much is asked as before.
        return line(decoder, &[], &format!("{settings}{whole}"));
    }
    let finding = |finding: &&Finding| finding.case == case && finding.window.len() > 1;
    if let Some(finding) = decoder.accountable().findings.iter().find(finding) {
        let mut window = finding.window.iter().filter(|case| *case < record.cases.len());
        if let Some(first) = window.next() {
            return line(
                decoder,
                &[],
                &format!("{settings}{}", span(record, first, window.last().unwrap_or(first))),
            );
        }
    }
    if again
        .is_some_and(|again| again.unstable || !again.dependences.is_empty() && !again.alone.contains(case))
    {
        // The decoder keeps something from case to case, or differs from time to time: only all that was asked before is
        // likely to show it.
        let plan = words(record, &["--deep", "--from", "--only", "--security", "--smoke"]);
        return line(decoder, &[], &format!("{settings}{plan} --to {}", record.case_id(case)));
    }
    line(decoder, &[], &format!("{settings} --only {}", record.case_id(case)))
}

/// The command that asks this decoder a case alone: what stands before the case's id, and what after it. Where earlier
/// cases matter, or the decoder is unstable, it asks all cases up to that one.
#[cfg(feature = "cli")]
pub(crate) fn reproduce_any(record: &RunRecord, decoder: &DecoderRecord) -> [String; 2] {
    let again = decoder.asked_again.as_ref();
    let depends = again.is_some_and(|again| again.unstable || !again.dependences.is_empty());
    let mut choice = words(record, &SETTINGS);
    if depends {
        choice.push_str(&words(record, &["--deep", "--from", "--only", "--security", "--smoke"]));
        choice.push_str(" --to ");
    } else {
        choice.push_str(" --only ");
    }
    [format!("illformed run --decoder {}{choice}", escape_controls(&decoder.name())), command_words(decoder)]
}

/// The cases of a decoder for which [`reproduce_any`] is not the command, with theirs: those whose failure needs certain
/// cases, fails alone where others do not, or differs from time to time.
#[cfg(feature = "cli")]
pub(crate) fn reproduce_exactly(record: &RunRecord, decoder: &DecoderRecord) -> Vec<(usize, String)> {
    let again = decoder.asked_again.as_ref();
    let dependent = again.into_iter().flat_map(|again| &again.dependences).map(|dependence| dependence.case);
    let depends = again.is_some_and(|again| !again.dependences.is_empty());
    let alone = again.filter(|_| depends).into_iter().flat_map(|again| again.alone.iter());
    let flaky = decoder
        .accountable()
        .findings
        .iter()
        .filter(|finding| finding.verdict == VerdictKind::Flaky || finding.window.len() > 1);
    let mut cases: Vec<usize> = dependent.chain(alone).chain(flaky.map(|finding| finding.case)).collect();
    cases.sort_unstable();
    cases.dedup();
    cases.into_iter().map(|case| (case, reproduce(record, decoder, case))).collect()
}

/// The words that select a sequence of cases.
fn sequence(record: &RunRecord, dependence: &Dependence) -> String {
    let cases: Vec<usize> = dependence.sequence.iter().filter(|case| *case < record.cases.len()).collect();
    match cases.as_slice() {
        [] => words(record, &CHOICES),
        few if few.len() <= Dependence::SHORT => {
            // Cases that only a deep run derives have their place in its order.
            let deep = words(record, &["--deep"]);
            let only = |case: &usize| format!(" --only {}", case_alone(record, *case));
            deep + &few.iter().map(only).collect::<String>()
        }
        [first, .., last] => span(record, *first, *last),
        [one] => span(record, *one, *one),
    }
}

/// The words that select all cases from one to another. Between the two stand the same cases only if the same are selected.
fn span(record: &RunRecord, first: usize, last: usize) -> String {
    let plan = words(record, &["--deep", "--only", "--security", "--smoke"]);
    format!("{plan} --from {} --to {}", record.case_id(first), record.case_id(last))
}

/// The case as `--only` names it without what is derived from it.
fn case_alone(record: &RunRecord, case: usize) -> String {
    let id = record.case_id(case);
    if id.contains('@') { id } else { format!("{id}@-") }
}

/// Those words of the selection that begin with one of these flags, as a shell takes them.
fn words(record: &RunRecord, flags: &[&str]) -> String {
    let word = |words: &String| {
        let (flag, value) =
            words.split_once(' ').map_or((words.as_str(), None), |(flag, value)| (flag, Some(value)));
        let value = value.map_or_else(String::new, |value| format!(" {}", quoted(value)));
        flags.contains(&flag).then(|| format!(" {flag}{value}"))
    };
    record.selection.iter().filter_map(word).collect()
}

/// The command with these words, which asks other decoders of the adapter before.
fn line(decoder: &DecoderRecord, before: &[String], words: &str) -> String {
    let before = before.iter().fold(String::new(), |text, name| {
        text + " --decoder " + &escape_controls(&decoder.adapter) + "/" + &escape_controls(name)
    });
    format!(
        "illformed run{before} --decoder {}{words}{}",
        escape_controls(&decoder.name()),
        command_words(decoder)
    )
}

/// The words of `illformed run` that name the user's own adapter.
fn command_words(decoder: &DecoderRecord) -> String {
    decoder.command.iter().flat_map(|word| [" ".to_owned(), quoted(word)]).collect()
}
