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
    use illformed_codec::Profile;
    use illformed_judge::claim::Claim;
    use illformed_judge::observation::{Observation, Text};
    use std::sync::atomic::AtomicUsize;

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
