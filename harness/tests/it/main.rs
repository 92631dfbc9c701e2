//! All tests of the library and the command that need no process of their own: one program, so that it is linked once.

#![cfg(all(feature = "cli", feature = "peers"))]

mod attribution;
mod baseline;
mod blind_spots;
mod canaries;
#[cfg(unix)]
mod certificate;
#[cfg(unix)]
mod ci_kit;
mod cli;
#[cfg(unix)]
mod command;
#[cfg(unix)]
mod diff;
mod documents;
#[path = "../support/documents.rs"]
mod documents_of_the_repository;
mod explain;
mod export;
#[cfg(unix)]
mod formats;
mod fuzz;
#[cfg(unix)]
mod guard;
#[cfg(target_os = "linux")]
mod hostile_reports;
mod identify;
#[path = "../support/interpreters.rs"]
mod interpreters;
#[cfg(unix)]
mod kit;
#[cfg(all(unix, target_pointer_width = "64", not(target_feature = "crt-static")))]
mod native_table;
mod planted;
#[path = "../support/program.rs"]
mod program;
mod promote;
#[expect(dead_code, reason = "the tests of the engines use all of it")]
#[path = "../support/promotion_folder.rs"]
mod promotion_folder;
mod protocol;
#[cfg(all(unix, target_arch = "x86_64", feature = "test-releases"))]
mod releases;
#[cfg(unix)]
#[path = "../support/reports.rs"]
mod reports;
mod rooms;
mod run;
#[cfg(unix)]
#[path = "../support/said.rs"]
mod said;
mod security;
#[path = "../support/spread_vectors.rs"]
mod spread_vectors;
#[path = "../support/typed.rs"]
mod typed;
#[path = "../support/whole.rs"]
mod whole;
