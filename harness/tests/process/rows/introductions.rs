//! Adapters that do not introduce themselves, or not as the contract says: nothing is asked.

use crate::row::{LIMIT, Row};

/// Name, what it does after hello, and why it is broken.
const AFTER_HELLO: [(&str, &str, &str); 11] = [
    ("introduces_itself_without_json", "echo hello", "adapter line: not a JSON object; it wrote `hello`"),
    (
        "introduces_itself_without_utf8",
        r"printf 'a\377\n'",
        "hello: a line is not UTF-8; it wrote the bytes 61ff",
    ),
    (
        "speaks_another_protocol",
        "introduce | sed 's/\"protocol\":1/\"protocol\":2/'",
        "adapter line: speaks protocol 2, expected 1; it wrote `{…",
    ),
    (
        "has_no_decoder",
        "introduce | sed 's/\"decoders\":1/\"decoders\":0/'",
        "adapter line: has no decoder; it wrote `{…",
    ),
    (
        "claims_an_unknown_profile",
        "introduce | sed s/rfc3629/rfc9999/",
        "decoder line of `echo`: unknown profile `rfc9999`; it wrote `{…",
    ),
    (
        "has_two_decoders_of_one_name",
        "introduce | sed -e 's/\"decoders\":1/\"decoders\":2/' -e '$p'",
        "hello: two decoders are named `echo`; it wrote `{…",
    ),
    (
        "introduces_fewer_decoders_than_it_announces",
        "introduce | sed 's/\"decoders\":1/\"decoders\":2/'; exit",
        "hello: exited with code 0",
    ),
    (
        "answers_before_it_is_asked",
        // One write: of two the second may arrive after the introduction was read, and is then an answer.
        r#"all=$(introduce; seq=0; reject); printf '%s\n' "$all""#,
        "hello: a line more than its decoders; it wrote `{\"seq\":0,\"answer\":\"reject\"}`",
    ),
    (
        "ends_after_a_line_that_is_no_introduction",
        "echo 'bad interpreter'; exit 126",
        "adapter line: not a JSON object; it wrote `bad interpreter`; exited with code 126",
    ),
    ("kills_itself_before_it_introduces_itself", "kill -9 $$", "hello: killed by signal 9"),
    (
        "says_why_it_ends_before_it_introduces_itself",
        "echo 'some more' >&2; echo 'cannot load libdecoder.so' >&2; exit 127",
        "hello: exited with code 127; standard error: cannot load libdecoder.so",
    ),
];

pub(crate) fn rows() -> Vec<Row> {
    let row = |(name, act, why): (&'static str, &str, &str)| {
        Row::new(name, format!("read -r hello; {act}; read -r nothing")).broken(why)
    };
    let mut rows: Vec<Row> = AFTER_HELLO.map(row).into();
    let silent = Row::new("never_introduces_itself", "read -r hello; sleep 100")
        .with(|supervision| supervision.hello_limit = LIMIT)
        .broken("hello: nothing in 500 ms");
    rows.push(Row { least: LIMIT, ..silent });
    rows.push(
        Row::new("dies_before_hello_with_a_child_at_its_pipes", "child; exit 3")
            .broken("hello: exited with code 3"),
    );
    rows
}
