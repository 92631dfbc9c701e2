//! What is refused: wrong usage, mistyped words, names that match nothing.

use crate::typed::{Folder, Said, illformed, typed};

#[test]
fn what_is_wrong_is_said_in_a_line_with_what_is_near_before_anything_is_done() {
    let table =
        include_str!("refused.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    for (line, says) in table.map(|row| row.split_once(" =>").expect("a row has words and a message")) {
        // Without interpreters, which take seconds to compile and to start.
        Said::of(illformed(line).env("PATH", "")).refuses(says.trim_start());
    }
}

#[test]
fn a_name_that_a_report_does_not_have_is_answered_with_the_nearest_ones() {
    let folder = Folder::new();
    let report = folder.at("");
    typed(&format!("run --decoder codec/events-rfc3629 --only overlong/* --format json --out {report}"))
        .ends(0);
    let (diff, write) =
        (format!("diff {report} {report}"), format!("baseline write {report} --out x --reason 'So.'"));
    for (line, answer) in [
        (format!("{diff} --only overlng/*"), "did you mean `overlong/*`?"),
        (format!("{diff} --decoder codec/events-rfc3639"), "did you mean `codec/events-rfc3629`?"),
        (format!("{write} --cause accepts-surogate"), "did you mean `accepts-surrogate`"),
        (format!("{write} --decoder codec/events-rfc3639"), "did you mean `codec/events-rfc3629`?"),
    ] {
        typed(&line).refuses(answer);
    }
}
