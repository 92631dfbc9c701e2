//! Ctrl-C, and the signals that ask a program to end.

use crate::ask::adapter::process::kill_all;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C sets: the run then ends by itself, its processes with it, and the report says so. The second
/// Ctrl-C ends everything at once: no report, and what was unpacked stays where it is.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    // Without a handler Ctrl-C still works, only less politely.
    let _ = ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            kill_all();
            process::exit(130);
        }
    });
    flag
}
