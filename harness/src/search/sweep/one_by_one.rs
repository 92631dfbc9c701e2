//! The families asked of a decoder elsewhere, a request for each input.

use crate::ask::adapter::Session;
use crate::ask::sweep::{SweepExample, SweptPart};
use crate::search::sweep::SweptDecoder;
use illformed_inputs::Sweep;
use illformed_judge::case::FittedInput;
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::judge::{Response, Screen};
use illformed_vectors::Input;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many inputs are asked at a time.
const BATCH: usize = 4096;

/// After how many failing inputs the rest says nothing new.
const MOST_FAILING: u64 = 20_000;

/// Asks decoder `number` of `session`, which claims `claim`, the families of `swept`.
pub(super) fn ask_one_by_one(
    session: &mut dyn Session,
    number: usize,
    claim: &Claim,
    swept: &mut SweptDecoder,
    interrupted: &AtomicBool,
    asked: &dyn Fn(u64),
) {
    let Some(screen) = Screen::new(claim) else { return };
    let families: Vec<(Sweep, Option<usize>)> =
        swept.families.iter().map(|family| (family.sweep, family.max_len)).collect();
    for (sweep, max_len) in families {
        let mut batch = Vec::with_capacity(BATCH);
        for part in 0..sweep.parts(max_len) {
            if swept.stopped.is_some() {
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
                if swept.stopped.is_some() {
                    swept.leave(sweep);
                    break;
                }
                ask_batch(session, number, claim, &screen, sweep, batch, swept);
                asked(batch.len() as u64);
                if interrupted.load(Ordering::Relaxed) {
                    swept.stopped = Some("interrupted".to_owned());
                }
                if swept.families.iter().map(|family| family.failing).sum::<u64>() > MOST_FAILING {
                    swept.stopped = Some(format!("more than {MOST_FAILING} inputs fail"));
                }
            }
            batch.clear();
        }
    }
}

fn ask_batch(
    session: &mut dyn Session,
    number: usize,
    claim: &Claim,
    screen: &Screen<'_>,
    sweep: Sweep,
    batch: &[Input],
    swept: &mut SweptDecoder,
) {
    // Of a decoder that cannot be told the end of its chunks nothing is proved by them.
    let is_whole = |input: &Input| matches!(input, Input::Bytes(_)) || claim.script >= ScriptSupport::Finish;
    let is_asked = |input: &&Input| is_whole(input) && FittedInput::new(input, claim).is_ok();
    let inputs: Vec<&Input> = batch.iter().filter(is_asked).collect();
    let mut part = SweptPart::default();
    let mut unasked = None;
    let mut declines = false;
    session.ask(number, &inputs, &mut |place, response| {
        if let Response::NotAsked(why) = &response {
            unasked.get_or_insert_with(|| why.clone());
            return;
        }
        // What it declines is not asked, and the family not whole.
        if let Response::Skipped(_) = &response {
            declines = true;
            return;
        }
        part.inputs += 1;
        if let Some(failure) = screen.failure_of(inputs[place], &response) {
            part.failing += 1;
            let previous = place.checked_sub(1).map(|place| inputs[place].to_string());
            part.examples.push(SweepExample { input: inputs[place].to_string(), previous, failure });
        }
    });
    swept.add_part(sweep, &part);
    if declines {
        swept.leave(sweep);
    }
    if unasked.is_some() {
        swept.leave(sweep);
        swept.stopped = unasked;
    }
}
