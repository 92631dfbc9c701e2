//! The table: adapters that misbehave, and adapters that are unusual and correct.

use crate::row::Row;
use crate::seen::Seen;
use std::collections::BTreeSet;

mod deaths;
mod hangs;
mod introductions;
mod legal;
mod lines;
mod memory;
mod processes;
mod sizes;
mod unstable;
mod wrong;

/// All rows. A row that only Linux can pass is not there elsewhere.
pub(crate) fn rows() -> Vec<Row> {
    let memory = if cfg!(target_os = "linux") { memory::rows() } else { Vec::new() };
    let all = [
        legal::rows(),
        introductions::rows(),
        deaths::rows(),
        hangs::rows(),
        lines::rows(),
        wrong::rows(),
        unstable::rows(),
        processes::rows(),
        sizes::rows(),
        memory,
    ];
    all.into_iter().flatten().collect()
}

/// No row can be passed both by an adapter that is right and by one that breaks the protocol.
pub(crate) fn every_expectation_can_fail() {
    let others =
        [Row::marked("right", "answer"), Row::marked("garbage", "echo garbage")].map(|row| Seen::of(&row));
    let mut names = BTreeSet::new();
    for row in rows() {
        let can_fail = others.iter().any(|seen| !row.differences(seen).is_empty());
        assert!(can_fail, "{}: nothing that an adapter could do is wrong", row.name);
        assert!(names.insert(row.name), "two rows are named {}", row.name);
    }
    let [right, _] = others;
    let row = Row::marked("garbage", "echo garbage").breaks_protocol(12, "no answer: not a JSON object…");
    assert_eq!(
        row.differences(&right),
        [
            "standard/euro-sign: expected protocol-error: no answer: not a JSON object…, got pass",
            "exit codes: expected [3, 1], got []",
        ]
    );
}
