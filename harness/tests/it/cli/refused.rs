//! What is refused: wrong usage, mistyped words, names that match nothing.

use super::without_interpreters;
use crate::typed::Said;

#[test]
fn what_is_wrong_is_said_in_a_line_with_what_is_near_before_anything_is_done() {
    let table =
        include_str!("refused.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    for (line, says) in table.map(|row| row.split_once(" =>").expect("a row has words and a message")) {
        Said::of(without_interpreters(line)).refuses(says.trim_start());
    }
}
