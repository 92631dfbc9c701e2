//! The sweeps of some decoders of some adapters.

use crate::ask::adapter::Adapter;
use crate::ask::adapter::process::{Program, Supervision};
use crate::ask::parallel::parallel;
use crate::ask::reproducer::opened;
use crate::ask::sweep::SweepOrder;
use crate::search::sweep::SweptDecoder;
use crate::search::sweep::one_by_one::ask_one_by_one;
use crate::search::sweep::share::ask_share;
use illformed_inputs::Sweep;
use illformed_judge::claim::Claim;
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
    let mut decoders = Vec::new();
    let mut tasks = Vec::new();
    for adapter in adapters {
        let Ok((session, names)) = opened(*adapter) else { continue };
        let worker = adapter.worker(options.supervision);
        for (number, (info, name)) in session.decoders().iter().zip(names).enumerate() {
            if info.claim.profile.is_none() || !(options.wants_decoder)(&name) {
                continue;
            }
            let place = decoders.len();
            let families = options.sweeps.iter().map(|sweep| match worker {
                Some(_) => (*sweep, None),
                None => (*sweep, len_elsewhere(*sweep, options.is_deep)),
            });
            let families: Vec<_> = families.collect();
            decoders.push(SweptDecoder::new(name, &families));
            let asked = match &worker {
                Some(program) => (0..SHARES)
                    .map(|share| Task::Share {
                        program: program.clone(),
                        order: SweepOrder {
                            decoder: info.name.clone(),
                            sweeps: families.clone(),
                            share: (SHARES, share),
                            first: 0,
                            is_traced: false,
                        },
                    })
                    .collect(),
                None => vec![Task::OneByOne { adapter: *adapter, number, claim: info.claim.clone() }],
            };
            tasks.extend(asked.into_iter().map(|task| (place, task)));
        }
    }
    ask(&decoders, &tasks, options)
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

/// What one thread does at a time.
enum Task<'a> {
    Share { program: Program, order: SweepOrder },
    OneByOne { adapter: &'a dyn Adapter, number: usize, claim: Claim },
}

/// Does `tasks`, each for the decoder of that number; what comes of them is added up in their order.
fn ask(
    decoders: &[SweptDecoder],
    tasks: &[(usize, Task<'_>)],
    options: &SweepOptions<'_>,
) -> Vec<SweptDecoder> {
    let asked: Vec<AtomicU64> = decoders.iter().map(|_| AtomicU64::new(0)).collect();
    let done = parallel(tasks, options.jobs.get(), |(place, task)| {
        let mut swept = decoders[*place].clone();
        let more = |inputs: u64| {
            let all = asked[*place].fetch_add(inputs, Ordering::Relaxed) + inputs;
            (options.progress)(&decoders[*place].name, all);
        };
        task.run(&mut swept, options, &more);
        swept
    });
    let mut decoders = decoders.to_vec();
    for ((place, _), swept) in tasks.iter().zip(done) {
        decoders[*place].merge(swept);
    }
    decoders
}

impl Task<'_> {
    fn run(&self, swept: &mut SweptDecoder, options: &SweepOptions<'_>, asked: &dyn Fn(u64)) {
        let supervision = options.supervision;
        match self {
            Self::Share { program, order } => ask_share(program, order.clone(), supervision, swept, asked),
            Self::OneByOne { adapter, number, claim } => match adapter.open() {
                Ok(mut session) => {
                    ask_one_by_one(session.as_mut(), *number, claim, swept, &supervision.interrupted, asked);
                    session.close();
                }
                Err(why) => swept.stopped = Some(why.to_string()),
            },
        }
    }
}
