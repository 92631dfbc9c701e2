//! The table of `said.txt`: the decoders of two reports, and what is said of them.

use super::world::World;
use crate::cli::said::{at_once, hold};

#[test]
fn each_pair_of_reports_has_its_exit_code_and_its_words() {
    at_once(include_str!("said.txt").split("\n== ").skip(1), |rows| {
        let (decoders, rows) = rows.split_once('\n').expect("decoders have rows");
        let (old, new) = decoders.split_once(" | ").expect("there are two reports");
        let world = World::of(old, new);
        hold(rows, |words| match words.split_once(' ').unwrap_or((words, "")) {
            ("back", words) => world.diff_of(words, "new", "old"),
            (_, words) => world.diff(words),
        });
    });
}
