//! Adapters that do not answer in time, and interruptions of a wait.

use crate::row::{CASES, Row};
use crate::seen::Reasked;

pub(crate) fn rows() -> Vec<Row> {
    let no_answer = "timed-out: no answer in 500 ms";
    vec![
        Row::marked("hangs", "sleep 100").waits().fails(no_answer),
        Row::marked("hangs_the_first_time", "if first_time; then sleep 100; else answer; fi")
            .waits()
            .fails("timed-out: no answer in 500 ms, cases 12 to 21")
            .reasked(Reasked::Unstable),
        Row::marked("answers_late", "sleep 1; answer").waits().fails(no_answer),
        Row::marked("hangs_in_the_middle_of_a_line", "printf '{\"seq\":'; sleep 100")
            .waits()
            .fails(no_answer),
        Row::new(
            "does_not_answer_the_last_case",
            // It does not know which one is the last, and holds each answer back until the next request.
            "
            greet
            while request; do
                printf %s \"$owed\"
                owed=$(answer)'\n'
            done",
        )
        .waits()
        .case(CASES - 1, no_answer)
        .exits(&[1]),
        Row::new(
            "hangs_too_often",
            "greet; while request; do case $bytes in c2a9 | 24) sleep 100 ;; esac; answer; done",
        )
        .waits()
        .with(|supervision| supervision.max_hangs = 1)
        .case(8, no_answer)
        .range(10..CASES, "not-asked: given up after 1 missing answers")
        .exits(&[3, 1]),
        Row::marked("is_interrupted_while_it_hangs", ": > \"$FOLDER/waits\"; sleep 100").interrupted(1),
        Row::new(
            "is_interrupted_while_it_is_started_again",
            "
            marked() { kill -9 $$; }
            if ! first_time; then : > \"$FOLDER/waits\"; sleep 100; fi
            greet; serve",
        )
        .interrupted(2),
    ]
}
