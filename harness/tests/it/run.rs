//! What the runner says, in which order, whoever is done first.

use crate::whole::is_whole;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder, StreamError};
use illformed::ask::adapter::{Adapter, OpenFailure, Session};
use illformed::record::run::{RunEvent, RunOptions, run};
use illformed::record::run_record::{ExitReason, Recorder, RunFacts, RunRecord};
use illformed_codec::Profile;
use illformed_judge::case::{CaseId, Plan};
use illformed_judge::claim::{Claim, DecoderInfo};
use illformed_judge::complete::default_suite;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::{Input, Suite};
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
    /// How long each answer takes.
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
        format!("{} said something. ", self.decoders[0].implementation)
    }
}

fn plan(suite: &Suite) -> Plan<'_> {
    Plan::selected(suite, |id: &CaseId| id.recipe.is_none() && id.to_string().starts_with("standard/"))
}

fn jobs(jobs: usize) -> RunOptions {
    RunOptions { jobs: NonZeroUsize::new(jobs).expect("at least one"), ..RunOptions::default() }
}

/// All that is said, a line an event.
fn said(fakes: Vec<Fake>, options: &RunOptions) -> Vec<String> {
    let adapters: Vec<Box<dyn Adapter>> =
        fakes.into_iter().map(|fake| -> Box<dyn Adapter> { Box::new(fake) }).collect();
    let mut lines = Vec::new();
    run(&plan(Suite::embedded()), &adapters, options, &mut |event| lines.push(format!("{event:?}")));
    lines
}

fn record(fakes: Vec<Fake>, options: &RunOptions) -> (RunRecord, Vec<ExitReason>) {
    let adapters: Vec<Box<dyn Adapter>> =
        fakes.into_iter().map(|fake| -> Box<dyn Adapter> { Box::new(fake) }).collect();
    let plan = plan(Suite::embedded());
    let mut recorder = Recorder::new(&plan, RunFacts::default());
    run(&plan, &adapters, options, &mut |event| recorder.take(&event));
    recorder.finish(0)
}

#[test]
fn each_adapter_keeps_what_it_wrote_whatever_the_others_are_called() {
    let fake = |name, decoders| Fake { name, decoders, ..Fake::default() };
    let fakes = vec![fake("one", 2), fake("same", 1), fake("same", 12), fake("unwanted", 1)];
    let wants_decoder = Box::new(|name: &str| !name.starts_with("unwanted/"));
    let (record, _) = record(fakes, &RunOptions { wants_decoder, ..RunOptions::default() });
    let written: Vec<(String, &str)> = record
        .decoders
        .iter()
        .filter(|decoder| !decoder.diagnostics.is_empty())
        .map(|decoder| (decoder.name(), decoder.diagnostics.as_str()))
        .collect();
    // The twelve decoders of one adapter shared two sessions.
    let twice = "same said something. same said something. ";
    let name = |name: &str| name.to_owned();
    assert_eq!(
        written,
        [
            (name("one/d0"), "one said something. "),
            (name("same/d0"), "same said something. "),
            (name("same/d0"), twice)
        ]
    );
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
    let alone = said(fakes(), &jobs(1));
    assert_eq!(alone.iter().filter(|line| line.starts_with("DecoderStarted")).count(), 29);
    let finished = alone.iter().filter(|line| line.starts_with("AdapterFinished"));
    let counts: Vec<usize> = finished.map(|line| line.matches("said something").count()).collect();
    assert_eq!(counts, [3, 0, 2], "eight decoders share a session, and all that it wrote is kept");
    for number in [2, 5, 16] {
        assert_eq!(said(fakes(), &jobs(number)), alone, "{number} jobs");
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
    run(&plan(Suite::embedded()), &adapters, &jobs(2), &mut |event| {
        assert!(matches!(event, RunEvent::AdapterAbsent { .. }), "{event:?}");
    });
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
fn an_interruption_is_said_last_and_what_was_not_begun_is_not_begun() {
    let interrupted = Arc::new(AtomicBool::new(false));
    let first =
        Fake { name: "first", decoders: 3, interrupts: Some(Arc::clone(&interrupted)), ..Fake::default() };
    let second = Fake { name: "second", decoders: 3, ..Fake::default() };
    let options = RunOptions { interrupted, ..jobs(1) };
    let lines = said(vec![first, second], &options);
    assert_eq!(lines.iter().filter(|line| line.starts_with("DecoderStarted")).count(), 1);
    assert_eq!(lines.last().map(String::as_str), Some("Interrupted"));
}

/// Derived cases of a well-formed vector can be ill-formed and the other way round: what counts is the input.
#[test]
fn a_decoder_that_declines_all_inputs_of_a_kind_was_not_judged_whatever_their_vectors_are() {
    fn declining(name: &str, declines: fn(&[u8]) -> bool) -> InProcessDecoder {
        InProcessDecoder::one_shot(name, "declines", Claim::validate(Profile::Rfc3629), move |bytes| {
            match str::from_utf8(bytes) {
                _ if declines(bytes) => Response::Skipped("not this one".to_owned()),
                Ok(_) => Observation::accept(Text::None).into(),
                Err(error) => Response::from(Observation::from(StreamError::from(error))),
            }
        })
    }
    fn decoders() -> Vec<InProcessDecoder> {
        vec![
            declining("ill-formed", |bytes| str::from_utf8(bytes).is_err()),
            declining("well-formed", |bytes| str::from_utf8(bytes).is_ok()),
            declining("all", |_| true),
            declining("long-ill-formed", |bytes| bytes.len() > 2 && str::from_utf8(bytes).is_err()),
            declining("long-well-formed", |bytes| bytes.len() > 2 && str::from_utf8(bytes).is_ok()),
        ]
    }
    let plan = Plan::selected(Suite::embedded(), |_| true);
    for (decoder, part) in [
        ("ill-formed", Some("all ill-formed input")),
        ("well-formed", Some("all well-formed input")),
        ("all", Some("all input")),
        ("long-ill-formed", None),
        ("long-well-formed", None),
    ] {
        let adapter: Box<dyn Adapter> = Box::new(InProcessAdapter::new("declining", "one", "1", decoders));
        let wants_decoder = Box::new(move |name: &str| name == format!("declining/{decoder}"));
        let mut recorder = Recorder::new(&plan, RunFacts::default());
        let options = RunOptions { wants_decoder, ..RunOptions::default() };
        run(&plan, &[adapter], &options, &mut |event| recorder.take(&event));
        let (record, reasons) = recorder.finish(0);
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

/// A slow decoder, and two adapters of two that are asked meanwhile. All accept everything, so that more is wrong than may
/// wait.
fn much_is_wrong(options: &RunOptions, listener: &mut dyn FnMut(RunEvent<'_>)) {
    let slow = Fake { name: "slow", decoders: 1, delay: Duration::from_micros(20), ..Fake::default() };
    let fast = |name| Box::new(Fake { name, decoders: 2, ..Fake::default() });
    let adapters: [Box<dyn Adapter>; 3] = [Box::new(slow), fast("fast"), fast("last")];
    run(&much(), &adapters, options, listener);
}

#[test]
fn a_record_is_the_same_however_many_wait_to_be_heard_and_where_only_its_details_are_told() {
    let suite = Suite::embedded();
    let plan = much();
    let mut all_details = None;
    for (number, told) in [(1, None), (4, None), (4, Some(Recorder::details(suite)))] {
        let is_chosen = told.is_some();
        let options = RunOptions { details: told, asks_again: false, ..jobs(number) };
        let mut recorder = Recorder::new(&plan, RunFacts::default());
        let mut details = 0;
        much_is_wrong(&options, &mut |event| {
            if let RunEvent::CaseJudged { judged, .. } = &event {
                details += usize::from(judged.wrong.is_some()) + usize::from(judged.shown_wrong.is_some());
            }
            recorder.take(&event);
        });
        let (record, _) = recorder.finish(0);
        let (first, first_details) = all_details.get_or_insert_with(|| (record.clone(), details));
        assert!(record == *first, "{number} {is_chosen}");
        assert_eq!(details < *first_details / 4, is_chosen, "{details} of {first_details}");
    }
}

#[test]
fn a_listener_that_panics_ends_the_run() {
    let options = RunOptions { asks_again: false, ..jobs(4) };
    let mut heard = 0;
    let ended = panic::catch_unwind(AssertUnwindSafe(|| {
        much_is_wrong(&options, &mut |_| {
            heard += 1;
            assert!(heard < 1_000, "enough");
        });
    }));
    assert!(ended.is_err());
}

/// Accepts the input `hidden`, which is ill-formed, once it was asked `cause`; all else is right. It counts what it is asked.
#[derive(Clone)]
struct Remembering {
    cause: Input,
    hidden: Input,
    asked: Arc<AtomicUsize>,
    has_seen: bool,
    decoders: Vec<DecoderInfo>,
}

impl Adapter for Remembering {
    fn name(&self) -> &'static str {
        "remembering"
    }

    fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
        Ok(Box::new(self.clone()))
    }
}

impl Session for Remembering {
    fn decoders(&self) -> &[DecoderInfo] {
        &self.decoders
    }

    fn ask(&mut self, _: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
        self.asked.fetch_add(inputs.len(), Ordering::Relaxed);
        for (number, input) in inputs.iter().enumerate() {
            self.has_seen |= **input == self.cause;
            let answer = match str::from_utf8(&input.bytes()) {
                Err(error) if !(self.has_seen && **input == self.hidden) => {
                    Observation::reject(Some(error.valid_up_to()), None)
                }
                _ => Observation::accept(Text::None),
            };
            answered(number, answer.into());
        }
    }
}

#[test]
fn the_search_for_what_a_failure_depends_on_asks_a_few_passes_at_most() {
    let suite = default_suite();
    let mut plan = Plan::selected(suite, |id: &CaseId| id.recipe.is_none());
    plan.cases.retain(|case| matches!(case.input, Input::Bytes(_)));
    // The one is asked first and the other last: every trial that shows the failure asks all that is between.
    let well_formed = |input: &Input| str::from_utf8(&input.bytes()).is_ok();
    let inputs = || plan.cases.iter().map(|case| &case.input);
    let is_single = |wanted: &&Input| inputs().filter(|input| input == wanted).count() == 1;
    let cause = inputs().find(is_single).expect("one is asked once").clone();
    let hidden = plan.cases.iter().rev().map(|case| &case.input);
    let hidden =
        hidden.filter(|input| !well_formed(input)).find(is_single).expect("one is ill-formed").clone();
    let decoder = DecoderInfo {
        name: "d".to_owned(),
        implementation: "remembering".to_owned(),
        version: "1".to_owned(),
        api: "fake".to_owned(),
        claim: Claim::validate(Profile::Rfc3629),
    };
    let asked = Arc::new(AtomicUsize::new(0));
    let remembering =
        Remembering { cause, hidden, asked: Arc::clone(&asked), has_seen: false, decoders: vec![decoder] };
    let mut recorder = Recorder::new(&plan, RunFacts::default());
    run(&plan, &[Box::new(remembering) as Box<dyn Adapter>], &jobs(1), &mut |event| recorder.take(&event));
    let (record, _) = recorder.finish(0);
    let again = record.decoders[0].asked_again.as_ref().expect("it was asked again");
    assert_eq!(again.dependences.len(), 1, "{again:?}");
    let (asked, cases) = (asked.load(Ordering::Relaxed), plan.cases.len());
    // The pass, a sample of at most 20,000, and 20,000 and six passes of trials.
    assert!(asked <= 7 * cases + 40_000, "{asked} were asked, a pass has {cases}");
}
