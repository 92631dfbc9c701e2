//! What is wrong with each decoder, in the terminal: failing decoders with their causes, then imprecise ones, then those
//! that pass.

use crate::record::run_record::{DecoderRecord, Outcomes, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::answers::{Answered, Answers};
use crate::tell::report::by_standing::ByStanding;
use crate::tell::report::causes::{OpenCause, open_causes};
use crate::tell::report::reproduce::reproduce;
use crate::tell::report::standing::Standing;
use crate::tell::report::words::{counted, fitted};
use illformed_judge::cause::Severity;
use illformed_judge::shown::{escape_controls, fit, wrapped};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Of how many failing decoders all is told that is known of each cause; of more, a cause takes a line. Of as many decoders
/// in all the questions are named that each passed.
const DETAILED: usize = 3;

/// The widest line, in columns.
const WIDTH: usize = 80;

/// All decoders of `record`: the failing ones first.
pub(crate) fn diagnosis(record: &RunRecord, style: Style) -> String {
    let mut text = String::new();
    let ByStanding { failing, imprecise, accepted, unclaimed, passing: passed, not_judged } =
        ByStanding::of(record);
    let is_detailed = failing.len() + imprecise.len() <= DETAILED;
    for decoder in failing.iter().chain(imprecise.iter().filter(|_| is_detailed)) {
        text.push_str(&block(record, decoder, &decoder.by_claim, is_detailed, style));
    }
    if !is_detailed {
        text.push_str(&lines(&imprecise, |decoder| open_names(record, decoder), "IMPRECISE", style));
    }
    text.push_str(&lines(&accepted, |decoder| names(&decoder.by_claim), "ACCEPTED", style));
    if !unclaimed.is_empty() {
        text.push_str("Without a supported claim; held against RFC 3629:\n");
        text.push_str(&lines(&unclaimed, |decoder| names(decoder.shown()), "", style));
    }
    if record.decoders.len() <= DETAILED {
        for decoder in passed {
            text.push_str(&block(record, decoder, &decoder.by_claim, true, style));
        }
    } else {
        text.push_str(&passing(&passed, record, style));
    }
    for decoder in not_judged {
        let _ = writeln!(text, "{} {}", style.doubtful("not judged"), escape_controls(&decoder.name()));
    }
    text
}

/// A failing decoder with its causes.
fn block(
    record: &RunRecord,
    decoder: &DecoderRecord,
    outcomes: &Outcomes,
    is_detailed: bool,
    style: Style,
) -> String {
    let (standing, _) = Standing::of(decoder);
    let word = standing.word().to_uppercase();
    let claim = &decoder.claim;
    let name = decoder.name();
    let about =
        format!("{} {}, claims {} {}", decoder.implementation, decoder.version, claim.kind, claim.profile);
    let width = WIDTH - word.len() - 1;
    let title = fitted(&format!("{name}  {about}"), width);
    // The title begins with the name, unless that alone is too long.
    let shown_name = escape_controls(&name);
    let (strong, plain) = title.split_at_checked(shown_name.len()).unwrap_or((&title, ""));
    let painted = style.strong(strong) + plain;
    let gap = " ".repeat(width - title.chars().count() + 1);
    let mut text = format!("{painted}{gap}{}\n", paint(standing, &word, style));
    let causes = open_causes(record, decoder, outcomes);
    for cause in &causes {
        text.push_str(&if is_detailed {
            detailed(record, decoder, cause, style)
        } else {
            one_line(record, cause, style)
        });
    }
    let accepted = outcomes.tally.bad().saturating_sub(causes.iter().map(|cause| cause.cases).sum::<usize>());
    if accepted > 0 {
        let _ = writeln!(text, "  accepted by the baseline: {}", counted(accepted, "case"));
    }
    if is_detailed {
        text.push_str(&passed_questions(record, decoder));
    }
    text
}

fn detailed(record: &RunRecord, decoder: &DecoderRecord, cause: &OpenCause<'_>, style: Style) -> String {
    let mut text = format!(
        "  {} {}  {}\n",
        severity(cause, style),
        style.strong(cause.cause.id.name()),
        cause.share(record)
    );
    let answers = cause.answers();
    let input = cause.input(record, 40);
    let example = if answers.is_empty() { input } else { format!("{input}: {answers}") };
    let of_example = [cause.cause.id.page().says.clone(), example, cause.notes(), cause.background()];
    for part in of_example.iter().filter(|part| !part.is_empty()) {
        for row in wrapped(&escape_controls(part), WIDTH - 13) {
            let _ = writeln!(text, "             {}", fit(&row, WIDTH - 13));
        }
    }
    let command = reproduce(record, decoder, cause.example);
    let _ = writeln!(text, "             {}{command}", style.faint("reproduce: "));
    text
}

fn one_line(record: &RunRecord, cause: &OpenCause<'_>, style: Style) -> String {
    let id = cause.cause.id.name();
    let input = cause.input(record, 22);
    let vectors = counted(cause.vectors, "vector");
    let left = format!("{id:<29} {input}");
    let gap = " ".repeat((WIDTH - 13).saturating_sub(left.chars().count() + vectors.len()).max(1));
    format!("  {} {left}{gap}{vectors}\n", severity(cause, style))
}

fn severity(cause: &OpenCause<'_>, style: Style) -> String {
    let word = format!("{:<10}", cause.cause.severity.name());
    match cause.cause.severity {
        Severity::Critical | Severity::Wrong => style.bad(&word),
        Severity::Imprecise => style.doubtful(&word),
    }
}

fn paint(standing: Standing, word: &str, style: Style) -> String {
    match standing {
        Standing::Breaks => style.bad(word),
        Standing::Imprecise => style.doubtful(word),
        Standing::Keeps | Standing::KeepsInPart => style.good(word),
        Standing::NotJudged | Standing::NoClaim => word.to_owned(),
    }
}

/// The names of the causes in `outcomes`.
fn names(outcomes: &Outcomes) -> Vec<&'static str> {
    outcomes.causes.iter().map(|cause| cause.id.name()).collect()
}

/// The names of the causes of `decoder` that its baseline does not accept.
fn open_names(record: &RunRecord, decoder: &DecoderRecord) -> Vec<&'static str> {
    open_causes(record, decoder, &decoder.by_claim).iter().map(|open| open.cause.id.name()).collect()
}

/// A line for each decoder, with the names of its causes.
fn lines(
    decoders: &[&DecoderRecord],
    causes: impl Fn(&DecoderRecord) -> Vec<&'static str>,
    word: &str,
    style: Style,
) -> String {
    let mut text = String::new();
    for decoder in decoders {
        let mut names = causes(decoder);
        if names.is_empty() {
            names.push("as RFC 3629");
        }
        let name = decoder.name();
        for (number, row) in wrapped(&names.join(", "), WIDTH - 40).iter().enumerate() {
            let (word, name) = if number == 0 { (word, name.as_str()) } else { ("", "") };
            let _ =
                writeln!(text, "{} {:<28} {row}", style.doubtful(&format!("{word:<9}")), fitted(name, 28));
        }
    }
    text
}

/// One line an implementation, with how many of its decoders pass.
fn passing(decoders: &[&DecoderRecord], record: &RunRecord, style: Style) -> String {
    let mut of_adapters: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for decoder in &record.decoders {
        of_adapters.entry(&decoder.adapter).or_default().1 += 1;
    }
    for decoder in decoders {
        of_adapters.entry(&decoder.adapter).or_default().0 += 1;
    }
    let counts: Vec<String> = of_adapters
        .iter()
        .filter(|(_, (passed, _))| *passed > 0)
        .map(|(adapter, (passed, all))| format!("{} {passed}/{all}", escape_controls(adapter)))
        .collect();
    let mut text = String::new();
    for (number, row) in
        wrapped(&counts.join(", "), WIDTH - 5).iter().enumerate().filter(|_| !counts.is_empty())
    {
        let word = if number == 0 { style.good("PASS") } else { "    ".to_owned() };
        let _ = writeln!(text, "{word} {row}");
    }
    text
}

/// Which of the twelve questions a decoder passed, and which it was not asked.
fn passed_questions(record: &RunRecord, decoder: &DecoderRecord) -> String {
    let answers = Answers::of(record);
    let mut text = String::new();
    for (word, wanted) in [("passed", Answered::Right), ("not asked", Answered::NotAsked)] {
        let questions = answers.titles(decoder, &decoder.by_claim, wanted).join(", ");
        for (number, row) in
            wrapped(&questions, WIDTH - 13).iter().enumerate().filter(|_| !questions.is_empty())
        {
            let _ = writeln!(text, "  {:<10} {row}", if number == 0 { word } else { "" });
        }
    }
    text
}
