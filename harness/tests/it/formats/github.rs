//! Annotations, read as a runner of GitHub reads a step's output, and the summary of a step.

use crate::reports::{baselined, blind, small, with_more};
use illformed::tell::report::{SourceLocation, annotations, summary, without_commands};
use snapbox::{assert_data_eq, file};
use std::collections::BTreeSet;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) name: String,
    pub(crate) properties: Vec<(String, String)>,
    pub(crate) text: String,
}

/// The commands in the output of a step, as the runner finds them: behind white space at the start of a line `::`, or
/// anywhere in it `##[`, until they are stopped.
pub(crate) fn commands(output: &str) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut stopped: Option<String> = None;
    for line in output.split(['\n', '\r']) {
        if let Some(token) = &stopped {
            if line.trim_start() == format!("::{token}::") {
                stopped = None;
            }
            continue;
        }
        if let Some((head, text)) =
            line.trim_start().strip_prefix("::").and_then(|rest| rest.split_once("::"))
        {
            let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
            if name == "stop-commands" {
                stopped = Some(text.to_owned());
                continue;
            }
            let properties = properties.split(',').filter_map(|property| property.split_once('='));
            let unescaped = |text: &str| {
                let text = text.replace("%3A", ":").replace("%2C", ",");
                text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
            };
            commands.push(Command {
                name: name.to_owned(),
                properties: properties.map(|(name, value)| (name.to_owned(), unescaped(value))).collect(),
                text: unescaped(text),
            });
        } else if let Some((_, old)) = line.split_once("##[") {
            commands.push(Command { name: format!("##[{old}"), properties: Vec::new(), text: String::new() });
        }
    }
    commands
}

fn of_file<'a>(commands: &'a [Command], file: &str) -> Vec<&'a Command> {
    let file = ("file".to_owned(), file.to_owned());
    commands.iter().filter(|command| command.properties.contains(&file)).collect()
}

#[test]
fn annotations_and_summary_of_a_run_are_golden_and_of_one_in_which_all_is_well_there_are_none() {
    assert_data_eq!(annotations(&baselined(false), None), file!["../golden/annotations.txt"]);
    assert_data_eq!(summary(&baselined(false)), file!["../golden/summary.md"]);
    // What is fixed is an error where stale entries are, and what is absent never is.
    let stale = commands(&annotations(&baselined(true), None));
    assert_eq!(stale.iter().filter(|command| command.name != "error").count(), 1, "{stale:?}");
    let mut well = small();
    well.decoders.pop();
    assert_eq!(annotations(&well, None), "");
}

#[test]
fn with_a_source_failures_are_in_that_file_and_entries_in_their_baseline() {
    let source: SourceLocation = "src/utf8, strict.py:12".parse().expect("a place");
    let found = commands(&annotations(&baselined(false), Some(&source)));
    let failures = of_file(&found, "src/utf8, strict.py");
    assert!(failures.len() >= 3, "{found:?}");
    for failure in failures {
        assert_eq!(failure.name, "error");
        assert!(failure.properties.contains(&("line".to_owned(), "12".to_owned())), "{failure:?}");
    }
    let entries = of_file(&found, "baselines/blind.json");
    assert!(!entries.is_empty() && entries.iter().all(|entry| entry.name == "warning"), "{entries:?}");
}

#[test]
fn ten_errors_are_shown_the_worst_of_each_decoder_first_and_a_notice_counts_the_rest() {
    let found = commands(&annotations(&with_more(small(), 14), None));
    let errors: Vec<&Command> = found.iter().filter(|command| command.name == "error").collect();
    assert_eq!(errors.len(), 10);
    let decoders: BTreeSet<&str> =
        errors.iter().map(|error| error.properties[0].1.split(':').next().unwrap_or_default()).collect();
    assert_eq!(decoders.len(), 10, "one of each: {decoders:?}");
    let last = found.last().expect("there are some");
    assert_eq!(last.name, "notice");
    assert!(last.text.contains("not shown"), "{last:?}");
}

#[test]
fn commands_in_a_report_for_people_are_not_obeyed() {
    let output = without_commands(&small(), "x\n  ::error::taken\ny ##[error]taken\n");
    assert_eq!(commands(&output), []);
    let after = commands(&(output + "::warning title=ours::ours\n"));
    assert_eq!(after.len(), 1, "{after:?}");
}

#[test]
fn a_summary_stays_below_the_limit_whatever_there_is_to_say() {
    let mut record = baselined(true);
    let blind = blind(&mut record);
    blind.command = vec!["|".repeat(30_000)];
    for deviation in blind.baseline.iter_mut().flat_map(|baseline| &mut baseline.deviations) {
        deviation.detail = "long ".repeat(10_000);
    }
    let text = summary(&with_more(record, 300));
    assert!(text.len() < 1 << 20, "{}", text.len());
}
