//! A share of the families, asked inside the process of the decoder.

use crate::ask::adapter::process::{Program, Supervision};
use crate::ask::sweep::{SweepBreak, SweepLine, SweepOrder, ask_sweep};
use crate::search::sweep::SweptDecoder;
use illformed_judge::cause::without_answer;
use illformed_judge::judge::{ScreenedFailure, Verdict};

/// How often an input may end the process before the rest of the share is left.
const MOST_BREAKS: usize = 3;

/// Asks all parts of `order` in processes of `program`, and adds what came of them to `swept`. `asked` hears of numbers of
/// inputs.
pub(super) fn ask_share(
    program: &Program,
    mut order: SweepOrder,
    supervision: &Supervision,
    swept: &mut SweptDecoder,
    asked: &dyn Fn(u64),
) {
    let parts: Vec<_> = order.parts().map(|(sweep, ..)| sweep).collect();
    let mut breaks = 0;
    while let Some(why) = rest_of_share(program, &mut order, supervision, swept, asked) {
        // The part that was under way is not asked to its end.
        let Some(sweep) = parts.get(order.first) else { return };
        swept.leave(*sweep);
        if let SweepBreak::Interrupted | SweepBreak::Broken(_) = why {
            swept.stopped = Some(in_words(&why));
        } else {
            match breaking_input(program, &order, supervision) {
                Some((input, verdict)) => {
                    let cause = without_answer(&verdict).map(|deviation| deviation.cause);
                    swept.add_break(*sweep, ScreenedFailure { verdict: verdict.kind(), cause }, input);
                }
                None => {
                    swept.stopped = Some(format!(
                        "{} within the sweep {sweep}, and not when its inputs were asked again",
                        in_words(&why)
                    ));
                }
            }
            breaks += 1;
        }
        order.first += 1;
        if swept.stopped.is_some() || breaks == MOST_BREAKS {
            parts[order.first..].iter().for_each(|sweep| swept.leave(*sweep));
            return;
        }
    }
}

/// Asks what is left of the share; `None` when all is done. The order then says how far it came.
fn rest_of_share(
    program: &Program,
    order: &mut SweepOrder,
    supervision: &Supervision,
    swept: &mut SweptDecoder,
    asked: &dyn Fn(u64),
) -> Option<SweepBreak> {
    let order_given = order.clone();
    let mut parts = order_given.parts().skip(order.first);
    ask_sweep(program, &order_given, supervision, &mut |line| {
        if let SweepLine::Part(part) = line
            && let Some((sweep, ..)) = parts.next()
        {
            swept.add_part(sweep, &part);
            order.first += 1;
            asked(part.inputs);
        }
    })
    .err()
}

/// The input that ends the process in the part at hand, and how it ends.
fn breaking_input(
    program: &Program,
    order: &SweepOrder,
    supervision: &Supervision,
) -> Option<(Vec<u8>, Verdict)> {
    let mut last = None;
    let traced = SweepOrder { is_traced: true, ..order.clone() };
    let ended = ask_sweep(program, &traced, supervision, &mut |line| {
        if let SweepLine::Input(input) = line {
            last = Some(input);
        }
    });
    let verdict = match ended {
        Err(SweepBreak::Ended(how)) => Verdict::Crashed(how),
        Err(SweepBreak::Late(limit)) => Verdict::TimedOut(limit),
        Ok(()) | Err(SweepBreak::Broken(_) | SweepBreak::Interrupted) => return None,
    };
    Some((const_hex::decode(last?).ok()?, verdict))
}

fn in_words(why: &SweepBreak) -> String {
    match why {
        SweepBreak::Ended(how) => how.clone(),
        SweepBreak::Late(limit) => format!("no answer in {} ms", limit.as_millis()),
        SweepBreak::Broken(why) => format!("the worker {why}"),
        SweepBreak::Interrupted => "interrupted".to_owned(),
    }
}
