//! What a run comes to, regardless of completion order.

use crate::planted::{Planted, asked, never, planted, validated, validator};
use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed::ask::adapter::{Adapter, OpenFailure};
use illformed::record::run::{FinishedDecoder, Observer, RunOptions, run};
use illformed::record::run_record::{ExitReason, RunFacts, RunRecord, record_run};
use illformed_codec::Profile;
use illformed_judge::case::{CaseId, Plan};
use illformed_judge::claim::{Claim, DecoderInfo};
use illformed_judge::complete::default_suite;
use illformed_judge::judge::{Judged, Response};
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::{Input, Suite};
use std::cell::Cell;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

type Open = fn() -> Result<Vec<InProcessDecoder>, OpenFailure>;

/// So many decoders that accept everything, after `asked`.
fn accepting(count: usize, asked: impl Fn() + Clone + 'static) -> Vec<InProcessDecoder> {
    let decoder = |number| {
        let asked = asked.clone();
        let claim = Claim::validate(Profile::Rfc3629);
        InProcessDecoder::one_shot(&format!("d{number}"), "fake", claim, move |_| {
            asked();
            Observation::accept(Text::None)
        })
    };
    (0..count).map(decoder).collect()
}

/// An adapter with so many decoders that accept everything, each input after `delay`.
fn fake(name: &'static str, count: usize, delay: Duration) -> Box<dyn Adapter> {
    Box::new(Planted { name, open: move || Ok(accepting(count, move || thread::sleep(delay))) })
}

fn quick(name: &'static str, count: usize) -> Box<dyn Adapter> {
    fake(name, count, Duration::ZERO)
}

fn plan(suite: &Suite) -> Plan<'_> {
    Plan::selected(suite, |id: &CaseId| id.recipe.is_none() && id.to_string().starts_with("standard/"))
}

fn jobs(jobs: usize) -> RunOptions {
    RunOptions { jobs: NonZeroUsize::new(jobs).expect("at least one"), ..RunOptions::default() }
}

fn record(adapters: &[Box<dyn Adapter>], options: &RunOptions) -> (RunRecord, Vec<ExitReason>) {
    record_run(&plan(Suite::embedded()), adapters, options, RunFacts::default())
}

#[test]
fn each_adapter_keeps_what_it_wrote_whatever_the_others_are_called() {
    let adapters = [("one", 2), ("same", 1), ("same", 12), ("unwanted", 1)];
    let adapters = adapters.map(|(name, count)| quick(name, count));
    let wants_decoder = Box::new(|name: &str| !name.starts_with("unwanted/"));
    let (record, _) = record(&adapters, &RunOptions { wants_decoder, ..RunOptions::default() });
    let said = record.decoders.iter().filter(|decoder| !decoder.diagnostics.is_empty());
    let said: Vec<(String, &str)> =
        said.map(|decoder| (decoder.name(), decoder.diagnostics.as_str())).collect();
    let of = |name: &str, said: &'static str| (name.to_owned(), said);
    let same = "same said something. ";
    // The twelve decoders of one adapter shared two sessions.
    let twice = "same said something. same said something. ";
    assert_eq!(said, [of("one/d0", "one said something. "), of("same/d0", same), of("same/d0", twice)]);
}

#[test]
fn the_order_does_not_depend_on_who_is_done_first() {
    let adapters = [fake("slow", 20, Duration::from_micros(200)), quick("none", 0), quick("fast", 9)];
    let (alone, _) = record(&adapters, &jobs(1));
    assert_eq!(alone.decoders.len(), 29);
    let counts = alone.decoders.iter().map(|decoder| decoder.diagnostics.matches("said something").count());
    let counts: Vec<usize> = counts.filter(|count| *count > 0).collect();
    assert_eq!(counts, [3, 2], "eight decoders share a session, and all that it wrote is kept");
    for number in [2, 5, 16] {
        assert!(record(&adapters, &jobs(number)).0 == alone, "{number} jobs");
    }
}

#[test]
fn decoders_are_asked_at_the_same_time() {
    // Each waits until the other one is asked too.
    let meets = || -> Box<dyn Adapter> {
        static OPENED: AtomicUsize = AtomicUsize::new(0);
        let open = || {
            let came = OPENED.fetch_add(1, Ordering::SeqCst) + 1;
            for _ in 0..2000 {
                if OPENED.load(Ordering::SeqCst) > came || came == 2 {
                    return Err(OpenFailure::Absent("met".to_owned()));
                }
                thread::sleep(Duration::from_millis(5));
            }
            Err(OpenFailure::Broken("was alone for ten seconds".to_owned()))
        };
        Box::new(Planted { name: "meets", open })
    };
    let (record, _) = record(&[meets(), meets()], &jobs(2));
    assert_eq!(record.absent.len(), 2, "{:?}", record.broken);
}

#[test]
fn a_session_that_cannot_be_opened_again_loses_no_case_silently() {
    let gone = || Err(OpenFailure::Absent("it is gone".to_owned()));
    let others = || Ok(accepting(11, || {}));
    for (again, why) in [(others as Open, "introduces other decoders each time"), (gone, "it is gone")] {
        let sessions = AtomicUsize::new(0);
        let open = move || match sessions.fetch_add(1, Ordering::Relaxed) {
            0 => Ok(accepting(10, || {})),
            _ => again(),
        };
        let (record, reasons) = record(&[Box::new(Planted { name: "unsteady", open })], &jobs(2));
        assert_eq!(record.decoders.len(), 10);
        let cases = record.cases.len();
        for (number, decoder) in record.decoders.iter().enumerate() {
            let tally = &decoder.by_claim.tally;
            assert_eq!(tally.judged + tally.unjudged(), cases);
            let asked = number < 8;
            assert_eq!(tally.judged > 0, asked, "{}", decoder.name());
            let said = decoder.by_claim.groups.iter().any(|group| format!("{group:?}").contains(why));
            assert_eq!(said, !asked, "{}", decoder.name());
        }
        assert!(reasons.iter().any(|reason| reason.code() == 3), "{reasons:?}");
    }
}

#[test]
fn what_was_not_begun_when_the_user_interrupts_is_not_begun() {
    let interrupted = Arc::new(AtomicBool::new(false));
    let options = RunOptions { interrupted: Arc::clone(&interrupted), ..jobs(1) };
    let open = move || {
        let (interrupted, asked) = (Arc::clone(&interrupted), Arc::new(AtomicUsize::new(0)));
        Ok(accepting(3, move || {
            interrupted.fetch_or(asked.fetch_add(1, Ordering::Relaxed) == 2, Ordering::Relaxed);
        }))
    };
    let (record, _) = record(&[Box::new(Planted { name: "first", open }), quick("second", 3)], &options);
    assert_eq!(record.decoders.len(), 1);
    assert!(!record.footer.complete);
}

/// Derived cases of a well-formed vector can be ill-formed and the other way round: what counts is the input.
#[test]
fn a_decoder_that_declines_all_inputs_of_a_kind_was_not_judged_whatever_their_vectors_are() {
    type Declines = fn(&[u8]) -> bool;
    fn declining(name: &str, declines: Declines) -> InProcessDecoder {
        InProcessDecoder::one_shot(name, "declines", Claim::validate(Profile::Rfc3629), move |bytes| {
            if declines(bytes) {
                Response::Skipped("not this one".to_owned())
            } else {
                validated(bytes).into()
            }
        })
    }
    let table: [(&str, Declines, Option<&str>); 5] = [
        ("ill-formed", |bytes| str::from_utf8(bytes).is_err(), Some("all ill-formed input")),
        ("well-formed", |bytes| str::from_utf8(bytes).is_ok(), Some("all well-formed input")),
        ("all", |_| true, Some("all input")),
        ("long-ill-formed", |bytes| bytes.len() > 2 && str::from_utf8(bytes).is_err(), None),
        ("long-well-formed", |bytes| bytes.len() > 2 && str::from_utf8(bytes).is_ok(), None),
    ];
    let plan = Plan::selected(Suite::embedded(), |_| true);
    for (decoder, declines, part) in table {
        let adapter = planted(move || vec![declining(decoder, declines)]);
        let (record, reasons) = record_run(&plan, &[adapter], &RunOptions::default(), RunFacts::default());
        assert_eq!(record.decoders[0].asked.declined_part(), part);
        assert_eq!(reasons.first(), part.map(|_| &ExitReason::NotJudged), "{decoder}");
    }
}

struct Panicking(usize);

impl Observer for Panicking {
    type Seen = ();

    fn case(&mut self, _: usize, _: &Judged, _: Option<&Response>, _: &[usize]) {
        self.0 += 1;
        assert!(self.0 < 10, "enough");
    }

    fn finish(self, _: &FinishedDecoder) {}
}

#[test]
fn an_observer_that_panics_ends_the_run() {
    let options = RunOptions { asks_again: false, ..jobs(4) };
    let watch = |_: &str, _: &[String], _: &DecoderInfo| Panicking(0);
    let adapters = [fake("slow", 1, Duration::from_millis(1)), quick("fast", 2), quick("last", 2)];
    let plan = plan(Suite::embedded());
    let ended = panic::catch_unwind(AssertUnwindSafe(|| run(&plan, &adapters, &options, &watch)));
    assert!(ended.is_err());
}

#[test]
fn the_search_for_what_a_failure_depends_on_asks_a_few_passes_at_most() {
    let suite = default_suite();
    let mut plan = Plan::selected(suite, |id: &CaseId| id.recipe.is_none());
    plan.cases.retain(|case| matches!(*case.input(), Input::Bytes(_)));
    // The one is asked first and the other last: every trial that shows the failure asks all that is between.
    let inputs: Vec<Vec<u8>> = plan.cases.iter().map(|case| case.input().bytes().to_vec()).collect();
    let is_single = |wanted: &&Vec<u8>| inputs.iter().filter(|input| input == wanted).count() == 1;
    let cause = inputs.iter().find(is_single).expect("one is asked once").clone();
    let ill_formed = inputs.iter().rev().filter(|input| str::from_utf8(input).is_err());
    let hidden = ill_formed.clone().find(is_single).expect("one is ill-formed").clone();
    let asked = Arc::new(AtomicUsize::new(0));
    // It accepts the one that is hidden once it was asked the cause; all else is right. It counts what it is asked.
    let remembering = {
        let asked = Arc::clone(&asked);
        move || {
            let (cause, hidden, asked, has_seen) =
                (cause.clone(), hidden.clone(), Arc::clone(&asked), Cell::new(false));
            let accepts = move |bytes: &[u8]| {
                asked.fetch_add(1, Ordering::Relaxed);
                has_seen.set(has_seen.get() || bytes == cause);
                has_seen.get() && bytes == hidden
            };
            vec![validator("remembering", accepts, never)]
        }
    };
    let record = self::asked(&plan, remembering, &jobs(1));
    let again = record.decoders[0].asked_again.as_ref().expect("it was asked again");
    assert_eq!(again.dependences.len(), 1, "{again:?}");
    let (asked, cases) = (asked.load(Ordering::Relaxed), plan.cases.len());
    // The pass, a sample of at most 20,000, and 20,000 and six passes of trials.
    assert!(asked <= 7 * cases + 40_000, "{asked} were asked, a pass has {cases}");
}
