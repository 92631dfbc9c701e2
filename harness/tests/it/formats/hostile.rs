//! Texts of an adapter that try to be more than text: each format shows them and obeys none.

use super::github::commands;
use super::markdown::structure;
use crate::reports::{hostile, with_text};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::{
    Style, TerminalOptions, annotations, html, json, junit, markdown, pretty_json, sarif, shields, summary,
    terminal, without_commands,
};
use illformed_judge::judge::VerdictKind;
use quick_junit::Report;

/// What no text that people look at may have in it: controls but for the end of a line, and what turns or breaks lines.
const OBEYED: [char; 7] = ['\r', '\u{1b}', '\0', '\u{85}', '\u{9b}', '\u{202e}', '\u{2028}'];

const OPTIONS: TerminalOptions = TerminalOptions { style: Style::Plain, findings: 10, matrix: true };

/// The hostile adapter's own record, and the same where all else that can be free is as hostile, and once very long.
fn records() -> [RunRecord; 3] {
    let own = hostile();
    let text = own.decoders[own.decoders.len() - 1].implementation.clone();
    let mut all = own.clone();
    for decoder in &mut all.decoders {
        for outcomes in [Some(&mut decoder.by_claim), decoder.by_rfc3629.as_mut()].into_iter().flatten() {
            for group in outcomes.groups.iter_mut().filter(|group| group.verdict == VerdictKind::Fail) {
                group.verdict = VerdictKind::Crashed;
            }
        }
    }
    // One comment that is as long is enough; hostile are all.
    all.vectors.iter_mut().for_each(|vector| vector.comment.clone_from(&text));
    all.suite.groups[0].name.clone_from(&text);
    let free = format!("{text}{}", "x".repeat(100_000));
    let mut long = with_text(all.clone(), &free);
    long.vectors[0].comment = free;
    [own, with_text(all, &text), long]
}

#[test]
fn the_hostile_adapter_gets_its_texts_into_the_record() {
    let [record, ..] = records();
    let hostile = record.decoders.last().expect("it was asked");
    let causes = || hostile.by_claim.groups.iter().filter_map(|group| group.cause.as_deref());
    for part in ["</script>", "]]>", "|`", "\r\n::error::x", "\u{1b}[31m", "\0", "\u{202e}", "\u{fffe}"] {
        assert!(hostile.implementation.contains(part), "{part:?}");
        assert!(causes().any(|why| why.contains(part)), "{part:?}");
    }
    assert!(hostile.diagnostics.contains("]]>"), "{:?}", hostile.diagnostics);
}

#[test]
fn no_format_has_a_character_that_is_obeyed() {
    for record in records() {
        for (name, text) in [
            ("terminal", terminal(&record, OPTIONS)),
            ("annotations", annotations(&record, None)),
            ("markdown", markdown(&record)),
            ("summary", summary(&record)),
            ("junit", junit(&record)),
            ("sarif", sarif(&record, None)),
            ("shields", shields(&record)),
        ] {
            assert_eq!(OBEYED.iter().find(|c| text.contains(**c)), None, "{name}");
            assert!(text.len() < 10_000_000, "{name}: {}", text.len());
        }
        for (name, text) in [
            ("report.json", json(&record)),
            ("report.sarif", sarif(&record, None)),
            ("shields.json", shields(&record)),
            ("any", pretty_json(&record)),
        ] {
            // Those of a line's end and of C0 JSON escapes by itself.
            let raw = |c: &char| *c != '\n' && (c.is_control() || OBEYED.contains(c));
            assert_eq!(text.chars().find(raw), None, "{name}");
        }
    }
}

#[test]
fn each_format_is_still_one_and_shows_the_texts() {
    for (number, record) in records().into_iter().enumerate() {
        let xml = junit(&record);
        let report = Report::deserialize_from_str(&xml).expect("it is XML");
        let ours = 2 * usize::from(!record.absent.is_empty());
        assert_eq!(report.test_suites.len(), record.decoders.len() + ours);
        assert!(xml.contains("\\u{1b}[31m") && xml.contains("\\u{fffe}"), "it is shown");
        assert!(!xml.contains("<img") && !xml.contains('\u{fffe}'));

        // A summary has no tables, and very long texts leave room for none.
        for (text, has_tables) in [(markdown(&record), number < 2), (summary(&record), false)] {
            let (live, rows) = structure(&text);
            assert_eq!(live, Vec::<String>::new());
            // Who it is, what it claims, how much was judged, and the twelve questions.
            let are_whole = rows.iter().all(|cells| *cells == 4 + 12);
            assert!(are_whole && (!rows.is_empty() || !has_tables), "{rows:?}");
        }
        assert!(!html(&record).contains("<img"));

        let json = json(&record);
        assert_eq!(serde_json::from_str::<RunRecord>(&json).expect("it is JSON"), record);
        assert!(json.contains("\\u202e"), "it is escaped");
    }
}

#[test]
fn a_runner_obeys_our_commands_alone() {
    for record in records() {
        let output = without_commands(&record, &terminal(&record, OPTIONS)) + &annotations(&record, None);
        for command in commands(&output) {
            assert!(["error", "warning", "notice"].contains(&command.name.as_str()), "{command:?}");
            let known = ["title", "file", "line"];
            assert!(command.properties.iter().all(|(name, _)| known.contains(&name.as_str())), "{command:?}");
            assert!(!command.text.starts_with('x'), "{command:?}");
        }
    }
}
