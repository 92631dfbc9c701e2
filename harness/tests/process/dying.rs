//! Adapters that die.

use super::world::{INPUTS, MARKED, among, ask, assert_all_but, crashed, not_asked, patient};
use illformed::ask::adapter::process::Supervision;

#[test]
fn one_crash_costs_one_case() {
    let responses = ask("marked() { kill -9 $$; }; greet; serve", patient());
    assert_all_but(&responses, &[(MARKED, crashed("killed by signal 9"))]);
}

#[test]
fn an_exit_before_the_end_of_the_input_is_a_crash_whatever_its_code() {
    for code in [0, 3] {
        let responses = ask(&format!("marked() {{ exit {code}; }}; greet; serve"), patient());
        assert_all_but(&responses, &[(MARKED, crashed(&format!("exited with code {code}")))]);
    }
}

#[test]
fn the_guilty_one_is_found_among_the_unanswered() {
    // The first process takes answers that it owes with it.
    let body = "
        marked() { kill -9 $$; }
        if first_time; then answer() { :; }; fi
        greet; serve";
    assert_all_but(&ask(body, patient()), &[(MARKED, crashed("killed by signal 9"))]);
}

#[test]
fn a_crash_that_does_not_come_again_is_marked() {
    let body = "marked() { if first_time; then kill -9 $$; else answer; fi; }; greet; serve";
    let marked = among("killed by signal 9, not reproduced alone");
    assert_all_but(&ask(body, patient()), &[(MARKED, marked)]);
}

#[test]
fn death_in_the_middle_of_a_line_is_a_crash_and_shows_the_line() {
    let body = "marked() { printf '{\"seq\":'; kill -9 $$; }; greet; serve";
    let how = "killed by signal 9, in the middle of a line; it wrote `{\"seq\":`";
    assert_all_but(&ask(body, patient()), &[(MARKED, crashed(how))]);
}

#[test]
fn one_that_closes_its_output_and_goes_on_is_as_good_as_dead() {
    let body = "marked() { exec >&-; sleep 100; }; greet; serve";
    assert_all_but(&ask(body, patient()), &[(MARKED, crashed("closed its standard output and went on"))]);
}

#[test]
fn after_too_many_crashes_the_rest_is_not_asked() {
    let body = "
        greet
        while request; do
            case $bytes in 05 | 0a | 0f | 14) exit 3 ;; esac
            answer
        done";
    let responses = ask(body, Supervision { max_crashes: 2, ..patient() });
    let died = crashed("exited with code 3");
    let mut expected = vec![(0x05, died.clone()), (0x0A, died)];
    expected.extend(not_asked(0x0F..INPUTS.into(), "given up after 2 restarts"));
    assert_all_but(&responses, &expected);
}

#[test]
fn a_death_before_hello_after_a_restart_is_not_the_end() {
    let body = "
        marked() { kill -9 $$; }
        echo start >> \"$FOLDER/starts\"
        case $(wc -l < \"$FOLDER/starts\") in *[23]) exit 3 ;; esac
        greet; serve";
    assert_all_but(&ask(body, patient()), &[(MARKED, crashed("killed by signal 9"))]);
}

#[test]
fn one_that_cannot_be_started_again_is_given_up_and_its_crash_is_not_forgotten() {
    let body = "
        marked() { kill -9 $$; }
        if ! first_time; then exit 3; fi
        greet; serve";
    let why = "could not be started again: hello: exited with code 3";
    let mut expected = vec![(MARKED, among(&format!("killed by signal 9, {why}")))];
    expected.extend(not_asked(MARKED + 1..INPUTS.into(), why));
    assert_all_but(&ask(body, patient()), &expected);
}

#[test]
fn one_that_changes_its_decoders_is_not_asked_again_and_its_crash_is_not_forgotten() {
    let body = "
        marked() { kill -9 $$; }
        read -r hello
        if first_time; then introduce; else introduce | sed 's/keep/strip/'; fi
        serve";
    let why = "could not be started again: introduces other decoders after a restart";
    let mut expected = vec![(MARKED, among(&format!("killed by signal 9, {why}")))];
    expected.extend(not_asked(MARKED + 1..INPUTS.into(), why));
    assert_all_but(&ask(body, patient()), &expected);
}
