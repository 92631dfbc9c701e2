//! The table of `rows.txt`, and the rows whose texts are made.

use crate::row::{LIMIT, Row, chunks, standard, two_hundred};
use crate::seen::{Reasked, Seen};
use std::collections::BTreeSet;
use std::str::FromStr;

/// All rows. A row that only Linux can pass is not there elsewhere.
pub(crate) fn rows() -> Vec<Row> {
    let written = include_str!("rows.txt").split("\n== ").skip(1).filter_map(row);
    written.chain(made()).collect()
}

fn made() -> [Row; 2] {
    let mut ends = Row::new(
        "ends_by_itself_at_the_end_of_its_input",
        "marked() { answer; }; greet; serve; echo ended >&2",
    );
    ends.stderr = |text| text == "ended\n";
    let mut floods = Row::marked(
        "floods_its_standard_error",
        "letters 64000000 >&2; echo >&2; echo 'the last words' >&2; answer",
    );
    floods.stderr = |text| {
        let (note, kept) = text.split_once('\n').unwrap_or_default();
        // The letters, and 16 bytes behind them.
        let cut = (64_000_000 + 16_usize).saturating_sub(kept.len());
        note == format!("[the first {cut} bytes are cut]")
            && (1 << 10..=64 << 10).contains(&kept.len())
            && kept.ends_with("x\nthe last words\n")
    };
    [ends, floods]
}

fn row(text: &'static str) -> Option<Row> {
    let (head, lines) = text.split_once('\n').expect("a row has lines");
    let (name, settings) = head.split_once(": ").unwrap_or((head, ""));
    if settings.contains("on_linux") && !cfg!(target_os = "linux") {
        return None;
    }
    let mut row = Row::new(name, "");
    settings.split_terminator(", ").for_each(|setting| set(&mut row, setting));
    for line in lines.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "|" => row.body.extend([rest, "\n"]),
            "marked" => row.body = Row::marked(name, rest).body,
            "hello" => row.body = format!("read -r hello; {rest}; read -r nothing"),
            "broken" => row.broken = Some(rest.to_owned()),
            cases => {
                let (start, end) = cases.split_once("..").map_or_else(
                    || (number(cases), number::<usize>(cases) + 1),
                    |(start, end)| (number(start), number(end)),
                );
                row.verdicts.push((start..end, rest.to_owned()));
            }
        }
    }
    Some(row)
}

fn number<T: FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("`{text}` is no number"))
}

fn set(row: &mut Row, setting: &'static str) {
    let (key, value) = setting.split_once(' ').unwrap_or((setting, ""));
    let limits = &mut row.supervision;
    match (key, value) {
        ("exits", codes) => row.exit_codes = codes.split(' ').map(number).collect(),
        ("of", "standard") => row.cases = standard,
        ("of", "two_hundred") => row.cases = two_hundred,
        ("of", "chunks") => row.cases = chunks,
        ("repeat", times) => row.repeat = number(times),
        ("reasked", "depends") => row.reasked = Reasked::Depends,
        ("reasked", "unstable") => row.reasked = Reasked::Unstable,
        ("reasked", "any") => row.reasked = Reasked::Any,
        ("reasked", "never") => row.reasked = Reasked::Never,
        ("interrupted", starts) => (row.is_interrupted, row.starts) = (true, Some(number(starts))),
        ("waits", "") => (limits.answer_limit, row.least) = (LIMIT, LIMIT),
        ("waits_for_hello", "") => (limits.hello_limit, row.least) = (LIMIT, LIMIT),
        ("impatient", "") => limits.answer_limit = LIMIT,
        ("max_crashes", most) => limits.max_crashes = number(most),
        ("max_faults", most) => limits.max_faults = number(most),
        ("max_hangs", most) => limits.max_hangs = number(most),
        ("max_line_bytes", most) => limits.max_line_bytes = number(most),
        ("max_memory_mib", most) => limits.max_memory_mib = number(most),
        ("on_linux", "") => {}
        _ => panic!("{}: `{setting}` is no setting", row.name),
    }
}

/// No row can be passed both by an adapter that is right and by one that breaks the protocol.
pub(crate) fn every_expectation_can_fail() {
    let others =
        [Row::marked("right", "answer"), Row::marked("garbage", "echo garbage")].map(|row| Seen::of(&row));
    let (mut names, rows) = (BTreeSet::new(), rows());
    assert!(rows.len() > 70, "{} rows", rows.len());
    for row in &rows {
        let can_fail = others.iter().any(|seen| !row.differences(seen).is_empty());
        assert!(can_fail, "{}: nothing that an adapter could do is wrong", row.name);
        assert!(names.insert(row.name), "two rows are named {}", row.name);
    }
    let row = rows.iter().find(|row| row.name == "writes_garbage_before_an_answer").expect("it is there");
    assert_eq!(
        row.differences(&others[0]),
        [
            "standard/euro-sign: expected protocol-error: no answer: not a JSON object; \
             it wrote `Segmentation fault`, got pass",
            "exit codes: expected [3, 1], got []",
        ]
    );
}
