//! What adapters leave behind.

use super::world::{
    MARKED, NEVER, World, ask, assert_all_but, assert_nothing_is_left, assert_prompt, broken, crashed,
    failure, impatient, patient,
};
use illformed::adapter::process::Supervision;
use illformed::judge::Response;
use std::time::Instant;

#[test]
fn a_death_is_noticed_though_a_child_of_it_holds_the_output_open() {
    let body = "
        marked() { kill -9 $$; }
        sleep 1000 &
        echo $! >> \"$FOLDER/pids\"
        greet; serve";
    let start = Instant::now();
    let mut world = World::open(body, Supervision { answer_limit: NEVER, ..patient() });
    assert_all_but(&world.ask(), &[(MARKED, crashed("killed by signal 9"))]);
    assert_prompt(start);
    assert_nothing_is_left(&world.close());
}

#[test]
fn a_death_is_noticed_though_the_one_that_holds_the_output_open_left_the_group() {
    // It cannot be killed with the group, so it goes by itself. Where there is no `setsid` it does not leave.
    let body = "
        marked() { kill -9 $$; }
        $(command -v setsid) sleep 30 &
        greet; serve";
    let start = Instant::now();
    let responses = ask(body, Supervision { answer_limit: NEVER, ..patient() });
    assert_all_but(&responses, &[(MARKED, crashed("killed by signal 9"))]);
    assert_prompt(start);
}

#[test]
fn a_death_before_hello_is_noticed_though_a_child_of_it_holds_the_output_open() {
    let start = Instant::now();
    let supervision = Supervision { hello_limit: NEVER, ..patient() };
    assert_eq!(failure("sleep 1000 & exit 3", supervision), broken("hello: exited with code 3"));
    assert_prompt(start);
}

#[test]
fn what_a_hung_adapter_waits_for_is_killed_with_it() {
    let body = "
        marked() { sleep 1000 & echo $! >> \"$FOLDER/pids\"; wait; }
        greet; serve";
    let mut world = World::open(body, impatient());
    let limit = impatient().answer_limit;
    assert_all_but(&world.ask(), &[(MARKED, Response::TimedOut(limit))]);
    assert_nothing_is_left(&world.close());
}

#[test]
fn what_a_good_adapter_started_ends_with_the_session() {
    let body = "
        marked() { answer; }
        sleep 1000 &
        echo $! >> \"$FOLDER/pids\"
        greet; serve";
    let mut world = World::open(body, patient());
    assert_all_but(&world.ask(), &[]);
    assert_nothing_is_left(&world.close());
}

#[test]
fn one_that_does_not_heed_the_end_of_its_input_is_killed_with_the_session() {
    let body = "
        marked() { answer; }
        echo $$ >> \"$FOLDER/pids\"
        greet; serve
        sleep 1000 & echo $! >> \"$FOLDER/pids\"
        trap '' TERM; wait";
    let mut world = World::open(body, patient());
    assert_all_but(&world.ask(), &[]);
    let start = Instant::now();
    assert_nothing_is_left(&world.close());
    assert_prompt(start);
}
