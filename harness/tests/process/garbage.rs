//! Adapters whose answer is none.

use super::world::{MARKED, ask, assert_all_but, patient};
use illformed::ask::adapter::process::Supervision;
use illformed_judge::judge::Response;

#[test]
fn a_line_that_is_no_answer_is_charged_to_the_oldest_request() {
    let unknown_word = "echo \"{\\\"seq\\\":$seq,\\\"answer\\\":\\\"maybe\\\"}\"";
    for (what, message) in [
        (
            "seq=$((seq + 1)); answer",
            "answer to request 18, expected 17; it wrote `{\"seq\":18,\"answer\":\"accept\",\"out\":\"11\"}`",
        ),
        ("echo 'Segmentation fault'; answer", "no answer: not a JSON object; it wrote `Segmentation fault`"),
        ("echo; answer", "no answer: not a JSON object; it wrote an empty line"),
        ("printf 'a\\377\\n'; answer", "a line is not UTF-8; it wrote the bytes 61ff"),
        (unknown_word, "unknown answer `maybe`; it wrote `{\"seq\":17,\"answer\":\"maybe\"}`"),
        ("echo oops; exit 3", "no answer: not a JSON object; it wrote `oops`; exited with code 3"),
        ("echo oops; kill -9 $$", "no answer: not a JSON object; it wrote `oops`; killed by signal 9"),
    ] {
        let responses = ask(&format!("marked() {{ {what}; }}; greet; serve"), patient());
        assert_all_but(&responses, &[(MARKED, Response::ProtocolError(message.to_owned()))]);
    }
}

#[test]
fn a_second_answer_is_charged_to_the_next_request() {
    let responses = ask("marked() { answer; answer; }; greet; serve", patient());
    let wrote = "it wrote `{\"seq\":17,\"answer\":\"accept\",\"out\":\"11\"}`";
    let message = format!("answer to request 17, expected 18; {wrote}");
    assert_all_but(&responses, &[(MARKED + 1, Response::ProtocolError(message))]);
}

/// What is said of a line of blanks: how it begins, and nothing of the end that it has since nobody reads it.
fn too_long() -> String {
    format!("a line of more than 10000 bytes; it wrote `{}…` (10001 bytes)", " ".repeat(120))
}

#[test]
fn a_line_over_the_limit_is_refused_and_one_at_the_limit_is_not() {
    let body = r#"
        marked() { printf '%10001s' ''; answer; }
        at_the_limit() {
            plain=$(answer)
            printf "%$((10000 - ${#plain}))s%s\n" '' "$plain"
        }
        greet
        while request; do
            case $bytes in
                10) at_the_limit ;;
                11) marked ;;
                *) answer ;;
            esac
        done"#;
    let supervision = Supervision { max_line_bytes: 10_000, ..patient() };
    let message = too_long();
    assert_all_but(&ask(body, supervision), &[(MARKED, Response::ProtocolError(message))]);
}

#[test]
fn a_line_over_the_limit_is_refused_behind_others_in_one_write() {
    // What stands behind the blanks must not pass for a line of its own.
    // The shell would write in pieces, `cat` does not.
    let body = r#"
        marked() {
            printf '%s%10001s%s\n' "$all" '' "$(answer)" > "$FOLDER/lines"
            cat "$FOLDER/lines"
            exit
        }
        greet
        if first_time; then
            while request; do
                if [ "$bytes" = 11 ]; then marked; fi
                all="$all$(answer)
"
            done
        fi
        marked() { answer; }
        serve"#;
    let supervision = Supervision { max_line_bytes: 10_000, ..patient() };
    let message = too_long();
    assert_all_but(&ask(body, supervision), &[(MARKED, Response::ProtocolError(message))]);
}
