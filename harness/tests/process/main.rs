//! Adapters that misbehave on purpose, each a few lines of POSIX shell. A table says what each does and what a run must
//! make of it: the verdict of every case, the exit code, and no process of its group left behind. Cases that the adapter did not spoil
//! lose nothing.
//!
//! Limits are short only where a missing answer is the point. Elsewhere they are far longer than a loaded machine needs,
//! and a test that waits for one of them fails because of the time that it takes.

#![cfg_attr(not(unix), expect(unused, reason = "the adapters are run by a shell"))]
#![cfg_attr(unix, expect(clippy::unwrap_used, reason = "a test that unwraps fails with the place, here too"))]

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
mod interrupted;
#[cfg(target_os = "linux")]
mod kills;
#[cfg(unix)]
mod row;
#[cfg(unix)]
mod rows;
#[cfg(unix)]
mod seen;
#[cfg(unix)]
mod sessions;
#[cfg(unix)]
mod shell;
#[cfg(unix)]
mod waiting;

/// How many tests run at the same time unless the user says otherwise. Most of the time they wait.
#[cfg(unix)]
const AT_A_TIME: usize = 8;

/// Tests of functions without arguments, named after them.
#[cfg(unix)]
macro_rules! trials {
    ($($module:ident: $($test:ident),+;)+) => {
        [$($(trial(concat!(stringify!($module), "::", stringify!($test)), $module::$test),)+)+]
    };
}

#[cfg(unix)]
fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(AT_A_TIME);
    // What takes longest starts first.
    let mut trials = Vec::new();
    #[cfg(target_os = "linux")]
    trials.extend(trials!(
        kills: random_kills_lose_no_verdict_but_those_in_flight;
        sessions: what_left_its_group_is_not_ended_and_holds_up_no_session;
        interrupted: what_an_interrupted_run_unpacked_is_gone;
    ));
    trials.extend(trials!(
        interrupted: a_machine_that_stood_still_for_longer_than_the_timeout_accuses_nobody_of_hanging,
            an_interrupted_run_ends_its_adapters_and_writes_a_report_that_says_so,
            an_interrupted_sweep_ends_and_the_cases_are_asked,
            the_second_interrupt_ends_everything_at_once,
            two_interrupts_in_quick_succession_leave_no_adapter;
        rows: every_expectation_can_fail;
        sessions: a_megabyte_goes_through_in_both_directions,
            a_program_that_is_not_there_is_absent_and_one_that_cannot_run_is_broken,
            an_adapter_that_writes_much_and_does_not_read_meanwhile_does_not_block,
            nothing_is_asked_after_an_interruption,
            what_an_unpacked_adapter_writes_of_its_own_file_is_the_same_in_each_run,
            what_a_dead_program_wrote_is_received_however_late_its_reader_is;
    ));
    trials.extend(rows::rows().into_iter().map(|row| {
        Trial::test(format!("rows::{}", row.name), move || match row.differences(&seen::Seen::of(&row)) {
            differences if differences.is_empty() => Ok(()),
            differences => Err(differences.join("\n").into()),
        })
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

#[cfg(unix)]
fn trial(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}
