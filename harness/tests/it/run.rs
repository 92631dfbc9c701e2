//! What a run comes to, regardless of completion order.

use crate::planted::{self, Planted, never, validated, validator};
use crate::whole::is_whole;
use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed::ask::adapter::{Adapter, OpenFailure, Session};
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

/// An adapter of this test, with decoders that accept everything.
#[derive(Default)]
struct Fake {
    name: &'static str,
    decoders: usize,
    delay: Duration,
    /// From its second session on it has another decoder.
    changes: bool,
    /// From its second session on it cannot be opened.
    vanishes: bool,
    /// Set when its third case is asked.
    interrupts: Option<Arc<AtomicBool>>,
    sessions: AtomicUsize,
}

struct FakeSession {
    decoders: Vec<DecoderInfo>,
    delay: Duration,
    interrupts: Option<Arc<AtomicBool>>,
}

impl Adapter for Fake {
    fn name(&self) -> &str {
        self.name
    }

    fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
        let again = self.sessions.fetch_add(1, Ordering::Relaxed) > 0;
        if again && self.vanishes {
            return Err(OpenFailure::Absent("it is gone".to_owned()));
        }
        let decoders = self.decoders + usize::from(again && self.changes);
        let decoder = |number| DecoderInfo {
            name: format!("d{number}"),
            implementation: self.name.to_owned(),
            version: "1".to_owned(),
            api: "fake".to_owned(),
            claim: Claim::validate(Profile::Rfc3629),
        };
        let (delay, interrupts) = (self.delay, self.interrupts.clone());
        Ok(Box::new(FakeSession { decoders: (0..decoders).map(decoder).collect(), delay, interrupts }))
    }
}

impl Session for FakeSession {
    fn decoders(&self) -> &[DecoderInfo] {
        &self.decoders
    }

    fn ask(&mut self, _: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
        for number in 0..inputs.len() {
            thread::sleep(self.delay);
            if let Some(flag) = self.interrupts.as_ref().filter(|_| number == 2) {
                flag.store(true, Ordering::Relaxed);
            }
            answered(number, Observation::accept(Text::None).into());
        }
    }

    fn close(self: Box<Self>) -> String {
        self.decoders
            .first()
            .map_or_else(String::new, |one| format!("{} said something. ", one.implementation))
    }
}

fn plan(suite: &Suite) -> Plan<'_> {
    Plan::selected(suite, |id: &CaseId| id.recipe.is_none() && id.to_string().starts_with("standard/"))
}

fn jobs(jobs: usize) -> RunOptions {
    RunOptions { jobs: NonZeroUsize::new(jobs).expect("at least one"), ..RunOptions::default() }
}

fn record(fakes: Vec<Fake>, options: &RunOptions) -> (RunRecord, Vec<ExitReason>) {
    let adapters: Vec<Box<dyn Adapter>> =
        fakes.into_iter().map(|fake| -> Box<dyn Adapter> { Box::new(fake) }).collect();
    let plan = plan(Suite::embedded());
    record_run(&plan, &adapters, options, RunFacts::default())
}

#[test]
fn each_adapter_keeps_what_it_wrote_whatever_the_others_are_called() {
    let fake = |name, decoders| Fake { name, decoders, ..Fake::default() };
    let fakes = vec![fake("one", 2), fake("same", 1), fake("same", 12), fake("unwanted", 1)];
    let wants_decoder = Box::new(|name: &str| !name.starts_with("unwanted/"));
    let (record, _) = record(fakes, &RunOptions { wants_decoder, ..RunOptions::default() });
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
    let fakes = || {
        let slow = Duration::from_micros(200);
        vec![
            Fake { name: "slow", decoders: 20, delay: slow, ..Fake::default() },
            Fake { name: "none", ..Fake::default() },
            Fake { name: "fast", decoders: 9, ..Fake::default() },
        ]
    };
    let (alone, _) = record(fakes(), &jobs(1));
    assert_eq!(alone.decoders.len(), 29);
    let counts = alone.decoders.iter().map(|decoder| decoder.diagnostics.matches("said something").count());
    let counts: Vec<usize> = counts.filter(|count| *count > 0).collect();
    assert_eq!(counts, [3, 2], "eight decoders share a session, and all that it wrote is kept");
    for number in [2, 5, 16] {
        assert!(record(fakes(), &jobs(number)).0 == alone, "{number} jobs");
    }
}

#[test]
fn decoders_are_asked_at_the_same_time() {
    // Each waits until the other one is asked too.
    struct Meets(Arc<AtomicUsize>);
    impl Adapter for Meets {
        fn name(&self) -> &'static str {
            "meets"
        }
        fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
            let came = self.0.fetch_add(1, Ordering::SeqCst) + 1;
            for _ in 0..2000 {
                if self.0.load(Ordering::SeqCst) > came || came == 2 {
                    return Err(OpenFailure::Absent("met".to_owned()));
                }
                thread::sleep(Duration::from_millis(5));
            }
            Err(OpenFailure::Broken("was alone for ten seconds".to_owned()))
        }
    }
    let opened = Arc::new(AtomicUsize::new(0));
    let adapters: Vec<Box<dyn Adapter>> =
        vec![Box::new(Meets(Arc::clone(&opened))), Box::new(Meets(Arc::clone(&opened)))];
    let (record, _) = record_run(&plan(Suite::embedded()), &adapters, &jobs(2), RunFacts::default());
    assert_eq!(record.absent.len(), 2, "{:?}", record.broken);
}

#[test]
fn a_session_that_cannot_be_opened_again_loses_no_case_silently() {
    for (changes, vanishes, why) in
        [(true, false, "introduces other decoders each time"), (false, true, "it is gone")]
    {
        let fake = Fake { name: "unsteady", decoders: 10, changes, vanishes, ..Fake::default() };
        let (record, reasons) = record(vec![fake], &jobs(2));
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
    let first =
        Fake { name: "first", decoders: 3, interrupts: Some(Arc::clone(&interrupted)), ..Fake::default() };
    let second = Fake { name: "second", decoders: 3, ..Fake::default() };
    let options = RunOptions { interrupted, ..jobs(1) };
    let (record, _) = record(vec![first, second], &options);
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
        let adapter: Box<dyn Adapter> = Box::new(Planted(move || vec![declining(decoder, declines)]));
        let (record, reasons) = record_run(&plan, &[adapter], &RunOptions::default(), RunFacts::default());
        assert_eq!(record.decoders[0].asked.declined_part(), part);
        assert_eq!(reasons.first(), part.map(|_| &ExitReason::NotJudged), "{decoder}");
    }
}

/// Some ten thousand cases, or all.
fn much() -> Plan<'static> {
    let groups = ["boundary", "legacy-form", "overlong", "surrogate", "truncated"];
    Plan::selected(Suite::embedded(), |id| {
        is_whole() || id.vector.as_str().split_once('/').is_some_and(|(group, _)| groups.contains(&group))
    })
}

/// A slow decoder, and two adapters of two that are asked meanwhile. All accept everything, so that much is wrong.
fn much_is_wrong() -> [Box<dyn Adapter>; 3] {
    let slow = Fake { name: "slow", decoders: 1, delay: Duration::from_micros(20), ..Fake::default() };
    let fast = |name| Box::new(Fake { name, decoders: 2, ..Fake::default() });
    [Box::new(slow), fast("fast"), fast("last")]
}

struct Panicking(usize);

impl Observer for Panicking {
    type Seen = ();

    fn case(&mut self, _: usize, _: &Judged, _: Option<&Response>, _: &[usize]) {
        self.0 += 1;
        assert!(self.0 < 1_000, "enough");
    }

    fn finish(self, _: &FinishedDecoder) {}
}

#[test]
fn an_observer_that_panics_ends_the_run() {
    let options = RunOptions { asks_again: false, ..jobs(4) };
    let watch = |_: &str, _: &[String], _: &DecoderInfo| Panicking(0);
    let ended = panic::catch_unwind(AssertUnwindSafe(|| run(&much(), &much_is_wrong(), &options, &watch)));
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
    let record = planted::asked(&plan, remembering, &jobs(1));
    let again = record.decoders[0].asked_again.as_ref().expect("it was asked again");
    assert_eq!(again.dependences.len(), 1, "{again:?}");
    let (asked, cases) = (asked.load(Ordering::Relaxed), plan.cases.len());
    // The pass, a sample of at most 20,000, and 20,000 and six passes of trials.
    assert!(asked <= 7 * cases + 40_000, "{asked} were asked, a pass has {cases}");
}
