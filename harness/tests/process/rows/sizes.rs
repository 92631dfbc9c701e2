//! Adapters whose texts are far too long, or too many, for a report.

use crate::row::{CASES, Row, standard, two_hundred};
use crate::seen::Reasked;

/// How many different reasons a record has groups for.
const REASONS: usize = 100;

pub(crate) fn rows() -> Vec<Row> {
    // Three cases of four are declined, each for another reason.
    let mut declines = Row::new(
        "declines_each_case_for_another_reason",
        "greet; while request; do if [ $((seq % 4)) = 0 ]; then answer; else skip \"costs $seq coins\"; fi; done",
    )
    .of(two_hundred)
    .reasked(Reasked::Never);
    for (before, case) in (0..200).filter(|case| case % 4 != 0).enumerate() {
        declines = declines.case(
            case,
            if before < REASONS {
                format!("declined: costs {case} coins")
            } else {
                "declined: another reason, after 100 different ones".to_owned()
            },
        );
    }
    vec![
        declines,
        Row::new(
            "introduces_itself_and_declines_in_texts_of_a_megabyte",
            "
            api=$(letters 1000000) implementation=$api version=$api
            marked() { echo \"$api\" >&2; skip \"$api\"; }
            greet; serve",
        )
        .gets(format!("declined: {}... 999,500 more bytes", "x".repeat(500))),
        Row::new(
            "answers_every_case_with_a_hundred_kilobytes",
            "text=$(letters 100000 | sed s/x/41/g); greet; while request; do answer $text; done",
        )
        .of(standard)
        .case(8, "fail: accepts-ill-formed")
        .case(15, "fail: accepts-ill-formed")
        .range(0..CASES + 2, "fail: wrong-text")
        .exits(&[1]),
    ]
}
