//! One call before all others: a call that is described wrongly mostly ends the process.
#![expect(unsafe_code, reason = "the call is made in a process of its own")]

use crate::ask::native::decoder::NativeDecoder;
use crate::ask::native::fault;
use crate::ask::native::place::Places;
use crate::ask::native::worker::GuardedDecoder;
use nix::libc::{_exit, alarm};
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, fork};

/// The input: a decoder that cannot be asked this cannot be asked anything.
const INPUT: &[u8] = b"A";

/// Where a child writes that has nothing to say.
const NOWHERE: i32 = -1;

/// After how many seconds without an answer the child is ended: before that of the hello, which says less.
const MOST_SECONDS: u32 = 8;

/// The exit code of a child whose decoder cannot be asked. Functions that end the process take others.
const CANNOT_ASK: i32 = 117;

/// Has `decoder` asked an input in another process. Fails if it cannot be asked, or if a signal ends that, unless memory around
/// the input or the output was touched: that is for the judge.
pub(super) fn probe(decoder: &mut NativeDecoder, places: &mut Places) -> Result<(), String> {
    let container = decoder.info.claim.container();
    let input = container.map_or_else(|| INPUT.to_vec(), |container| container.around(INPUT));
    // SAFETY: this process has one thread, so that its copy has all that it had.
    let child = match unsafe { fork() }.map_err(|error| format!("fork: {error}"))? {
        ForkResult::Parent { child } => child,
        ForkResult::Child => {
            // SAFETY: it sets a timer of this process, whose signal ends it.
            unsafe { alarm(MOST_SECONDS) };
            let asked = fault::install(NOWHERE).and_then(|()| decoder.ask_once(&input, places, 0));
            // SAFETY: a process may end itself; what the library does at its end is left out.
            unsafe { _exit(if asked.is_err() { CANNOT_ASK } else { 0 }) }
        }
    };
    match waitpid(child, None) {
        Ok(WaitStatus::Signaled(_, signal, _)) => {
            let (call, hex) = (&decoder.info.api, const_hex::encode_upper(&input));
            let how = match signal {
                Signal::SIGALRM => format!("gives no answer in {MOST_SECONDS} s on the input {hex}"),
                _ => format!("ends the process on the input {hex} ({signal})"),
            };
            Err(format!("`{call}` {how}: is the call as the library declares it?"))
        }
        // Here it says why.
        Ok(WaitStatus::Exited(_, CANNOT_ASK)) => decoder.ask_once(&input, places, 0).map(drop),
        _ => Ok(()),
    }
}
