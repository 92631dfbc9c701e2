//! Adapters that leave processes behind.

use crate::row::Row;

const KILLED: &str = "crashed: killed by signal 9";
const NO_ANSWER: &str = "timed-out: no answer in 500 ms";

pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row::new("dies_with_a_child_at_its_pipes", "marked() { kill -9 $$; }; child; greet; serve")
            .fails(KILLED),
        Row::marked("hangs_because_of_a_child", "child; wait").waits().fails(NO_ANSWER),
        Row::marked("leaves_a_child_without_a_parent_and_dies", "orphan 'sleep 1000'; kill -9 $$")
            .fails(KILLED),
        Row::marked("leaves_a_child_without_a_parent_and_hangs", "orphan 'sleep 1000'; sleep 1000")
            .waits()
            .fails(NO_ANSWER),
        Row::new("ends_before_a_child", "marked() { answer; }; child; greet; serve"),
        Row::new(
            "ignores_the_end_of_its_input_and_signals",
            "marked() { answer; }; greet; serve; child; trap '' TERM; wait",
        ),
        // The child is not killed and ends by itself. Without `setsid` it does not leave.
        Row::new(
            "dies_with_a_child_of_another_group_at_its_pipes",
            "marked() { kill -9 $$; }; $(command -v setsid) sleep 30 & greet; serve",
        )
        .fails(KILLED),
    ]
}
