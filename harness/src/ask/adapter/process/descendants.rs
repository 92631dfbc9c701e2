//! The processes that a program started and that left its process group, on Linux.
//!
//! This process adopts every descendant whose parent has ended (it is a *child subreaper*). An adopted process belongs to
//! the program whose mark is in its environment. If its environment was cleared, it belongs to one of the programs that
//! ran when it started, and is ended with the last of them; but only if this process starts programs in no other way.

pub(super) use crate::ask::adapter::process::proc::memory;
use crate::ask::adapter::process::proc::{
    children, children_of_thread, descendants, has_empty_environment, stat, variable,
};
use crate::ask::adapter::process::running::{MARK_VARIABLE, Mark, is_ours, lock, running};
use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Pid, gettid};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// How long a killed process may take to be gone; one that waits for a broken disk takes longer.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a process may take to become another program. Meanwhile it has no environment, and so no mark.
const EXEC_TIME: Duration = Duration::from_millis(50);

/// Held from a look at the adopted processes to the last kill after it. No other thread waits for adopted processes, so
/// that no process number is used again between the look and the kill.
static LOOK: Mutex<()> = Mutex::new(());

/// Whether this process starts programs in no other way.
static STARTS_NOTHING_ELSE: AtomicBool = AtomicBool::new(false);

/// How often the main thread began or finished to start a program: odd while it starts one. Until it is registered, its
/// child looks like an adopted process.
static MAIN_THREAD_STARTS: AtomicU64 = AtomicU64::new(0);

/// Declares that every child of this process is started by `spawn_group` or adopted. Then adopted processes without a
/// mark are ended too.
pub fn starts_nothing_else() {
    STARTS_NOTHING_ELSE.store(true, Ordering::Relaxed);
}

/// Whether every child comes from a program that this process started. The children of a shell that became this process
/// stay its children, and process 1 of a container adopts all orphans.
static HAS_ONLY_OURS: OnceLock<bool> = OnceLock::new();

/// Makes this process adopt the orphans of its programs.
pub(super) fn adopt() {
    HAS_ONLY_OURS.get_or_init(|| {
        // Where the system refuses it, what leaves its group and loses its parent is not found.
        let _ = nix::sys::prctl::set_child_subreaper(true);
        process::id() != 1 && children(process::id()).is_empty()
    });
}

/// Held while a program is started and registered.
pub(super) struct Starting {
    on_main_thread: bool,
}

impl Starting {
    pub(super) fn begin() -> Self {
        let on_main_thread = gettid() == Pid::this();
        if on_main_thread {
            MAIN_THREAD_STARTS.fetch_add(1, Ordering::SeqCst);
        }
        Self { on_main_thread }
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        if self.on_main_thread {
            MAIN_THREAD_STARTS.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// A process, distinguished from a later one with the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    process: u32,
    start: u64,
}

/// All descendants of the program `root`, which runs, also those that have left its group.
pub(super) fn below(root: u32) -> Vec<Known> {
    let known = |process| Some(Known { process, start: stat(process)?.start });
    descendants(root).into_iter().filter_map(known).collect()
}

/// The processes of the program `root`, without itself: its descendants, and what is adopted of it.
pub(super) fn members(root: u32, mark: &Mark) -> Vec<u32> {
    let mut members = descendants(root);
    for process in adopted().processes {
        let in_group = || stat(process).is_some_and(|stat| stat.group == root);
        if has_mark(process, mark) || in_group() {
            members.push(process);
            members.extend(descendants(process));
        }
    }
    members
}

/// The adopted processes.
struct Adopted {
    processes: Vec<u32>,
    /// Whether none of them can be a program that is being started.
    is_sure: bool,
}

fn adopted() -> Adopted {
    let own = process::id();
    let before = MAIN_THREAD_STARTS.load(Ordering::SeqCst);
    let mut programs: Vec<u32> = running().keys().copied().collect();
    let listed = children_of_thread(own, own);
    let is_listed = listed.is_some();
    let children = listed.unwrap_or_else(|| children(own));
    programs.extend(running().keys());
    let quiet = before.is_multiple_of(2) && MAIN_THREAD_STARTS.load(Ordering::SeqCst) == before;
    let processes = children.into_iter().filter(|process| !programs.contains(process)).collect();
    Adopted { processes, is_sure: is_listed && quiet }
}

fn has_mark(process: u32, mark: &Mark) -> bool {
    variable(process, MARK_VARIABLE).is_some_and(|value| mark.marks(&value))
}

/// Waits for the adopted processes of the group of the program `root`, which was killed.
pub(super) fn wait_for_group(root: u32) {
    if let Ok(group) = i32::try_from(root) {
        let deadline = Instant::now() + PATIENCE;
        while wait_until(Pid::from_raw(-group), deadline) {}
    }
}

/// Ends what is left of the program `root` with that mark, after its own end. `known` were its descendants.
pub(super) fn end_rest(root: u32, mark: &Mark, known: &[Known]) {
    let others: Vec<u32> = running().keys().copied().filter(|other| *other != root).collect();
    let is_known = |process| {
        known.iter().any(|one| one.process == process)
            && stat(process).is_some_and(|stat| known.contains(&Known { process, start: stat.start }))
    };
    // No running program started before it, so it belongs to a program that has ended.
    let is_of_none_that_runs = |process| {
        let start = stat(process).map_or(u64::MAX, |stat| stat.start);
        !others.iter().any(|other| stat(*other).is_some_and(|stat| stat.start <= start))
    };
    end_adopted(|process| {
        if is_known(process) {
            return true;
        }
        match variable(process, MARK_VARIABLE) {
            Some(value) if is_ours(&value) => mark.marks(&value),
            _ => may_end_unmarked() && is_of_none_that_runs(process),
        }
    });
}

/// Ends all adopted processes that come from a program of this process.
pub(super) fn end_everything() {
    end_adopted(|process| match variable(process, MARK_VARIABLE) {
        Some(value) if is_ours(&value) => true,
        _ => may_end_unmarked(),
    });
}

fn may_end_unmarked() -> bool {
    STARTS_NOTHING_ELSE.load(Ordering::Relaxed) && HAS_ONLY_OURS.get().is_some_and(|only| *only)
}

/// Ends the adopted processes that are `meant`, and then those that are adopted when they end, until there are none.
fn end_adopted(meant: impl Fn(u32) -> bool) {
    let _look = lock(&LOOK);
    let begun = Instant::now();
    let deadline = begun + PATIENCE;
    let mut quiet_looks = 0;
    loop {
        let Adopted { processes, is_sure } = adopted();
        let (mut ended_one, mut one_may_start) = (false, false);
        for process in processes {
            match stat(process) {
                None => {}
                // An ended process has no environment. Only here are adopted processes waited for.
                Some(stat) if stat.ended && is_sure && STARTS_NOTHING_ELSE.load(Ordering::Relaxed) => {
                    wait_for(process, deadline);
                }
                Some(stat) if stat.ended => {}
                // A child that is about to become a program has our environment, without a mark.
                Some(_) if !is_sure && variable(process, MARK_VARIABLE).is_none() => {}
                Some(_) if meant(process) => ended_one |= end(process, deadline),
                Some(_) => one_may_start |= has_empty_environment(process),
            }
        }
        // When they have ended, their children are adopted. A list of children that is read while one of them ends may
        // lack another, so one look without a find is not enough.
        quiet_looks = if ended_one { 0 } else { quiet_looks + 1 };
        let now = Instant::now();
        if now >= deadline || quiet_looks >= 2 && !(one_may_start && now < begun + EXEC_TIME) {
            return;
        }
        if one_may_start {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Kills a child; whether it has ended.
fn end(process: u32, deadline: Instant) -> bool {
    let Ok(number) = i32::try_from(process) else { return false };
    // A process of another user cannot be killed.
    kill(Pid::from_raw(number), Signal::SIGKILL).is_ok() && wait_for(process, deadline)
}

fn wait_for(process: u32, deadline: Instant) -> bool {
    i32::try_from(process).is_ok_and(|number| wait_until(Pid::from_raw(number), deadline))
}

/// Waits for a process, or for one of a group; whether one was waited for.
fn wait_until(whom: Pid, deadline: Instant) -> bool {
    let mut pause = Duration::from_micros(20);
    loop {
        match waitpid(whom, Some(WaitPidFlag::WNOHANG)) {
            Ok(status) if status.pid().is_some() => return true,
            Err(Errno::EINTR) | Ok(_) => {}
            // There is no such child.
            Err(_) => return false,
        }
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(5));
    }
}
