//! Texts of an adapter that try to be more than text: each format shows them and obeys none.

use super::github::commands;
use super::markdown::structure;
use super::records::{hostile, illformed, read, temporary};
use illformed::record::run_record::{AdapterNote, RunRecord};
use illformed::tell::report::{
    Style, TerminalOptions, annotations, html, json, junit, markdown, pretty_json, sarif, shields, summary,
    terminal, without_commands,
};
use illformed_judge::judge::VerdictKind;
use quick_junit::Report;

/// What no text that people look at may have in it: controls but for the end of a line, and what turns or breaks lines.
const OBEYED: [char; 7] = ['\r', '\u{1b}', '\0', '\u{85}', '\u{9b}', '\u{202e}', '\u{2028}'];

/// The hostile adapter's own record, and the same where all else that can be free is as hostile, and very long.
fn records() -> [RunRecord; 2] {
    let own = hostile();
    let mut all = own.clone();
    let free = format!("{}{}", own.decoders[own.decoders.len() - 1].implementation, "x".repeat(100_000));
    for decoder in &mut all.decoders {
        for text in
            [&mut decoder.implementation, &mut decoder.version, &mut decoder.api, &mut decoder.diagnostics]
        {
            text.clone_from(&free);
        }
        decoder.command = vec![free.clone()];
        for outcomes in [Some(&mut decoder.by_claim), decoder.by_rfc3629.as_mut()].into_iter().flatten() {
            for group in &mut outcomes.groups {
                group.cause = group.cause.as_ref().map(|_| free.clone());
                if group.verdict == VerdictKind::Fail {
                    group.verdict = VerdictKind::Crashed;
                }
            }
            for finding in &mut outcomes.findings {
                for text in [&mut finding.detail, &mut finding.expected, &mut finding.observed] {
                    text.clone_from(&free);
                }
            }
        }
    }
    // One that is as long is enough; hostile are all.
    let hostile = &own.decoders[own.decoders.len() - 1].implementation;
    all.vectors.iter_mut().for_each(|vector| vector.comment.clone_from(hostile));
    all.vectors[0].comment.clone_from(&free);
    all.absent = vec![AdapterNote { adapter: free.clone(), why: free.clone() }];
    all.broken.clone_from(&all.absent);
    all.selection = vec![free];
    [own, all]
}

#[test]
fn the_hostile_adapter_gets_its_texts_into_the_record() {
    let [record, _] = records();
    let hostile = record.decoders.last().expect("it was asked");
    for part in ["</script>", "]]>", "|`", "\r\n::error::x", "\u{1b}[31m", "\0", "\u{202e}", "\u{fffe}"] {
        assert!(hostile.implementation.contains(part), "{part:?}");
        assert!(
            hostile
                .by_claim
                .groups
                .iter()
                .any(|group| group.cause.as_deref().is_some_and(|why| why.contains(part)))
        );
    }
    assert!(hostile.diagnostics.contains("]]>"), "{:?}", hostile.diagnostics);
}

#[test]
fn no_format_for_people_has_a_character_that_is_obeyed() {
    for record in records() {
        let options = TerminalOptions { style: Style::Plain, findings: 10, matrix: true };
        for (name, text) in [
            ("terminal", terminal(&record, options)),
            ("annotations", annotations(&record, None)),
            ("markdown", markdown(&record)),
            ("summary", summary(&record)),
            ("junit", junit(&record)),
            ("sarif", sarif(&record, None)),
            ("shields", shields(&record)),
        ] {
            let found = OBEYED.iter().find(|c| text.contains(**c));
            assert_eq!(found, None, "{name}");
            assert!(text.len() < 10_000_000, "{name}: {}", text.len());
        }
    }
}

#[test]
fn xml_is_well_formed_and_shows_what_it_cannot_hold() {
    for record in records() {
        let xml = junit(&record);
        let report = Report::deserialize_from_str(&xml).expect("it is XML");
        let ours = 2 * usize::from(!record.absent.is_empty());
        assert_eq!(report.test_suites.len(), record.decoders.len() + ours);
        assert!(xml.contains("\\u{1b}[31m") && xml.contains("\\u{fffe}"), "it is shown");
        assert!(!xml.contains("<img") && !xml.contains('\u{fffe}'));
    }
}

#[test]
fn a_runner_obeys_our_commands_alone() {
    for record in records() {
        let options = TerminalOptions { style: Style::Plain, findings: 10, matrix: true };
        let output = without_commands(&record, &terminal(&record, options)) + &annotations(&record, None);
        for command in commands(&output) {
            assert!(["error", "warning", "notice"].contains(&command.name.as_str()), "{command:?}");
            let known = ["title", "file", "line"];
            assert!(command.properties.iter().all(|(name, _)| known.contains(&name.as_str())), "{command:?}");
            assert!(!command.text.starts_with('x'), "{command:?}");
        }
    }
}

#[test]
fn markdown_and_html_have_no_element_of_theirs() {
    for record in records() {
        for text in [markdown(&record), summary(&record)] {
            assert_eq!(structure(&text).0, Vec::<String>::new());
        }
        assert!(!html(&record).contains("<img"));
    }
}

#[test]
fn json_is_one_value_that_comes_back() {
    for record in records() {
        assert_eq!(serde_json::from_str::<RunRecord>(&json(&record)).expect("it is JSON"), record);
    }
}

#[test]
fn no_json_has_a_character_that_is_obeyed() {
    for record in records() {
        for (name, text) in [
            ("report.json", json(&record)),
            ("report.sarif", sarif(&record, None)),
            ("shields.json", shields(&record)),
            ("any", pretty_json(&record)),
        ] {
            // Those of a line's end and of C0 JSON escapes by itself.
            let raw = |c: char| c != '\n' && (c.is_control() || OBEYED.contains(&c));
            assert_eq!(text.chars().find(|c| raw(*c)), None, "{name}");
        }
        assert!(json(&record).contains("\\u202e"), "it is escaped");
    }
}

#[test]
fn lines_of_events_stay_one_line_each() {
    let folder = temporary();
    let run = ["run", "--format", "jsonl", "--only", "overlong/*", "--decoder", "hostile/blind", "--out"];
    illformed(
        &[
            run.as_slice(),
            &[folder.path().to_str().expect("a plain path")],
            &["--", "sh", "tests/adapters/hostile.sh"],
        ]
        .concat(),
    )
    .assert()
    .code(1);
    let text = read(&folder.path().join("events.jsonl"));
    for line in text.split_terminator('\n') {
        let value: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
        assert!(value["event"].is_string());
    }
}
