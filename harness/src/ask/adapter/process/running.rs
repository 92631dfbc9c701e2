//! The programs that were started and not ended.

use process_wrap::std::ChildWrapper;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// A child process with its group or job. The lock is held for moments only, never during a wait.
pub(super) type SharedChild = Arc<Mutex<Box<dyn ChildWrapper>>>;

static RUNNING: Mutex<Vec<SharedChild>> = Mutex::new(Vec::new());

/// Held by each thread that starts a program, until the program is in the list.
static STARTS: RwLock<()> = RwLock::new(());

/// Starts a program with `spawn` and puts it on the list.
pub(super) fn start<E>(spawn: impl FnOnce() -> Result<Box<dyn ChildWrapper>, E>) -> Result<SharedChild, E> {
    let _start = STARTS.read().unwrap_or_else(PoisonError::into_inner);
    let child = Arc::new(Mutex::new(spawn()?));
    lock(&RUNNING).push(Arc::clone(&child));
    Ok(child)
}

pub(super) fn forget(child: &SharedChild) {
    lock(&RUNNING).retain(|other| !Arc::ptr_eq(other, child));
}

/// Kills every program that runs, for a program that ends at once and unwinds nothing: after it no other can be started.
/// On Unix this kills each process group; on Windows it terminates each job (never run there).
pub fn kill_all() {
    mem::forget(STARTS.write());
    for child in lock(&RUNNING).iter() {
        // It may be gone already.
        let _ = lock(child).start_kill();
    }
}

/// Locks `mutex`. A thread that panicked with the lock left nothing half done.
pub(super) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
