//! The table of `pages.txt`: what the page does when a reader acts on it.

use crate::acting::{acted, acted_in_frames};
use crate::in_browser::FRAGMENTS;
use crate::reports::{HOSTILE, baselined_each, four, small, unfolded, with_text};
use crate::synthetic::synthetic;
use illformed::record::run_record::RunRecord;

/// The name and the settings of each row, and its lines.
pub(crate) fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    parts(include_str!("pages.txt"))
}

/// What a table has behind each `== `: a name, what stands behind that, and lines.
pub(crate) fn parts(table: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    table.split("\n== ").skip(1).map(|row| {
        let (head, lines) = row.split_once('\n').expect("a row has lines");
        let (name, settings) = head.split_once(": ").unwrap_or((head, ""));
        (name, settings, lines)
    })
}

fn record(name: &str) -> RunRecord {
    match name {
        "small" => small(),
        "unfolded" => unfolded(),
        "baselined_each" => baselined_each(),
        "hostile" => with_text(small(), HOSTILE),
        "200_decoders" => synthetic(200, 100),
        "long_versions" => {
            let mut record = unfolded();
            record.decoders.iter_mut().for_each(|decoder| decoder.version = "x".repeat(100_000));
            record
        }
        "four" => four(),
        _ => panic!("no record is called {name}"),
    }
}

pub(crate) fn is_kept(settings: &str, lines: &str) {
    let (mut of, mut fragments, mut width, mut flags) = ("small", vec![""], None, Vec::new());
    for setting in settings.split_terminator(", ") {
        match setting.split_once(' ').unwrap_or((setting, "")) {
            ("of", name) => of = name,
            ("at", address) => fragments = vec![address],
            ("wide", wanted) => width = Some(wanted.parse().expect("a number")),
            ("everywhere", "") => (fragments, width) = (FRAGMENTS.to_vec(), width.or(Some(1400))),
            ("light", "") => flags.push("--blink-settings=preferredColorScheme=1"),
            ("dark", "") => flags.push("--blink-settings=preferredColorScheme=0"),
            _ => panic!("`{setting}` is no setting"),
        }
    }
    let lines = || lines.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    let steps = lines().filter_map(|line| line.strip_prefix("| ")).map(|line| match line {
        "contrast.js" => include_str!("contrast.js"),
        "names.js" => include_str!("names.js"),
        "shown.js" => include_str!("shown.js"),
        line => line,
    });
    let steps = steps.collect::<Vec<_>>().join("\n");
    let said = match width {
        Some(width) => acted_in_frames(&record(of), &fragments, width, &steps, &flags),
        None => acted(&record(of), fragments[0], &steps, &flags),
    };
    let said = said.stdout;
    // Lines that are expected one behind another become one text.
    let mut expected: Vec<(char, String)> = Vec::new();
    for line in lines().filter(|line| !line.starts_with("| ")) {
        let (mark, text) = line.split_at_checked(2).expect("a mark and a blank come first");
        let (text, end) = text.strip_suffix('…').map_or((text, "\n"), |start| (start, ""));
        match (mark, expected.last_mut()) {
            ("= ", Some(('=', above))) if above.ends_with('\n') => *above += &format!("{text}{end}"),
            ("= ", _) => expected.push(('=', format!("{text}{end}"))),
            ("~ ", _) => expected.push(('~', text.to_owned())),
            ("! ", _) => assert!(!said.contains(text), "`{text}` in {said}"),
            _ => panic!("`{line}` is no line of a row"),
        }
    }
    for (mark, text) in expected {
        let is_whole = |at: usize| mark == '~' || said[..at].is_empty() || said[..at].ends_with('\n');
        let times = said.match_indices(&text).filter(|(at, _)| is_whole(*at)).count();
        assert!(times >= fragments.len(), "no `{text}` in {said}");
    }
}
