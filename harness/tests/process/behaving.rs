//! Adapters that keep the contract, in odd ways.

use super::world::{INPUTS, MARKED, World, ask, assert_all_but, echoed, patient};
use illformed::ask::adapter::process::Supervision;
use illformed_judge::judge::Response;
use illformed_vectors::Input;

#[test]
fn a_good_adapter_is_heard_out() {
    assert_all_but(&ask("marked() { answer; }; greet; serve", patient()), &[]);
}

#[test]
fn late_answers_in_one_batch_are_right() {
    let body = "
        greet
        until [ \"$seq\" = 39 ]; do request; all=\"$all$(answer)
\"; done
        sleep 1
        printf %s \"$all\"
        request";
    assert_all_but(&ask(body, patient()), &[]);
}

#[test]
fn a_slow_start_crlf_spaces_any_order_and_unknown_keys_are_right() {
    let body = r#"
        read -r hello
        sleep 1
        introduce | sed -e 's/,/ , /g' -e 's/{/ { "new":{"x":[null]},/' -e "s/\$/$(printf '\r')/"
        while request; do
            printf ' { "out" : "%s","new":[1.5,{}],"answer":"accept", "seq":%s } \r\n' "$bytes" "$seq"
        done"#;
    assert_all_but(&ask(body, patient()), &[]);
}

#[test]
fn a_skip_carries_its_reason_and_the_locale_is_fixed() {
    let body = r#"
        marked() { echo "{\"seq\":$seq,\"answer\":\"skip\",\"why\":\"locale $LC_ALL\"}"; }
        greet; serve"#;
    assert_all_but(&ask(body, patient()), &[(MARKED, Response::Skipped("locale C.UTF-8".to_owned()))]);
}

#[test]
fn the_end_of_its_input_lets_it_end() {
    let mut world = World::open("marked() { answer; }; greet; serve; : > \"$FOLDER/ended\"", patient());
    assert_all_but(&world.ask(), &[]);
    let folder = world.close();
    assert!(folder.path().join("ended").exists(), "it was killed before it could end");
}

#[test]
fn a_flood_on_standard_error_does_not_stop_it_and_its_end_is_kept() {
    let body = "
        flood=0123456789abcdef
        while [ ${#flood} -lt 16384 ]; do flood=$flood$flood; done
        marked() {
            for round in 1 2 3 4 5 6 7 8; do
                for part in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo \"$flood\" >&2; done
            done
            echo 'the last words' >&2
            answer
        }
        greet; serve";
    let mut world = World::open(body, patient());
    assert_all_but(&world.ask(), &[]);
    let text = world.session.close();
    assert!(text.ends_with("the last words\n"));
    // 8 times 20 lines of 16,385 bytes, and 15 bytes.
    let (note, kept) = text.split_once('\n').expect("a line says what is cut");
    let kept = kept.len();
    assert_eq!(note, format!("[the first {} bytes are cut]", 8 * 20 * 16_385 + 15 - kept));
    assert!((1 << 10..=64 << 10).contains(&kept), "{kept} bytes are kept");
}

#[test]
fn one_that_writes_much_and_does_not_read_meanwhile_does_not_block_us() {
    // Requests of 240 kB and answers of 2.6 MB: both pipes are full most of the time.
    let body = r#"
        pad=0123456789abcdef
        while [ ${#pad} -lt 65536 ]; do pad=$pad$pad; done
        greet
        while request; do
            echo "{\"seq\":$seq,\"pad\":\"$pad\",\"answer\":\"accept\",\"out\":\"$bytes\"}"
        done"#;
    let inputs: Vec<Input> = (0..INPUTS).map(|byte| Input::Bytes(vec![byte; 3000])).collect();
    let responses = World::open(body, patient()).ask_all(&inputs);
    let expected: Vec<Response> = inputs.iter().map(echoed).collect();
    assert!(responses == expected, "an answer is not what was asked");
}

#[test]
fn a_megabyte_goes_through_in_both_directions() {
    // A `sed` a request: it reads ahead, which does no harm while one request is outstanding.
    let body = r#"
        greet
        while :; do
            answer=$(sed -e 's/"op":"decode",//; s/"decoder":"echo"/"answer":"accept"/; s/bytes/out/; q')
            [ -n "$answer" ] || exit 0
            printf '%s\n' "$answer"
        done"#;
    let inputs = [0xC3, 0x00, 0x7F].map(|byte| Input::Bytes(vec![byte; 1 << 20]));
    let responses = World::open(body, Supervision { window: 1, ..patient() }).ask_all(&inputs);
    let expected: Vec<Response> = inputs.iter().map(echoed).collect();
    assert!(responses == expected, "a megabyte came back changed");
}
