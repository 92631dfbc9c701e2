//! All tests of the library and the command that need no process of their own: one program, so that it is linked once.

#[cfg(feature = "cli")]
mod again;
mod ask;
mod attribution;
#[cfg(feature = "cli")]
mod baseline;
mod blind_spots;
#[cfg(feature = "peers")]
mod canaries;
#[cfg(all(unix, feature = "cli"))]
mod certificate;
mod ci_kit;
mod claims;
#[cfg(feature = "cli")]
mod cli;
#[cfg(all(unix, feature = "cli"))]
mod command;
mod compare;
#[cfg(all(unix, feature = "cli"))]
mod diff;
#[cfg(feature = "cli")]
mod documents;
#[cfg(feature = "cli")]
#[path = "../support/documents.rs"]
mod documents_of_the_repository;
#[cfg(feature = "cli")]
mod explain;
#[cfg(feature = "cli")]
mod export;
#[cfg(all(feature = "cli", unix))]
mod formats;
#[cfg(feature = "peers")]
mod fuzz;
#[cfg(feature = "cli")]
mod fuzz_command;
#[cfg(all(unix, feature = "cli"))]
mod guard;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod hostile_reports;
#[cfg(feature = "cli")]
mod identify;
#[path = "../support/interpreters.rs"]
mod interpreters;
#[cfg(all(feature = "cli", unix))]
mod kit;
#[cfg(all(feature = "cli", unix, target_pointer_width = "64", not(target_feature = "crt-static")))]
mod native_table;
mod planted;
#[cfg(all(unix, feature = "cli"))]
mod planted_changes;
#[cfg(feature = "cli")]
#[path = "../support/program.rs"]
mod program;
#[cfg(feature = "cli")]
mod promote;
#[cfg(feature = "cli")]
#[expect(dead_code, reason = "the tests of the engines use all of it")]
#[path = "../support/promotion_folder.rs"]
mod promotion_folder;
mod protocol;
#[cfg(all(unix, target_arch = "x86_64"))]
#[cfg(feature = "test-releases")]
mod releases;
mod replacement;
#[cfg(feature = "cli")]
#[path = "../support/reports.rs"]
mod reports;
mod rooms;
mod run;
#[cfg(feature = "cli")]
mod security;
#[cfg(feature = "peers")]
#[path = "../support/spread_vectors.rs"]
mod spread_vectors;
#[cfg(feature = "cli")]
#[path = "../support/typed.rs"]
mod typed;
mod volume;
#[path = "../support/whole.rs"]
mod whole;
