//! The sweeps of some decoders of some adapters.

use crate::ask::adapter::Adapter;
use crate::ask::adapter::process::Supervision;
use crate::ask::parallel::parallel;
use crate::ask::reproducer::opened;
use crate::ask::sweep::SweepOrder;
use crate::search::sweep::SweptDecoder;
use crate::search::sweep::one_by_one::ask_one_by_one;
use crate::search::sweep::share::ask_share;
use illformed_inputs::Sweep;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

/// Into how many shares the families are divided that are asked inside the process of a decoder. It is a constant, so that what
/// comes out is the same on every machine.
const SHARES: usize = 4;

/// How sweeps are made.
pub struct SweepOptions<'a> {
    pub sweeps: Vec<Sweep>,
    /// Whether a family of which a pass proves more than of others is whole everywhere, however long that takes.
    pub is_deep: bool,
    /// How many processes sweep at the same time.
    pub jobs: NonZeroUsize,
    /// Which decoders are swept, by `<adapter>/<decoder>`.
    pub wants_decoder: &'a (dyn Fn(&str) -> bool + Sync),
    pub supervision: &'a Supervision,
    /// Hears now and then how many inputs a decoder was asked.
    pub progress: &'a (dyn Fn(&str, u64) + Sync),
}

/// Sweeps the decoders of `adapters` that the options want and that claim a profile. A decoder whose adapter has no worker is asked
/// one request an input, and so smaller families. An adapter that cannot be opened is left out: a run says why.
pub fn sweep(adapters: &[&dyn Adapter], options: &SweepOptions<'_>) -> Vec<SweptDecoder> {
    let supervision = options.supervision;
    let mut decoders = Vec::new();
    // What one thread does at a time: the place and the number of a decoder, and its share if there is a worker.
    let mut tasks = Vec::new();
    for adapter in adapters {
        let Ok((session, names)) = opened(*adapter) else { continue };
        let worker = adapter.worker(supervision);
        for (number, (info, name)) in session.decoders().iter().zip(names).enumerate() {
            if info.claim.profile.is_none() || !(options.wants_decoder)(&name) {
                continue;
            }
            let families = options.sweeps.iter().map(|sweep| match worker {
                Some(_) => (*sweep, None),
                None => (*sweep, len_elsewhere(*sweep, options.is_deep)),
            });
            let families: Vec<_> = families.collect();
            let order = |share| SweepOrder {
                decoder: info.name.clone(),
                sweeps: families.clone(),
                share: (SHARES, share),
                first: 0,
                is_traced: false,
            };
            let shares = match &worker {
                Some(program) => (0..SHARES).map(|share| Some((program.clone(), order(share)))).collect(),
                None => vec![None],
            };
            tasks.extend(shares.into_iter().map(|share| (decoders.len(), *adapter, number, share)));
            decoders.push(SweptDecoder::new(name, families, &info.claim.cannot));
        }
    }
    let asked: Vec<AtomicU64> = decoders.iter().map(|_| AtomicU64::new(0)).collect();
    let done = parallel(&tasks, options.jobs.get(), |(place, adapter, number, share)| {
        let mut swept = decoders[*place].clone();
        let more = |inputs: u64| {
            let all = asked[*place].fetch_add(inputs, Ordering::Relaxed) + inputs;
            (options.progress)(&decoders[*place].name, all);
        };
        match share {
            Some((program, order)) => ask_share(program, order.clone(), supervision, &mut swept, &more),
            None => match adapter.open() {
                Ok(mut session) => {
                    ask_one_by_one(session.as_mut(), *number, &mut swept, &supervision.interrupted, &more);
                    session.close();
                }
                Err(why) => swept.record.stopped = Some(why.to_string()),
            },
        }
        swept
    });
    // It is added up in the order of the tasks.
    for ((place, ..), swept) in tasks.iter().zip(done) {
        decoders[*place].merge(swept);
    }
    // Of a family that a decoder cannot be asked, such as chunks, nothing is proved.
    for decoder in &mut decoders {
        decoder.record.sweeps.retain(|family| family.inputs > 0 || !family.is_whole);
    }
    decoders
}

/// The longest inputs of a family where each is a request; `None` for all of it.
const fn len_elsewhere(sweep: Sweep, is_deep: bool) -> Option<usize> {
    Some(match sweep {
        Sweep::Positions => 34,
        Sweep::Short => 2,
        Sweep::Neighbours | Sweep::Mixtures => 12,
        Sweep::Widths => 10,
        Sweep::Long => 300,
        Sweep::States if is_deep => return None,
        Sweep::States => 1,
        Sweep::Runs | Sweep::Scalars | Sweep::Chunks => 70,
    })
}
