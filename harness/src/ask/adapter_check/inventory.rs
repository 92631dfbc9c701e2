//! Which of the shipped adapters work on this machine.

use crate::ask::adapter::process::{ProcessAdapter, REGISTRY, Supervision};
use crate::ask::adapter::{Adapter, OpenFailure, in_process};
use crate::ask::selection::table_adapters;
use serde::Serialize;
use std::thread;

/// A shipped adapter, and whether it can be asked here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Shipped {
    pub name: String,
    #[serde(flatten)]
    pub state: AdapterState,
}

/// How a shipped adapter stands on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum AdapterState {
    /// Its decoders are part of this program.
    BuiltIn(Drives),
    /// The programs that it needs are here.
    Found { programs: Vec<&'static str> },
    /// It was started and introduced itself.
    Works(Drives),
    /// What it drives is not here.
    Absent {
        why: String,
        /// The command that installs it on Debian.
        install: String,
    },
    /// It was started, and what it drives does not work.
    Broken {
        /// What went wrong; it may have several lines.
        why: String,
    },
}

/// What an adapter drives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drives {
    /// The implementations with their versions, each once, in the order of the decoders.
    pub implementations: Vec<String>,
    pub decoders: usize,
}

/// All shipped adapters: the programs, the libraries, then those that are built in. With `starts` the programs are compiled
/// and started, side by side, as `supervision` has it; else what they need is looked up. A library is always loaded, by a
/// process of this program.
pub fn inventory(starts: bool, supervision: &Supervision) -> Vec<Shipped> {
    let programs: Vec<Shipped> = thread::scope(|scope| {
        let registered = REGISTRY.iter().map(|registered| {
            scope.spawn(move || {
                let adapter = ProcessAdapter::registered(*registered, supervision.clone());
                let found = || registered.find(supervision).map(|programs| AdapterState::Found { programs });
                let state = if starts { drives(&adapter).map(AdapterState::Works) } else { found() };
                shipped(adapter.name(), adapter.packages.as_deref(), state)
            })
        });
        let libraries = table_adapters(supervision).into_iter().map(|adapter| {
            scope.spawn(move || {
                shipped(
                    adapter.name(),
                    adapter.packages.as_deref(),
                    drives(&adapter).map(AdapterState::Works),
                )
            })
        });
        let running: Vec<_> = registered.chain(libraries).collect();
        // One that panicked is left out; nothing in it does.
        running.into_iter().filter_map(|shipped| shipped.join().ok()).collect()
    });
    let built_in = in_process::all().into_iter();
    let built_in =
        built_in.map(|adapter| shipped(adapter.name(), None, drives(&adapter).map(AdapterState::BuiltIn)));
    programs.into_iter().chain(built_in).collect()
}

/// The adapter `name`, which needs these `packages` of Debian, in that state.
fn shipped(name: &str, packages: Option<&str>, state: Result<AdapterState, OpenFailure>) -> Shipped {
    let state = state.unwrap_or_else(|failure| match failure {
        OpenFailure::Broken(why) => AdapterState::Broken { why },
        OpenFailure::Absent(why) => {
            let packages = packages.unwrap_or_default();
            // It has a field of its own here.
            let why = why.trim_end_matches(&format!("; install {packages}")).to_owned();
            AdapterState::Absent { why, install: format!("apt-get install {packages}") }
        }
    });
    Shipped { name: name.to_owned(), state }
}

fn drives(adapter: &dyn Adapter) -> Result<Drives, OpenFailure> {
    let session = adapter.open()?;
    let mut implementations: Vec<String> = Vec::new();
    for decoder in session.decoders() {
        let implementation = format!("{} {}", decoder.implementation, decoder.version);
        if !implementations.contains(&implementation) {
            implementations.push(implementation);
        }
    }
    Ok(Drives { implementations, decoders: session.decoders().len() })
}
