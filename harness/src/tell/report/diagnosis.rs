//! What is wrong with each decoder, in the terminal: failing decoders with their causes, then imprecise ones, then those
//! that pass.

use crate::record::run_record::{DecoderRecord, RunRecord, Standing};
use crate::tell::report::Style;
use crate::tell::report::answers::{Answered, Answers};
use crate::tell::report::decoders::decoders_with;
use crate::tell::report::issue::Issue;
use crate::tell::report::words::{Tone, WIDTH, counted, fitted, hanging, sent};
use illformed_judge::shown::{escape_controls, fit, wrapped};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Of how many failing decoders all is told that is known of each cause; of more, a cause takes a line. Of as many decoders
/// in all the questions are named that each passed.
const DETAILED: usize = 3;

/// All decoders of `record`: the failing ones first.
pub(crate) fn diagnosis(record: &RunRecord, style: Style) -> String {
    let with = |standing| decoders_with(record, &[standing]);
    let lines = |standing| lines(record, standing, style);
    let blocks = |decoders: &[&DecoderRecord], is_detailed| -> String {
        decoders.iter().map(|decoder| block(record, decoder, is_detailed, style)).collect()
    };
    let open = [Standing::Failed, Standing::Imprecise, Standing::Tolerated];
    let is_detailed = decoders_with(record, &open).len() <= DETAILED;
    let mut text = String::new();
    for standing in open {
        let has_blocks = is_detailed || standing == Standing::Failed;
        text += &if has_blocks { blocks(&with(standing), is_detailed) } else { lines(standing) };
    }
    text = text + &lines(Standing::Outdated) + &lines(Standing::Accepted);
    let unclaimed = lines(Standing::NoClaim);
    if !unclaimed.is_empty() {
        text = text + "Without a supported claim; held against RFC 3629:\n" + &unclaimed;
    }
    let passed = [with(Standing::Passed), with(Standing::PassedInPart)].concat();
    let has_blocks = record.decoders.len() <= DETAILED;
    text += &if has_blocks { blocks(&passed, true) } else { passing(&passed, record, style) };
    for decoder in with(Standing::NotJudged) {
        let _ = writeln!(text, "{} {}", style.doubtful("not judged"), escape_controls(&decoder.name()));
    }
    text
}

/// A failing decoder with its causes.
fn block(record: &RunRecord, decoder: &DecoderRecord, is_detailed: bool, style: Style) -> String {
    let standing = record.standing(decoder);
    let word = standing.name().to_uppercase();
    let claim = &decoder.claim;
    let (kind, profile, within) = (claim.kind, claim.profile_name(), claim.within());
    let DecoderRecord { implementation, version, .. } = decoder;
    let name = escape_controls(&decoder.name());
    let width = WIDTH - word.len() - 1;
    let about = format!("{name}  {implementation} {version}, claims {kind} {profile}{within}");
    let title = fitted(&about, width);
    // The title begins with the name, unless that alone is too long.
    let (strong, plain) = title.split_at_checked(name.len()).unwrap_or((&title, ""));
    let gap = " ".repeat(width - title.chars().count() + 1);
    let word = Tone::from(standing).paint(style, &word);
    let mut text = format!("{}{plain}{gap}{word}\n", style.strong(strong));
    let issues = Issue::open(record, decoder);
    let shown = if is_detailed { detailed } else { one_line };
    text.extend(issues.iter().map(|issue| shown(issue, style)));
    let open: usize = issues.iter().map(|issue| issue.cases.len()).sum();
    let accepted = decoder.judged_outcomes().tally.bad().saturating_sub(open);
    if accepted > 0 {
        let _ = writeln!(text, "  accepted by the baseline: {}", counted(accepted, "case"));
    }
    if is_detailed {
        text.push_str(&passed_questions(record, decoder));
    }
    text
}

fn detailed(issue: &Issue<'_>, style: Style) -> String {
    let id = issue.cause.id;
    let mut text = format!("  {} {}  {}\n", severity(issue, style), style.strong(id.name()), issue.share());
    let parts = [id.page().says.clone(), issue.shown(40), issue.notes(), issue.background()];
    for part in parts.iter().filter(|part| !part.is_empty()) {
        for row in wrapped(&escape_controls(part), WIDTH - 13) {
            let _ = writeln!(text, "             {}", fit(&row, WIDTH - 13));
        }
    }
    if let Some(command) = issue.reproduce() {
        let _ = writeln!(text, "             {}{command}", style.faint("reproduce: "));
    }
    text
}

fn one_line(issue: &Issue<'_>, style: Style) -> String {
    let input =
        issue.example.map_or_else(|| "some are new".to_owned(), |case| fit(&sent(issue.record, case), 22));
    let vectors = counted(issue.vectors.len(), "vector");
    let left = format!("{:<29} {input}", issue.cause.id.name());
    let gap = " ".repeat((WIDTH - 13).saturating_sub(left.chars().count() + vectors.len()).max(1));
    format!("  {} {left}{gap}{vectors}\n", severity(issue, style))
}

fn severity(issue: &Issue<'_>, style: Style) -> String {
    let severity = issue.cause.severity;
    Tone::from(severity).paint(style, &format!("{:<10}", severity.name()))
}

/// A line for each decoder with that standing, with the names of its causes.
fn lines(record: &RunRecord, standing: Standing, style: Style) -> String {
    let word = if standing == Standing::NoClaim { String::new() } else { standing.name().to_uppercase() };
    let word = style.doubtful(&format!("{word:<9}"));
    let line = |decoder: &DecoderRecord| {
        let issues = Issue::shown_of(record, decoder);
        let names: Vec<&str> = issues.iter().map(|issue| issue.cause.id.name()).collect();
        let names = if names.is_empty() { "as RFC 3629".to_owned() } else { names.join(", ") };
        // A name is not cut, so that it can be pasted.
        let name = format!("{:<28} ", escape_controls(&decoder.name()));
        let name = if name.chars().count() > 29 { format!("{}\n{:39}", name.trim_end(), "") } else { name };
        hanging(&format!("{word} {name}"), 39, &names, WIDTH - 40)
    };
    decoders_with(record, &[standing]).into_iter().map(line).collect()
}

/// One line an implementation, with how many of its decoders pass.
fn passing(decoders: &[&DecoderRecord], record: &RunRecord, style: Style) -> String {
    let mut passed: BTreeMap<&str, usize> = BTreeMap::new();
    for decoder in decoders {
        *passed.entry(&decoder.adapter).or_default() += 1;
    }
    let count = |(adapter, passed): (&str, usize)| {
        let all = record.decoders.iter().filter(|decoder| decoder.adapter == adapter).count();
        format!("{} {passed}/{all}", escape_controls(adapter))
    };
    let counts: Vec<String> = passed.into_iter().map(count).collect();
    hanging(&(style.good("PASS") + " "), 5, &counts.join(", "), WIDTH - 5)
}

fn passed_questions(record: &RunRecord, decoder: &DecoderRecord) -> String {
    let answers = Answers::of(record);
    let line = |(word, wanted)| {
        let questions = answers.titles(decoder, wanted).join(", ");
        hanging(&format!("  {word:<10} "), 13, &questions, WIDTH - 13)
    };
    [("passed", Answered::Right), ("not asked", Answered::NotAsked)].map(line).concat()
}
