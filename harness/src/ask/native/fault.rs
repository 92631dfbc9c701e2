//! The last words of a process that touched a page that it must not touch.
#![expect(unsafe_code, reason = "a signal is handled, in which only the system may be called")]

use crate::ask::native::pages::GuardedPages;
use illformed_judge::judge::MemoryFault;
use nix::libc::{self, c_int, c_void, siginfo_t};
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
use std::io::{Cursor, Write};
use std::os::fd::RawFd;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU64, AtomicUsize, Ordering};

/// Where guarded bytes are: start and end.
pub(super) struct Watched {
    start: AtomicUsize,
    end: AtomicUsize,
}

pub(super) static INPUT: Watched = Watched::nothing();
pub(super) static OUTPUT: Watched = Watched::nothing();

/// Whether the input was written to while it was read-only.
static IS_INPUT_WRITTEN: AtomicBool = AtomicBool::new(false);

/// Where answers go.
static ANSWERS: AtomicI32 = AtomicI32::new(libc::STDOUT_FILENO);

/// The request that is being answered.
static SEQ: AtomicU64 = AtomicU64::new(0);

/// Answers that were not written yet.
static PENDING: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());
static PENDING_LEN: AtomicUsize = AtomicUsize::new(0);

impl Watched {
    const fn nothing() -> Self {
        Self { start: AtomicUsize::new(0), end: AtomicUsize::new(0) }
    }

    /// From now on a fault in the pages around `bytes` is one of this memory.
    pub(super) fn watch(&self, bytes: &[u8]) {
        let range = bytes.as_ptr_range();
        self.start.store(range.start.addr(), Ordering::Relaxed);
        self.end.store(range.end.addr(), Ordering::Relaxed);
    }
}

/// Whether the input was written to while it was read-only, since this was asked last.
pub(super) fn take_input_written() -> bool {
    IS_INPUT_WRITTEN.swap(false, Ordering::Relaxed)
}

/// From now on request `seq` is being answered, and `pending` waits to be written; it stays there until the next call.
pub(super) fn begin(seq: u64, pending: &str) {
    SEQ.store(seq, Ordering::Relaxed);
    PENDING_LEN.store(pending.len(), Ordering::Relaxed);
    PENDING.store(pending.as_ptr().cast_mut(), Ordering::Relaxed);
}

/// Makes the input writable again if `address` is in it: then it was read-only, and what was about to be written is.
fn allow_writes(address: usize) -> bool {
    let [start, end] = [&INPUT.start, &INPUT.end].map(|place| place.load(Ordering::Relaxed));
    if !(start..end).contains(&address) || IS_INPUT_WRITTEN.swap(true, Ordering::Relaxed) {
        return false;
    }
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: the watched bytes are whole pages of ours, which were writable before.
    unsafe { libc::mprotect(ptr::with_exposed_provenance_mut(start), end - start, access) == 0 }
}

/// Handles the signals that end a process; `answers` is where its answers go. Each signal writes what waits, so that the request is known that is being answered. If
/// memory around watched memory was touched, an answer that names the fault follows, and the process ends; else the signal
/// ends it as ever.
pub(super) fn install(answers: RawFd) -> Result<(), String> {
    ANSWERS.store(answers, Ordering::Relaxed);
    let handler = SigHandler::SigAction(handle);
    // A stack that overflowed has no room for the handler; the standard library made another for its own.
    let action = SigAction::new(handler, SaFlags::SA_ONSTACK | SaFlags::SA_SIGINFO, SigSet::empty());
    for signal in [Signal::SIGSEGV, Signal::SIGBUS, Signal::SIGABRT, Signal::SIGFPE, Signal::SIGILL] {
        // SAFETY: the handler calls nothing but `write`, `_exit` and `sigaction`, which a handler may call, and `mprotect`, which
        // is a system call alone.
        unsafe { sigaction(signal, &action) }.map_err(|error| format!("sigaction: {error}"))?;
    }
    Ok(())
}

extern "C" fn handle(signal: c_int, info: *mut siginfo_t, _: *mut c_void) {
    let has_address = signal == libc::SIGSEGV || signal == libc::SIGBUS;
    // SAFETY: the system gives a handler of this kind the signal's description, which has an address for these.
    let address = has_address.then(|| unsafe { (*info).si_addr() }.addr());
    if address.is_some_and(allow_writes) {
        return;
    }
    let pending_len = PENDING_LEN.swap(0, Ordering::Relaxed);
    // SAFETY: `begin` was given these bytes, and they are as they were, since the thread that changes them is here.
    unsafe { write_all(PENDING.load(Ordering::Relaxed), pending_len) };
    if let Some((fault, len)) = address.and_then(fault_at) {
        last_words(fault, len);
    }
    let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
    if let Ok(signal) = Signal::try_from(signal) {
        // SAFETY: the default action runs no code of ours. What touched the memory is tried again, and ends the process.
        let _ = unsafe { sigaction(signal, &default) };
    }
}

/// What touching `address` is, and how far from the memory it is.
fn fault_at(address: usize) -> Option<(MemoryFault, usize)> {
    let of = |watched: &Watched, before, behind| {
        let bytes = (watched.start.load(Ordering::Relaxed), watched.end.load(Ordering::Relaxed));
        let distance = GuardedPages::beyond(bytes, address)?;
        Some((if distance < 0 { before } else { behind }, distance.unsigned_abs()))
    };
    let input = of(&INPUT, MemoryFault::ReadsBeforeStart, MemoryFault::ReadsPastEnd);
    input.or_else(|| of(&OUTPUT, MemoryFault::WritesBeforeOutput, MemoryFault::WritesPastOutput))
}

/// Writes the answer, without a call that allocates, and ends the process.
fn last_words(fault: MemoryFault, len: usize) {
    let mut line = Cursor::new([0; 256]);
    let seq = SEQ.load(Ordering::Relaxed);
    let place = match fault {
        MemoryFault::ReadsPastEnd => "behind the end of the input",
        MemoryFault::ReadsBeforeStart => "before the start of the input",
        MemoryFault::WritesBeforeOutput => "before the start of the output",
        _ => "behind the end of the output",
    };
    let name = fault.name();
    let _ = writeln!(
        line,
        r#"{{"seq":{seq},"answer":"fault","fault":"{name}","why":"touches byte {len} {place}"}}"#
    );
    // SAFETY: the line has so many bytes; a process may end itself.
    unsafe {
        write_all(line.get_ref().as_ptr(), line.position() as usize);
        libc::_exit(1);
    }
}

/// Writes to whoever asks, as far as it is taken.
///
/// # Safety
///
/// `len` bytes at `start` can be read.
unsafe fn write_all(mut start: *const u8, mut len: usize) {
    while len > 0 {
        // SAFETY: by the contract of this function.
        let written = unsafe { libc::write(ANSWERS.load(Ordering::Relaxed), start.cast(), len) };
        let Ok(written @ 1..) = usize::try_from(written) else { return };
        // SAFETY: at most `len` bytes were written.
        start = unsafe { start.add(written) };
        len -= written;
    }
}
