//! The families asked of a decoder elsewhere, a request for each input.

use crate::ask::adapter::Session;
use crate::ask::sweep::{SweepExample, SweptPart};
use crate::search::sweep::SweptDecoder;
use illformed_judge::case::FittedInput;
use illformed_judge::claim::ScriptSupport;
use illformed_judge::judge::{Response, Screen};
use illformed_vectors::Input;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many inputs are asked at a time.
const BATCH: usize = 4096;

/// After how many failing inputs the rest says nothing new.
const MOST_FAILING: u64 = 20_000;

/// Asks decoder `number` of `session` the families of `swept`.
pub(super) fn ask_one_by_one(
    session: &mut dyn Session,
    number: usize,
    swept: &mut SweptDecoder,
    interrupted: &AtomicBool,
    asked: &dyn Fn(u64),
) {
    let claim = session.decoders()[number].claim.clone();
    let Some(screen) = Screen::new(&claim) else { return };
    // Of a decoder that cannot be told the end of its chunks nothing is proved by them.
    let is_whole = |input: &Input| matches!(input, Input::Bytes(_)) || claim.script >= ScriptSupport::Finish;
    let is_asked = |input: &&Input| is_whole(input) && FittedInput::new(input, &claim).is_ok();
    for (sweep, max_len) in swept.families.clone() {
        let mut batch = Vec::with_capacity(BATCH);
        for part in 0..sweep.parts(max_len) {
            if swept.record.stopped.is_some() {
                swept.leave(sweep);
                break;
            }
            let is_last = part + 1 == sweep.parts(max_len);
            let _ = sweep.visit(part, max_len, &mut |input| {
                batch.push(input.to_input());
                ControlFlow::Continue(())
            });
            if batch.len() < BATCH && !is_last {
                continue;
            }
            for batch in batch.chunks(BATCH) {
                if swept.record.stopped.is_some() {
                    swept.leave(sweep);
                    break;
                }
                let inputs: Vec<&Input> = batch.iter().filter(is_asked).collect();
                let (part, unasked) = ask_batch(session, number, &screen, &inputs);
                swept.add_part(sweep, part);
                swept.record.stopped = unasked;
                asked(batch.len() as u64);
                if interrupted.load(Ordering::Relaxed) {
                    swept.record.stopped = Some("interrupted".to_owned());
                }
                if swept.record.sweeps.iter().map(|family| family.failing).sum::<u64>() > MOST_FAILING {
                    swept.record.stopped = Some(format!("more than {MOST_FAILING} inputs fail"));
                }
            }
            batch.clear();
        }
    }
}

/// What came of `inputs`, and why some were not asked.
fn ask_batch(
    session: &mut dyn Session,
    number: usize,
    screen: &Screen<'_>,
    inputs: &[&Input],
) -> (SweptPart, Option<String>) {
    let mut part = SweptPart::default();
    let mut unasked = None;
    session.ask(number, inputs, &mut |place, response| {
        match &response {
            Response::NotAsked(why) => drop(unasked.get_or_insert_with(|| why.clone())),
            Response::Skipped(_) => {}
            _ => part.inputs += 1,
        }
        // What it declines is not asked either, and the family not whole.
        part.is_cut |= matches!(response, Response::NotAsked(_) | Response::Skipped(_));
        if let Some(failure) = screen.failure_of(inputs[place], &response) {
            part.failing += 1;
            let previous = place.checked_sub(1).map(|place| inputs[place].clone());
            part.examples.push(SweepExample { input: inputs[place].clone(), previous, failure });
        }
    });
    (part, unasked)
}
