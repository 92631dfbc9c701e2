//! Which of the shipped adapters work on this machine.

use crate::ask::adapter::process::{ProcessAdapter, REGISTRY, Supervision};
use crate::ask::adapter::{Adapter, OpenFailure, in_process};
use crate::ask::selection::table_adapters;
use serde::Serialize;
use std::thread;

/// A shipped adapter, and whether it can be asked here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Shipped {
    pub name: String,
    /// `built-in`, its decoders are part of this program; `found`, the programs that it needs are here; `works`, it was started and
    /// introduced itself; `absent`, what it drives is not here; `broken`, it was started, and what it drives does not work.
    pub state: &'static str,
    /// The implementations with their versions, each once, in the order of the decoders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implementations: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decoders: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub programs: Option<Vec<&'static str>>,
    /// Why it is absent, or what went wrong; it may have several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The command that installs what is absent on Debian.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub install: Option<String>,
}

/// All shipped adapters: the programs, the libraries, then those that are built in. With `starts` the programs are compiled
/// and started, side by side, as `supervision` has it; else what they need is looked up. A library is always loaded, by a
/// process of this program.
pub fn inventory(starts: bool, supervision: &Supervision) -> Vec<Shipped> {
    let programs: Vec<Shipped> = thread::scope(|scope| {
        let registered = REGISTRY.iter().map(|registered| {
            scope.spawn(move || {
                let adapter = ProcessAdapter::registered(*registered, supervision.clone());
                let found = || {
                    let programs = Some(registered.find(supervision)?);
                    Ok(Shipped { state: "found", programs, ..Shipped::default() })
                };
                let shipped = if starts { started("works", &adapter) } else { found() };
                named(&adapter, adapter.packages.as_deref(), shipped)
            })
        });
        let libraries = table_adapters(supervision).into_iter().map(|adapter| {
            scope.spawn(move || named(&adapter, adapter.packages.as_deref(), started("works", &adapter)))
        });
        let running: Vec<_> = registered.chain(libraries).collect();
        // One that panicked is left out; nothing in it does.
        running.into_iter().filter_map(|shipped| shipped.join().ok()).collect()
    });
    let built_in = in_process::all().into_iter();
    let built_in = built_in.map(|adapter| named(&adapter, None, started("built-in", &adapter)));
    programs.into_iter().chain(built_in).collect()
}

/// `shipped` with the name of its adapter, which needs these `packages` of Debian.
fn named(adapter: &dyn Adapter, packages: Option<&str>, shipped: Result<Shipped, OpenFailure>) -> Shipped {
    let shipped = shipped.unwrap_or_else(|failure| match failure {
        OpenFailure::Broken(why) => Shipped { state: "broken", why: Some(why), ..Shipped::default() },
        OpenFailure::Absent(why) => {
            let packages = packages.unwrap_or_default();
            // It has a field of its own here.
            let why = Some(why.trim_end_matches(&format!("; install {packages}")).to_owned());
            let install = Some(format!("apt-get install {packages}"));
            Shipped { state: "absent", why, install, ..Shipped::default() }
        }
    });
    Shipped { name: adapter.name().to_owned(), ..shipped }
}

/// What `adapter` drives, in the state `state`.
fn started(state: &'static str, adapter: &dyn Adapter) -> Result<Shipped, OpenFailure> {
    let session = adapter.open()?;
    let mut implementations: Vec<String> = Vec::new();
    for decoder in session.decoders() {
        let implementation = format!("{} {}", decoder.implementation, decoder.version);
        if !implementations.contains(&implementation) {
            implementations.push(implementation);
        }
    }
    let (implementations, decoders) = (Some(implementations), Some(session.decoders().len()));
    Ok(Shipped { state, implementations, decoders, ..Shipped::default() })
}
