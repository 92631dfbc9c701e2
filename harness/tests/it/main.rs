//! All tests of the library and the command that need no process of their own: one program, so that it is linked once.

#[cfg(feature = "cli")]
mod again;
mod allocations;
#[cfg(feature = "cli")]
mod baseline;
mod blind_spots;
#[cfg(feature = "cli")]
mod canaries;
#[cfg(all(unix, feature = "cli"))]
mod ci_kit;
mod claims;
#[cfg(feature = "cli")]
mod cli;
#[cfg(all(unix, feature = "cli"))]
mod command;
mod corpus;
#[cfg(all(unix, feature = "cli"))]
mod diff;
#[cfg(feature = "test-engines")]
mod engines;
#[cfg(feature = "cli")]
mod explain;
#[cfg(all(feature = "cli", unix))]
mod formats;
mod freedom;
#[cfg(feature = "peers")]
mod fuzz;
#[cfg(feature = "cli")]
mod fuzz_command;
#[cfg(feature = "peers")]
mod fuzz_long;
#[cfg(all(unix, feature = "cli"))]
mod fuzz_targets;
#[cfg(feature = "cli")]
mod generate;
#[cfg(all(unix, feature = "cli"))]
mod guard;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod hostile_reports;
mod judge;
#[cfg(feature = "cli")]
mod kind_commands;
mod kinds;
#[cfg(all(feature = "cli", unix))]
mod kit;
#[cfg(feature = "cli")]
mod lint;
mod modules;
#[cfg(feature = "cli")]
mod mutants;
mod oracles;
#[cfg(feature = "cli")]
mod promote;
mod protocol;
#[cfg(all(unix, target_arch = "x86_64"))]
#[cfg(feature = "test-releases")]
mod releases;
mod replacement;
mod run;
#[cfg(feature = "cli")]
mod security;
#[cfg(feature = "cli")]
mod selftest;
#[cfg(feature = "cli")]
mod suite_commands;
#[cfg(feature = "cli")]
mod swallow;
mod texts;
mod undocumented;
mod vectors;
mod volume;
mod zoo;
