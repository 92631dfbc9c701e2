//! An adapter that is killed at random moments loses no verdict but those that were in flight, and leaves nothing behind.

use crate::row::vectors;
use crate::sessions::ask;
use crate::shell::registered;
use crate::waiting::NEVER;
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::process::{ProcessAdapter, Supervision};
use illformed_judge::judge::Response;
use illformed_vectors::{Input, Vector};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::process;
use std::time::{Duration, Instant};
use std::{fs, thread};

const KILLS: usize = 100;

const PROGRAM: &str = "killed.sh";

pub(crate) fn random_kills_lose_no_verdict_but_those_in_flight() {
    let supervision = Supervision {
        hello_limit: NEVER,
        answer_limit: NEVER,
        window: 64,
        max_crashes: usize::MAX,
        ..Supervision::default()
    };
    // As if it came with illformed: it is unpacked into a folder of its own.
    let adapter = ProcessAdapter::registered(registered(PROGRAM, "marked() { answer; }"), supervision);
    let mut session = adapter.open().expect("the adapter introduces itself");
    let (_, folder) = running().expect("it is a child of ours");
    assert!(folder.is_dir(), "{} is where it was unpacked", folder.display());

    let is_of_bytes = |vector: &Vector| matches!(vector.input, Input::Bytes(_));
    let inputs: Vec<Input> = vectors(is_of_bytes).map(|case| case.input().clone()).collect();
    let undisturbed = ask(session.as_mut(), &inputs, &|| {});
    assert!(undisturbed.iter().all(|response| matches!(response, Response::Observed(_))));

    let (random, killed) = (Cell::new(0x9E37_79B9_7F4A_7C15_u64), RefCell::new(Vec::new()));
    let below = |limit: u64| {
        let mut number = random.get();
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        random.set(number);
        (number >> 16) % limit
    };
    // One process after another, each after some answers and some time.
    let until = Cell::new(below(400));
    let kill_at_random = || {
        until.set(until.get().saturating_sub(1));
        if until.get() > 0 || killed.borrow().len() == KILLS {
            return;
        }
        let Some((process, _)) = running().filter(|(process, _)| killed.borrow().last() != Some(process))
        else {
            return;
        };
        thread::sleep(Duration::from_micros(below(3000)));
        kill(Pid::from_raw(process), Signal::SIGKILL).expect("it is ours");
        killed.borrow_mut().push(process);
        until.set(below(400));
    };
    let (mut lost, start) = (0, Instant::now());
    while killed.borrow().len() < KILLS && start.elapsed() < NEVER {
        let before = killed.borrow().len();
        let responses = ask(session.as_mut(), &inputs, &kill_at_random);
        let different = responses.iter().zip(&undisturbed).filter(|(response, right)| response != right);
        let different: Vec<&Response> = different.map(|(response, _)| response).collect();
        for response in &different {
            let (Response::Crashed(how) | Response::Among { how, .. }) = response else {
                panic!("{response:?} is no word for a kill")
            };
            assert!(how.starts_with("killed by signal 9"), "{how}");
        }
        // A kill after the last answer of a round is seen in the next one.
        let kills = killed.borrow().len() - before;
        assert!(different.len() <= kills + 1, "{} of {kills}", different.len());
        lost += different.len();
    }
    assert_eq!(killed.borrow().len(), KILLS);
    assert!((1..=KILLS).contains(&lost), "some kills hit a request in flight: {lost}");

    // The last kill may have come after the last answer.
    ask(session.as_mut(), &inputs, &|| {});
    // What is asked now is answered as ever.
    assert!(ask(session.as_mut(), &inputs, &|| {}) == undisturbed);
    drop(session);
    assert_eq!(running(), None);
    let killed = killed.into_inner();
    let left = children().into_iter().find(|process| killed.contains(process));
    assert_eq!(left, None, "no process and no zombie is left");
    // All sessions of an adapter share what was unpacked.
    drop(adapter);
    assert!(!folder.exists(), "{} is left", folder.display());
}

/// The process of the adapter, and the folder where it was unpacked.
fn running() -> Option<(i32, PathBuf)> {
    children().into_iter().find_map(|process| {
        let line = fs::read_to_string(format!("/proc/{process}/cmdline")).ok()?;
        let mut words = line.split('\0').skip_while(|word| !word.ends_with(PROGRAM));
        Some((process, words.nth(1)?.into()))
    })
}

/// All processes whose parent is this one, zombies too.
fn children() -> Vec<i32> {
    let entries = fs::read_dir("/proc").expect("there is /proc").flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let is_child = |process: &i32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // Behind the name, which stands in parentheses and may contain anything: state, parent.
        let parent = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1)?.parse::<i32>().ok());
        parent == i32::try_from(process::id()).ok()
    };
    numbers.filter(is_child).collect()
}
