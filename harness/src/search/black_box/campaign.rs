//! The search of all decoders of some adapters.

use crate::ask::adapter::{Adapter, OpenFailure};
use crate::ask::parallel::parallel;
use crate::ask::reproducer::{NotReopened, Reproducer, opened};
use crate::record::run_record::AdapterNote;
use crate::search::black_box::search::Search;
use crate::search::black_box::{FuzzOptions, FuzzRecord};
use std::sync::atomic::Ordering;

/// Searches the decoders of `adapters` that the options want, several adapters at a time. With a number of runs and
/// without a time the record depends on the options and the decoders alone, but for the milliseconds.
pub fn fuzz(adapters: &[Box<dyn Adapter>], options: &FuzzOptions) -> FuzzRecord {
    let is_interrupted = || options.interrupted.load(Ordering::Relaxed);
    let parts = parallel(adapters, options.jobs.get(), |adapter| {
        if is_interrupted() { FuzzRecord::default() } else { search_adapter(&**adapter, options) }
    });
    let mut record = FuzzRecord::begun(options.seed, options.max_len);
    record.is_given = !options.given.is_empty();
    record.complete = !is_interrupted();
    for part in parts {
        record.decoders.extend(part.decoders);
        record.absent.extend(part.absent);
        record.broken.extend(part.broken);
        record.oracles_disagree.extend(part.oracles_disagree);
    }
    record
}

/// What a record says of the decoders of `adapter`.
fn search_adapter(adapter: &dyn Adapter, options: &FuzzOptions) -> FuzzRecord {
    let mut record = FuzzRecord::default();
    let unasked = |why: String| vec![AdapterNote { adapter: adapter.name().to_owned(), why }];
    let (session, names) = match opened(adapter) {
        Ok(opened) => opened,
        Err(OpenFailure::Absent(why)) => return FuzzRecord { absent: unasked(why), ..record },
        Err(OpenFailure::Broken(why)) => return FuzzRecord { broken: unasked(why), ..record },
    };
    let introduced = session.decoders().to_vec();
    // Each decoder gets a session of its own: what one was asked has no effect on another.
    let mut first = Some(session);
    for (number, name) in names.into_iter().enumerate() {
        if !(options.wants_decoder)(&name) || options.interrupted.load(Ordering::Relaxed) {
            continue;
        }
        let mut reproducer = Reproducer::new(adapter, &introduced, &options.interrupted);
        reproducer.allow(1, 0);
        let session = match first.take().map_or_else(|| reproducer.open(), Ok) {
            Ok(session) => session,
            Err(NotReopened::Interrupted) => break,
            Err(why) => {
                return FuzzRecord {
                    broken: unasked(format!("could not be started again: {why}")),
                    ..record
                };
            }
        };
        let (found, oracles_disagree) = Search::new(reproducer, session, number, name, options).run();
        record.decoders.push(found);
        record.oracles_disagree.extend(oracles_disagree);
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::adapter::Session;
    use crate::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
    use crate::search::black_box::Reproduces;
    use illformed_codec::Profile;
    use illformed_judge::claim::Claim;
    use illformed_judge::observation::{Observation, Text};
    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, AtomicUsize};
    use std::sync::{Arc, LazyLock};

    fn decoders(names: &[&'static str]) -> Vec<InProcessDecoder> {
        let claim = || Claim::validate(Profile::Rfc3629);
        let one = |name: &&'static str| {
            InProcessDecoder::one_shot(name, "", claim(), |bytes| match str::from_utf8(bytes) {
                Err(error) if bytes.len() > 3 => Observation::reject(Some(error.valid_up_to()), None),
                _ => Observation::accept(Text::None),
            })
        };
        names.iter().map(one).collect()
    }

    /// Introduces the decoders the other way round whenever it is opened again.
    struct Turning(AtomicUsize);

    impl Adapter for Turning {
        fn name(&self) -> &'static str {
            "turning"
        }

        fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
            let is_first = self.0.fetch_add(1, Ordering::Relaxed) == 0;
            let made: fn() -> Vec<InProcessDecoder> =
                if is_first { || decoders(&["a", "b"]) } else { || decoders(&["b", "a"]) };
            InProcessAdapter::new("turning", "nobody", "0", made).open()
        }
    }

    /// After so many questions in all sessions together the search is interrupted.
    static QUESTIONS_LEFT: AtomicUsize = AtomicUsize::new(0);
    static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

    /// Accepts whatever it is asked behind thirty other inputs.
    fn tiring() -> Vec<InProcessDecoder> {
        let asked = Cell::new(0);
        let decode = move |bytes: &[u8]| {
            if QUESTIONS_LEFT.fetch_sub(1, Ordering::Relaxed) == 1 {
                INTERRUPTED.store(true, Ordering::Relaxed);
            }
            asked.set(asked.get() + 1);
            match str::from_utf8(bytes) {
                Err(_) if asked.get() <= 30 => Observation::reject(None, None),
                _ => Observation::accept(Text::None),
            }
        };
        vec![InProcessDecoder::one_shot("tiring", "", Claim::validate(Profile::Rfc3629), decode)]
    }

    #[test]
    fn what_was_interrupted_before_it_failed_again_is_not_told_as_unstable() {
        let adapters: [Box<dyn Adapter>; 1] =
            [Box::new(InProcessAdapter::new("tiring", "nobody", "0", tiring))];
        let (mut unknown, mut known) = (0, 0);
        for questions in (40..3_000).step_by(40) {
            QUESTIONS_LEFT.store(questions, Ordering::Relaxed);
            INTERRUPTED.store(false, Ordering::Relaxed);
            let interrupted = Arc::clone(&INTERRUPTED);
            let options = FuzzOptions { runs: Some(300), time: None, interrupted, ..FuzzOptions::default() };
            for finding in fuzz(&adapters, &options).decoders.iter().flat_map(|decoder| &decoder.findings) {
                match finding.reproduces {
                    Reproduces::Unknown => unknown += 1,
                    Reproduces::AfterEarlierInputs => known += 1,
                    _ => panic!("{questions}: {finding:?}"),
                }
            }
        }
        assert!(unknown > 0 && known > 0, "{unknown} {known}");
    }

    #[test]
    fn a_session_that_introduces_other_decoders_is_not_searched() {
        let adapters: [Box<dyn Adapter>; 1] = [Box::new(Turning(AtomicUsize::new(0)))];
        let options = FuzzOptions { runs: Some(300), time: None, ..FuzzOptions::default() };
        let record = fuzz(&adapters, &options);
        assert_eq!(record.decoders.len(), 1);
        let other = NotReopened::OtherDecoders.to_string();
        let details: Vec<&str> =
            record.decoders[0].findings.iter().map(|one| one.wrong.detail.as_str()).collect();
        assert!(!details.is_empty() && details.iter().all(|detail| detail.contains(&other)), "{details:?}");
        assert!(record.broken.iter().all(|one| one.why.contains(&other)) && record.broken.len() == 1);
    }
}
