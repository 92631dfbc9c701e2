//! Adapters whose answers depend on more than the input: on earlier requests, on the process, or on chance.

use crate::row::{MARKED, Row};
use crate::seen::Reasked;

const FLAKY: &str = "flaky: different answers";

pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row::marked("answers_right_and_wrong_in_turn", "if [ $right ]; then right=; reject; else right=1; answer; fi")
            .repeated(2)
            .fails(FLAKY),
        Row::new(
            "puts_the_text_of_a_case_before_that_of_the_next",
            "
            marked() { answer; kept=$bytes; }
            answer() { echo \"{\\\"seq\\\":$seq,\\\"answer\\\":\\\"accept\\\",\\\"out\\\":\\\"$kept$bytes\\\"}\"; kept=; }
            greet; serve",
        )
        .case(MARKED + 1, "fail: wrong-text")
        // It follows the marked case when cases are asked again in the opposite order.
        .case(MARKED - 1, FLAKY)
        .exits(&[1])
        .reasked(Reasked::Depends),
        Row::new(
            "answers_wrongly_after_another_case",
            "
            marked() { if [ $seq -gt 0 ]; then reject; else answer; fi; }
            greet; serve",
        )
        .fails("fail: refuses-well-formed")
        .reasked(Reasked::Depends),
        Row::new(
            "answers_wrongly_in_every_second_process",
            "
            wrong=$(($(wc -l < \"$FOLDER/pids\") % 2))
            marked() { if [ $wrong = 0 ]; then reject; else answer; fi; }
            greet; serve",
        )
        .fails(FLAKY)
        .reasked(Reasked::Unstable),
        Row::marked(
            "answers_wrongly_every_third_time_in_any_process",
            "echo >> \"$FOLDER/times\"; if [ $(($(wc -l < \"$FOLDER/times\") % 3)) = 0 ]; then answer 41; else answer; fi",
        )
        .repeated(4)
        .fails(FLAKY)
        .reasked(Reasked::Unstable),
    ]
}
