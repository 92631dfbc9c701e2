//! Ctrl-C, and the signals that ask a program to end.

use crate::ask::adapter::process::kill_all;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How soon after a signal the next is the same one: `timeout` sends it to the program and to its group, a terminal to both a
/// program and who starts it.
const SAME_SIGNAL: Duration = Duration::from_millis(500);

/// A flag that Ctrl-C sets: the run then ends by itself, its processes with it, and the report says so. The second
/// Ctrl-C ends everything at once, unless the flag was taken back: no report, and what was unpacked stays where it is.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    let mut heard: Option<Instant> = None;
    // Without a handler Ctrl-C still works, only less politely.
    let _ = ctrlc::set_handler(move || {
        if heard.is_some_and(|heard| heard.elapsed() <= SAME_SIGNAL) {
            return;
        }
        heard = Some(Instant::now());
        if set.swap(true, Ordering::Relaxed) {
            kill_all();
            process::exit(130);
        }
    });
    flag
}
