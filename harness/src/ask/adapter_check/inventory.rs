//! Which of the shipped adapters work on this machine.

use crate::ask::adapter::process::{ProcessAdapter, REGISTRY, Registered, Supervision};
use crate::ask::adapter::{Adapter, OpenFailure, in_process};
use crate::ask::parallel::parallel;
use crate::ask::selection::table_adapters;
use serde::Serialize;

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
    let registered = REGISTRY
        .iter()
        .map(|registered| (ProcessAdapter::registered(*registered, supervision.clone()), Some(registered)));
    let libraries = table_adapters(supervision).into_iter().map(|adapter| (adapter, None));
    let adapters: Vec<_> = registered.chain(libraries).collect();
    let programs = parallel(&adapters, adapters.len(), |(adapter, registered)| {
        let found = |registered: &Registered| {
            let programs = Some(registered.find(supervision)?);
            Ok(Shipped { state: "found", programs, ..Shipped::default() })
        };
        let shipped = match registered {
            Some(registered) if !starts => found(registered),
            _ => started("works", adapter),
        };
        named(adapter, adapter.packages.as_deref(), shipped)
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
