//! An adapter that is killed at random moments loses no verdict but those that were in flight, and leaves nothing behind.
//! The test looks at all children of its process, so it starts a process that has this test alone.

use crate::row::vectors;
use crate::sessions::ask;
use crate::shell::PRELUDE;
use crate::waiting::NEVER;
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::process::{ProcessAdapter, Registered, Supervision};
use illformed_judge::judge::Response;
use illformed_vectors::{Input, Vector};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::path::PathBuf;
use std::process::{self, Command};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const KILLS: usize = 100;

const PROGRAM: &str = "right.sh";

/// Set in the process that has this test alone.
const ALONE: &str = "ILLFORMED_TEST_ALONE";

pub(crate) fn random_kills_lose_no_verdict_but_those_in_flight() {
    if env::var_os(ALONE).is_none() {
        let test = env::current_exe().expect("a test has a file");
        let name = concat!(module_path!(), "::random_kills_lose_no_verdict_but_those_in_flight");
        let (_, name) = name.split_once("::").expect("the crate comes first");
        let alone = Command::new(test).args(["--exact", name, "--nocapture"]).env(ALONE, "1").output();
        let alone = alone.expect("it starts");
        let stdout = String::from_utf8_lossy(&alone.stdout);
        let is_run = alone.status.success() && stdout.contains("1 passed");
        assert!(is_run, "{stdout}{}", String::from_utf8_lossy(&alone.stderr));
        return;
    }
    let supervision = Supervision {
        hello_limit: NEVER,
        answer_limit: NEVER,
        window: 64,
        max_crashes: usize::MAX,
        ..Supervision::default()
    };
    let adapter = ProcessAdapter::registered(right(), supervision);
    let mut session = adapter.open().expect("the adapter introduces itself");
    let (_, folder) = running().expect("it is a child of ours");
    assert!(folder.is_dir(), "{} is where it was unpacked", folder.display());

    let is_of_bytes = |vector: &Vector| matches!(vector.input, Input::Bytes(_));
    let inputs: Vec<Input> = vectors(is_of_bytes).map(|case| case.input().clone()).collect();
    let answers = AtomicUsize::new(0);
    let count = || {
        answers.fetch_add(1, Ordering::SeqCst);
    };
    let undisturbed = ask(session.as_mut(), &inputs, &count);
    assert!(undisturbed.iter().all(|response| matches!(response, Response::Observed(_))));

    let kills = AtomicUsize::new(0);
    let enough = AtomicBool::new(false);
    let mut lost = 0;
    thread::scope(|scope| {
        let _end = EndOfKills(&enough);
        scope.spawn(|| kill_at_random(&kills, &answers, &enough));
        let start = Instant::now();
        while kills.load(Ordering::SeqCst) < KILLS && start.elapsed() < NEVER {
            let before = kills.load(Ordering::SeqCst);
            let responses = ask(session.as_mut(), &inputs, &count);
            let after = kills.load(Ordering::SeqCst);
            let different: Vec<&Response> = responses
                .iter()
                .zip(&undisturbed)
                .filter_map(|(response, undisturbed)| (response != undisturbed).then_some(response))
                .collect();
            for response in &different {
                let (Response::Crashed(how) | Response::Among { how, .. }) = response else {
                    panic!("{response:?} is no word for a kill")
                };
                assert!(how.starts_with("killed by signal 9"), "{how}");
            }
            // A kill that was counted after the last answer of a round may be seen in the next one, and one before
            // its first in the one before.
            assert!(different.len() <= after - before + 1, "{} of {before}..{after}", different.len());
            lost += different.len();
        }
    });
    assert!(kills.load(Ordering::SeqCst) >= KILLS);
    assert!(lost > 0, "some kills hit a request in flight");
    assert!(lost <= kills.load(Ordering::SeqCst), "{lost}");

    // The last kill may have come after the last answer.
    ask(session.as_mut(), &inputs, &count);
    // What is asked now is answered as ever.
    assert!(ask(session.as_mut(), &inputs, &count) == undisturbed);
    drop(session);
    assert_eq!(children(), Vec::<i32>::new(), "no process and no zombie is left");
    // All sessions of an adapter share what was unpacked.
    drop(adapter);
    assert!(!folder.exists(), "{} is left", folder.display());
}

/// An adapter that is right, as if it came with illformed: it is unpacked into a folder of its own.
fn right() -> Registered {
    let text: &'static str =
        Box::leak(format!("{PRELUDE}\nmarked() {{ answer; }}; greet; serve").into_boxed_str());
    let command = "/bin/sh {program} {folder}";
    Registered { name: "right", file: PROGRAM, text, needs: "", build: "", command, packages: "" }
}

/// Kills one process after another, each after some answers or some time.
fn kill_at_random(kills: &AtomicUsize, answers: &AtomicUsize, enough: &AtomicBool) {
    let mut random = Xorshift(0x9E37_79B9_7F4A_7C15);
    let mut last = 0;
    while !enough.load(Ordering::SeqCst) {
        let Some((process, _)) = running().filter(|(process, _)| *process != last) else {
            thread::yield_now();
            continue;
        };
        let target = answers.load(Ordering::SeqCst) + random.below(400);
        let deadline = Instant::now() + Duration::from_millis(100);
        while answers.load(Ordering::SeqCst) < target && Instant::now() < deadline {
            thread::yield_now();
        }
        thread::sleep(Duration::from_micros(random.below(3000) as u64));
        kills.fetch_add(1, Ordering::SeqCst);
        last = process;
        // It may be gone: when the session that asked it is over.
        let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
    }
}

/// Ends the killing with its scope, also when an assertion fails.
struct EndOfKills<'a>(&'a AtomicBool);

impl Drop for EndOfKills<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }
}

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
