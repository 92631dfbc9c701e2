//! What adapters leave behind.

use super::world::{
    MARKED, NEVER, World, ask, assert_all_but, assert_nothing_is_left, assert_prompt, broken, crashed,
    failure, impatient, is_alive, patient,
};
use illformed::ask::adapter::process::Supervision;
use illformed_judge::judge::Response;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

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
    // Elsewhere than on Linux it cannot be killed, so it goes by itself. Where there is no `setsid` it does not leave.
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

/// Starts a process that has nothing to do with its adapter any more: a parent that ended, a session of its own, no pipe.
#[cfg(target_os = "linux")]
const DAEMON: &str = r#"
daemon() {
    setsid sh -c 'setsid sleep 1000 </dev/null >/dev/null 2>&1 & echo $! >> "$0/pids"' "$FOLDER" \
        </dev/null >/dev/null 2>&1
}
"#;

#[cfg(target_os = "linux")]
#[test]
fn a_daemon_ends_with_its_adapter_however_that_ends() {
    let died = crashed("killed by signal 9");
    let hung = Response::TimedOut(impatient().answer_limit);
    for (marked, supervision, response) in [
        ("answer", patient(), None),
        ("kill -9 $$", patient(), Some(died)),
        ("sleep 1000", impatient(), Some(hung)),
    ] {
        let body = format!("{DAEMON} marked() {{ daemon; {marked}; }}\ngreet; serve");
        let mut world = World::open(&body, supervision);
        let responses = world.ask();
        assert_all_but(
            &responses,
            &response.map(|response| (MARKED, response)).into_iter().collect::<Vec<_>>(),
        );
        assert_nothing_is_left(&world.close());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_below_an_adapter_and_has_cleared_its_environment_is_ended_with_it() {
    let body = r#"
        marked() { answer; }
        setsid env -i sh -c 'echo $$ >> "$0/pids"; exec sleep 1000' "$FOLDER" </dev/null >/dev/null 2>&1 &
        until [ -s "$FOLDER/pids" ]; do sleep 0.01; done
        greet; serve"#;
    let mut world = World::open(body, patient());
    assert_all_but(&world.ask(), &[]);
    assert_nothing_is_left(&world.close());
}

#[cfg(target_os = "linux")]
#[test]
fn the_daemon_of_another_adapter_lives_as_long_as_that() {
    let body = format!("{DAEMON} marked() {{ answer; }}\ndaemon; greet; serve");
    let (one, mut other) = (World::open(&body, patient()), World::open(&body, patient()));
    let pids = fs::read_to_string(other.folder.path().join("pids")).expect("the daemon was started");
    assert_nothing_is_left(&one.close());
    thread::sleep(Duration::from_millis(50));
    assert!(pids.lines().all(is_alive), "{pids}");
    assert_all_but(&other.ask(), &[]);
    assert_nothing_is_left(&other.close());
}
