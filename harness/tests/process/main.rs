//! Adapters that misbehave on purpose, each a few lines of POSIX shell: each gets exactly its response, and
//! the inputs that it did not spoil lose nothing.
//!
//! The decoder of all of them hands back the bytes that it was given, so that an answer to the wrong input
//! shows. Limits are short only where a missing answer is the point; everywhere else they are far longer than
//! any loaded machine needs, and a test that would wait for one of them fails by its own clock.

#![cfg(all(unix, feature = "cli"))]

mod behaving;
mod dying;
mod garbage;
mod interrupted;
#[cfg(target_os = "linux")]
mod kills;
mod leftovers;
#[cfg(target_os = "linux")]
#[path = "../support/program.rs"]
mod program;
mod refused;
mod silent;
#[cfg(target_os = "linux")]
mod strays;
mod world;
