//! The table of `said.txt`: the decoders of two reports, and what is said of them.

use super::world::World;
use crate::cli::said::at_once;
use crate::said::{hold, printed};

#[test]
fn each_pair_of_reports_has_its_exit_code_and_its_words() {
    at_once(include_str!("said.txt").split("\n== ").skip(1), |rows| {
        let (decoders, rows) = rows.split_once('\n').expect("decoders have rows");
        let (old, new) = decoders.split_once(" | ").expect("there are two reports");
        let world = World::of(old, new);
        hold(rows, |step| {
            let (step, words) = step.split_once(' ').unwrap_or((step, ""));
            let mut cells = words.splitn(if step == "edit" { 4 } else { 3 }, ' ');
            let mut next = || cells.next().unwrap_or_default();
            match step {
                "diff" => world.diff(words),
                "back" => world.diff_of(words, "new", "old"),
                "of" => {
                    let (old, new) = (next(), next());
                    world.diff_of(next(), old, new)
                }
                "run" => {
                    let (name, words) = words.split_once(' ').expect("a report has a name");
                    world.run(name, &words.replace("-- steered", "-- python3 -S tests/adapters/steered.py 1"))
                }
                "edit" => {
                    let (from, name, pointer) = (next(), next(), next());
                    world.edit(from, name, pointer.trim_end_matches('/'), next());
                    printed(String::new())
                }
                _ => panic!("`{step}` is no step"),
            }
        });
    });
}
