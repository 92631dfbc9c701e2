//! The main loop.

use crate::adapter::{Adapter, OpenFailure, Session};
use crate::case::{Plan, Tailored};
use crate::expected::Resolutions;
use crate::judge::{JudgeFn, Judged, Response, Verdict, judge_case, judge_observation};
use crate::run::RunEvent;
use illformed_vectors::Input;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a run is made.
pub struct RunOptions {
    /// The judge.
    pub judge: JudgeFn,
    /// Answers to what the standards leave open.
    pub resolutions: Resolutions,
    /// How often each case is asked; with more than once, different answers are `flaky`.
    pub repeat: usize,
    /// Which decoders are asked, by `<adapter>/<decoder>`.
    pub wants_decoder: Box<dyn Fn(&str) -> bool>,
    /// Set from outside when everything should end.
    pub interrupted: Arc<AtomicBool>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            judge: judge_observation,
            resolutions: Resolutions::default(),
            repeat: 1,
            wants_decoder: Box::new(|_| true),
            interrupted: Arc::default(),
        }
    }
}

/// Asks every decoder of `adapters` every case of `plan`.
pub fn run(
    plan: &Plan<'_>,
    adapters: &[Box<dyn Adapter>],
    options: &RunOptions,
    listener: &mut dyn FnMut(RunEvent<'_>),
) {
    for adapter in adapters {
        let adapter_name = adapter.name();
        if options.interrupted.load(Ordering::Relaxed) {
            break;
        }
        let mut session = match adapter.open() {
            Ok(session) => session,
            Err(OpenFailure::Absent(why)) => {
                listener(RunEvent::AdapterAbsent { adapter: adapter_name, why });
                continue;
            }
            // It was not given the time to introduce itself.
            Err(OpenFailure::Broken(_)) if options.interrupted.load(Ordering::Relaxed) => break,
            Err(OpenFailure::Broken(why)) => {
                listener(RunEvent::AdapterBroken { adapter: adapter_name, why });
                continue;
            }
        };
        let shown_as = ShownAs {
            name: session.own_name().unwrap_or(adapter_name).to_owned(),
            command: adapter.command(),
        };
        for number in 0..session.decoders().len() {
            let name = format!("{}/{}", shown_as.name, session.decoders()[number].name);
            if (options.wants_decoder)(&name) && !options.interrupted.load(Ordering::Relaxed) {
                run_decoder(plan, &shown_as, session.as_mut(), number, options, listener);
            }
        }
        listener(RunEvent::AdapterFinished { diagnostics: session.close() });
    }
    if options.interrupted.load(Ordering::Relaxed) {
        listener(RunEvent::Interrupted);
    }
}

/// How an adapter stands in the record.
struct ShownAs {
    name: String,
    command: Vec<String>,
}

fn run_decoder(
    plan: &Plan<'_>,
    adapter: &ShownAs,
    session: &mut dyn Session,
    number: usize,
    options: &RunOptions,
    listener: &mut dyn FnMut(RunEvent<'_>),
) {
    let info = session.decoders()[number].clone();
    listener(RunEvent::DecoderStarted { adapter: &adapter.name, command: &adapter.command, decoder: &info });
    let tailored: Vec<Result<Tailored, String>> =
        plan.cases.iter().map(|case| Tailored::new(&case.input, &info.claim)).collect();
    let asked: Vec<(usize, &Tailored)> =
        tailored.iter().enumerate().filter_map(|(case, fit)| Some((case, fit.as_ref().ok()?))).collect();
    let inputs: Vec<Input> = asked.iter().map(|(_, tailored)| tailored.input.clone()).collect();

    // All rounds but the last are kept; the last is judged as it comes, so that a long run shows where it is.
    let mut rounds: Vec<Vec<Response>> = vec![Vec::new(); inputs.len()];
    for _ in 1..options.repeat {
        session.ask(number, &inputs, &mut |input, response| rounds[input].push(response));
    }
    let mut next_case = 0;
    let unasked = |upto: usize, next_case: &mut usize, listener: &mut dyn FnMut(RunEvent<'_>)| {
        let between = tailored.iter().enumerate().take(upto).skip(*next_case);
        for (case, fit) in between {
            if let Err(why) = fit {
                let judged = Judged::both(Verdict::NotApplicable(why.clone()));
                listener(RunEvent::CaseJudged { case, judged: &judged, response: None, window: &[] });
            }
        }
        *next_case = upto + 1;
    };
    session.ask(number, &inputs, &mut |input, response| {
        let (case, tailored) = asked[input];
        unasked(case, &mut next_case, listener);
        rounds[input].push(response);
        let responses = &rounds[input];
        let judged = judge_case(
            options.judge,
            &plan.cases[case],
            tailored,
            &info.claim,
            &options.resolutions,
            responses,
        );
        let window =
            responses.iter().rev().find_map(Response::window).map_or(Vec::new(), |(before, after)| {
                let numbers = input.saturating_sub(before)..asked.len().min(input + after + 1);
                asked[numbers].iter().map(|(case, _)| *case).collect()
            });
        listener(RunEvent::CaseJudged { case, judged: &judged, response: responses.last(), window: &window });
    });
    unasked(plan.cases.len(), &mut next_case, listener);
    listener(RunEvent::DecoderFinished);
}
