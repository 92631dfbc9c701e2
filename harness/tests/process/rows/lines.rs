//! Adapters whose lines are no answers, or not those that were asked for.

use crate::row::{CASES, LIMIT, MARKED, Row, two_hundred};
use crate::seen::Reasked;

const NO_OBJECT: &str = "no answer: not a JSON object; it wrote ";

/// The answer to the case that follows the marked one instead of the one to the marked case.
const SKIPS_ONE: &str =
    "answer to request 13, expected 12; it wrote `{\"seq\":13,\"answer\":\"accept\",\"out\":\"f0908d88\"}`";

/// A second answer to the marked case instead of the one to the next case.
const SECOND: &str =
    "answer to request 12, expected 13; it wrote `{\"seq\":12,\"answer\":\"accept\",\"out\":\"e282ac\"}`";

const GIVEN_UP: &str = "not-asked: given up after 5 protocol errors";

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = once();
    rows.extend(again_and_again());
    rows
}

/// Adapters that never keep the protocol for long, and one that breaks it now and then.
fn again_and_again() -> [Row; 4] {
    let twice = Row::new("answers_each_request_twice", "greet; while request; do answer; answer; done");
    let twice = (0..5).fold(twice, |row, pair| {
        row.case(2 * pair + 1, "protocol-error: answer to request 0, expected 1; it wrote…")
    });
    [
        twice.range(11..CASES, GIVEN_UP).exits(&[3, 1]).reasked(Reasked::Any),
        Row::new(
            "answers_every_two_requests_in_the_opposite_order",
            "greet; while request; do first=$(answer); request || exit; answer; echo \"$first\"; done",
        )
        .with(|supervision| supervision.answer_limit = LIMIT)
        .range(0..5, "protocol-error: answer to request 1, expected 0; it wrote…")
        .range(5..CASES, GIVEN_UP)
        .exits(&[3, 1])
        .reasked(Reasked::Any),
        Row::new("writes_nothing_but_garbage", "greet; while request; do echo oops; done")
            .range(0..5, format!("protocol-error: {NO_OBJECT}`oops`"))
            .range(5..CASES, GIVEN_UP)
            .exits(&[3, 1]),
        Row::new(
            "writes_garbage_after_a_hundred_answers",
            "
            if first_time; then nth=10; else nth=120; fi
            greet
            while request; do if [ $seq = $nth ]; then echo oops; else answer; fi; done",
        )
        .of(two_hundred)
        .with(|supervision| supervision.max_faults = 1)
        .case(10, format!("protocol-error: {NO_OBJECT}`oops`"))
        .case(131, format!("protocol-error: {NO_OBJECT}`oops`"))
        .exits(&[3, 1])
        .reasked(Reasked::Never),
    ]
}

fn once() -> Vec<Row> {
    let marked = |name, act: &str, why: &str| Row::marked(name, act).breaks_protocol(MARKED, why);
    let quoted = |what: &str| format!("{NO_OBJECT}{what}");
    vec![
        marked(
            "answers_under_the_number_of_the_next_request",
            "seq=$((seq + 1)); answer",
            "answer to request 13, expected 12; it wrote `{\"seq\":13,\"answer\":\"accept\",\"out\":\"e282ac\"}`",
        ),
        Row::marked("answers_twice", "answer; answer")
            .breaks_protocol(MARKED + 1, SECOND)
            .reasked(Reasked::Depends),
        // The answer to a request that is asked alone never comes.
        marked("leaves_an_answer_out", ":", SKIPS_ONE)
            .with(|supervision| supervision.answer_limit = LIMIT)
            .reasked(Reasked::Any),
        marked("swaps_two_answers", "first=$(answer); request; answer; echo \"$first\"", SKIPS_ONE)
            .with(|supervision| supervision.answer_limit = LIMIT)
            .reasked(Reasked::Any),
        marked(
            "writes_garbage_before_an_answer",
            "echo 'Segmentation fault'; answer",
            &quoted("`Segmentation fault`"),
        ),
        marked("writes_an_empty_line", "echo; answer", &quoted("an empty line")),
        marked("writes_garbage_and_exits", "echo oops; exit 3", &quoted("`oops`; exited with code 3")),
        marked("writes_garbage_and_kills_itself", "echo oops; kill -9 $$", &quoted("`oops`; killed by signal 9")),
        marked(
            "writes_a_line_that_is_not_utf8",
            r"printf 'a\377\n'; answer",
            "a line is not UTF-8; it wrote the bytes 61ff",
        ),
        marked(
            "answers_with_an_unknown_word",
            r#"echo "{\"seq\":$seq,\"answer\":\"maybe\"}""#,
            "unknown answer `maybe`; it wrote `{\"seq\":12,\"answer\":\"maybe\"}`",
        ),
        Row::new(
            "answers_with_text_though_it_declares_none",
            "
            kind=validate out=none
            greet
            while request; do
                case $bytes in e282ac) answer 41 ;; *) echo \"{\\\"seq\\\":$seq,\\\"answer\\\":\\\"accept\\\"}\" ;; esac
            done",
        )
        .breaks_protocol(
            MARKED,
            "text `41` from a decoder that declares none; \
            it wrote `{\"seq\":12,\"answer\":\"accept\",\"out\":\"41\"}`",
        ),
        Row::marked("writes_lines_without_end", "while :; do answer; done")
            .breaks_protocol(MARKED + 1, SECOND)
            .reasked(Reasked::Any),
        marked(
            "writes_a_line_of_100_megabytes",
            "letters 100000000; echo",
            "a line of more than 33554432 bytes; it wrote `xxx…",
        ),
        Row::new("writes_a_line_over_the_limit_after_one_at_the_limit", OVER_THE_LIMIT)
            .breaks_protocol(MARKED, &too_long())
            .with(|supervision| supervision.max_line_bytes = 10_000),
        Row::new("writes_a_line_over_the_limit_behind_others_in_one_piece", OVER_THE_LIMIT_BEHIND_OTHERS)
            .breaks_protocol(MARKED, &too_long())
            .with(|supervision| supervision.max_line_bytes = 10_000)
            .reasked(Reasked::Any),
    ]
}

/// The case before the marked one is answered by a line that is just short enough.
const OVER_THE_LIMIT: &str = r#"
    marked() { printf '%10001s' ''; answer; }
    greet
    while request; do
        case $bytes in
            c2a2) plain=$(answer); printf "%$((10000 - ${#plain}))s%s\n" '' "$plain" ;;
            e282ac) marked ;;
            *) answer ;;
        esac
    done"#;

/// What follows the blanks must not be taken for a line of its own. The shell would write in pieces, `cat` does not.
const OVER_THE_LIMIT_BEHIND_OTHERS: &str = r#"
    marked() {
        printf '%s%10001s%s\n' "$all" '' "$(answer)" > "$FOLDER/lines"
        cat "$FOLDER/lines"
        exit
    }
    greet
    if first_time; then
        while request; do
            if [ "$bytes" = e282ac ]; then marked; fi
            all="$all$(answer)
"
        done
    fi
    marked() { answer; }
    serve"#;

/// A line of blanks is quoted by its start; its end is not read.
fn too_long() -> String {
    format!("a line of more than 10000 bytes; it wrote `{}…` (10001 bytes)", " ".repeat(120))
}
