//! Unusual adapters that keep the contract: no case loses its verdict.

use crate::row::{CASES, Row, standard};
use crate::seen::Reasked;

pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row::marked("answers_right", "answer"),
        // Another sequence of cases has another end, for which this would wait.
        Row::new("holds_all_answers_back_and_writes_them_at_once", holds_answers_back())
            .reasked(Reasked::Never),
        Row::new(
            "starts_slowly_and_writes_crlf_spaces_and_unknown_keys_in_any_order",
            r#"
            read -r hello
            sleep 0.5
            introduce | sed -e 's/,/ , /g' -e 's/{/ { "new":{"x":[null]},/' -e "s/\$/$(printf '\r')/"
            while request; do
                printf ' { "out" : "%s","new":[1.5,{}],"answer":"accept", "seq":%s } \r\n' "$bytes" "$seq"
            done"#,
        ),
        Row::marked("declines_a_case_with_a_reason_and_has_a_fixed_locale", r#"skip "locale $LC_ALL""#)
            .gets("declined: locale C.UTF-8"),
        Row::new(
            "ends_by_itself_at_the_end_of_its_input",
            "marked() { answer; }; greet; serve; echo ended >&2",
        )
        .stderr(|text| text == "ended\n"),
        Row::marked(
            "floods_its_standard_error",
            "letters 64000000 >&2; echo >&2; echo 'the last words' >&2; answer",
        )
        .stderr(|text| {
            let (note, kept) = text.split_once('\n').unwrap_or_default();
            // The letters, and 16 bytes behind them.
            let cut = (64_000_000 + 16_usize).saturating_sub(kept.len());
            note == format!("[the first {cut} bytes are cut]")
                && (1 << 10..=64 << 10).contains(&kept.len())
                && kept.ends_with("x\nthe last words\n")
        }),
        Row::new(
            "claims_offsets_and_gives_none",
            "
            at=valid_up_to
            greet
            while request; do
                case $bytes in
                    2fc0ae2e2f) reject ',\"out\":\"2f\"' ;;
                    f08282ac) reject ;;
                    *) answer ;;
                esac
            done",
        )
        .of(standard)
        .unchecked("at"),
    ]
}

fn holds_answers_back() -> String {
    let last = CASES - 1;
    format!(
        "
        greet
        until [ \"$seq\" = {last} ]; do request; all=\"$all$(answer)
\"; done
        sleep 0.2
        printf %s \"$all\"
        request"
    )
}
