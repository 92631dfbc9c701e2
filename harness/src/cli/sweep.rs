//! The families of inputs that `illformed run` asks beside the cases.

use crate::ask::adapter::Adapter;
use crate::ask::adapter::process::Supervision;
use crate::ask::selection::DecoderChoice;
use crate::cli::error::CliError;
use crate::cli::output;
use crate::cli::progress::SearchProgress;
use crate::cli::selection::Selection;
use crate::record::run_record::SweptRecord;
use crate::search::sweep::{SweepOptions, found_vectors, new_failures, sweep};
use clap::builder::PossibleValuesParser;
use illformed_inputs::Sweep;
use illformed_judge::case::Plan;
use illformed_judge::shown::thousands;
use illformed_vectors::{Input, Suite};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::thread;

const ALL: &str = "all";
const NONE: &str = "none";

/// The words of `--sweep`.
pub(crate) fn sweep_names() -> PossibleValuesParser {
    let names = Sweep::ALL.iter().map(|sweep| sweep.name());
    names.chain([ALL, NONE]).collect::<Vec<_>>().into()
}

/// What came of the sweeps before a run.
#[derive(Debug, Default)]
pub(crate) struct Swept {
    /// By `<adapter>/<decoder>`.
    pub(crate) records: BTreeMap<String, SweptRecord>,
    /// Inputs that fail in a way in which no case fails.
    found: BTreeSet<Input>,
    /// See [`RunOptions::seen_flaky`](crate::record::run::RunOptions::seen_flaky).
    pub(crate) flaky: BTreeMap<String, (Input, String)>,
    pub(crate) is_interrupted: bool,
}

impl Swept {
    /// `suite` with vectors of what was found, if anything was.
    pub(crate) fn suite(&self, suite: &Suite) -> Option<Suite> {
        (!self.found.is_empty()).then(|| suite.clone().with(found_vectors(&self.found, suite)))
    }
}

/// Sweeps the decoders of `adapters` that `selection` wants swept.
pub(crate) fn sweep_selected(
    selection: &Selection,
    adapters: &[Box<dyn Adapter>],
    choice: &DecoderChoice,
    supervision: &Supervision,
    plan: &Plan<'_>,
) -> Result<Swept, CliError> {
    let given = &selection.sweep;
    let is_asked_for = !given.is_empty() || selection.deep && !selection.is_part();
    let sweeps: Vec<Sweep> = match given.as_slice() {
        [] if selection.is_part() || selection.survey && !selection.deep => Vec::new(),
        [none] if none == NONE => Vec::new(),
        [] => Sweep::ALL.to_vec(),
        [all] if all == ALL => Sweep::ALL.to_vec(),
        names if names.iter().any(|name| name == ALL || name == NONE) => {
            return Err(CliError::Usage(format!("--sweep: `{ALL}` and `{NONE}` stand alone")));
        }
        names => {
            Sweep::ALL.into_iter().filter(|sweep| names.iter().any(|name| name == sweep.name())).collect()
        }
    };
    let is_named = |name: &str| selection.decoders.decoder.iter().any(|named| named == name);
    // Unless it is asked for, that is done which is quick: functions of a library, and what is named, in a worker.
    let is_quick = |adapter: &dyn Adapter| {
        let mut named = selection.decoders.decoder.iter().filter_map(|name| name.split('/').next());
        let is_wanted = !adapter.command().is_empty() || named.any(|name| name == adapter.name());
        is_wanted && adapter.worker(supervision).is_some()
    };
    let adapters: Vec<&dyn Adapter> = adapters.iter().map(AsRef::as_ref).collect();
    let swept: Vec<&dyn Adapter> =
        adapters.iter().copied().filter(|adapter| is_asked_for || is_quick(*adapter)).collect();
    if sweeps.is_empty() || swept.is_empty() {
        return Ok(Swept::default());
    }
    let own: BTreeSet<&str> =
        swept.iter().filter(|adapter| !adapter.command().is_empty()).map(|adapter| adapter.name()).collect();
    let wants_decoder = |name: &str| {
        let is_own = || name.split('/').next().is_some_and(|adapter| own.contains(adapter));
        (is_asked_for || is_own() || is_named(name)) && choice.wants(name)
    };
    let progress = SearchProgress::default();
    let jobs = selection.decoders.jobs.or_else(|| thread::available_parallelism().ok());
    let options = SweepOptions {
        sweeps,
        // A survey has hundreds of decoders, and each would take minutes.
        is_deep: selection.deep && !selection.survey,
        jobs: jobs.unwrap_or(NonZeroUsize::MIN),
        wants_decoder: &wants_decoder,
        supervision,
        progress: &|decoder, inputs| {
            progress.say(format!("sweeping {decoder}: {} inputs", thousands(inputs)));
        },
    };
    let decoders = sweep(&swept, &options);
    progress.finish();
    // What was found is not lost, nor are the cases, which take less time: the interrupt ends the sweeps alone.
    let is_interrupted = supervision.interrupted.swap(false, Ordering::Relaxed);
    if is_interrupted {
        output::hint("interrupted: the sweeps end, and the cases are asked; interrupt again to end the run");
    }
    let mut came = Swept { is_interrupted, ..Swept::default() };
    for mut decoder in decoders {
        came.found.extend(new_failures(&mut decoder, &adapters, plan));
        came.flaky.extend(decoder.flaky.map(|flaky| (decoder.name.clone(), flaky)));
        came.records.insert(decoder.name, decoder.record);
    }
    Ok(came)
}
