//! Adapters that do not answer.

use super::world::{
    INPUTS, MARKED, World, among, ask, assert_all_but, assert_prompt, impatient, inputs, interrupt_when,
    not_asked, patient,
};
use illformed::ask::adapter::process::Supervision;
use illformed_judge::judge::Response;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

#[test]
fn one_hang_costs_one_case() {
    let responses = ask("marked() { sleep 100; }; greet; serve", impatient());
    assert_all_but(&responses, &[(MARKED, Response::TimedOut(impatient().answer_limit))]);
}

#[test]
fn a_hang_that_does_not_come_again_is_marked() {
    let body = "marked() { if first_time; then sleep 100; else answer; fi; }; greet; serve";
    let limit = impatient().answer_limit.as_millis();
    let marked = among(&format!("no answer in {limit} ms, not reproduced alone"));
    assert_all_but(&ask(body, impatient()), &[(MARKED, marked)]);
}

#[test]
fn after_too_many_hangs_the_rest_is_not_asked() {
    let body = "
        greet
        while request; do
            case $bytes in 05 | 0a) sleep 100 ;; esac
            answer
        done";
    let responses = ask(body, Supervision { max_hangs: 1, ..impatient() });
    let mut expected = vec![(0x05, Response::TimedOut(impatient().answer_limit))];
    expected.extend(not_asked(0x0A..INPUTS.into(), "given up after 1 missing answers"));
    assert_all_but(&responses, &expected);
}

#[test]
fn an_interruption_ends_a_wait_and_the_rest_is_not_asked() {
    let supervision = patient();
    let mut world = World::open("marked() { sleep 100; }; greet; serve", supervision.clone());
    let answers = Arc::new(AtomicUsize::new(0));
    let user = {
        let (answers, interrupted) = (Arc::clone(&answers), supervision.interrupted);
        interrupt_when(interrupted, move || answers.load(Ordering::Relaxed) == MARKED)
    };
    let start = Instant::now();
    let mut responses = Vec::new();
    world.session.ask(0, &inputs().iter().collect::<Vec<_>>(), &mut |_, response| {
        responses.push(response);
        answers.fetch_add(1, Ordering::Relaxed);
    });
    user.join().unwrap();
    assert_prompt(start);
    assert_all_but(&responses, &not_asked(MARKED..INPUTS.into(), "interrupted"));
    // Nothing is started any more.
    assert_all_but(&world.ask(), &not_asked(0..INPUTS.into(), "interrupted"));
}

#[test]
fn an_interruption_of_a_restart_is_told_as_one() {
    let body = "
        marked() { kill -9 $$; }
        if ! first_time; then : > \"$FOLDER/waits\"; sleep 100; fi
        greet; serve";
    let supervision = patient();
    let mut world = World::open(body, supervision.clone());
    let waits = world.folder.path().join("waits");
    let user = interrupt_when(supervision.interrupted, move || waits.exists());
    let start = Instant::now();
    let responses = world.ask();
    user.join().unwrap();
    assert_prompt(start);
    assert_all_but(&responses, &not_asked(MARKED..INPUTS.into(), "interrupted"));
}
