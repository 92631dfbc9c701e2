//! What a failure depends on, and the command line that reproduces it.

use crate::record::run::{AskedAgain, Dependence};
use crate::record::run_record::{DecoderRecord, Finding, RunRecord, SWEEP_GROUP};
use crate::tell::report::section::{Section, SectionRow};
use crate::tell::report::words::{counted, either, present};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::{escape_controls, quoted, shown_bytes, shown_calls};
use illformed_vectors::Input;
use std::collections::BTreeMap;

/// Words of a selection that say how cases are asked, and not which.
const SETTINGS: [&str; 6] = ["--guard", "--max-memory", "--repeat", "--resolve", "--suite", "--timeout"];

/// Words that say which cases are asked; without the last all up to a case, without the last two all between two cases.
const CHOICES: [&str; 6] = ["--deep", "--only", "--security", "--smoke", "--from", "--to"];

/// The command that shows the failure of `case` in a fresh process: the case alone, or the sequence of cases that it depends
/// on.
pub(crate) fn reproduce(record: &RunRecord, decoder: &DecoderRecord, case: usize) -> String {
    let again = decoder.asked_again.as_ref();
    let dependence = again.and_then(|again| again.dependence(case));
    let outcomes = decoder.judged_outcomes();
    let is_flaky =
        || outcomes.groups.iter().any(|one| one.verdict == VerdictKind::Flaky && one.cases.contains(case));
    let windows = outcomes.findings.iter().filter(|one| one.case == case && one.window.len() > 1);
    let mut window = windows.flat_map(|finding| finding.window.iter()).peekable();
    let is_found = |case: usize| record.group(case) == SWEEP_GROUP;
    let needs_sweep = is_found(case) || dependence.is_some_and(|one| one.sequence.iter().any(is_found));
    let is_alone = dependence.is_none() && window.peek().is_none();
    let choice = if needs_sweep && !is_alone || dependence.is_none() && is_flaky() {
        // What differs from time to time, or with the order, shows when as much is asked as before; and no other run has a
        // vector of what a sweep found.
        words(record, &["--sweep"]) + &words(record, &CHOICES)
    } else if let Some(dependence) = dependence {
        sequence(record, dependence)
    } else if let Some(first) = window.next() {
        span(record, first, window.last().unwrap_or(first))
    } else if needs_sweep {
        return reproduce_found(record, decoder, case);
    } else {
        let again = again.filter(|again| again.unstable || !again.alone.contains(case));
        before_id(record, again) + &record.case_id(case)
    };
    let before = dependence.map_or(&[][..], |dependence| &dependence.decoders);
    let before = before.iter().fold(String::new(), |text, name| {
        text + " --decoder " + &escape_controls(&format!("{}/{name}", decoder.adapter))
    });
    format!("illformed run{before}{}{choice}{}", head(record, decoder), command_words(&decoder.command))
}

/// The command that asks this decoder the input of a case that a sweep of the run found, so that no vector of another run has it.
fn reproduce_found(record: &RunRecord, decoder: &DecoderRecord, case: usize) -> String {
    let (name, input) =
        (name_alone(&decoder.name(), &decoder.implementation, &decoder.command), asked(&record.input(case)));
    let settings = words(record, &["--max-memory", "--timeout"]);
    format!("illformed fuzz --decoder {name}{settings}{input}{}", command_words(&decoder.command))
}

/// The words of `illformed fuzz` that ask `input`.
pub(crate) fn asked(input: &Input) -> String {
    match input {
        Input::Bytes(bytes) => format!(" --bytes {}", quoted(&shown_bytes(bytes))),
        Input::Calls(script) => format!(" --calls {}", quoted(&shown_calls(script))),
    }
}

/// The command that asks this decoder a case alone: what stands before the case's id, and what after it. Where earlier
/// cases matter, or the decoder is unstable, it asks all cases up to that one.
pub(crate) fn reproduce_any(record: &RunRecord, decoder: &DecoderRecord) -> [String; 2] {
    let choice = before_id(record, decoder.asked_again.as_ref());
    [format!("illformed run{}{choice}", head(record, decoder)), command_words(&decoder.command)]
}

/// The words before the id of a case: they ask it alone, or all cases up to it. Where a decoder keeps something from case to
/// case, or differs from time to time, only all that was asked before is likely to show it.
fn before_id(record: &RunRecord, again: Option<&AskedAgain>) -> String {
    if again.is_some_and(|again| again.unstable || !again.dependences.is_empty()) {
        words(record, &CHOICES[..5]) + " --to "
    } else {
        " --only ".to_owned()
    }
}

/// The cases of a decoder for which [`reproduce_any`] is not the command, with theirs: those whose failure needs certain
/// cases, fails alone where others do not, or differs from time to time.
pub(crate) fn reproduce_exactly(record: &RunRecord, decoder: &DecoderRecord) -> BTreeMap<usize, String> {
    let again = decoder.asked_again.iter().filter(|again| !again.dependences.is_empty());
    let of_again =
        again.flat_map(|again| again.dependences.iter().map(|one| one.case).chain(again.alone.iter()));
    let is_exact = |finding: &&Finding| {
        let is_flaky = finding.verdict == VerdictKind::Flaky || finding.window.len() > 1;
        is_flaky || record.group(finding.case) == SWEEP_GROUP
    };
    let outcomes = [&decoder.by_claim].into_iter().chain(&decoder.by_rfc3629);
    let findings = outcomes.flat_map(|outcomes| outcomes.findings.iter().filter(is_exact));
    of_again
        .chain(findings.map(|finding| finding.case))
        .map(|case| (case, reproduce(record, decoder, case)))
        .collect()
}

/// The words that select a sequence of cases.
fn sequence(record: &RunRecord, dependence: &Dependence) -> String {
    let cases: Vec<usize> = dependence.sequence.iter().collect();
    match cases.as_slice() {
        [] => words(record, &CHOICES),
        few if few.len() <= Dependence::SHORT => {
            // Cases that only a deep run derives have their place in its order. A vector stands for what is derived from it, too.
            let only = |case: &usize| {
                let id = record.case_id(*case);
                format!(" --only {id}{}", if id.contains('@') { "" } else { "@-" })
            };
            words(record, &["--deep"]) + &few.iter().map(only).collect::<String>()
        }
        [first, ..] => span(record, *first, cases[cases.len() - 1]),
    }
}

/// The words that select all cases from one to another. Between the two stand the same cases only if the same are selected.
fn span(record: &RunRecord, first: usize, last: usize) -> String {
    let plan = words(record, &CHOICES[..4]);
    format!("{plan} --from {} --to {}", record.case_id(first), record.case_id(last))
}

/// Those words of the selection that begin with one of these flags, as a shell takes them.
fn words(record: &RunRecord, flags: &[&str]) -> String {
    let word = |words: &String| {
        let (flag, value) = words.split_once(' ').unwrap_or((words, ""));
        let value = if value.is_empty() { String::new() } else { format!(" {}", quoted(value)) };
        flags.contains(&flag).then(|| format!(" {flag}{value}"))
    };
    record.selection.iter().filter_map(word).collect()
}

/// The words that name the decoder, and the settings of the run.
fn head(record: &RunRecord, decoder: &DecoderRecord) -> String {
    let name = name_alone(&decoder.name(), &decoder.implementation, &decoder.command);
    format!(" --decoder {name}{}", words(record, &SETTINGS))
}

/// The name that the decoder `name` has where `command` alone is given: the second command of one program is its first then.
pub(crate) fn name_alone(name: &str, implementation: &str, command: &[String]) -> String {
    match command.first() {
        Some(flag) if flag == "--command" => format!("command/{}", escape_controls(implementation)),
        _ => escape_controls(name),
    }
}

/// The words that bring the user's own adapter in.
pub(crate) fn command_words(command: &[String]) -> String {
    command.iter().flat_map(|word| [" ".to_owned(), quoted(word)]).collect()
}

/// What the failure depends on, as a fragment; `None` where the case alone shows it as far as is known.
pub(crate) fn dependence(decoder: &DecoderRecord, finding: &Finding) -> Option<String> {
    let dependence = decoder.asked_again.as_ref()?.dependence(finding.case)?;
    let on = depends_on(dependence);
    Some(match dependence.decoders.as_slice() {
        [] => format!("{on}: passes alone, fails as the last of {} cases", dependence.sequence.len()),
        decoders => format!("{on}: passes alone, fails after {}", decoders.join(", ")),
    })
}

const ON_CASES: &str = "depends on earlier cases";
const ON_DECODERS: &str = "depends on other decoders asked in the same process";

/// The same in a few words.
pub(crate) const fn depends_on(dependence: &Dependence) -> &'static str {
    if dependence.decoders.is_empty() { ON_CASES } else { ON_DECODERS }
}

/// The decoders that are unstable or whose failures depend on earlier cases, with [`instability`] of each.
pub(crate) fn stability(record: &RunRecord) -> Section {
    let row = |decoder: &DecoderRecord| Some(SectionRow::of_decoder((decoder.name(), instability(decoder)?)));
    let rows = record.decoders.iter().filter_map(row).collect();
    let columns = &["decoder", "answers"];
    Section { id: "stability", heading: "Stability", about: String::new(), columns, rows }
}

/// How answers of `decoder` differ from time to time or depend on earlier cases, as a fragment.
pub(crate) fn instability(decoder: &DecoderRecord) -> Option<String> {
    let flaky = decoder.judged_outcomes().tally.flaky;
    let again = decoder.asked_again.as_ref();
    if flaky > 0 && again.is_none_or(|again| again.unstable) {
        return Some(format!("unstable: {} answered differently from time to time", counted(flaky, "case")));
    }
    let dependences = again.map_or(&[][..], |again| &again.dependences);
    let others = dependences.iter().filter(|dependence| !dependence.decoders.is_empty()).count();
    let earlier = dependences.len() - others;
    let alone =
        |number| either(number, "case passes alone and fails after", "cases pass alone and fail after");
    let some = present([
        (earlier, format!("{ON_CASES}: {} others", alone(earlier))),
        (others, format!("{ON_DECODERS}: {} another decoder of the process", alone(others))),
        (flaky, format!("{ON_CASES}: {} answered differently in another order", counted(flaky, "case"))),
    ]);
    (!some.is_empty()).then(|| some.join("; "))
}
